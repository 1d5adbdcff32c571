"""The board says for what its author has open that steps wait, and the pages say that they do."""

import pytest
from django.test import Client
from django.urls import reverse

from studio.models import Project
from tests import building
from tests.building import Book
from tests.drawn import drawn_once


@drawn_once
def book() -> Book:
    return building.book()


def address(book: Book, name: str, *args: object) -> str:
    return reverse(name, args=[book.project.slug, *args])


@pytest.mark.parametrize(
    ("what", "words", "leads_to"),
    [
        ("brief", "It waits while you edit the brief.", "brief"),
        ("plan/claim-1", "It waits while you edit the plan.", "plan_of_book"),
        ("outline/s1", "It waits while you edit the outline.", "outline"),
        ("section/s1", "It waits while you write in 1 Water.", "write"),
    ],
)
def test_the_board_says_what_is_open(
    book: Book, desk: Client, what: str, words: str, leads_to: str
) -> None:
    assert desk.post(address(book, "editing"), {"what": what}).status_code == 204

    page = desk.get(address(book, "board")).content.decode()

    assert words in page
    assert address(book, leads_to, *(["s1"] if leads_to == "write" else [])) in page
    desk.post(address(book, "editing"), {"what": what, "done": "yes"})
    assert words not in desk.get(address(book, "board")).content.decode()


def test_the_head_of_the_board_says_that_it_goes_on_by_itself(book: Book, desk: Client) -> None:
    desk.post(address(book, "editing"), {"what": "brief"})

    page = desk.get(address(book, "board")).content.decode()

    assert "It goes on by itself when you are done with what you have open." in page


def test_forms_about_the_book_say_what_they_edit(book: Book, desk: Client) -> None:
    pages = {
        f"{address(book, 'plan_of_book')}?edit=claim-1": "plan/claim-1",
        f"{address(book, 'outline')}?edit=s1": "outline/s1",
        address(book, "brief"): "brief",
    }
    for url, name in pages.items():
        page = desk.get(url).content.decode()
        assert f'data-edits="{name}" data-editing="{address(book, "editing")}"' in page
        assert "js/editing.js" in page


def test_typing_in_a_section_holds_its_steps_until_it_is_done(book: Book, desk: Client) -> None:
    draft = {"text": "My own words.", "base": "", "tab": "a", "sequence": 1, "seen": 0}
    url = address(book, "write_draft", "s1")
    assert desk.put(url, draft, content_type="application/json").status_code == 204
    assert list(Project.objects.get(pk=book.project_id).open_edits) == ["section/s1"]

    desk.post(address(book, "write", "s1"), {**draft, "whole": "yes"})

    assert Project.objects.get(pk=book.project_id).open_edits == {}
