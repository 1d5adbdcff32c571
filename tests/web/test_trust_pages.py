"""What a page offers about trust, freshness and going back; forms only, without scripts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.urls import reverse

from tests.drawn import drawn_once
from tests.web.plan_pages import (
    BED,
    SPRING,
    accepted,
    choose,
    look,
    n_commits,
    page_of,
    values,
)

if TYPE_CHECKING:
    from django.test import Client

    from tests.building import Book


@drawn_once
def book() -> Book:
    """A book that a model wrote and its author accepted."""
    return accepted()


def section(book: Book, section_id: str = "s1") -> str:
    return reverse("section", args=[book.project.slug, section_id])


def paragraph(book: Book, n: int) -> str:
    return f"{book.unit(SPRING).pk}-p{n}"


def change(book: Book, words: str) -> None:
    from studio.actions import planned
    from studio.core.intent_words import parse
    from studio.queries import planning
    from tests.building import NOW

    digest = planning.plan(book.project, parse(words)).digest
    planned.carry_out(book.project_id, parse(words), digest=digest, actor_id=book.owner_id, now=NOW)


@pytest.mark.parametrize("kind", ["distrust", "recompose"])
def test_a_part_of_a_stale_passage_is_offered_with_a_word_about_the_rest(
    desk: Client, book: Book, kind: str
) -> None:
    change(book, "set section/s1.synopsis=Other.")

    plan = look(desk, book, kind=kind, paragraphs=paragraph(book, 2))

    assert values(plan) == ["rest", *(["only"] if kind == "distrust" else []), "whole"]
    assert "say that the rest of it still holds" in page_of(plan).lead
    assert "--keep" not in plan.text

    choose(desk, book, plan, "rest")
    assert book.unit(SPRING).parts == ["p2"]
    assert SPRING not in book.stale()


def test_the_whole_passage_is_written_anew_if_that_is_chosen(desk: Client, book: Book) -> None:
    change(book, "set section/s1.synopsis=Other.")
    plan = look(desk, book, kind="distrust", paragraphs=paragraph(book, 2))

    choose(desk, book, plan, "whole")

    assert book.unit(SPRING).parts == ["*"]
    assert book.unit(SPRING).work == "pending"


def test_an_earlier_version_that_fits_is_offered_where_its_text_is_stale(
    desk: Client, book: Book
) -> None:
    from tests.web import browsers

    change(book, "set object/claim-1.text=Other.")
    change(book, "keep map/s1")
    change(book, f"recompose {SPRING}")
    browsers.offer(book, SPRING, "Anew.")
    change_back = "set 'object/claim-1.text=Water keeps its course.'"
    desk.post(reverse("accept_section", args=[book.project.slug, "s1"]))
    assert "Take version" not in desk.get(section(book)).text

    change(book, change_back)
    html = desk.get(section(book)).text
    assert "Take version 1 back" in html

    plan = look(desk, book, kind="take", units=SPRING, version="1")
    choose(desk, book, plan, "only")
    assert book.body_of(SPRING).startswith("One.")
    assert SPRING not in book.stale()


def test_a_proposal_says_that_its_basis_changed(desk: Client, book: Book) -> None:
    from tests.web import browsers

    change(book, f"recompose {BED}")
    browsers.offer(book, BED, "Anew.")
    html = desk.get(section(book, "s2")).text
    assert "was edited" not in html
    sweep = f"{reverse('review', args=[book.project.slug])}?at=s2"
    since = "Since this proposal was written:"
    assert since not in desk.get(sweep).text

    change(book, "set section/s2.synopsis=Other.")

    for page in (desk.get(section(book, "s2")).text, desk.get(sweep).text):
        assert "the plan of “Stone” was edited" in page
        assert since in page
    assert "Basis changed" in desk.get(section(book, "s2")).text


def test_what_is_distrusted_is_trusted_again_beside_its_proposal(desk: Client, book: Book) -> None:
    from tests.web import browsers

    change(book, f"distrust {BED} --rewrite")
    browsers.offer(book, BED, "Anew.")
    plan = look(desk, book, kind="trust", card="s-s2")

    html = desk.get(section(book, "s2")).text
    choose(desk, book, plan, "only")

    assert "?kind=trust&amp;card=s-s2" in html
    assert book.unit(BED).standing == "accepted"
    assert book.unit(BED).candidate is not None


def test_the_answer_to_an_act_offers_its_undo(desk: Client, book: Book) -> None:
    number = book.project.commit_number

    locked = desk.post(reverse("lock_section", args=[book.project.slug, "s2"]), follow=True)

    undo = reverse("undo", args=[book.project.slug, number + 1])
    assert f'action="{undo}"' in locked.text
    desk.post(undo)
    assert not book.unit(BED).is_pinned


def test_an_act_that_changes_nothing_of_the_book_offers_none(desk: Client, book: Book) -> None:
    refused = desk.post(reverse("accept_section", args=[book.project.slug, "s2"]), follow=True)

    assert "Undo</button>" not in refused.text


def test_the_plan_shows_what_is_distrusted_of_it_and_the_way_back(desk: Client, book: Book) -> None:
    from tests import building

    change(book, "recompose argument")
    book.propose("argument", building.things("claim-9: New."))
    page = reverse("plan_of_book", args=[book.project.slug])
    desk.post(reverse("plan_accept", args=[book.project.slug]))
    assert 'data-tone="distrusted"' not in desk.get(page).text

    change(book, "distrust argument")

    html = desk.get(page).text
    assert "Argument: distrusted" in html
    assert "kind=trust&amp;units=argument" in html
    plan = look(desk, book, kind="trust", units="argument")
    choose(desk, book, plan, "only")
    assert "Argument: distrusted" not in desk.get(page).text


def test_only_the_outline_can_be_sent_back(desk: Client, book: Book) -> None:
    from studio.models import Unit

    for key in ("argument", "outline"):
        change(book, f"recompose {key}")
        book.propose(key, {})
    page = reverse("plan_of_book", args=[book.project.slug])
    assert 'name="step" value="outline"' in desk.get(page).text

    desk.post(reverse("plan_send_back", args=[book.project.slug]),
              {"note": "Shorter.", "step": "outline"})  # fmt: skip

    work = dict(Unit.objects.filter(section_id="").values_list("key", "work"))
    assert work == {"argument": "review", "outline": "pending"}


def test_locking_and_unlocking(desk: Client, book: Book) -> None:
    choose(desk, book, look(desk, book, kind="pin", units=BED), "only")
    assert book.unit(BED).is_pinned

    choose(desk, book, look(desk, book, kind="unpin", card=f"u-{book.unit(BED).pk}"), "only")
    assert not book.unit(BED).is_pinned


def test_keeping_what_changed_under_a_section(desk: Client, book: Book) -> None:
    book.commit({"brief/audience": {"value": "Children"}})
    assert BED in book.stale()
    html = desk.get(reverse("section", args=[book.project.slug, "s2"])).text

    choose(desk, book, look(desk, book, kind="keep", card="s-s2"), "only")

    assert "Keep as it is" in html
    assert BED not in book.stale()
    assert SPRING in book.stale()


def test_going_back_to_an_earlier_state(desk: Client, book: Book) -> None:
    was = n_commits(book)
    book.commit({"brief/audience": {"value": "Children"}})

    choose(desk, book, look(desk, book, kind="restore", change=str(was)), "only")

    assert book.state().entry("brief/audience") == {"value": ""}
    assert not book.stale()
