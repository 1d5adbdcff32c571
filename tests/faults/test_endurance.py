"""R16: half an hour with a kill a minute; on demand. STUDIO_ENDURANCE_MINUTES makes it shorter."""

import os
import signal
import time
from pathlib import Path

import pytest
from django.utils import timezone

from studio.actions import running
from studio.management.benches import book as books
from studio.management.benches import counters
from studio.models import Project
from studio.models.run import RunState
from studio.queries.verify import verify
from tests import truths
from tests.patience import within
from tests.processes import Worker, nursery
from tests.scripted import Server

pytestmark = [pytest.mark.faults, pytest.mark.long]
MINUTES = float(os.environ.get("STUDIO_ENDURANCE_MINUTES", "30"))
N_MOVEMENTS = int(max(40, 8_300 * MINUTES / 30))
N_ROUNDS = max(2, int(MINUTES))


def kilobytes(worker: Worker) -> int:
    """The memory that a worker holds."""
    status = Path(f"/proc/{worker.pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0])


@pytest.mark.timeout(int(60 * MINUTES) + 900)
def test_with_a_kill_a_minute_invariants_hold_and_nothing_grows(server: Server) -> None:
    books.connect(server.base_url)
    begun = [_begin()]
    sizes: list[float] = []
    with nursery(lease=5) as rooms:
        steady, doomed = rooms.worker(concurrency=2), rooms.worker(concurrency=2)
        at_first = 0
        for n in range(N_ROUNDS):
            if _n_left(begun[-1]) < 2 * N_MOVEMENTS / N_ROUNDS:
                begun.append(_begin())
            book = begun[-1]
            before = counters.bytes_kept(book), counters.prose_kept(book)
            time.sleep(60 * MINUTES / N_ROUNDS)
            doomed.kill()
            doomed = rooms.worker(concurrency=2)
            sizes.append(_bytes_each(book, before))
            # What is loaded at first use, and caches of a bounded size, are there by now.
            at_first = at_first if n else kilobytes(steady)
        assert steady.is_running
        assert kilobytes(steady) <= 1.1 * at_first
        # What the last kill cut off is taken up when its lease has ended, and so is its reply.
        assert within(60, lambda: not any(_given_up(book) for book in begun))
        # What is being written comes to its end: the books are not finished.
        for worker in (steady, doomed):
            worker.send(signal.SIGTERM)
        assert within(60, lambda: not (steady.is_running or doomed.is_running))
    assert max(sizes[1:]) <= 1.25 * max(sizes[0], min(sizes[1:]))
    for book in begun:
        assert verify(Project.objects.get(pk=book)) == []
        truths.assert_nothing_was_bought_twice(book)


def _begin() -> int:
    """A book that is written from several sections at once; another one follows it."""
    book = books.begin(N_MOVEMENTS, title="Endurance", words=50)
    Project.objects.filter(pk=book.pk).update(n_parallel=4)
    running.resume(book.pk, now=timezone.now())
    return book.pk


def _given_up(project_id: int) -> bool:
    """Whether a reply arrived for a run that was lost, and no other has adopted it yet."""
    return truths.unused(project_id).exclude(run__state=RunState.ACTIVE).exists()


def _n_left(project_id: int) -> int:
    return N_MOVEMENTS - counters.prose_kept(project_id)[0]


def _bytes_each(project_id: int, before: tuple[tuple[int, int], tuple[int, int]]) -> float:
    """The bytes kept of each passage that was accepted since."""
    (rows, texts), (n_before, _) = before
    n = counters.prose_kept(project_id)[0] - n_before
    assert n > 0, "the book goes on"
    return (sum(counters.bytes_kept(project_id)) - rows - texts) / n
