"""R7, R9 and clocks that jump: two that come at once, a change in flight, a time that is not so."""

import itertools
import random
import threading
import time
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from studio.actions import announce, claims, endings, operate
from studio.actions.claims import Claimed
from studio.core.cells import compute
from studio.core.states import Standing, Work
from studio.llm.client import Reply as Received
from studio.llm.client import Usage
from studio.management.benches import oracle
from studio.management.benches.worlds import World
from studio.models import Artifact, Run, Unit
from studio.models.run import RunState
from studio.queries import products
from studio.queries.products import Product
from tests import building
from tests.building import Book

SPRING = "draft/s1/spring"
TEXT = building.prose_of("Water comes up from below.")
AGAIN = {"work": Work.PENDING, "candidate": None, "note": "", "rung_at": None}


# R7: cancel against commit --------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("n_races", [25, pytest.param(200, marks=pytest.mark.long)])
def test_of_a_stop_and_a_hand_in_exactly_one_wins(n_races: int) -> None:
    book, rng = building.book(), random.Random(7)
    wins = {RunState.DONE: 0, RunState.STOPPED: 0}
    for _ in range(n_races):
        claimed = book.claim(SPRING, now=timezone.now())
        brief = building.brief_of(claimed)
        bring = partial(operate.hand_in, claimed, brief, TEXT, worker="", now=timezone.now())
        stop = partial(endings.stopped, claimed, now=timezone.now())
        _at_once(rng.uniform(-0.006, 0.006), bring, stop)
        won = _won(claimed)
        wins[won] += 1
        Unit.objects.filter(pk=claimed.unit_id).update(**AGAIN)
    announce.close()
    assert min(wins.values()) > 0, wins
    assert book.project.tokens_reserved == 0


def _at_once(head_start: float, *acts: Callable[[], object]) -> None:
    """Two acts on connections of their own, the first so much ahead of the second."""
    gate = threading.Barrier(2)

    def run(act: Callable[[], object], wait: float) -> None:
        try:
            gate.wait(5)
            time.sleep(max(0.0, wait))
            act()
        finally:
            connection.close()

    waits = (-head_start, head_start)
    threads = [threading.Thread(target=run, args=one) for one in zip(acts, waits, strict=True)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)


def _won(claimed: Claimed) -> RunState:
    run = Run.objects.get(pk=claimed.run_id)
    unit = Unit.objects.get(pk=claimed.unit_id)
    has_brought = Artifact.objects.filter(run=run).exists()
    assert (run.state, has_brought) in [(RunState.DONE, True), (RunState.STOPPED, False)]
    assert unit.work == Work.PENDING
    assert (unit.candidate_id is not None) == has_brought
    return RunState(run.state)


# R9: inputs changed in flight -----------------------------------------------------------------

EDITS: dict[str, dict[str, tuple[str, Any]]] = {
    "a claim": {"object/claim-1": ("fields", {"text": "Water moves its course."})},
    "a term": {"object/term-1": ("fields", {"name": "memory", "definition": "what was"})},
    "the readers": {"brief/audience": ("value", "Those who dig.")},
    "the section": {"section/s1": ("title", "Waters")},
    "what it is to do": {
        "map/s1": ("movements", [building.movement("spring", purpose="It stops.")])
    },
    "another section": {"section/s2": ("synopsis", "Of stone.")},
}
MOMENTS = ("claimed", "briefed", "journalled", "checked")


def _edit(book: Book, edit: str) -> None:
    state = book.state()
    book.commit(
        {
            key: {**(state.entry(key) or {}), field: value}
            for key, (field, value) in EDITS[edit].items()
        }
    )


@pytest.mark.django_db
@pytest.mark.parametrize(("edit", "moment"), list(itertools.product(EDITS, MOMENTS)))
def test_what_was_made_from_what_changed_is_never_accepted_as_fresh(edit: str, moment: str) -> None:
    book = building.book()
    _live(book, moment, lambda: _edit(book, edit))

    found = oracle.compare(World(book.project_id, book.owner_id))
    assert found.marked == found.stale
    assert found.wrong == ()
    unit = book.unit(SPRING)
    if unit.standing == Standing.ACCEPTED and not unit.is_stale:
        assert _reads_what_is(book, unit)


def _live(book: Book, moment: str, act: Callable[[], None]) -> None:
    """A passage written and checked, with something that happens at a moment in between."""
    check = _carry_out(book.claim(SPRING), moment, act, TEXT)
    if check is not None:
        brief = building.brief_of(check)
        if moment == "checked":
            act()
        verdict = '{"findings": []}'
        found = products.read(brief, verdict, "stop")
        operate.hand_in(check, brief, found, worker="", now=building.NOW)


def _carry_out(
    claimed: Claimed, moment: str, act: Callable[[], None], product: Product
) -> Claimed | None:
    acts = {moment: act}
    acts.get("claimed", _nothing)()
    if Run.objects.get(pk=claimed.run_id).state != RunState.ACTIVE:
        return None
    brief = building.brief_of(claimed)
    acts.get("briefed", _nothing)()
    operate.journal(claimed, brief, _reply(product), now=building.NOW)
    acts.get("journalled", _nothing)()
    return operate.hand_in(claimed, brief, product, worker="one", now=building.NOW)


def _nothing() -> None:
    pass


def _reply(product: Product) -> Received:
    return Received(product.text, "stop", Usage(100, 20, False), "scripted", 1.0, "")


def _reads_what_is(book: Book, unit: Unit) -> bool:
    """Whether every cell that the text was made from is as it was."""
    assert unit.current is not None
    state = book.state()
    return all(compute(r.key, state).digest == r.digest for r in unit.current.reads.all())


# Clocks that jump -----------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize("jump", [timedelta(days=300), timedelta(days=-300)])
def test_a_lease_lives_by_the_clock_of_the_database_alone(jump: timedelta) -> None:
    book = building.book()
    claimed = book.claim(SPRING, now=timezone.now() + jump)
    claims.renew([claimed], seconds=60)

    assert endings.reap(now=timezone.now() + jump) == 0
    assert endings.reap(now=timezone.now() - jump) == 0
    assert Run.objects.get(pk=claimed.run_id).state == RunState.ACTIVE


@pytest.mark.django_db
def test_what_was_put_off_by_a_clock_since_put_back_waits_no_longer_than_ever() -> None:
    book = building.book()
    claimed = book.claim(SPRING)
    later = timezone.now() + timedelta(days=2)
    endings.fail(claimed, "timeout", "It said nothing.", spread=0.0, now=later)
    assert book.unit(SPRING).not_before > timezone.now() + timedelta(days=1)  # type: ignore[operator]

    assert endings.ring_forgotten(now=timezone.now()) > 0
    assert isinstance(claims.claim(claimed.unit_id, worker="one", now=timezone.now()), Claimed)


@pytest.mark.django_db
def test_a_ring_of_the_future_is_taken_for_lost() -> None:
    book = building.book()
    Unit.objects.filter(project=book.project_id).update(rung_at=timezone.now() + timedelta(hours=5))

    assert endings.ring_forgotten(now=timezone.now()) > 0
