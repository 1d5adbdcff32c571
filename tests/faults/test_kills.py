"""R1 and R8: kill -9 at every step loses nothing, doubles nothing, and buys no reply twice."""

import itertools
import signal
import time

import pytest

from studio.models import Run
from studio.worker import faults
from tests import truths
from tests.patience import within
from tests.processes import Nursery, begin, finishes, is_finished, nursery
from tests.scripted import Answer, Server, failing

pytestmark = pytest.mark.faults

COMMITS = [f"{s} {m}" for s in ("claim", "journal", "hand_in") for m in faults.MOMENTS]
AT_LEAST = ["streaming", "replied", "journalled", *COMMITS]
PLACES = [*faults.POINTS, *COMMITS, *(f"fail {moment}" for moment in faults.MOMENTS)]
LATER = range(4, 14)
IN_THE_CALL = {"streaming", "replied", "journal committing"}


def planned(server: Server, rooms: Nursery) -> int:
    """A book whose outline stands, so that the next worker need not wait for a dead one's lease."""
    book = begin(server, words=2500, n_parallel=16)
    planner = rooms.worker()
    assert within(20, lambda: len(truths.accepted(book)) >= 2)
    planner.send(signal.SIGTERM)
    assert planner.ends()
    return book


def kill(
    place: str,
    nth: int,
    rooms: Nursery,
    server: Server,
    books: list[int],
    concurrency: int = 4,
) -> None:
    """Has a worker die there; begins another book when there is not enough left to do."""
    if place.startswith("fail"):
        server.script(*[failing(500)] * nth)
    doomed = rooms.worker(fault=f"{place}:{nth}", concurrency=concurrency)
    assert within(20, lambda: not doomed.is_running or is_finished(books[-1])), place
    if doomed.is_running:
        books.append(planned(server, rooms))
    assert doomed.is_struck(place), doomed.log()


@pytest.mark.parametrize(
    ("rounds", "places"),
    [((2, 3), AT_LEAST), *(pytest.param((n,), PLACES, marks=pytest.mark.long) for n in LATER)],
)
def test_killed_everywhere_the_book_is_finished(
    server: Server, rounds: tuple[int, ...], places: list[str]
) -> None:
    with nursery(lease=1) as rooms:
        books = [planned(server, rooms)]
        for nth, place in itertools.product(rounds, places):
            before = truths.accepted(books[0])
            kill(place, nth, rooms, server, books)
            assert before <= truths.accepted(books[0])
        rooms.worker()

        assert all(finishes(book) for book in books)
    for book in books:
        truths.assert_whole(book)
        truths.assert_nothing_was_bought_twice(book)


def test_each_kill_costs_at_most_the_call_in_flight(server: Server) -> None:
    with nursery(lease=1) as rooms:
        books = [planned(server, rooms)]
        for place in PLACES:
            kill(place, 1, rooms, server, books, concurrency=1)
        rooms.worker(concurrency=1)

        assert all(finishes(book) for book in books)
    for book in books:
        truths.assert_whole(book)
        truths.assert_nothing_was_bought_twice(book)
    n_failed = sum(place.startswith("fail") for place in PLACES)
    n_arrived = sum(map(truths.n_replies, books))
    assert len(server.requests) == n_arrived + len(IN_THE_CALL) + n_failed


@pytest.mark.long
@pytest.mark.parametrize("place", PLACES)
def test_a_kill_at_the_first_step_costs_at_most_the_call_in_flight(
    server: Server, place: str
) -> None:
    if place.startswith("fail"):
        server.script(failing(500))
    book = begin(server, words=300)
    with nursery(lease=1) as rooms:
        assert rooms.worker(fault=place, concurrency=1).is_struck(place)
        rooms.worker()

        assert finishes(book)
    truths.assert_whole(book)
    n_lost = (place in IN_THE_CALL) + place.startswith("fail")
    assert len(server.requests) == truths.n_replies(book) + n_lost


def test_what_the_dead_of_this_machine_held_is_taken_up_long_before_its_lease_ends(
    server: Server,
) -> None:
    server.script(Answer(wait=60))
    book = begin(server, words=300, n_parallel=1)
    with nursery(lease=60) as rooms:
        doomed, living = rooms.worker(concurrency=1), rooms.worker(concurrency=1)
        assert within(10, lambda: bool(server.requests))
        holder = Run.objects.active().get().worker
        doomed, living = (doomed, living) if f":{doomed.pid}:" in holder else (living, doomed)
        doomed.kill()
        started_at = time.monotonic()

        rooms.worker()

        assert within(10, lambda: len(server.requests) > 1)
        assert server.requests[1].started_at - started_at < 30
        assert finishes(book)
        assert living.is_running
    truths.assert_whole(book)


def test_a_worker_that_lives_keeps_what_it_holds(server: Server) -> None:
    server.script(Answer(wait=1.5))
    book = begin(server, words=300, n_parallel=1)
    with nursery(lease=60) as rooms:
        rooms.worker(concurrency=1)
        assert within(10, lambda: bool(server.requests))

        rooms.worker()

        assert finishes(book)
    assert len(server.requests) == truths.n_replies(book)
