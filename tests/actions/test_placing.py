"""Sections that come, go and move: steps stay in the order of the book, no others are touched."""

import random

import pytest
from django.utils import timezone

from studio.actions import commits
from studio.core import keys, outline
from studio.core.state import Body
from studio.management.benches import grown
from studio.management.benches.grown import Grown
from studio.models import Unit
from studio.queries import verify
from studio.queries.state import DbState

pytestmark = pytest.mark.django_db
NEW: Body = {"role": "section", "title": "New", "words": 100, "establishes": [], "uses": []}


@pytest.fixture
def book() -> Grown:
    return grown.grow(200, title="Small")


def commit(book: Grown, writes: dict[str, Body | None]) -> set[str]:
    """Commits writes; returns the keys of the steps that got another place, or came or went."""
    before = placed(book)
    with commits.change(
        book.project_id, kind="edit", reason="Changed", by="person",
        actor_id=book.project.owner_id, now=timezone.now(),
    ) as change:  # fmt: skip
        for key, body in writes.items():
            change.put(key, body) if body is not None else change.drop(key)
    return {key for key, _ in before.items() ^ placed(book).items()}


def placed(book: Grown) -> dict[str, int]:
    return dict(Unit.objects.in_project(book.project_id).values_list("key", "place"))


def sections(book: Grown) -> dict[str, Body]:
    found = DbState(book.project_id).kind("section")
    return {keys.rest(key): body for key, body in found.items()}


def assert_in_order(book: Grown) -> None:
    """The steps stand as the outline does, each passage after its section and before the next."""
    in_order = sorted(placed(book).items(), key=lambda pair: pair[1])
    of_sections = [key.split("/")[1] for key, _ in in_order if "/" in key]
    assert list(dict.fromkeys(of_sections)) == [n.id for n in outline.leaves(sections(book))]
    assert len(set(of_sections)) == sum(
        a != b for a, b in zip(of_sections, ["", *of_sections], strict=False)
    )


def test_a_new_section_gives_no_other_step_another_place(book: Grown) -> None:
    new = {**NEW, "parent": "c0", "rank": 3.5}

    assert commit(book, {keys.section("new"): new}) == {"map/new"}
    assert_in_order(book)


def test_a_section_moves_with_its_passages_alone(book: Grown) -> None:
    body = {**sections(book)["s2"], "rank": 7.5}

    moved = commit(book, {keys.section("s2"): body})

    assert moved == {"map/s2", *(f"draft/s2/m{n}" for n in range(1, 10))}
    assert_in_order(book)


def test_a_section_ends_alone(book: Grown) -> None:
    assert len(commit(book, {keys.section("s4"): None, keys.map_of("s4"): None})) == 10
    assert_in_order(book)


def test_where_no_room_is_left_all_places_are_given_anew(book: Grown) -> None:
    for n in range(8):
        rank = 3 + 1 / 2 ** (n + 1)
        touched = commit(book, {keys.section(f"new{n}"): {**NEW, "parent": "c0", "rank": rank}})
        assert_in_order(book)
        if len(touched) > 1:
            break

    assert n > 1
    assert len(touched) > 100


def test_any_moves_leave_the_steps_in_order(book: Grown) -> None:
    drawn = random.Random(7)
    for n in range(25):
        known = sections(book)
        chosen, parent = drawn.choice(sorted(known)), drawn.choice(["c0", "c1", None])
        is_chapter, rank = chosen in ("c0", "c1"), drawn.random() * 9
        stands = {"parent": None if is_chapter else parent, "rank": rank}
        if n % 5 == 4 and not is_chapter:
            commit(book, {keys.section(chosen): None})
        elif n % 3 == 0:
            commit(book, {keys.section(f"new{n}"): {**NEW, "parent": parent, "rank": rank}})
        else:
            commit(book, {keys.section(chosen): {**known[chosen], **stands}})
        assert_in_order(book)

    assert verify.verify(book.project) == []


def test_a_section_of_very_many_passages_ends_before_the_next(book: Grown) -> None:
    commit(book, {keys.section("new"): {**NEW, "parent": "c0", "rank": 3.5}})
    movements = [{"key": f"m{n}", "title": "", "purpose": "", "words": 30} for n in range(600)]

    commit(book, {keys.map_of("new"): {"movements": movements}})

    assert_in_order(book)
