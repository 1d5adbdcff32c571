"""Prose that is not to be trusted any more, over an argument that stands."""

from dataclasses import replace

import pytest
from django.utils import timezone

from studio.actions import wording
from studio.core import keys, prose
from studio.core.cells import compute
from studio.core.intent_words import parse
from studio.models import Finding, Unit
from tests.stories import desk as desks
from tests.stories.desk import Desk

pytestmark = pytest.mark.django_db
BOOK = {"wide": ("s1",)}
WALK, WALK_2 = "draft/s1/the-walk", "draft/s1/the-walk-2"
DRAFTS = {WALK, WALK_2, "draft/s2/the-walk", "draft/s3/the-walk"}


def sentences(desk: Desk) -> set[str]:
    """Every sentence of every draft that the book has or ever had."""
    texts = [text for key in DRAFTS for text in desks.versions(desk.book, key)]
    return {s for text in texts for p in prose.paragraphs(text) for s in prose.sentences(p)}


def sent(desk: Desk, since: int, wanted: set[str]) -> set[str]:
    prompts = "\n".join(desk.prompts(since))
    return {sentence for sentence in wanted if sentence in prompts}


def complain(desk: Desk) -> None:
    """Remarks of a check that quote the text, and a person's remark, on every draft."""
    for key in DRAFTS:
        unit = desk.book.unit(key)
        assert unit.current is not None
        quote = desk.book.body_of(key).split(".")[0]
        for source in ("challenge", "person"):
            Finding.objects.create(
                project_id=unit.project_id, unit=unit, artifact=unit.current, source=source,
                words=f"Of {key}: says nothing.", quote=quote, paragraph_id="p1",
            )  # fmt: skip


@pytest.mark.parametrize("one_first", [False, True])
def test_all_prose_is_written_anew_and_no_old_sentence_is_sent(desk: Desk, one_first: bool) -> None:
    complain(desk)
    old, before, n_before = sentences(desk), desk.texts(), desk.n_calls
    maps = {k: b for k, b in desk.book.state()._entries.items() if keys.kind(k) == "map"}
    assert len(old) >= 16

    intent = parse("distrust draft --rewrite --reason 'It sounds like nobody.'")
    plan = desk.does(replace(intent, one_first=one_first))
    standing = desk.standing()
    desk.goes_on()

    assert {key for key, now in standing.items() if now == "reopened"} == DRAFTS
    assert "The argument, the outline and 3 section plans stand." in plan.stands
    assert "are set aside, still readable" in plan.stands
    assert sent(desk, n_before, old) == set()
    after = desk.texts()
    assert {key for key in before if before[key] != after[key]} == DRAFTS
    assert set(desk.standing().values()) == {"accepted"}
    assert {k: desk.book.state().entry(k) for k in maps} == maps
    # Four drafts and four checks, from a plan that stands: nothing else was asked for.
    assert desk.n_calls - n_before == 8
    assert desk.is_whole()


def test_distrust_is_free_and_trusting_again_restores_all(desk: Desk) -> None:
    texts, n_calls = desk.texts(), desk.n_calls

    desk.does("distrust draft")
    assert desk.goes_on() == []
    assert desk.texts() == texts
    desk.does("trust draft")

    assert set(desk.standing().values()) == {"accepted"}
    assert (desk.texts(), desk.book.stale(), desk.n_calls) == (texts, set(), n_calls)
    assert desk.is_whole()


def test_trusting_again_calls_off_what_was_to_be_rewritten(desk: Desk) -> None:
    desk.does("distrust draft --rewrite")

    desk.does("trust draft")

    assert desk.goes_on() == []
    assert desk.work("pending") == set()


def test_a_distrusted_plan_of_a_section_is_not_shown_to_its_successor(desk: Desk) -> None:
    n_before = desk.n_calls

    desk.does("distrust map --scope s2 --rewrite")
    desk.goes_on()

    asked = desk.server.requests[n_before]
    assert desks.schema_name(asked) == "map"
    assert "Walk along the street." not in asked.prompt


def test_one_paragraph_is_written_anew_and_the_others_stay_letter_by_letter(desk: Desk) -> None:
    first, second = desk.book.body_of(WALK).strip().split("\n\n")
    ids, n_before = desks.paragraph_ids(desk.book, WALK), desk.n_calls
    new = "The clerk wrote down what the water had left on the third step of the cellar."
    desk.server.rule(desks.is_rewrite, {"paragraphs": [{"paragraph": 2, "text": new}]})

    desk.does(f"distrust {WALK} --paragraphs {ids[1]} --rewrite")
    desk.operate(WALK)

    now = desk.book.body_of(WALK).strip().split("\n\n")
    assert now[0] == first
    assert now[1] == new
    assert desks.paragraph_ids(desk.book, WALK)[0] == ids[0]
    assert desks.runs(desk.book, WALK)[-2:] == ["rewrite", "gate"]
    assert sent(desk, n_before, set(prose.sentences(second))) == set()
    assert first in desk.prompts(n_before)[0]
    assert desk.standing()[WALK] == "accepted"
    assert desk.is_whole()


def test_the_words_of_a_distrusted_paragraph_are_not_read_by_its_neighbour(desk: Desk) -> None:
    first, second = desk.book.body_of(WALK).strip().split("\n\n")

    desk.does(f"distrust {WALK} --paragraphs {desks.paragraph_ids(desk.book, WALK)[1]}")

    told = str(compute("before/s1/the-walk-2", desk.book.state()).value)
    assert told == first
    assert second not in told
    assert desk.book.stale() == {WALK_2}


def test_a_person_writes_over_what_is_distrusted_and_it_counts(desk: Desk) -> None:
    desk.does(f"distrust {WALK}")

    wording.edit_text(
        desk.book.unit(WALK).pk, "I say it myself.", actor_id=desk.book.owner_id, cause="Edited",
        now=timezone.now(),
    )  # fmt: skip

    assert desk.standing()[WALK] == "accepted"
    assert desk.is_whole()


def test_everything_can_be_had_back_as_it_was_by_one_restore(desk: Desk) -> None:
    number, texts, standing = desk.project.commit_number, desk.texts(), desk.standing()
    desk.does("distrust draft --rewrite")
    desk.goes_on()
    desk.does("set object/premise-2.text=Other. --rewrite")
    desk.goes_on()
    assert desk.texts() != texts
    n_calls = desk.n_calls

    plan = desk.does(f"restore {number}")

    assert plan.stale == ()
    assert (desk.texts(), desk.standing()) == (texts, standing)
    assert desk.book.stale() == set()
    assert desk.goes_on() == []
    assert desk.n_calls == n_calls
    assert not Unit.objects.filter(work="pending").exists()
    assert desk.is_whole()


@pytest.mark.parametrize("what", ["draft", f"{WALK} --paragraphs p1"])
@pytest.mark.parametrize("back", ["undo", "trust"])
def test_remarks_come_and_go_with_the_trust_in_their_text(desk: Desk, what: str, back: str) -> None:
    complain(desk)
    remarks = Finding.objects.filter(unit__key=WALK, source="challenge")

    def states() -> list[str]:
        return list(remarks.values_list("state", flat=True))

    desk.does(f"distrust {what}")
    assert states() == ["withdrawn"]

    number = desk.project.commit_number
    desk.does(f"undo {number}" if back == "undo" else f"trust {what}")
    assert states() == ["open"]

    desk.does(f"undo {number + 1}")
    assert states() == ["withdrawn"]
    assert desk.standing()[WALK] == "reopened"
    assert desk.is_whole()


def test_what_a_person_set_aside_stays_set_aside(desk: Desk) -> None:
    complain(desk)
    Finding.objects.filter(unit__key=WALK, source="challenge").update(state="waived")

    desk.does("distrust draft")
    desk.does("trust draft")

    assert set(Finding.objects.filter(unit__key=WALK, source="challenge")
               .values_list("state", flat=True)) == {"waived"}  # fmt: skip


def test_a_remark_that_must_be_settled_blocks_again_when_its_text_is_trusted_again(
    desk: Desk,
) -> None:
    complain(desk)
    Finding.objects.filter(unit__key=WALK, source="challenge").update(severity="must_fix")
    desk.does("distrust draft")

    desk.does("trust draft")

    assert desk.standing()[WALK] == "reopened"
    assert desk.is_whole()
