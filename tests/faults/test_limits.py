"""R11 and R12: limits hold and units are taken once, however many processes come and go."""

import random
import time

import pytest
from django.db.models import Count
from django.utils import timezone

from studio.actions import bell, running
from studio.management.benches import book as large_books
from studio.models import Endpoint, Project, Run, Unit
from tests import truths
from tests.processes import Nursery, Worker, begin, finishes, is_finished, nursery
from tests.scripted import Request, Server

pytestmark = pytest.mark.faults


def most_at_once(requests: list[Request]) -> int:
    """How many of these calls were under way at the same moment, at most, by the server's clock."""
    marks = [(request.started_at, 1) for request in requests]
    marks += [(request.ended_at or time.monotonic(), -1) for request in requests]
    at_once = most = 0
    for _, step in sorted(marks):
        at_once += step
        most = max(most, at_once)
    return most


def of_its_own_model(server: Server, book: int, name: str) -> None:
    """Has a book written by a model of its own, by which its calls are told from others."""
    own = Endpoint.objects.create(
        name=name, base_url=server.base_url, model=name, context_tokens=16_000
    )
    Project.objects.filter(pk=book).update(endpoint=own)


@pytest.mark.parametrize(
    ("n_workers", "n_kills", "words"),
    [(3, 5, 900), pytest.param(8, 60, 6000, marks=pytest.mark.long)],
)
@pytest.mark.timeout(600)
def test_no_limit_is_passed_and_no_book_starves_while_workers_are_killed(
    server: Server, n_workers: int, n_kills: int, words: int
) -> None:
    server.traits.wait = 0.15
    limits = {"narrow": 1, "wide": 3}
    books = {name: begin(server, words=words, n_parallel=n) for name, n in limits.items()}
    for name, book in books.items():
        of_its_own_model(server, book, name)
    rng = random.Random(7)
    with nursery(lease=1) as rooms:
        workers = [rooms.worker() for _ in range(n_workers)]
        for _ in range(n_kills):
            time.sleep(rng.uniform(0.1, 0.6))
            _replace(rng.randrange(n_workers), workers, rooms)

        assert all(finishes(book, 300) for book in books.values())
    for name, book in books.items():
        own = [request for request in server.requests if request.model == name]
        assert most_at_once(own) <= limits[name]
        truths.assert_whole(book)
        truths.assert_nothing_was_bought_twice(book)


def _replace(n: int, workers: list[Worker], rooms: Nursery) -> None:
    workers[n].kill()
    workers[n] = rooms.worker()


@pytest.mark.parametrize(
    ("n_processes", "seconds"), [(6, 1.0), pytest.param(16, 60.0, marks=pytest.mark.long)]
)
@pytest.mark.timeout(600)
def test_many_processes_on_a_few_units_get_in_nobodys_way(
    server: Server, n_processes: int, seconds: float
) -> None:
    server.traits.wait = 0.05
    books = [begin(server, words=300, n_parallel=16)]
    until = time.monotonic() + seconds
    with nursery(lease=2) as rooms:
        born = [rooms.worker(concurrency=2) for _ in range(n_processes)]
        while time.monotonic() < until or not is_finished(books[-1]):
            if is_finished(books[-1]):
                books.append(begin(server, words=300, n_parallel=16))
            bell.ring(list(Unit.objects.in_project(books[-1]).values_list("pk", flat=True)) * 3)
            time.sleep(0.2)
        logs = [worker.log() for worker in born]
    assert not [line for log in logs for line in log.splitlines() if "Traceback" in line]
    assert not Run.objects.exclude(state="done").exists()
    assert len(server.requests) == sum(map(truths.n_replies, books))
    for book in books:
        truths.assert_whole(book)
        assert truths.n_runs_at_once_of_a_unit(book) <= 1


@pytest.mark.long
@pytest.mark.timeout(1200)
def test_two_workers_race_for_a_thousand_units_and_each_is_written_once(server: Server) -> None:
    large_books.connect(server.base_url)
    book = large_books.begin(840, title="Race", words=50).pk
    Project.objects.filter(pk=book).update(n_parallel=8)
    running.resume(book, now=timezone.now())
    units = Unit.objects.in_project(book)
    assert units.count() >= 1_000
    with nursery(lease=10) as rooms:
        for _ in range(2):
            rooms.worker(concurrency=4)
        until = time.monotonic() + 900
        while not is_finished(book) and time.monotonic() < until:
            # Both hear of all that may start, again and again.
            bell.ring(list(units.ready().values_list("pk", flat=True)[:50]) * 2)
            time.sleep(1.0)
    truths.assert_whole(book)
    assert truths.n_runs_at_once_of_a_unit(book) <= 1
    runs = Run.objects.filter(project=book)
    assert runs.values("worker").distinct().count() == 2
    assert not runs.exclude(state="done").exists()
    written = runs.filter(kind="compose").values("unit").annotate(n=Count("pk"))
    assert {row["n"] for row in written} == {1}
    assert len(server.requests) == truths.n_replies(book)
