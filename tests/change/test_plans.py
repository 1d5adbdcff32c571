"""What plans say, in a table: the change, and what it concerns; and that it then comes true."""

from dataclasses import dataclass, field

import pytest

from studio.core.intent import BadIntent
from studio.models import Unit
from tests.change.plans import EARLIER, LATER, edit, seen
from tests.stories.desk import Desk

pytestmark = pytest.mark.django_db
BOOK = {"wide": ("s1",)}
WALK, WALK_2 = "draft/s1/the-walk", "draft/s1/the-walk-2"
QUARRY, CELLAR = "draft/s2/the-walk", "draft/s3/the-walk"
DRAFTS = {WALK, WALK_2, QUARRY, CELLAR}
MAPS = {"map/s1", "map/s2", "map/s3"}


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
    Case(f"distrust draft --origin before:{LATER}", DRAFTS),
    Case(f"distrust draft --origin before:{EARLIER}", kept=DRAFTS),
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


def wanted(case: Case) -> dict[str, set[str]]:
    names = ("distrusted", "stale", "rewritten", "possible", "kept")
    return {name: getattr(case, name) for name in names}


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


@pytest.mark.parametrize(
    ("change", "kept"),
    [
        ("recompose draft", {WALK: "It is locked.", QUARRY: "You wrote it yourself,"}),
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
