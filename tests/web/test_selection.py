"""Selected paragraphs of a section: rewritten as their author says, or commented on."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

import pytest
from django.urls import reverse

from studio.models import Finding
from studio.web import intents
from studio.web.views.selection import CHIPS

if TYPE_CHECKING:
    from django.test import Client

    from studio.core.intent import Intent
    from tests.building import Book


@pytest.fixture
def place(book: Book) -> str:
    from tests.web import browsers

    return browsers.paragraph(book)


def rewrite(desk: Client, book: Book, **told: object) -> str:
    url = reverse("rewrite_selection", args=[book.project.slug, "s1"])
    return desk.post(url, told).headers["Location"]


def intent_of(book: Book, location: str) -> Intent:
    from django.http import QueryDict

    return intents.asked(book.project, QueryDict(urlsplit(location).query))


def test_a_selection_is_rewritten_as_its_author_says(desk: Client, book: Book, place: str) -> None:
    location = rewrite(desk, book, paragraph=[place], chip=["shorter"], words="Keep the river.")

    intent = intent_of(book, location)
    assert (intent.kind, intent.units) == ("recompose", ("draft/s1/spring",))
    assert intent.paragraphs == (place.partition("-")[2],)
    assert intent.instead == f"{CHIPS['shorter'][1]}\nKeep the river."
    assert parse_qs(urlsplit(location).query)["next"] == [
        reverse("section", args=[book.project.slug, "s1"])
    ]
    assert "Rewrite" in desk.get(location).text


def test_words_of_two_passages_are_not_rewritten_at_once(
    desk: Client, book: Book, place: str
) -> None:
    from tests.web import browsers

    other = browsers.paragraph(book, "draft/s1/mouth")

    location = rewrite(desk, book, paragraph=[place, other])

    assert location == reverse("section", args=[book.project.slug, "s1"])
    assert "Select words of one passage" in desk.get(location).text


def test_without_a_selection_nothing_is_planned(desk: Client, book: Book) -> None:
    assert "Select some words" in desk.get(rewrite(desk, book)).text


def test_a_models_paragraph_that_its_author_edited_says_so(desk: Client) -> None:
    from tests import building
    from tests.web import browsers

    found = building.book(autonomy="ahead")
    browsers.offer(found, "draft/s1/spring", "Water comes up.", "It stays cold.")
    edit = reverse("edit_paragraph", args=[found.project.slug, "s1", browsers.paragraph(found)])

    html = desk.post(edit, {"text": "Water comes up again.\n\nIt sings."}, follow=True).text

    shown = [html.count(f"written by {who}") for who in ("the model, edited by you", 'you"')]
    assert shown == [1, 1]
    assert 'aria-label="written by the model"' in html


def test_a_comment_stays_with_the_words_it_is_about(desk: Client, book: Book, place: str) -> None:
    section = reverse("section", args=[book.project.slug, "s1"])
    told = {"paragraph": place, "quote": "from below", "words": "From where?", "next": section}

    html = desk.post(reverse("read_remark", args=[book.project.slug]), told, follow=True).text

    found = Finding.objects.get()
    assert (found.quote, found.is_anchored, found.source) == ("from below", True, "person")
    assert f'href="#remark-{found.pk}"' in html

    edit = reverse("edit_paragraph", args=[book.project.slug, "s1", place])
    desk.post(edit, {"text": "Rain.\n\nWater comes up from below, still."})

    found.refresh_from_db()
    assert found.is_anchored


@pytest.mark.parametrize("form", ["comment", "rewrite"])
def test_each_paragraph_has_its_forms_without_scripts(
    desk: Client, book: Book, place: str, form: str
) -> None:
    html = desk.get(reverse("section", args=[book.project.slug, "s1"]), {form: place}).text

    assert f'id="{form}-words-here"' in html
    assert f'name="paragraph" value="{place}"' in html
