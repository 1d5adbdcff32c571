"""The plan of a section brought up to a text that its author wrote."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from studio.actions import by_hand, judging, planned, returning, running, wording
from studio.actions.refusals import NothingToAccept
from studio.core import keys
from studio.core.intent import BadIntent, Intent
from studio.core.states import Work
from studio.models import Entry, Run
from studio.queries import planning, updating
from studio.queries.verify import verify
from tests import building
from tests.building import NOW, Book, brief_of
from tests.drawn import drawn_once

OUTLINE = """
    s1 First things establishes claim-1
        - opening: Water keeps its course.
    s2 The market
    s3 After depends_on s2
        - closing: It follows.
    s4 Later
        - end
"""
OBJECTS = f"{building.OBJECTS}    claim-2 to thesis-1: Towns forget nothing.\n"
MINE = "The toll lies where the ford lay.\n\nNobody pays twice for one river.\n"
REPLY: dict[str, Any] = {
    "synopsis": "A toll shows where a ford was.",
    "claim": [{"text": "Tolls outlive the ford that they were taken at."}],
    "premise": [],
    "term": [{"name": "toll", "definition": "What is paid for a crossing."}],
}
ASK, TAKE = Intent("update", thing="section/s2"), Intent("adopt", thing="section/s2")


@drawn_once
def book() -> Book:
    """A book whose second section was written by hand, and the third by the model."""
    found = building.book(OUTLINE, OBJECTS, autonomy="end", is_written=True)
    running.stop(found.project_id, now=NOW)
    by_hand.write_section(found.project_id, "s2", MINE, actor_id=found.owner_id, now=NOW)
    return found


@pytest.fixture(autouse=True)
def _keeps_all_invariants(book: Book, db: None) -> Iterator[None]:
    yield
    assert verify(book.project) == []


def do(book: Book, intent: Intent) -> None:
    digest = planning.plan(book.project, intent).digest
    planned.carry_out(book.project_id, intent, digest=digest, actor_id=book.owner_id, now=NOW)


def read(book: Book, **reply: Any) -> None:
    """Has a model read the section."""
    do(book, ASK)
    building.hand_in(book.claim("map/s2"), json.dumps({**REPLY, **reply}))


def body(book: Book, key: str) -> dict[str, Any]:
    found: dict[str, Any] = (
        Entry.objects.filter(project=book.project_id, key=key).current().get().body
    )
    return found


def test_a_model_reads_the_text_under_a_lease_even_in_a_stopped_book_and_changes_nothing(
    book: Book,
) -> None:
    before = book.project.commit_number
    do(book, ASK)
    claimed = book.claim("map/s2")
    sent = brief_of(claimed).sent
    assert "Nobody pays twice for one river." in sent
    assert Run.objects.get(pk=claimed.run_id).kind == "update"
    building.hand_in(claimed, json.dumps(REPLY))
    assert book.unit("map/s2").work == Work.REVIEW
    assert book.project.commit_number == before


def test_what_the_prompt_says_of_the_text_was_read_as_cells(book: Book) -> None:
    do(book, ASK)
    brief = brief_of(book.claim("map/s2"))
    assert {"text/s2/text", "section/s2", "map/s2", "terms-for/s2", "pass/update"} <= set(
        brief.reads
    )


def test_what_is_distrusted_is_not_read(book: Book) -> None:
    first = book.unit("draft/s2/text").current
    assert first is not None
    paragraph = first.paragraphs[0][0]
    do(
        book,
        Intent("distrust", units=("draft/s2/text",), paragraphs=(paragraph,), includes_own=True),
    )
    do(book, ASK)
    sent = brief_of(book.claim("map/s2")).sent
    assert "The toll lies" not in sent
    assert "Nobody pays twice" in sent


def test_its_author_takes_all_of_it_and_their_text_stays_as_it_is(book: Book) -> None:
    read(book)
    do(book, TAKE)
    section = body(book, "section/s2")
    assert section["synopsis"] == REPLY["synopsis"]
    (claim,) = section["establishes"]
    assert body(book, f"object/{claim}")["fields"]["text"] == REPLY["claim"][0]["text"]
    (term,) = section["uses"]
    assert body(book, f"object/{term}")["fields"]["name"] == "toll"
    assert book.body_of("draft/s2/text") == MINE
    assert book.unit("map/s2").work == Work.IDLE


def test_some_of_it_is_taken_in_other_words_and_the_rest_left(book: Book) -> None:
    read(book)
    do(book, Intent("adopt", thing="section/s2", sets={"section/s2": {"synopsis": "In my words."}}))
    section = body(book, "section/s2")
    assert (section["synopsis"], section["establishes"], section["uses"]) == (
        "In my words.",
        [],
        [],
    )


def test_what_others_were_written_from_is_foreseen_and_becomes_stale(book: Book) -> None:
    read(book)
    plan = planning.plan(book.project, TAKE)
    assert {row.key for row in plan.stale} == {"draft/s3/closing", "map/s3"}
    assert {row.key: row.why for row in plan.kept}["draft/s2/text"] == "The plan was read off it."
    do(book, TAKE)
    assert book.stale() == {"draft/s3/closing", "map/s3"}
    undo = Intent("undo", commit=book.project.commit_number)
    do(book, undo)
    assert book.stale() == set()
    assert book.body_of("draft/s2/text") == MINE


def test_what_the_text_no_longer_shows_goes_only_by_its_authors_word(book: Book) -> None:
    book.commit({"section/s2": {**body(book, "section/s2"), "establishes": ["claim-2"]}})
    read(book, claim=[], term=[])
    waiting = updating.waiting(book.unit("map/s2"))
    assert waiting is not None
    assert [(c.key, c.is_taken) for c in waiting.changes] == [
        ("section/s2", True), ("without/claim-2", False),
    ]  # fmt: skip
    do(book, Intent("adopt", thing="section/s2", sets={"without/claim-2": {}}))
    assert body(book, "section/s2")["establishes"] == []
    assert body(book, "object/claim-2")


def test_a_thing_that_stays_keeps_its_id_in_other_words(book: Book) -> None:
    book.commit({"section/s2": {**body(book, "section/s2"), "establishes": ["claim-2"]}})
    read(book, claim=[{"same_as": "claim-2", "text": "It is said otherwise now."}], term=[])
    do(book, TAKE)
    assert body(book, "section/s2")["establishes"] == ["claim-2"]
    assert body(book, "object/claim-2")["fields"]["text"] == "It is said otherwise now."


def test_where_there_is_nothing_to_read_or_to_take_it_is_said(book: Book) -> None:
    with pytest.raises(BadIntent, match="Nothing that was read"):
        planning.plan(book.project, TAKE)
    with pytest.raises(BadIntent, match="written nothing here"):
        planning.plan(book.project, Intent("update", thing="section/s4"))


def test_only_its_own_page_accepts_it_or_has_it_read_again_with_a_note(book: Book) -> None:
    read(book)
    with pytest.raises(BadIntent, match="at work already"):
        planning.plan(book.project, ASK)
    told: dict[str, Any] = {"actor_id": book.owner_id, "now": NOW}
    with pytest.raises(NothingToAccept):
        judging.accept_section(book.project_id, "s2", reason="x", **told)
    with pytest.raises(NothingToAccept):
        returning.send_back_all(book.project_id, "s2", note="x", seen="", **told)
    judging.send_back(book.unit("map/s2").pk, note="Mind the ferry.", **told)
    running.resume(book.project_id, now=NOW)
    claimed = book.claim("map/s2")
    assert Run.objects.get(pk=claimed.run_id).kind == "update"
    assert "Mind the ferry." in brief_of(claimed).sent


def test_what_was_held_is_tried_again_as_what_it_was(book: Book) -> None:
    do(book, ASK)
    running.stop_unit(book.unit("map/s2").pk, now=NOW)
    assert book.unit("map/s2").work == Work.HELD
    running.resume(book.project_id, now=NOW)
    claimed = book.claim("map/s2")
    assert Run.objects.get(pk=claimed.run_id).kind == "update"


def test_a_text_that_changed_since_says_that_its_basis_changed(book: Book) -> None:
    read(book)
    text = "Another thing altogether.\n"
    unit = book.unit("draft/s2/text")
    wording.edit_text(unit.pk, text, actor_id=book.owner_id, cause="Edited", now=NOW)
    do(book, TAKE)
    assert "draft/s2/text" in book.stale()


def test_a_book_from_before_gets_the_instructions_with_the_first_asking(book: Book) -> None:
    book.commit({keys.step("update"): None})
    read(book)
    assert "true to its text" in body(book, "pass/update")["prompt"]
    assert Entry.objects.filter(project=book.project_id, key="pass/update").current().exists()
