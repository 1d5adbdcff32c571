"""What a book keeps track of is added, related and removed on the plan page, by forms only."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from django.urls import reverse

if TYPE_CHECKING:
    from django.test import Client

    from tests.building import Book


def at(book: Book, name: str, *places: str) -> str:
    return reverse(name, args=[book.project.slug, *places])


def page_of(desk: Client, book: Book, **asked: str) -> str:
    return desk.get(at(book, "plan_of_book"), asked).text


def body_of(book: Book, key: str) -> Any:
    return book.state().entry(key)


def test_a_new_term_is_added_at_once_where_no_text_has_its_word(desk: Client, book: Book) -> None:
    form = page_of(desk, book, add="term")
    told = {"kind": "term", "field-name": "estuary", "field-definition": "where both meet"}
    html = desk.post(at(book, "plan_add"), told, follow=True).text

    assert 'name="field-name"' in form
    assert "Done: add the term “estuary”." in html
    assert body_of(book, "object/term-2")["fields"]["definition"] == "where both meet"
    assert book.stale() == set()


def test_a_premise_that_belongs_to_a_claim_shows_first_which_texts_it_reaches(
    desk: Client, book: Book
) -> None:
    from tests.web import browsers

    form = page_of(desk, book, add="premise", to="claim-1")
    told = {"kind": "premise", "field-text": "Cellars are wet.", "to": "claim-1"}
    plan = desk.get(desk.post(at(book, "plan_add"), told).headers["Location"])
    done = browsers.choose(desk, book, plan, "keep")

    assert re.search(r'value="claim-1" selected>claim: Water keeps', form)
    assert "Add the premise “Cellars are wet.”" in plan.text
    assert plan.context["page"].plan.stale
    assert done.headers["Location"] == at(book, "plan_of_book")
    assert body_of(book, "object/premise-2")["relations"] == [{"name": "supports", "to": "claim-1"}]
    assert book.stale() == set()


def test_what_is_wrong_is_said_in_the_form_and_what_was_written_is_kept(
    desk: Client, book: Book
) -> None:
    told = {"kind": "term", "field-name": "memory", "field-definition": ""}
    empty = desk.post(at(book, "plan_add"), told)
    double = desk.post(at(book, "plan_add"), told | {"field-definition": "what goes"})

    assert (empty.status_code, double.status_code) == (422, 422)
    assert 'id="add-definition-error"' in empty.text
    assert 'value="memory"' in empty.text
    assert "Two terms are named “memory”." in double.text


def test_a_thing_is_removed_after_its_plan_and_comes_back_by_undo(desk: Client, book: Book) -> None:
    from tests.web import browsers

    before = body_of(book, "object/claim-1"), body_of(book, "section/s1")
    plan = desk.get(desk.post(at(book, "plan_remove", "claim-1")).headers["Location"])
    browsers.choose(desk, book, plan, "only")

    assert body_of(book, "object/claim-1") is None
    assert body_of(book, "section/s1")["establishes"] == []
    assert book.stale()
    desk.post(at(book, "undo", str(book.project.commit_number)))
    assert (body_of(book, "object/claim-1"), body_of(book, "section/s1")) == before
    assert book.stale() == set()


@pytest.mark.parametrize(
    ("item", "name", "to"),
    [("term-1", "clarifies", "thesis-1"), ("s2", "uses", "term-1"), ("s1", "uses", "premise-1")],
)
def test_relations_are_made_and_taken_back(
    desk: Client, book: Book, item: str, name: str, to: str
) -> None:
    from tests.web import browsers

    url = at(book, "plan_relate", item)
    key = f"{'section' if item.startswith('s') else 'object'}/{item}"
    was = body_of(book, key)
    for act, is_there in (("add", True), ("remove", False)):
        answer = desk.post(url, {"act": act, "name": name, "to": to})
        if "/plan/?intent" in answer.headers["Location"]:
            browsers.choose(desk, book, desk.get(answer.headers["Location"]), "only")
        html = page_of(desk, book, edit=item)
        assert (f'name="to" value="{to}"' in html) == is_there
    assert body_of(book, key) == was


def test_the_form_of_an_item_offers_what_its_kind_may_have(desk: Client, book: Book) -> None:
    claim, section = (page_of(desk, book, edit=item) for item in ("claim-1", "s2"))

    assert re.findall(r"\?add=(\w+)&amp;to=claim-1", claim) == [
        "claim", "premise", "warrant", "objection", "term",
    ]  # fmt: skip
    assert '<option value="supports">supports</option>' in claim
    assert "builds on</em> Water keeps its course" in section
    assert "Move, split or remove it in the outline" in section


@pytest.mark.parametrize(
    ("name", "item", "told", "said"),
    [
        ("plan_add", "", {"kind": "dragon"}, "does not keep track of"),
        ("plan_add", "", {}, "Say what to add"),
        ("plan_relate", "s2", {"name": "loves", "to": "claim-1"}, "A section establishes"),
        ("plan_relate", "s2", {"name": "uses"}, "Say what to add"),
        ("plan_relate", "term-1", {"name": "clarifies", "to": "nobody"}, "nothing under"),
    ],
)
def test_nonsense_is_refused_in_words(
    desk: Client, book: Book, name: str, item: str, told: dict[str, str], said: str
) -> None:
    answer = desk.post(at(book, name, *filter(None, [item])), told, follow=True)

    assert said in answer.text


def test_an_item_that_is_not_there_is_not_found(desk: Client, book: Book) -> None:
    assert desk.post(at(book, "plan_remove", "claim-9")).status_code == 404
    assert desk.post(at(book, "plan_relate", "claim-9")).status_code == 404


def test_an_edit_of_a_proposal_is_part_of_it_and_no_change_of_the_book(desk: Client) -> None:
    from tests import building
    from tests.building import OBJECTS, things

    found = building.begin(autonomy="ahead")
    from studio.actions import running
    from tests.building import NOW

    running.resume(found.project_id, now=NOW)
    found.propose("argument", things(OBJECTS))
    before = found.project.commit_number

    html = desk.post(
        at(found, "plan_add"), {"kind": "claim", "field-text": "Stone is slow."}, follow=True
    ).text
    changed = desk.post(
        at(found, "plan_edit", "claim-1"), {"text": "Water goes on."}, follow=True
    ).text
    removed = desk.post(at(found, "plan_remove", "term-1"), follow=True).text

    assert "Done: change “Water keeps its course.”, in the proposal." in changed
    assert "Done: remove “memory”, in the proposal." in removed
    assert "Done: add the claim “Stone is slow.”, in the proposal." in html
    assert found.project.commit_number == before
    page = page_of(desk, found)
    assert "Stone is slow." in page
    assert "what stays" not in page
