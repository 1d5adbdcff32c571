"""What plans say, in a table: the change, and what it concerns; and that it then comes true."""

from dataclasses import dataclass, field
from datetime import timedelta

import pytest
from django.utils import timezone

from studio.actions import judging, wording
from studio.core import keys
from studio.core.intent import BadIntent, Intent
from studio.models import Unit
from studio.queries.values.change_plan import ChangePlan
from tests.stories import desk as desks
from tests.stories.desk import Desk

pytestmark = pytest.mark.django_db
BOOK = {"wide": ("s1",)}
WALK, WALK_2 = "draft/s1/the-walk", "draft/s1/the-walk-2"
QUARRY, CELLAR = "draft/s2/the-walk", "draft/s3/the-walk"
DRAFTS = {WALK, WALK_2, QUARRY, CELLAR}
MAPS = {"map/s1", "map/s2", "map/s3"}
TOMORROW = (timezone.now() + timedelta(days=1)).date()
TODAY = timezone.now().date()


@dataclass(frozen=True)
class Case:
    change: str
    distrusted: set[str] = field(default_factory=set)
    stale: set[str] = field(default_factory=set)
    rewritten: set[str] = field(default_factory=set)
    possible: set[str] = field(default_factory=set)
    kept: set[str] = field(default_factory=set)


CASES = (
    Case("distrust draft", DRAFTS),
    Case("invalidate draft", DRAFTS),
    Case("distrust draft --scope s2", {QUARRY}),
    Case("distrust draft --scope s1 --rewrite", {WALK, WALK_2}, rewritten={WALK, WALK_2}),
    Case(f"distrust {WALK}", {WALK}, stale={WALK_2}),
    Case(f"distrust {WALK_2}", {WALK_2}),
    Case(f"distrust {WALK} --rewrite", {WALK}, stale={WALK_2}, rewritten={WALK},
         possible={WALK_2}),
    Case(f"distrust {QUARRY} {CELLAR}", {QUARRY, CELLAR}),
    Case("distrust draft --origin model", DRAFTS),
    Case("distrust draft --origin scripted", DRAFTS),
    Case("distrust draft --origin somebody", kept=DRAFTS),
    Case(f"distrust draft --origin before:{TOMORROW}", DRAFTS),
    Case(f"distrust draft --origin before:{TODAY}", kept=DRAFTS),
    Case("distrust map", MAPS, stale=DRAFTS),
    Case("distrust map --scope s1 --rewrite", {"map/s1"}, stale={WALK, WALK_2},
         rewritten={"map/s1"}, possible={WALK, WALK_2}),
    Case("recompose draft --scope s1", rewritten={WALK, WALK_2}),
    Case(f"recompose {WALK}", rewritten={WALK}, possible={WALK_2}),
    Case("recompose map --scope s2", rewritten={"map/s2"}, possible={QUARRY}),
    Case("recompose"),
    Case(f"keep {WALK}"),
    Case(f"pin {WALK}"),
    Case(f"unpin {WALK}"),
    Case(f"trust {WALK}"),
    Case("set object/premise-2.text=Other.", stale={"map/s3", CELLAR}, kept={"outline"}),
    Case("set object/premise-2.text=Other. --keep", kept={"outline", "map/s3", CELLAR}),
    Case("set object/premise-2.text=Other. --rewrite", stale={"map/s3", CELLAR},
         rewritten={"map/s3", CELLAR}, kept={"outline"}),
    Case("set 'object/premise-2.text=Cellars know the old shore.'"),
    Case("set section/s1.synopsis=Other.", stale={"map/s1", WALK, WALK_2}),
    Case("set section/s1.title=Other", stale={*MAPS, *DRAFTS}),
    Case("set brief.title=Other"),
    Case("set brief.audience=Others.", stale={"argument", "outline", *DRAFTS}),
    Case("set 'pass/map.prompt=# user\n{{section}}'", stale=MAPS),
    Case("set 'pass/challenge.prompt=# user\n{{text}}'"),
)  # fmt: skip


def seen(plan: ChangePlan) -> dict[str, set[str]]:
    names = ("distrusted", "stale", "rewritten", "possible", "kept")
    return {name: {row.key for row in getattr(plan, name)} for name in names}


def wanted(case: Case) -> dict[str, set[str]]:
    names = ("distrusted", "stale", "rewritten", "possible", "kept")
    return {name: getattr(case, name) for name in names}


def edit(desk: Desk, key: str, *paragraphs: str) -> None:
    wording.edit_text(
        desk.book.unit(key).pk, "\n\n".join(paragraphs), actor_id=desk.book.owner_id,
        cause="Edited", now=timezone.now(),
    )  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.change)
def test_what_a_plan_says_comes_true_and_is_undone_without_a_call(desk: Desk, case: Case) -> None:
    standing, texts, number = desk.standing(), desk.texts(), desk.project.commit_number
    plan = desk.plan(case.change)
    assert seen(plan) == wanted(case)

    desk.does(case.change)

    assert desk.book.stale() - case.distrusted == case.stale
    reopened = {key for key, now in desk.standing().items() if now == "reopened"}
    assert reopened == case.distrusted
    assert desk.work("pending") == case.rewritten
    armed = Unit.objects.filter(is_armed=True)
    assert set(armed.values_list("key", flat=True)) == case.possible
    assert desk.is_whole()
    if desk.project.commit_number == number:
        assert plan.is_nothing or case.rewritten
        return
    assert not plan.is_nothing
    n_calls = desk.n_calls
    back = desk.does(f"undo {desk.project.commit_number}")
    assert {row.key for row in back.fresh_again} >= case.stale - case.distrusted
    assert back.stale == ()
    assert (desk.standing(), desk.texts(), desk.book.stale()) == (standing, texts, set())
    assert desk.goes_on() == []
    assert desk.n_calls == n_calls
    assert desk.is_whole()


def test_paragraphs_are_distrusted_one_by_one(desk: Desk) -> None:
    _, second = desks.paragraph_ids(desk.book, WALK)

    plan = desk.does(f"distrust {WALK} --paragraphs {second}")

    assert seen(plan)["distrusted"] == {WALK}
    assert seen(plan)["stale"] == {WALK_2}
    entry = desk.book.state().entry(keys.trust(WALK))
    assert entry is not None
    assert (entry["whole"], entry["paragraphs"]) == (False, [second])
    assert "a paragraph" in plan.title


def test_all_paragraphs_one_by_one_are_the_whole(desk: Desk) -> None:
    ids = ",".join(desks.paragraph_ids(desk.book, WALK))

    desk.does(f"distrust {WALK} --paragraphs {ids}")

    entry = desk.book.state().entry(keys.trust(WALK))
    assert entry is not None
    assert (entry["whole"], entry["paragraphs"]) == (True, [])


def test_what_a_person_wrote_stays_trusted_unless_it_is_ticked(desk: Desk) -> None:
    edit(desk, QUARRY, "Mine, all of it.")

    plan = desk.plan("distrust draft")
    ticked = desk.plan("distrust draft --mine-too")

    assert seen(plan)["distrusted"] == DRAFTS - {QUARRY}
    assert seen(plan)["kept"] == {QUARRY}
    assert seen(ticked)["distrusted"] == DRAFTS


def test_of_an_edited_text_only_what_the_model_wrote_is_distrusted(desk: Desk) -> None:
    theirs = desk.book.body_of(QUARRY).strip().split("\n\n")
    edit(desk, QUARRY, theirs[0], "Mine, this one.")
    mine = desks.paragraph_ids(desk.book, QUARRY)[1]

    desk.does(f"distrust {QUARRY}")

    entry = desk.book.state().entry(keys.trust(QUARRY))
    assert entry is not None
    assert entry["whole"] is False
    assert mine not in entry["paragraphs"]


@pytest.mark.parametrize("origin", ["scripted", f"before:{TOMORROW}"])
def test_an_edit_by_hand_does_not_hide_the_models_paragraphs(desk: Desk, origin: str) -> None:
    """The origin of a paragraph is the version in which a model wrote it."""
    theirs = desk.book.body_of(QUARRY).strip().split("\n\n")
    edit(desk, QUARRY, theirs[0], "Mine, this one.")

    plan = desk.plan(f"distrust draft --scope s2 --origin {origin}")

    assert seen(plan)["distrusted"] == {QUARRY}


def test_an_old_paragraph_is_old_although_its_text_was_edited_today(desk: Desk) -> None:
    theirs = desk.book.body_of(QUARRY).strip().split("\n\n")
    wording.edit_text(
        desk.book.unit(QUARRY).pk, f"{theirs[0]}\n\nMine.", actor_id=desk.book.owner_id,
        cause="Edited", now=timezone.now() + timedelta(days=9),
    )  # fmt: skip

    plan = desk.plan(f"distrust draft --scope s2 --origin before:{TOMORROW}")

    assert seen(plan)["distrusted"] == {QUARRY}


@pytest.mark.parametrize(
    ("change", "kept"),
    [
        ("recompose draft", {WALK: "It is locked.", QUARRY: "You wrote it yourself."}),
        ("recompose draft --mine-too", {WALK: "It is locked."}),
        ("distrust draft --rewrite", {WALK: "It is locked.", QUARRY: "You wrote it, or"}),
        ("set section/s1.synopsis=Other. --rewrite", {WALK: "It is locked."}),
        ("set section/s1.synopsis=Other. --keep",
         {"map/s1": "You say", WALK: "You say", WALK_2: "You say"}),
    ],
)  # fmt: skip
def test_what_is_kept_says_why_and_is_left_alone(
    desk: Desk, change: str, kept: dict[str, str]
) -> None:
    edit(desk, QUARRY, "Mine, all of it.")
    desk.does(f"pin {WALK}")
    before = desk.texts()

    plan = desk.does(change)
    desk.goes_on()

    assert {row.key for row in plan.kept} == set(kept)
    assert all(row.why.startswith(kept[row.key]) for row in plan.kept)
    assert all(desk.texts()[key] == before[key] for key in kept)
    assert desk.is_whole()


def test_a_plan_that_keeps_makes_everything_fresh_in_one_commit(desk: Desk) -> None:
    number, texts, n_calls = desk.project.commit_number, desk.texts(), desk.n_calls

    desk.does("set object/premise-2.text=Other. --keep")

    assert desk.project.commit_number == number + 1
    assert (desk.book.stale(), desk.texts(), desk.n_calls) == (set(), texts, n_calls)
    assert desk.is_whole()


def test_keep_as_is_makes_fresh_without_a_call_and_without_another_letter(desk: Desk) -> None:
    desk.does("set object/premise-2.text=Other.")
    body, n_calls = desk.book.body_of(CELLAR), desk.n_calls

    plan = desk.does(f"keep {CELLAR} map/s3")

    assert seen(plan)["kept"] == set()
    assert {row.key for row in plan.fresh_again} == {CELLAR, "map/s3"}
    assert desk.book.stale() == set()
    assert (desk.book.body_of(CELLAR), desk.n_calls) == (body, n_calls)


def test_what_is_kept_is_not_written_any_more(desk: Desk) -> None:
    desk.does("set object/premise-2.text=Other. --rewrite")

    desk.does(f"keep {CELLAR} map/s3")

    assert desk.work("pending") == set()
    assert desk.goes_on() == []


def test_undoing_one_change_does_not_call_off_what_another_asked_for(desk: Desk) -> None:
    desk.does(f"recompose {QUARRY}")
    desk.does("set object/premise-2.text=Other. --rewrite")

    desk.does(f"undo {desk.project.commit_number}")

    assert desk.work("pending") == {QUARRY}


# What should be different this time ---------------------------------------------------------------


def test_a_note_is_told_to_what_is_rewritten_and_to_nothing_else(desk: Desk) -> None:
    n_before = desk.n_calls

    desk.does(f"distrust {WALK} --rewrite --instead 'No bicycles, please.'")
    desk.goes_on()

    told = [r for r in desk.server.requests[n_before:] if "No bicycles, please." in r.prompt]
    assert [desks.schema_name(request) for request in told] == [""]


def test_a_rule_becomes_a_constraint_of_the_scope(desk: Desk) -> None:
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


# One section first --------------------------------------------------------------------------------


ONE_FIRST = Intent("distrust", layer="draft", rewrites=True, one_first=True)


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


# Armed --------------------------------------------------------------------------------------------


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


# What cannot be planned ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("set object/nobody.text=x", "nothing under object/nobody"),
        ("set object/premise-2.colour=x", "has no field colour"),
        ("set section/s1.colour=red", "has no field colour"),
        ("set section/s1.words=many", "number"),
        ("set brief.words=many", "number"),
        ("set brief.colour=red", "nothing under brief/colour"),
        ("set protocol.slug=x", "cannot be set"),
        ("set text/draft/s1/the-walk.blob=x", "cannot be set"),
        ("distrust poem", "no layer “poem”"),
        ("distrust draft --scope s99", "no section “s99”"),
        ("distrust draft/s9/x", "no step draft/s9/x"),
        (f"distrust {WALK} --paragraphs p77", "no paragraph p77"),
        ("distrust draft --origin before:yesterday", "is no date"),
        ("undo 999", "has changes 1 to"),
        ("restore 999", "has changes 1 to"),
        ("undo 1", "cannot be undone"),
    ],
)
def test_what_cannot_be_planned_says_what_to_write(desk: Desk, change: str, said: str) -> None:
    before = desk.project.commit_number

    with pytest.raises(BadIntent) as refused:
        desk.does(change)

    assert said in str(refused.value)
    assert desk.project.commit_number == before
