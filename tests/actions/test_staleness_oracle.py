"""Stored staleness against an oracle that knows nothing but entries and recorded reads.

A small book is drawn at random and changed at random; a case is one change with its comparison.
"""

import os
from collections.abc import Mapping

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from studio.core import keys
from studio.management.benches import edits, oracle, worlds
from studio.management.benches.edits import Edit, Hand, Step
from studio.management.benches.worlds import Pick, World
from tests.building import Book

# Continuous integration sees at least 2,000 cases.
CASES, WORLDS = 25, 80 if os.environ.get("CI") else 10


def picking(draw: st.DrawFn) -> Pick:
    return lambda n: draw(st.integers(0, n - 1))


@st.composite
def drawings(draw: st.DrawFn) -> tuple[str, str, Mapping[str, str]]:
    pick = picking(draw)
    return worlds.outline(pick), worlds.objects(pick), worlds.instructions(pick)


@st.composite
def steps(draw: st.DrawFn) -> Step:
    return edits.step(picking(draw))


@pytest.fixture
def begun() -> World:
    return worlds.begin()


@pytest.mark.timeout(900)
@settings(
    max_examples=WORLDS,
    deadline=None,
    # The book is as it was begun after each example: what was done to it is taken back.
    suppress_health_check=[
        HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.data_too_large
    ],
)  # fmt: skip
@given(drawing=drawings(), changes=st.lists(steps(), min_size=CASES, max_size=CASES))
def test_stored_staleness_is_that_of_the_recorded_reads(
    begun: World, drawing: tuple[str, str, Mapping[str, str]], changes: list[Step]
) -> None:
    world = World(begun.project_id, begun.owner_id)
    with transaction.atomic():
        worlds.settle(world, *drawing)
        check(world)
        for change, hand in changes:
            edits.do(world, change, hand)
            check(world)
        transaction.set_rollback(True)


def check(world: World) -> None:
    found = oracle.compare(world)
    assert found.marked == found.stale
    assert found.wrong == ()


@pytest.mark.parametrize("name", edits.EDITS, ids=lambda name: name.__name__)
def test_each_edit_can_have_an_effect(book: Book, name: Edit) -> None:
    """An oracle over edits that change nothing would prove nothing."""
    world = World(book.project_id, book.owner_id)
    hands = [Hand(a, b, c) for a in (0, 1, 2) for b in (0, 1, 3) for c in (1, 0)]
    book.commit({keys.map_of("s2"): None})

    assert any(book.commit(name(world, world.state(), hand)) for hand in hands)


def test_the_oracle_sees_a_mark_that_is_missing_and_one_that_is_too_much(book: Book) -> None:
    world = World(book.project_id, book.owner_id)
    book.commit({keys.brief("audience"): {"value": "Others."}})
    stale = oracle.compare(world).stale

    forgotten, innocent = book.unit("argument"), book.unit("map/s1")
    for unit in (forgotten, innocent):
        unit.is_stale = not unit.is_stale
        unit.save()

    found = oracle.compare(world)
    assert "argument" in stale
    assert found.missed == {"argument"}
    assert found.extra == {"map/s1"}
