"""Single paragraphs written anew: the others stay letter by letter."""

from datetime import timedelta

import pytest
from django.utils import timezone

from studio.actions import judging, wording
from studio.core import keys
from studio.models import Unit
from studio.queries import parting
from tests.building import paragraphs_of
from tests.stories import desk as desks
from tests.stories.desk import Desk

pytestmark = pytest.mark.django_db
BOOK = {"wide": ("s1",)}
WALK, WALK_2 = "draft/s1/the-walk", "draft/s1/the-walk-2"
NEW = "The clerk wrote down what the water had left on the third step of the cellar."
RULE = "--instead 'No bicycles.' --instead-as rule"


def rewrites(desk: Desk, *numbers: int) -> None:
    told = [{"paragraph": n, "text": f"{NEW[:-1]} {n} times."} for n in numbers]
    desk.server.rule(desks.is_rewrite, {"paragraphs": told})


def test_one_paragraph_is_recomposed_without_distrust_and_nothing_else_changes(desk: Desk) -> None:
    first, second = desks.paragraphs(desk.book, WALK)
    ids, n_before = desks.paragraph_ids(desk.book, WALK), desk.n_calls
    rewrites(desk, 2)

    change = f"recompose {WALK} --paragraphs {ids[1]} --instead 'Tighter, please.'"
    plan, whole = desk.does(change), desk.plan(f"recompose {WALK}")
    desk.operate(WALK)

    assert "a paragraph in passage 1" in plan.title
    assert plan.cost.tokens_out[0] < whole.cost.tokens_out[0]
    assert desks.paragraphs(desk.book, WALK) == [first, f"{NEW[:-1]} 2 times."]
    assert desks.runs(desk.book, WALK)[-2:] == ["rewrite", "gate"]
    # It is no secret: the text may be told how it stands, and what its author asks for.
    assert second in desk.prompts(n_before)[0]
    assert "Tighter, please." in desk.prompts(n_before)[0]
    assert desk.is_whole()


def test_what_is_sent_back_is_written_anew_as_its_author_says(desk: Desk) -> None:
    desk.project.__class__.objects.update(autonomy="ask")
    first, _ = desks.paragraphs(desk.book, WALK)
    second = desks.paragraph_ids(desk.book, WALK)[1]
    rewrites(desk, 2)
    desk.does(f"recompose {WALK} --paragraphs {second}")
    desk.operate(WALK)

    judging.send_back(desk.book.unit(WALK).pk, note="Name the street.",
                      actor_id=desk.book.owner_id, now=timezone.now())  # fmt: skip
    n_before = desk.n_calls
    Unit.objects.filter(key=WALK).update(is_granted=True)
    desk.operate(WALK)

    assert "Name the street." in desk.prompts(n_before)[0]
    assert desks.runs(desk.book, WALK)[-1] == "rewrite"
    candidate = desk.book.unit(WALK).candidate
    assert candidate is not None
    assert paragraphs_of(candidate)[0].text == first


def test_a_paragraph_that_is_distrusted_after_another_does_not_bring_that_one_back(
    desk: Desk,
) -> None:
    first, second = desks.paragraph_ids(desk.book, WALK)

    desk.does(f"distrust {WALK} --paragraphs {first}")
    desk.does(f"distrust {WALK} --paragraphs {second}")

    entry = desk.book.state().entry(keys.trust(WALK))
    assert entry is not None
    assert entry["whole"] is True


def test_of_two_distrusted_paragraphs_one_is_written_anew_and_the_other_stays_distrusted(
    desk: Desk,
) -> None:
    wording.edit_text(
        desk.book.unit(WALK).pk, f"{desk.book.body_of(WALK)}\n\nA third.",
        actor_id=desk.book.owner_id, cause="Edited", now=timezone.now(),
    )  # fmt: skip
    ids, n_before = desks.paragraph_ids(desk.book, WALK), desk.n_calls
    first = desks.paragraphs(desk.book, WALK)[0]
    desk.does(f"distrust {WALK} --paragraphs {ids[0]},{ids[1]}")
    rewrites(desk, 2)

    desk.does(f"recompose {WALK} --paragraphs {ids[1]}")
    desk.operate(WALK)
    judging.accept(desk.book.project_id, [desk.book.unit(WALK).pk], actor_id=desk.book.owner_id,
                   reason="Read", now=timezone.now())  # fmt: skip

    assert first not in "".join(desk.prompts(n_before))
    entry = desk.book.state().entry(keys.trust(WALK))
    assert entry is not None
    assert entry["paragraphs"] == [ids[0]]
    assert desk.standing()[WALK] == "reopened"
    assert desk.is_whole()


@pytest.mark.parametrize("reply", [[], [1]])
def test_a_reply_that_leaves_a_paragraph_out_is_not_taken(desk: Desk, reply: list[int]) -> None:
    ids = desks.paragraph_ids(desk.book, WALK)
    wording.edit_text(
        desk.book.unit(WALK).pk, f"{desk.book.body_of(WALK)}\n\nA third.",
        actor_id=desk.book.owner_id, cause="Edited", now=timezone.now(),
    )  # fmt: skip
    rewrites(desk, *reply)

    desk.does(f"distrust {WALK} --paragraphs {','.join(ids)} --rewrite")
    for _ in range(4):
        desk.operate(WALK, now=timezone.now() + timedelta(hours=1))

    assert desk.book.unit(WALK).candidate is None
    assert desk.standing()[WALK] == "reopened"


def test_a_part_of_a_text_whose_basis_changed_needs_a_word_about_the_rest(desk: Desk) -> None:
    """Else the text would never be fresh again, and held for ever."""
    desk.does("set section/s1.synopsis=Other.")
    second = desks.paragraph_ids(desk.book, WALK)[1]
    change = f"distrust {WALK} --paragraphs {second} --rewrite"

    bare, kept, whole = (desk.plan(f"{change}{more}") for more in ("", " --keep", " --whole"))

    assert "does not make the rest fresh" in bare.warning
    assert (kept.warning, whole.warning) == ("", "")
    assert [(row.key, row.why) for row in kept.kept] == [(WALK, parting.REST)]
    assert {bare.digest, kept.digest, whole.digest} == {bare.digest, kept.digest, whole.digest}
    assert kept.cost.tokens_out[0] < whole.cost.tokens_out[0]


@pytest.mark.parametrize("way", ["--keep", "--whole"])
@pytest.mark.parametrize("cause", ["before", "in the same plan"])
def test_either_word_makes_it_fresh_by_rule_and_it_ends(desk: Desk, way: str, cause: str) -> None:
    first = desks.paragraphs(desk.book, WALK)[0]
    if cause == "before":
        desk.does("set section/s1.synopsis=Other.")
    desk.does("keep map/s1")
    rewrites(desk, 2)

    rule = RULE if cause != "before" else ""
    second = desks.paragraph_ids(desk.book, WALK)[1]
    desk.does(f"distrust {WALK} --paragraphs {second} --rewrite {way} {rule}")
    desk.goes_on()

    assert desk.standing()[WALK] == "accepted"
    assert WALK not in desk.book.stale()
    assert (desks.paragraphs(desk.book, WALK)[0] == first) is (way == "--keep")
    assert desk.work("held") == set()
    assert desk.is_whole()


def test_a_paragraph_of_the_models_in_a_text_edited_by_hand_is_written_anew(desk: Desk) -> None:
    theirs = desks.paragraphs(desk.book, WALK)
    wording.edit_text(
        desk.book.unit(WALK).pk, f"{theirs[0]}\n\nMine, this one.", actor_id=desk.book.owner_id,
        cause="Edited", now=timezone.now(),
    )  # fmt: skip
    one, mine = desks.paragraph_ids(desk.book, WALK)

    of_theirs = desk.plan(f"recompose {WALK} --paragraphs {one}")
    of_mine = desk.plan(f"recompose {WALK} --paragraphs {mine}")
    ticked = desk.plan(f"recompose {WALK} --paragraphs {mine} --mine-too")

    assert [row.key for row in of_theirs.rewritten] == [WALK]
    assert (of_mine.rewritten, [row.key for row in of_mine.kept]) == ((), [WALK])
    assert [row.key for row in ticked.rewritten] == [WALK]


def test_who_writes_the_paragraph_alone_meanwhile_needs_no_model(desk: Desk) -> None:
    first, _ = desks.paragraphs(desk.book, WALK)
    second = desks.paragraph_ids(desk.book, WALK)[1]
    desk.does(f"distrust {WALK} --paragraphs {second} --rewrite")
    n_calls = desk.n_calls

    wording.edit_paragraph(
        desk.book.unit(WALK).pk, second, "I say it myself.", actor_id=desk.book.owner_id,
        now=timezone.now(),
    )  # fmt: skip

    assert desks.paragraphs(desk.book, WALK) == [first, "I say it myself."]
    assert WALK not in desk.work("pending")
    assert desk.n_calls == n_calls
