from collections.abc import Iterator

import pytest

from studio.llm import flight
from studio.llm.client import Endpoint
from tests.scripted import Server, scripted_server


@pytest.fixture
def server() -> Iterator[Server]:
    # A port may be given out again: what an earlier server there could not do is not to be known.
    flight._left_out.clear()
    with scripted_server() as server:
        yield server


@pytest.fixture
def endpoint(server: Server) -> Endpoint:
    return Endpoint(server.base_url, "sk-secret-key", "scripted", 4096)
