"""The plan of a change, its choices, and the ways that lead to it: forms only, without scripts."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from django.urls import reverse

from tests.drawn import drawn_once
from tests.web.plan_pages import (
    BED,
    MOUTH,
    SPRING,
    accepted,
    choose,
    look,
    marked,
    n_commits,
    page_of,
    plan_url,
    values,
)

if TYPE_CHECKING:
    from django.test import Client

    from tests.building import Book


@drawn_once
def book() -> Book:
    """A book that a model wrote and its author accepted."""
    return accepted()


def test_the_plan_of_a_paragraph_says_what_stands_and_what_follows(
    desk: Client, book: Book
) -> None:
    before = n_commits(book)

    answer = look(desk, book, kind="distrust", paragraphs=marked(book))

    assert answer.status_code == 200
    assert "Distrust a paragraph in passage 1 of 1 “Water”" in answer.text
    assert "The argument, the outline and 2 section plans stand." in answer.text
    assert "set aside, still readable" in answer.text
    assert "One." in page_of(answer).marked[0].html
    assert values(answer) == ["all", "only"]
    assert "Distrust only (free)" in answer.text
    assert "Distrust, and rewrite it (≈ " in answer.text
    assert n_commits(book) == before


def test_distrusting_only_writes_nothing_and_can_be_undone(desk: Client, book: Book) -> None:
    section = reverse("section", args=[book.project.slug, "s1"])
    plan = look(desk, book, kind="distrust", paragraphs=marked(book), next=section)

    done = choose(desk, book, plan, "only", reason="a claim without support")

    assert done.status_code == 302
    assert done.headers["Location"] == section
    assert book.unit(SPRING).standing == "reopened"
    assert book.unit(SPRING).work == "idle"
    html = desk.get(section).text
    assert "Undo</button>" in html
    assert "data-distrusted" in html
    assert "Distrusted: a claim without support" in html
    assert "Trust again" in html


def test_the_undo_of_the_toast_leads_to_a_plan_that_restores(desk: Client, book: Book) -> None:
    plan = look(desk, book, kind="distrust", paragraphs=marked(book))
    choose(desk, book, plan, "only")

    undo = look(desk, book, kind="undo", change=str(n_commits(book)))
    choose(desk, book, undo, "only")

    assert values(undo) == ["only"]
    assert book.unit(SPRING).standing == "accepted"
    assert not book.stale()


def test_distrust_with_rewriting_leads_to_the_board(desk: Client, book: Book) -> None:
    plan = look(desk, book, kind="distrust", paragraphs=marked(book))

    done = choose(desk, book, plan, "all", instead="Say who saw it.")

    assert done.headers["Location"] == reverse("board", args=[book.project.slug])
    unit = book.unit(SPRING)
    assert (unit.work, unit.note) == ("pending", "Say who saw it.")
    assert book.body_of(SPRING) == "One.\n\nTwo.\n"


def test_a_whole_kind_of_text_offers_one_section_first(desk: Client, book: Book) -> None:
    plan = look(desk, book, kind="distrust", layer="draft")

    choose(desk, book, plan, "one", instead="Shorter.")

    assert values(plan) == ["one", "only", "all"]
    assert page_of(plan).choices[0].is_main
    assert "Distrust and rewrite all 3 (≈ " in plan.text
    assert book.unit(SPRING).work == "pending"
    later = book.unit(BED)
    assert (later.work, later.is_armed, later.note) == ("idle", True, "Shorter.")


def test_a_note_without_rewriting_is_kept_for_later(desk: Client, book: Book) -> None:
    plan = look(desk, book, kind="distrust", units=BED)

    choose(desk, book, plan, "only", instead="Say it plainly.")

    assert book.unit(BED).note == "Say it plainly."


def test_a_rule_is_planned_anew_before_it_is_made(desk: Client, book: Book) -> None:
    plan = look(desk, book, kind="distrust", units=BED)
    before = n_commits(book)

    answer = choose(desk, book, plan, "only", instead="No figures.", instead_as="rule")
    again = desk.get(answer.headers["Location"])

    assert n_commits(book) == before
    assert "No figures." in again.text
    assert page_of(again).stale
    choose(desk, book, again, "only", instead="No figures.", instead_as="rule")
    assert book.state().entry("object/constraint-1") is not None


def test_trusting_again_restores_what_was(desk: Client, book: Book) -> None:
    choose(desk, book, look(desk, book, kind="distrust", units=SPRING), "only")

    plan = look(desk, book, kind="trust", units=SPRING)
    choose(desk, book, plan, "only")

    assert "Trust again (free)" in plan.text
    assert book.unit(SPRING).standing == "accepted"
    assert not book.stale()


def test_one_paragraph_of_two_is_trusted_again(desk: Client, book: Book) -> None:
    both = f"{marked(book)},{marked(book, 1)}"
    choose(desk, book, look(desk, book, kind="distrust", paragraphs=both), "only")

    assert book.unit(SPRING).standing == "reopened"
    choose(desk, book, look(desk, book, kind="trust", units=SPRING), "only")
    choose(desk, book, look(desk, book, kind="distrust", paragraphs=marked(book)), "only")
    choose(desk, book, look(desk, book, kind="trust", paragraphs=marked(book)), "only")

    assert book.unit(SPRING).standing == "accepted"


def test_the_form_of_distrust_leads_to_the_plan(desk: Client, book: Book) -> None:
    form = desk.get(reverse("distrust", args=[book.project.slug]))
    plan = look(desk, book, kind="distrust", layer="draft", scope="s2", origin="", before="")

    assert 'value="draft" checked' in form.text
    assert [group.title for group in page_of(plan).distrusted] == ["2 Stone"]


def test_origin_before_a_day_spares_what_came_later(desk: Client, book: Book) -> None:
    plan = look(desk, book, kind="distrust", layer="draft", origin="before", before="2020-01-01")

    assert not page_of(plan).distrusted
    assert len(page_of(plan).plan.kept) == 3


def test_a_plan_that_no_longer_holds_answers_with_the_new_one(desk: Client, book: Book) -> None:
    from studio.actions import wording
    from tests.building import NOW

    plan = look(desk, book, kind="distrust", layer="draft")
    wording.edit_text(book.unit(BED).pk, "Mine.", actor_id=book.owner_id, cause="Edited", now=NOW)
    before = n_commits(book)

    answer = choose(desk, book, plan, "all")

    assert answer.status_code == 409
    assert "The plan changed: 1 text less is concerned now." in answer.text
    assert n_commits(book) == before
    assert choose(desk, book, answer, "all").status_code == 302


def test_what_cannot_be_planned_says_so(desk: Client, book: Book) -> None:
    asked = [
        {"kind": "dance"}, {"kind": "distrust"}, {"kind": "distrust", "units": "draft/s9/x"},
        {"kind": "undo", "change": "999"}, {"intent": "garbage"}, {"intent": '{"kind": 1}'},
        {"intent": '{"kind": "set", "sets": {"brief/words": {"value": "many"}}}'},
        {"intent": '{"kind": "set", "sets": {"object/x": {"text": "y"}}}'},
        {"intent": '{"kind": "set", "sets": "x"}'},
        {"intent": '{"kind": "distrust", "units": ["a\\u0000b"]}'},
        {"kind": "distrust", "layer": "draft", "origin": "before", "before": "soon"},
    ]  # fmt: skip
    for each in asked:
        answer = look(desk, book, **each)

        assert answer.status_code == 422, each
        assert "Nothing was changed." in answer.text


def test_without_an_intent_the_form_of_distrust_opens(desk: Client, book: Book) -> None:
    answer = desk.get(plan_url(book))

    assert answer.headers["Location"] == reverse("distrust", args=[book.project.slug])


def test_a_plan_for_a_paragraph_of_another_book_is_not_found(desk: Client, book: Book) -> None:
    from tests.building import begin

    other = begin(title="Other")
    answer = desk.get(
        reverse("change", args=[other.project.slug]),
        {"kind": "distrust", "paragraphs": marked(book)},
    )

    assert answer.status_code == 404


def test_nothing_is_confirmed_by_looking(desk: Client, book: Book) -> None:
    plan = look(desk, book, kind="distrust", layer="draft")
    before = n_commits(book)
    sent = {"intent": plan.context["packed"], "look": "again", "reason": "wrong"}

    answer = desk.post(plan_url(book), sent)

    assert answer.status_code == 200
    assert 'value="wrong"' in answer.text
    assert n_commits(book) == before


def test_rewriting_a_section_from_its_card(desk: Client, book: Book) -> None:
    plan = look(desk, book, kind="recompose", card="s-s1")

    choose(desk, book, plan, "all")

    assert "Rewrite the text of 1 “Water”" in plan.text
    assert {book.unit(key).work for key in (SPRING, MOUTH)} == {"pending"}
    assert book.unit(BED).work == "idle"


def test_what_one_wrote_is_kept_unless_it_is_included(desk: Client, book: Book) -> None:
    book.write({BED: "My own words."})

    spared = look(desk, book, kind="recompose", units=BED)
    included = desk.get(spared.context["with_own"])

    assert values(spared) == []
    assert "Include what you wrote yourself" in spared.text
    assert values(included) == ["all"]


def test_the_plan_of_a_change_needs_no_script_and_has_no_code_word(
    desk: Client, book: Book
) -> None:
    from tests.web.test_words import code_words

    asked = [
        {"kind": "distrust", "layer": "draft"}, {"kind": "recompose", "card": "s-s1"},
        {"kind": "undo", "change": str(n_commits(book))}, {"kind": "pin", "units": BED},
        {"intent": json.dumps({"kind": "set", "sets": {"brief/audience": {"value": "All"}}})},
    ]  # fmt: skip
    for each in asked:
        html = look(desk, book, **each).text

        assert code_words(html) == set(), each
        assert " style=" not in html
        assert html.count("<h1") == 1
        main = html.partition("<main")[2].partition("</main>")[0]
        assert "hx-" not in main
        assert "<script" not in main


def test_the_ways_in_are_on_the_pages(desk: Client, book: Book) -> None:
    section = desk.get(reverse("section", args=[book.project.slug, "s1"])).text
    board = desk.get(reverse("board", args=[book.project.slug])).text

    assert f"?kind=distrust&amp;paragraphs={marked(book)}&amp;" in section
    assert "?kind=recompose&amp;card=s-s1" in section
    assert "?kind=distrust&amp;units=draft/s1/spring" in section
    assert "?kind=distrust&amp;card=s-s1" in board
    assert reverse("distrust", args=[book.project.slug]) in board
    assert reverse("activity", args=[book.project.slug]) in board


def test_chosen_cards_are_planned_as_one_change_and_accepted_as_one(
    desk: Client, book: Book
) -> None:
    from tests.web import browsers

    answer = desk.post(plan_url(book), {"kind": "pin", "card": ["s-s1", "s-s2"]})
    assert page_of(answer).plan.title == "Lock the text of 2 sections"
    assert browsers.choose(desk, book, answer, "only").status_code == 302
    assert all(book.unit(key).is_pinned for key in (SPRING, MOUTH, BED))
    change = desk.post(plan_url(book), {"kind": "unpin", "card": ["s-s1", "s-s2"]})
    browsers.choose(desk, book, change, "only")

    recompose = desk.post(plan_url(book), {"kind": "recompose", "card": ["s-s1", "s-s2"]})
    browsers.choose(desk, book, recompose, "all")
    browsers.offer(book, SPRING, "New.")
    browsers.offer(book, BED, "New too.")
    accept = reverse("read_accept", args=[book.project.slug])
    said = desk.post(accept, {"card": ["b-outline", "s-s1", "s-s2"]}, follow=True)
    assert b"Accepted: 2 passages" in said.content


def test_a_board_is_narrowed_to_kinds_of_cards_that_are_counted(desk: Client, book: Book) -> None:
    from tests.web import browsers

    url = reverse("board", args=[book.project.slug])
    change = desk.post(plan_url(book), {"kind": "pin", "card": ["s-s1"]})
    browsers.choose(desk, book, change, "only")
    book.commit({"object/claim-1": {**dict(book.state().entry("object/claim-1") or {}),
                                    "fields": {"text": "Else."}}})  # fmt: skip

    def shown(**asked: str | list[str]) -> set[str]:
        columns = desk.get(url, asked).context["board"].columns
        return {card.id for column in columns for card in (*column.cards, *column.band)}

    filters = desk.get(url).context["board"].filters
    counts = {one.name: one.count for one in filters if one.count}
    room = desk.get(reverse("review", args=[book.project.slug])).context["page"]
    assert counts == {"you": room.n_waiting, "stale": 3, "locked": 1}
    assert shown(only="locked") == {"s-s1"}
    assert shown(only=["locked", "stale"]) == {"s-s1"}
    assert shown(only="failed") == set()
    assert shown(only="nonsense") == shown()
    html = desk.get(url, {"only": "stale"}).text
    assert 'data-only="stale"' in html
    assert f'href="{url}?only=stale&amp;only=locked"' in html
    assert f'href="{url}"' in html


def test_a_board_is_a_list_too_in_the_order_asked_for(desk: Client, book: Book) -> None:
    url = reverse("board", args=[book.project.slug])

    def rows(**asked: str) -> list[str]:
        return [card.id for card in desk.get(url, {"view": "list", **asked}).context["rows"]]

    assert rows() == ["b-argument", "b-outline", "s-s1", "s-s2"]
    assert rows(sort="words")[:2] == ["s-s1", "s-s2"]
    assert rows(sort="nonsense") == rows(sort="book") == rows()
    assert rows(only="stale") == []
    html = desk.get(url, {"view": "list", "sort": "words"}).text
    assert 'aria-sort="descending"' in html
    assert 'form="picked"' in html
