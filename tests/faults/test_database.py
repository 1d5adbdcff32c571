"""R5: the database may stop at once and come back; all recover by themselves."""

import time

import pytest
from django.db import connection

from tests import truths
from tests.outages import durable, ours_to_stop, start_database, steadily, stop_database
from tests.patience import within
from tests.processes import begin, finishes, is_finished, nursery, outside
from tests.scripted import Server

pytestmark = pytest.mark.faults
LONG = [pytest.param(seconds, marks=pytest.mark.long) for seconds in (0.0, 50.0)]


@ours_to_stop
@pytest.mark.parametrize("seconds_down", [1.5, *LONG])
@pytest.mark.timeout(600)
def test_the_database_stops_at_once_and_comes_back(server: Server, seconds_down: float) -> None:
    server.traits.wait = 0.3
    book = begin(server, words=600)
    with durable(), nursery(lease=2) as rooms:
        only = rooms.worker()
        assert within(10, lambda: len(truths.accepted(book)) >= 2)
        before = truths.accepted(book)

        stop_database()
        time.sleep(seconds_down)
        start_database()

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
