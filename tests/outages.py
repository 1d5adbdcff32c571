"""Parts that go away without notice and come back: the database, the model server, the network."""

import contextlib
import os
import signal
from collections.abc import Callable, Iterator

import pytest
from django.db import InterfaceError, OperationalError, connection

from studio.local import cluster, postgres, processes
from studio.local.places import Places
from tests import conftest
from tests.patience import within
from tests.processes import outside
from tests.scripted import Request, Server, scripted_server

ours_to_stop = pytest.mark.skipif(
    bool(conftest.OUTSIDE_DATABASE), reason="the database is not ours to stop"
)


@contextlib.contextmanager
def durable() -> Iterator[None]:
    """Commits reach the system before they are answered, so that a stop at once loses none."""
    _set_commit("on")
    try:
        yield
    finally:
        _set_commit("off")


def _set_commit(value: str) -> None:
    with outside() as link:
        link.execute(f"ALTER SYSTEM SET synchronous_commit = {value}".encode())
        link.execute("SELECT pg_reload_conf()")


def stop_database(signum: signal.Signals = signal.SIGQUIT) -> None:
    """The database server ends at once."""
    pid = cluster.recorded_pid(Places.of(conftest.DATA))
    os.kill(pid, signum)
    assert within(5, lambda: not processes.is_alive(pid))
    connection.close()


def start_database() -> None:
    """It is brought up as the supervisor does it."""
    postgres.revive(conftest.DATA)


def steadily(is_so: Callable[[], bool]) -> Callable[[], bool]:
    """The question, asked again where the connection broke under it."""

    def asked() -> bool:
        try:
            return is_so()
        except (OperationalError, InterfaceError):
            connection.close()
            return False

    return asked


class Model:
    """A scripted model server that may be killed; its lives share their address."""

    def __init__(self) -> None:
        self._life = scripted_server()
        self.server = self._life.__enter__()
        self._before: list[Request] = []

    @property
    def requests(self) -> list[Request]:
        """The calls of all its lives."""
        return [*self._before, *self.server.requests]

    def kill(self) -> None:
        """All its connections break at once."""
        self._before += self.server.requests
        self._life.__exit__(None, None, None)

    def restart(self) -> None:
        """It is back at the same address."""
        before: Server = self.server
        self._life = scripted_server(before.port)
        self.server = self._life.__enter__()
        self.server.traits = before.traits

    def close(self) -> None:
        self._life.__exit__(None, None, None)
