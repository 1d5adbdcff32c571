"""What the tests of real workers share."""

from collections.abc import Iterator

import pytest

from tests.scripted import Server, scripted_server


@pytest.fixture
def server(transactional_db: None) -> Iterator[Server]:
    """A scripted model server, beside a database that other processes can see."""
    from tests import processes

    with scripted_server() as running:
        yield running
    processes.clear_away()


@pytest.fixture(scope="package", autouse=True)
def _nursery() -> Iterator[None]:
    from tests import processes

    yield
    processes.close_nursery()


@pytest.fixture(autouse=True)
def _no_grace(monkeypatch: pytest.MonkeyPatch) -> None:
    """The database of the tests may have started a moment ago; no worker has to catch up first."""
    monkeypatch.setattr("studio.worker.sweeper.GRACE", 0.0)
