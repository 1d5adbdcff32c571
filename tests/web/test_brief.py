"""The brief as a form: what it offers, and what it leaves as it was."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.urls import reverse

from studio.actions import books
from studio.models import Project
from studio.queries.frame import brief_value
from tests import building

if TYPE_CHECKING:
    from django.test import Client


def told_in(language: str) -> Project:
    """A book whose language was told by a file, not chosen from the list."""
    owner = building.begin().owner_id
    statement = books.Statement(
        "Ponts", "Un pont relie.", "Les passants", words=900, language=language
    )
    return books.begin(statement, owner_id=owner, now=building.NOW)


def test_a_language_that_is_not_in_the_list_stays_when_something_else_is_changed(
    desk: Client,
) -> None:
    book = told_in("fr-CA")
    url = reverse("brief", args=[book.slug])

    html = desk.get(url).text
    form = desk.get(url).context["form"]
    desk.post(url, {**form.initial, "audience": "Les gens de la rive"})

    assert '<option value="fr-CA" selected>French (fr-CA)</option>' in html
    assert brief_value(book, "language") == "fr-CA"
    assert brief_value(book, "audience") == "Les gens de la rive"


def test_a_new_book_chooses_among_many_languages(desk: Client) -> None:
    html = desk.get(reverse("new_book"), {"model": "none"}).text

    for name in ("Swedish", "Greek", "Ukrainian", "Chinese"):
        assert f">{name}</option>" in html
    assert '<option value="en" selected>English</option>' in html
