"""R1 and R8: kill -9 at every step loses nothing, doubles nothing, and buys no reply twice."""

import pytest

from studio.worker import faults
from tests import truths
from tests.processes import Nursery, begin, finishes, is_finished, nursery, within
from tests.scripted import Server, failing

pytestmark = pytest.mark.faults

STEPS = ("claim", "journal", "hand_in", "fail")
PLACES = [*faults.POINTS, *(f"{step} {moment}" for step in STEPS for moment in faults.MOMENTS)]
IN_THE_CALL = {"streaming", "replied", "journal committing"}


def killed_at(place: str, nth: int, rooms: Nursery, server: Server, books: list[int]) -> None:
    """Has a worker die there; begins another book when there is not enough left to do."""
    if place.startswith("fail"):
        server.script(*[failing(500)] * nth)
    doomed = rooms.worker(fault=f"{place}:{nth}")
    while not within(4, lambda: not doomed.is_running or is_finished(books[-1])):
        pass
    if doomed.is_running:
        books.append(begin(server, words=3000))
        assert doomed.ends(20), place


@pytest.mark.parametrize("nth", [1, 2, pytest.param(3, marks=pytest.mark.long)])
def test_killed_everywhere_the_book_is_finished(server: Server, nth: int) -> None:
    books = [begin(server, words=3000)]
    with nursery(lease=1) as rooms:
        for place in PLACES:
            before = truths.accepted(books[0])
            killed_at(place, nth, rooms, server, books)
            assert before <= truths.accepted(books[0])
            for book in books:
                truths.assert_numbered(book)
        rooms.worker()

        assert all(finishes(book) for book in books)
    for book in books:
        truths.assert_whole(book)
        truths.assert_nothing_was_bought_twice(book)


@pytest.mark.parametrize("place", PLACES)
def test_a_kill_costs_at_most_the_call_in_flight(server: Server, place: str) -> None:
    if place.startswith("fail"):
        server.script(failing(400))
    book = begin(server, words=300)
    with nursery(lease=1) as rooms:
        assert rooms.worker(fault=f"{place}:1", concurrency=1).ends()
        rooms.worker()

        assert finishes(book)
    truths.assert_whole(book)
    n_lost = (place in IN_THE_CALL) + place.startswith("fail")
    assert len(server.requests) == truths.n_replies(book) + n_lost
