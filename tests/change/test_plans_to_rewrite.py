"""Plans that have texts written anew: with a note, a rule or other instructions."""

import pytest
from django.utils import timezone

from studio.actions import claims, endings, judging, running
from studio.actions.claims import Claimed
from studio.core import keys
from studio.core.intent import Intent
from studio.models import Unit
from tests.change.plans import seen
from tests.stories import desk as desks
from tests.stories.desk import Desk

pytestmark = pytest.mark.django_db
BOOK = {"wide": ("s1",)}
WALK, WALK_2 = "draft/s1/the-walk", "draft/s1/the-walk-2"
QUARRY, CELLAR = "draft/s2/the-walk", "draft/s3/the-walk"
DRAFTS = {WALK, WALK_2, QUARRY, CELLAR}
ONE_FIRST = Intent("distrust", layer="draft", rewrites=True, one_first=True)


def test_a_note_is_told_to_what_is_rewritten_and_to_nothing_else(desk: Desk) -> None:
    n_before = desk.n_calls

    desk.does(f"distrust {WALK} --rewrite --instead 'No bicycles, please.'")
    desk.goes_on()

    told = [r for r in desk.server.requests[n_before:] if "No bicycles, please." in r.prompt]
    assert [desks.schema_name(request) for request in told] == [""]


def test_a_rule_becomes_a_constraint_of_the_scope(desk: Desk) -> None:
    accepted_by = desk.book.unit("map/s2").accepted_by
    plan = desk.does(
        "distrust draft --scope s2 --instead 'No bicycles, please.' --instead-as rule --rewrite"
    )

    entry = desk.book.state().entry("object/constraint-1")
    assert entry is not None
    assert entry["fields"] == {"text": "No bicycles, please.", "scope": "s2"}
    assert seen(plan)["rewritten"] == {QUARRY}
    # Its plan stands: the new text is written from it.
    assert seen(plan)["stale"] == set()
    assert seen(plan)["kept"] == {"map/s2"}
    assert desk.book.unit("map/s2").accepted_by == accepted_by == "policy"
    assert desk.goes_on() == [QUARRY]
    assert "- No bicycles, please." in desk.prompts()[-1]
    assert desk.is_whole()


def test_instructions_are_changed_in_the_same_commit(desk: Desk) -> None:
    number = desk.project.commit_number

    desk.does("distrust draft --scope s2 --instead 'No bicycles.' --instead-as instructions")

    entry = desk.book.state().entry(keys.step("draft"))
    assert entry is not None
    assert entry["prompt"].endswith("No bicycles.\n")
    assert desk.project.commit_number == number + 1
    assert desk.book.stale() == DRAFTS


def test_one_section_is_written_first_and_the_rest_after_it_is_accepted(desk: Desk) -> None:
    plan = desk.does(ONE_FIRST)
    assert seen(plan)["rewritten"] == {WALK, WALK_2} == desk.work("pending")

    turns = desk.goes_on()

    assert turns[:2] == [WALK, WALK_2]
    assert set(turns[2:]) == {QUARRY, CELLAR}
    assert set(desk.standing().values()) == {"accepted"}
    assert not Unit.objects.filter(is_armed=True).exists()


@pytest.mark.parametrize("instead_as", ["note", "rule", "instructions"])
def test_the_rest_waits_for_the_authors_word(desk: Desk, instead_as: str) -> None:
    Unit.objects.filter(work="idle").update(accepted_by="person")
    desk.book.project.__class__.objects.update(autonomy="ask")

    desk.does(Intent("distrust", layer="draft", rewrites=True, one_first=True,
                     instead="No bicycles.", instead_as=instead_as))  # fmt: skip
    assert set(desk.goes_on()) == {WALK, WALK_2}

    assert desk.work("review") == {WALK, WALK_2}
    assert {QUARRY, CELLAR}.isdisjoint(desk.work("pending") | desk.work("active"))
    ids = [desk.book.unit(key).pk for key in (WALK, WALK_2)]
    judging.accept(
        desk.book.project_id, ids, actor_id=desk.book.owner_id, reason="Read", now=timezone.now()
    )
    assert {QUARRY, CELLAR} <= desk.work("pending")


def test_the_rest_goes_on_waiting_when_the_first_is_turned_down(desk: Desk) -> None:
    desk.book.project.__class__.objects.update(autonomy="ask")
    desk.does(ONE_FIRST)
    desk.goes_on()

    for key in (WALK, WALK_2):
        judging.keep_current(desk.book.unit(key).pk, now=timezone.now())

    assert desk.work("pending") == set()


def test_what_may_follow_is_disarmed_when_nothing_came_of_it(desk: Desk) -> None:
    plan = desk.does("recompose map --scope s2")
    assert seen(plan)["possible"] == {QUARRY}

    turns = desk.goes_on()

    # The map comes out as it was: early cut-off.
    assert turns == ["map/s2"]
    assert not Unit.objects.filter(is_armed=True).exists()
    assert desk.book.stale() == set()


def test_what_may_follow_runs_when_its_basis_did_change(desk: Desk) -> None:
    desk.does(f"recompose {WALK}")

    turns = desk.goes_on()

    assert turns == [WALK, WALK_2]
    assert not Unit.objects.filter(is_armed=True).exists()
    assert desk.book.stale() == set()


@pytest.mark.parametrize("halt", ["a stop", "a key that is wrong"])
def test_what_is_to_be_rewritten_starts_by_nobody_else_after_a_halt_and_goes_on_by_resume(
    desk: Desk, halt: str
) -> None:
    now = timezone.now()
    running.set_autonomy(desk.project.pk, "ahead", now=now)
    desk.does(f"recompose {QUARRY}")
    if halt == "a stop":
        running.stop(desk.project.pk, now=now)
    else:
        claimed = claims.claim(desk.book.unit(QUARRY).pk, worker="one", now=now)
        assert isinstance(claimed, Claimed)
        endings.fail(
            claimed, "unauthorised", "It knows another key.", spread=0, now=now,
            is_permanent=True, pauses_book=True,
        )  # fmt: skip

    assert not desk.project.is_running
    assert desk.goes_on() == []
    running.resume(desk.project.pk, now=now)

    assert desk.goes_on() == [QUARRY]
    assert desk.book.unit(QUARRY).candidate is not None
    assert desk.is_whole()
