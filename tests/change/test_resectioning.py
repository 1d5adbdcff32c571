"""Splitting and joining sections keeps texts, remarks, checks and history, and can be undone."""

import pytest

from studio.actions import judging
from studio.core.intent import BadIntent
from studio.core.states import Standing
from studio.models import Finding, Review
from tests import building
from tests.stories import desk as desks
from tests.stories.desk import Desk

pytestmark = pytest.mark.django_db
BOOK = {"wide": ("s1",)}
WALK, SECOND = "draft/s1/the-walk", "draft/s1/the-walk-2"
SPLIT = "split section/s1 --at the-walk-2 --title 'The Way Back'"


def remark(desk: Desk, key: str, paragraph: int = 0) -> Finding:
    ids = desks.paragraph_ids(desk.book, key)
    judging.remark(desk.book.unit(key).pk, ids[paragraph], "", "Which?", now=building.NOW)
    found = Finding.objects.latest("pk")
    Finding.objects.filter(pk=found.pk).update(paragraph_id=ids[paragraph])
    return found


def where(finding: Finding) -> str:
    return Finding.objects.select_related("unit").get(pk=finding.pk).unit.key


def is_on_current(finding: Finding) -> bool:
    found = Finding.objects.select_related("unit").get(pk=finding.pk)
    return found.artifact_id == found.unit.current_id


def state_of(desk: Desk) -> tuple[object, ...]:
    return desk.standing(), desk.texts(), desk.book.stale(), desk.book.units()


def test_a_split_keeps_every_text_to_the_byte_and_says_so_before(desk: Desk) -> None:
    before = desk.texts()
    plan = desk.does(SPLIT)

    moved = desk.book.unit("draft/s4/the-walk-2")
    assert [row.key for row in plan.kept if "to the letter" in row.why] == [SECOND]
    assert plan.ending == ()
    assert desk.book.body_of(moved.key) == before[SECOND]
    assert (moved.standing, moved.is_stale) == (Standing.ACCEPTED, False)
    assert desk.book.unit(SECOND).is_retired
    assert desk.book.body_of(WALK) == before[WALK]
    assert desk.book.stale() == {row.key for row in plan.stale}
    assert WALK in desk.book.stale()
    assert desk.is_whole()


def test_a_split_that_still_holds_marks_nothing_and_calls_nobody(desk: Desk) -> None:
    n_calls = desk.n_calls

    desk.does(f"{SPLIT} --keep")

    assert desk.book.stale() == set()
    assert desk.goes_on() == []
    assert desk.n_calls == n_calls
    assert desk.is_whole()


@pytest.mark.parametrize("change", [SPLIT, "split section/s1 --at the-walk/{} --title 'Later'",
                                    "merge section/s1"])  # fmt: skip
def test_what_moved_goes_back_with_its_remarks_without_a_call(desk: Desk, change: str) -> None:
    _, second = desks.paragraph_ids(desk.book, WALK)
    stays = remark(desk, WALK)
    goes = [remark(desk, WALK, 1), remark(desk, SECOND), remark(desk, "draft/s2/the-walk")]
    before, n_calls = state_of(desk), desk.n_calls
    places = [where(f) for f in (stays, *goes)]

    desk.does(change.format(second))

    assert where(stays) == WALK
    assert all(is_on_current(f) for f in (stays, *goes))
    assert desk.is_whole()
    split = state_of(desk), [where(f) for f in (stays, *goes)]
    desk.does(f"undo {desk.project.commit_number}")
    assert state_of(desk) == before
    assert [where(f) for f in (stays, *goes)] == places
    assert all(is_on_current(f) for f in (stays, *goes))
    desk.does(f"undo {desk.project.commit_number}")
    assert (state_of(desk), [where(f) for f in (stays, *goes)]) == split
    assert desk.goes_on() == []
    assert desk.n_calls == n_calls
    assert desk.is_whole()


def test_a_passage_is_divided_between_two_paragraphs(desk: Desk) -> None:
    _, second = desks.paragraph_ids(desk.book, WALK)
    before, after = desk.book.body_of(WALK).strip().split("\n\n")
    own, other = remark(desk, WALK, 0), remark(desk, WALK, 1)

    desk.does(f"split section/s1 --at the-walk/{second} --title Later --keep")

    assert desk.book.body_of(WALK) == f"{before}\n"
    assert desk.book.body_of("draft/s4/the-walk") == f"{after}\n"
    assert desks.paragraph_ids(desk.book, "draft/s4/the-walk") == [second]
    assert (where(own), where(other)) == (WALK, "draft/s4/the-walk")
    assert desk.book.unit("draft/s4/the-walk-2").standing == Standing.ACCEPTED
    assert desk.is_whole()


def test_what_was_not_to_be_relied_on_is_not_at_its_new_place(desk: Desk) -> None:
    ids = desks.paragraph_ids(desk.book, SECOND)
    desk.does(f"pin {SECOND}")
    desk.does(f"distrust {SECOND} --paragraphs {ids[0]}")

    desk.does(SPLIT)

    moved = desk.book.unit("draft/s4/the-walk-2")
    trust = desk.book.state().entry(f"trust/{moved.key}")
    assert moved.is_pinned
    assert moved.standing == Standing.REOPENED
    assert trust is not None
    assert trust["paragraphs"] == [ids[0]]
    assert desk.is_whole()


def test_a_basis_that_changed_before_the_move_is_still_a_changed_basis(desk: Desk) -> None:
    desk.does("set brief.audience='Others.'")

    desk.does(SPLIT)

    assert "draft/s4/the-walk-2" in desk.book.stale()
    desk.does("set brief.audience=''")
    assert "draft/s4/the-walk-2" not in desk.book.stale()
    assert desk.is_whole()


def test_the_checks_of_a_text_go_along_and_it_stays_unread(desk: Desk) -> None:
    was = set(Review.objects.filter(unit__key=SECOND).values_list("gate", "verdict"))

    desk.does(SPLIT)

    there = Review.objects.filter(unit__key="draft/s4/the-walk-2")
    assert set(there.values_list("gate", "verdict")) == was == {("challenge", "passed")}
    assert desk.book.unit("draft/s4/the-walk-2").accepted_by == "policy"


def test_joining_what_was_split_brings_the_texts_together_again(desk: Desk) -> None:
    before = desk.texts()
    desk.does(SPLIT)

    desk.does("merge section/s1")

    assert [k for k in desk.book.units() if k.startswith("draft/s1")] == [WALK, SECOND]
    assert desk.book.body_of(SECOND) == before[SECOND]
    assert not [k for k in desk.book.units() if "s4" in k.split("/")]
    assert desk.is_whole()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("split section/s1 --at the-walk", "after its first passage"),
        ("split section/s1 --at nowhere", "has no passage “nowhere”; it has: the-walk, the-walk-2"),
        ("split section/s1 --at the-walk/p99", "has no paragraph “p99”"),
        ("split section/s9 --at x", "no section “s9”"),
        ("merge section/s3", "No section follows “Cellar”"),
        ("merge section/s1 --with s1", "stand beside one another"),
    ],
)
def test_where_there_is_nothing_to_divide_or_join_it_is_said(
    desk: Desk, change: str, said: str
) -> None:
    with pytest.raises(BadIntent, match=said):
        desk.plan(change)


def test_what_waits_to_be_judged_is_decided_first(desk: Desk) -> None:
    desk.book.project.__class__.objects.update(autonomy="ask")
    desk.does(f"recompose {SECOND}")
    desk.operate(SECOND)

    with pytest.raises(BadIntent, match="waits for your judgement"):
        desk.plan(SPLIT)


def test_earlier_edits_are_undone_one_by_one_in_any_order(desk: Desk) -> None:
    before = state_of(desk)
    desk.does("set object/premise-2.text=Other. --keep")
    first = desk.project.commit_number
    desk.does("add section Quay")
    desk.does("set object/claim-1.text=Otherwise. --keep")

    desk.does(f"undo {first + 1}")
    desk.does(f"undo {first}")
    desk.does(f"undo {first + 2}")

    assert desk.book.stale() == set()
    assert state_of(desk)[:3] == before[:3]
    assert desk.is_whole()
