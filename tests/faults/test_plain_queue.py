"""The same story without Procrastinate: nothing rests on the queue."""

import signal

import pytest

from tests import truths
from tests.patience import within
from tests.processes import begin, finishes, outside, worker
from tests.scripted import Server

pytestmark = pytest.mark.faults
PLAIN = "tests.plain_queue"


def test_a_book_is_written_with_no_queue_at_all(server: Server) -> None:
    server.traits.wait = 0.05
    book = begin(server, words=1200)
    with outside() as link, worker(fault="journalled:4", program=PLAIN, lease=1) as doomed:
        link.execute("DELETE FROM procrastinate_jobs")
        assert doomed.is_struck("journalled")
        before = truths.accepted(book)
        with worker(program=PLAIN, lease=1) as one, worker(program=PLAIN, lease=1) as other:
            assert finishes(book)
            for leaving in (one, other):
                leaving.send(signal.SIGTERM)
            assert within(5, lambda: not one.is_running and not other.is_running)
    assert before <= truths.accepted(book)
    truths.assert_whole(book)
    truths.assert_nothing_was_bought_twice(book)
    assert truths.n_runs_at_once_of_a_unit(book) <= 1


@pytest.mark.long
def test_a_plain_worker_and_one_with_a_queue_share_a_book(server: Server) -> None:
    server.traits.wait = 0.1
    book = begin(server, words=1200, n_parallel=3)
    with worker(program=PLAIN, lease=2), worker(lease=2):
        assert finishes(book)
    assert server.most_at_once <= 3
    assert len(server.requests) == truths.n_replies(book)
    truths.assert_whole(book)
