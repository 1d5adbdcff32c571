"""The crash matrix: at each point of an operation, each part is killed and brought back.

A worker freezes at the point, the victim is killed and restarted beside it, and the worker goes on
with what it finds. The row of the worker itself is in `test_kills`.
"""

import contextlib
import itertools
import signal
from collections.abc import Callable, Iterator

import pytest

from studio.worker import faults
from tests import truths
from tests.outages import Model, durable, ours_to_stop, start_database, stop_database
from tests.patience import within
from tests.processes import Nursery, Worker, begin, clear_away, finishes, is_finished, nursery
from tests.scripted import failing
from tests.web import serving

pytestmark = [pytest.mark.faults, ours_to_stop]

COMMITS = [f"{s} {m}" for s in ("claim", "journal", "hand_in", "fail") for m in faults.MOMENTS]
# The first piece of a reply, one in the middle, and every other point once.
POINTS = [*faults.POINTS, "streaming:7", *COMMITS, *faults.ANNOUNCEMENT]
FEW = {
    "database": ("briefed", "streaming:7", "journal sent", "hand_in committing", "hand_in sent"),
    "model": ("briefed", "streaming:7", "replied"),
    "web": ("announcing",),
}


@pytest.fixture
def model(transactional_db: None) -> Iterator[Model]:
    with contextlib.closing(Model()) as running:
        yield running
    clear_away()


@contextlib.contextmanager
def _web() -> Iterator[Callable[[], None]]:
    with contextlib.ExitStack() as stack:
        served = [stack.enter_context(contextlib.ExitStack())]
        served[0].enter_context(serving.web())

        def again() -> None:
            served[0].close()
            served[0].enter_context(serving.web())

        yield again


@contextlib.contextmanager
def striking(victim: str, model: Model) -> Iterator[Callable[[], None]]:
    """What kills the victim and brings it back."""

    def database() -> None:
        stop_database(signal.SIGKILL)
        start_database()

    def server() -> None:
        model.kill()
        model.restart()

    with contextlib.ExitStack() as stack:
        stack.enter_context(durable())
        web = stack.enter_context(_web()) if victim == "web" else database
        yield {"database": database, "model": server, "web": web}[victim]


def frozen_at(place: str, rooms: Nursery, model: Model, books: list[int]) -> Worker:
    """A worker that stands still there, as soon as there is enough to do for it to get there."""
    point, _, nth = place.partition(":")
    if place.startswith("fail"):
        model.server.script(failing(500))
    frozen = rooms.worker(fault=f"{point}:{nth or 1}:STOP", concurrency=1)

    def is_there() -> bool:
        if is_finished(books[-1]):
            books.append(begin(model.server, words=600))
        return frozen.is_frozen

    assert within(30, is_there), f"{place}: {frozen.log()}"
    return frozen


@pytest.mark.parametrize(
    ("victim", "places"),
    [
        *FEW.items(),
        *(
            pytest.param(victim, (place,), marks=pytest.mark.long)
            for victim, place in itertools.product(FEW, POINTS)
        ),
    ],
)
def test_whatever_is_killed_at_whatever_point_the_book_is_finished(
    model: Model, victim: str, places: tuple[str, ...]
) -> None:
    # A lease that outlives the freeze: what a zombie does is not the question here.
    with nursery(lease=20) as rooms, striking(victim, model) as strike:
        books = [begin(model.server, words=600)]
        for place in places:
            frozen = frozen_at(place, rooms, model, books)
            before = truths.accepted(books[0])
            strike()
            frozen.send(signal.SIGCONT)
            frozen.send(signal.SIGTERM)
            assert before <= truths.accepted(books[0])
        rooms.worker()

        assert all(finishes(book) for book in books)
    for book in books:
        truths.assert_whole(book)
        truths.assert_nothing_was_bought_twice(book)
    n_arrived = sum(map(truths.n_replies, books))
    n_failed = sum(place.startswith("fail") for place in places)
    assert len(model.requests) <= n_arrived + n_failed + len(places)
