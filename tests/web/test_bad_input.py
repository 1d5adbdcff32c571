"""What cannot be used is said in words, beside what was typed, and never breaks anything."""

import pytest
from django.test import Client
from django.urls import reverse

from studio.models import Project
from tests.building import Book
from tests.web import browsers

BRIEF = {
    "title": "Streams", "intention": "Why towns remember.", "audience": "Planners",
    "words": "3000", "language": "en", "voice": "", "protocol": "argument", "model": "none",
}  # fmt: skip


def test_a_good_brief_begins_a_book(desk: Client) -> None:
    answer = desk.post("/new/", BRIEF)

    assert answer.headers["Location"] == "/b/streams/"
    assert not Project.objects.get(slug="streams").is_running


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("title", "", "Give it a name"),
        ("title", " \n ", "Give it a name"),
        ("title", "x" * 201, "At most 200"),
        ("intention", "", "Say in a sentence"),
        ("intention", "a\0b", "NUL character"),
        ("intention", "river " * 350_000, "At most 8000"),
        ("voice", "a\0b", "NUL character"),
        ("words", "many", "Write a number"),
        ("words", "-3", "At least"),
        ("words", "9" * 30, "At most"),
        ("language", "xx", "Select a valid choice"),
        ("protocol", "../../etc", "Select a valid choice"),
    ],
)
def test_a_bad_brief_is_refused_with_what_to_do(
    desk: Client, field: str, value: str, words: str
) -> None:
    answer = desk.post("/new/", BRIEF | {field: value})

    assert answer.status_code == 422
    assert words in answer.text
    assert "Planners" in answer.text, "what was typed is kept"
    assert not Project.objects.exclude(title="Rivers").exists()


def test_a_brief_beyond_all_measure_is_refused_in_the_frame(desk: Client) -> None:
    answer = desk.post("/new/", BRIEF | {"intention": "river " * 600_000})

    assert answer.status_code == 400
    assert "That could not be read" in answer.text


@pytest.mark.parametrize("text", ["\0", "a\0b"])
def test_a_paragraph_with_a_nul_is_refused_and_kept(desk: Client, book: Book, text: str) -> None:
    place = browsers.paragraph(book)
    url = reverse("edit_paragraph", args=[book.project.slug, "s1", place])

    answer = desk.post(url, {"text": text})

    assert answer.status_code == 422
    assert "NUL character" in answer.text
    assert book.body_of("draft/s1/spring") == "Water comes up from below.\n"


def test_an_emptied_paragraph_is_refused_in_words(desk: Client, book: Book) -> None:
    url = reverse("edit_paragraph", args=[book.project.slug, "s1", browsers.paragraph(book)])

    answer = desk.post(url, {"text": "  \n"})

    assert answer.status_code == 422
    assert "An empty text cannot be saved" in answer.text


@pytest.mark.parametrize("place", ["x", "99999999-p1", "1", "-", "9" * 40 + "-p1", "1-p9'"])
def test_a_paragraph_that_is_not_there_is_not_found(desk: Client, book: Book, place: str) -> None:
    url = reverse("edit_paragraph", args=[book.project.slug, "s1", place])

    assert desk.get(url, headers=browsers.HTMX).status_code == 404
    assert desk.post(url, {"text": "x"}).status_code in (404, 422)


def test_a_nul_in_an_address_is_not_found(desk: Client, book: Book) -> None:
    slug = book.project.slug

    assert desk.get(f"/b/{slug}/s/s%001/").status_code == 404
    assert desk.get(f"/b/{slug}/?edit=%00").status_code == 404


@pytest.mark.parametrize("since", ["", "x", "-1", "9" * 40, "²"])
def test_nonsense_as_a_number_does_no_harm(desk: Client, book: Book, since: str) -> None:
    url = reverse("changes", args=[book.project.slug])

    assert desk.get(url, {"since": since}).status_code in (200, 204)


def test_a_note_is_needed_to_send_back(desk: Client) -> None:
    from tests.building import book as drawn

    found = drawn(autonomy="ahead")
    found.compose("draft/s1/spring", "Water comes.")
    url = reverse("send_back_section", args=[found.project.slug, "s1"])

    for note in ("", "  ", "a\0b", "x" * 5_000):
        answer = desk.post(url, {"note": note}, follow=True)

        assert "Sent back" not in answer.text


def test_a_section_that_is_moved_nowhere_says_so(desk: Client, book: Book) -> None:
    url = reverse("outline_move", args=[book.project.slug, "s1"])

    answer = desk.post(url, {"to": "sideways"}, follow=True)

    assert "A section moves up, down, in or out." in answer.text
