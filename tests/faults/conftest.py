"""What the tests of real workers share."""

from collections.abc import Iterator

import pytest

from studio.actions import announce
from tests.scripted import Server, scripted_server


@pytest.fixture
def server(transactional_db: None) -> Iterator[Server]:
    """A scripted model server, beside a database that other processes can see."""
    with scripted_server() as running:
        yield running
    announce.close()
