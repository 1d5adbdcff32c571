"""R5: the database may stop at once and come back; all recover by themselves."""

import os
import signal
import time
from collections.abc import Callable, Iterator

import pytest
from django.db import InterfaceError, OperationalError, connection

from studio.local import cluster, postgres
from studio.local.places import Places
from tests import conftest, truths
from tests.processes import begin, finishes, is_finished, nursery, outside, within
from tests.scripted import Server

pytestmark = pytest.mark.faults
LONG = [pytest.param(seconds, marks=pytest.mark.long) for seconds in (0.0, 50.0)]


@pytest.fixture
def durable(server: Server) -> Iterator[None]:
    """Commits reach the system before they are answered, so that a stop at once loses none."""
    _set_commit("on")
    yield
    _set_commit("off")


def _set_commit(value: str) -> None:
    with outside() as link:
        link.execute(f"ALTER SYSTEM SET synchronous_commit = {value}".encode())
        link.execute("SELECT pg_reload_conf()")


def stop_at_once() -> None:
    os.kill(cluster.recorded_pid(Places.of(conftest.DATA)), signal.SIGQUIT)
    connection.close()


def start_again() -> None:
    cluster.bring_up(Places.of(conftest.DATA), postgres.address(conftest.DATA).password)


def steadily(is_so: Callable[[], bool]) -> Callable[[], bool]:
    """The question, asked again where the connection broke under it."""

    def asked() -> bool:
        try:
            return is_so()
        except (OperationalError, InterfaceError):
            connection.close()
            return False

    return asked


@pytest.mark.skipif(bool(conftest.OUTSIDE_DATABASE), reason="the database is not ours to stop")
@pytest.mark.parametrize("seconds_down", [1.5, *LONG])
@pytest.mark.timeout(150)
def test_the_database_stops_at_once_and_comes_back(
    server: Server, durable: None, seconds_down: float
) -> None:
    server.traits.wait = 0.3
    book = begin(server, words=600)
    with nursery(lease=2) as rooms:
        only = rooms.worker()
        assert within(10, lambda: len(truths.accepted(book)) >= 2)
        before = truths.accepted(book)

        stop_at_once()
        time.sleep(seconds_down)
        start_again()

        assert within(15, steadily(lambda: len(truths.accepted(book)) > len(before)))
        assert finishes(book)
        assert only.is_running
    assert before <= truths.accepted(book)
    truths.assert_whole(book)
    truths.assert_nothing_was_bought_twice(book)


def test_all_connections_are_ended_again_and_again(server: Server) -> None:
    server.traits.wait = 0.2
    book = begin(server, words=600)
    with nursery(lease=2) as rooms:
        only = rooms.worker()
        for _ in range(5):
            time.sleep(0.5)
            with outside() as link:
                link.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
                )
        connection.close()

        assert within(30, steadily(lambda: is_finished(book)))
        assert only.is_running
    truths.assert_whole(book)
    truths.assert_nothing_was_bought_twice(book)
