"""A stop is noticed by slow calls within two seconds, and what had arrived is kept."""

import asyncio
import threading
import time
from collections.abc import Callable, Iterator

import pytest
from django.utils import timezone

from studio.actions import running
from studio.models import Partial, Run, Unit
from studio.worker import life
from studio.worker.keeper import Keeper
from tests import turns
from tests.building import Book
from tests.patience import slowness, within
from tests.scripted import Server, scripted_server

pytestmark = pytest.mark.django_db(transaction=True)
SOON = 1.0
OUTLINE = """
    s1 Water establishes claim-1
        - spring
    s2 Stone uses claim-1
        - bed
    s3 Sand
        - dune
"""
DRAFTS = ("draft/s1/spring", "draft/s2/bed", "draft/s3/dune")


@pytest.fixture
def server() -> Iterator[Server]:
    with scripted_server(token_delay=0.05) as found:
        yield found


@pytest.fixture
def keeper(transactional_db: None) -> Iterator[Keeper]:
    with turns.kept() as found:
        yield found


def one(book: Book) -> None:
    running.stop_unit(book.unit(DRAFTS[0]).pk, now=timezone.now())


def project(book: Book) -> None:
    running.stop(book.project_id, now=timezone.now())


def everything(book: Book) -> None:
    running.stop_everything(book.owner_id, now=timezone.now())


@pytest.mark.parametrize(("stop", "n"), [(one, 1), (project, 3), (everything, 3)])
def test_no_token_is_asked_for_two_seconds_after_a_stop(
    stop: Callable[[Book], None], n: int, server: Server, keeper: Keeper
) -> None:
    book = turns.book(server, OUTLINE)
    units = [book.unit(key).pk for key in DRAFTS[:n]]
    at_work = threading.Thread(target=lambda: asyncio.run(_operate(units, keeper)))
    at_work.start()
    assert within(
        10, lambda: len(server.requests) == n and all(r.pieces_sent > 9 for r in server.requests)
    )

    stopped_at = time.monotonic()
    stop(book)
    at_work.join(10 * slowness())

    assert len(server.requests) == n, "nothing new was asked for"
    # The server learns a moment later that its caller left.
    assert within(10, lambda: all(r.ended_at is not None for r in server.requests))
    assert {r.ending for r in server.requests} == {"caller left"}
    ended = [r.ended_at for r in server.requests if r.ended_at is not None]
    assert max(ended) - stopped_at < SOON * slowness()
    assert set(Run.objects.filter(unit__in=units).values_list("state", flat=True)) == {"stopped"}
    assert all(len(text.split()) > 5 for text in Partial.objects.values_list("text", flat=True))
    assert Partial.objects.count() == n
    work = "held" if stop is one else "pending"
    assert set(Unit.objects.filter(pk__in=units).values_list("work", flat=True)) == {work}


async def _operate(units: list[int], keeper: Keeper) -> None:
    calls = (life.operate_unit(unit, keeper, f"worker {unit}") for unit in units)
    await asyncio.gather(*calls)
