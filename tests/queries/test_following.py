"""What may follow, beside a plain walk through memory, breadth first: over random small books and
one of several hundred steps; looked for from the steps on, and as it is where they are many."""

from collections import defaultdict
from collections.abc import Collection, Mapping

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from studio.core import keys
from studio.core.cells import OF_TEXTS
from studio.core.protocol import protocol_of
from studio.core.state import touched
from studio.management.benches import grown, worlds
from studio.management.benches.worlds import World
from studio.models import Artifact, Cell, Read, Unit
from studio.queries import candidates, following, plan_steps
from studio.queries.following import Following
from studio.queries.plan_steps import BookSteps
from studio.queries.state import DbState

pytestmark = pytest.mark.django_db
# From how many sources on these are many, through which cells it is then looked at first, and how
# many others are few enough to be looked at from their side.
NEVER, ALWAYS = 10**9, 0
WAYS = (
    {"MANY": NEVER},
    {"MANY": ALWAYS},
    {"MANY": ALWAYS, "SHARED": ("before/", "text/", "conclusions/"), "PER_SOURCE": 0},
    {"MANY": ALWAYS, "SHARED": (), "PER_SOURCE": NEVER},
)


@pytest.fixture
def begun() -> World:
    return worlds.begin()


@st.composite
def drawn(draw: st.DrawFn) -> tuple[str, str, Mapping[str, str], list[int]]:
    def pick(n: int) -> int:
        return draw(st.integers(0, n - 1))

    roots = draw(st.lists(st.integers(0, 99), min_size=1, max_size=3))
    return worlds.outline(pick), worlds.objects(pick), worlds.instructions(pick), roots


@settings(
    max_examples=10,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(told=drawn())
def test_what_may_follow_in_any_book_is_what_a_walk_finds(
    begun: World, told: tuple[str, str, Mapping[str, str], list[int]]
) -> None:
    outline, objects, instructions, numbers = told
    world = World(begun.project_id, begun.owner_id)
    with transaction.atomic():
        worlds.settle(world, outline, objects, instructions)
        units = world.units()
        check(world.project_id, [units[n % len(units)] for n in numbers])
        transaction.set_rollback(True)


def test_what_may_follow_in_a_large_book_is_what_a_walk_finds() -> None:
    book = grown.grow(200, title="Grown")
    maps = [f"map/s{n}" for n in range(20)]
    for roots in (maps, maps[3:12], ["outline"], ["draft/s5/m2", "map/s5"], ["draft/s5/m9"]):
        check(book.project_id, roots)


def check(project_id: int, roots: Collection[str]) -> None:
    """Each way to look finds the same as the walk, and through the cells by which it is nearest."""
    depths, reached_by = walk(project_id, roots)
    for way in WAYS:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(plan_steps, "MANY", way["MANY"])
            for name, value in way.items():
                patch.setattr(following, name, value)
            found = follow(project_id, roots)
            paths = found.reasons(found.steps.ids)
        assert set(found.steps.keys) == depths.keys() - set(roots)
        for step in found.steps.listed():
            assert len(paths[step.pk]) == depths[step.key]
            assert paths[step.pk][-1] == min(reached_by[step.key])


def follow(project_id: int, roots: Collection[str]) -> Following:
    steps = BookSteps(project_id)
    protocol = protocol_of(DbState(project_id))
    return following.follow(project_id, steps.with_keys(roots), steps, protocol)


def walk(project_id: int, roots: Collection[str]) -> tuple[dict[str, int], dict[str, set[str]]]:
    """How many steps away each is met, and through which cells."""
    reads: dict[str, set[str]] = defaultdict(set)
    current = Unit.objects.in_project(project_id).exclude(current=None)
    texts = dict(current.values_list("current_id", "key"))
    for version, cell in Read.objects.filter(artifact__in=texts).values_list("artifact_id", "key"):
        reads[texts[version]].add(cell)
    rows = Cell.objects.filter(project_id=project_id).values_list("key", "sources")
    made_of = {cell: {s.removeprefix(f"{project_id}:") for s in sources} for cell, sources in rows}
    of_texts = {c for c, sources in made_of.items() if any(s.startswith("text/") for s in sources)}
    assert all(cell.startswith(OF_TEXTS) for cell in of_texts)
    depths = dict.fromkeys(roots, 0)
    reached_by: dict[str, set[str]] = {}
    frontier, n = set(roots), 0
    while frontier:
        n += 1
        outputs = {one for key in frontier for one in outputs_of(project_id, key)}
        fed = {cell for cell, sources in made_of.items() if sources & outputs}
        met = {key: cells & fed for key, cells in reads.items() if key not in depths}
        frontier = {key for key, cells in met.items() if cells}
        depths |= dict.fromkeys(frontier, n)
        reached_by |= {key: met[key] for key in frontier}
    return depths, reached_by


def outputs_of(project_id: int, key: str) -> set[str]:
    """What a new text of a step would write, as cells name what they are made of."""
    if keys.kind(key) == keys.DRAFT:
        return {keys.text(key)}
    if keys.kind(key) == keys.MAP:
        return {key}
    version = Artifact.objects.get(unit__key=key, unit__project_id=project_id)
    written = candidates.operations(version)
    return {source for o in written for source in touched(o.key, None, o.body)}
