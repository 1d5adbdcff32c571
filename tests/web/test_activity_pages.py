"""The changes of a book: listed, looked into, compared, and the book as it was."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.urls import reverse

if TYPE_CHECKING:
    from django.test import Client

    from tests.building import Book


def url(book: Book, name: str, *places: int) -> str:
    return reverse(name, args=[book.project.slug, *places])


def test_changes_are_listed_with_who_made_them(desk: Client, book: Book) -> None:
    book.write({"draft/s2/bed": "Stone rolls."})

    html = desk.get(url(book, "activity")).text

    assert html.index("Written") < html.index("Drew the book") < html.index("Began the book")
    assert "by you" in html
    number = book.project.commit_number
    assert f"?kind=undo&amp;change={number}&amp;" in html
    assert "built upon" in html
    # The latest and the one before it are compared where nothing else is chosen.
    assert f'Compare to {number}" checked' in html
    assert f'Compare from {number - 1}" checked' in html


def test_instructions_are_told_apart_by_their_step(desk: Client, book: Book) -> None:
    html = desk.get(url(book, "activity_change", 1)).text

    assert "instructions of “Draft”" in html
    assert "instructions of “Challenge: mending what it found”" in html


def test_what_a_rule_accepted_is_told_by_the_name_of_its_step(desk: Client) -> None:
    from tests import building
    from tests.web import browsers

    book = building.book(autonomy="end")
    browsers.offer(book, "draft/s1/spring", "Water comes up.")

    for name, place in (("activity", ()), ("activity_change", (book.project.commit_number,))):
        html = desk.get(url(book, name, *place)).text
        assert "Accepted by rule: Draft of 1, passage 1" in html
        assert "draft/s1" not in html.replace("/u/draft/s1/", "")


def test_the_list_goes_back_by_pages(desk: Client, book: Book) -> None:
    for n in range(60):
        book.commit({"brief/audience": {"value": str(n)}}, f"Audience {n}")

    first = desk.get(url(book, "activity"))
    older = first.context["page"].older
    second = desk.get(url(book, "activity"), {"before": older})

    assert len(first.context["page"].lines) == 50
    assert second.context["page"].lines[0].number == older - 1
    assert "Began the book" in second.text


def test_a_change_shows_what_it_changed_word_by_word(desk: Client, book: Book) -> None:
    book.write({"draft/s2/bed": "Stone lies very still."})

    html = desk.get(url(book, "activity_change", book.project.commit_number)).text

    assert "very" in html.partition("<ins>")[2].partition("</ins>")[0]
    assert "The text of “Stone”" in html

    rule = {"kind": "constraint", "fields": {"text": "No ice.", "scope": "book"}, "relations": []}
    book.commit({"object/constraint-1": rule})
    html = desk.get(url(book, "activity_change", book.project.commit_number)).text
    assert "Holds in the whole book." in html
    assert ">book<" not in html


def test_two_moments_are_compared(desk: Client, book: Book) -> None:
    was = book.project.commit_number
    book.commit({"brief/audience": {"value": "Children"}})
    now = book.project.commit_number

    answer = desk.get(url(book, "activity"), {"older": now, "newer": was}, follow=True)

    assert answer.redirect_chain[-1][0] == url(book, "activity_compare", was, now)
    assert "Children" in answer.text
    assert "The audience" in answer.text


def test_the_book_as_it_was_can_be_read_but_not_written(desk: Client, book: Book) -> None:
    was = book.project.commit_number
    book.write({"draft/s2/bed": "Stone rolls."})

    html = desk.get(url(book, "activity_book", was)).text

    assert "Stone lies still." in html
    assert "Stone rolls." not in html
    assert f"?kind=restore&amp;change={was}&amp;" in html
    assert "<textarea" not in html


def test_what_never_was_is_not_found(desk: Client, book: Book) -> None:
    n = book.project.commit_number
    for name, places in (
        ("activity_change", (n + 1,)), ("activity_change", (0,)), ("activity_book", (n + 1,)),
        ("activity_compare", (0, n + 1)), ("activity_book", (10**12,)),
    ):  # fmt: skip
        assert desk.get(url(book, name, *places)).status_code == 404, name


def test_the_foot_of_every_page_of_a_book_leads_there(desk: Client, book: Book) -> None:
    for name in ("board", "plan_of_book", "brief", "exports"):
        assert url(book, "activity") in desk.get(url(book, name)).text, name
