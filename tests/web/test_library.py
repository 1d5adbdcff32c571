"""The shelf: its order, what each book takes, and what is put away."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.urls import reverse
from django.utils import timezone

from studio.actions import presence
from studio.models import Errand, Project, Run, Unit
from studio.worker.errands import do_errand
from tests import building
from tests.building import Book
from tests.web import browsers

if TYPE_CHECKING:
    from django.test import Client


@pytest.fixture
def book() -> Book:
    """A book of one test only: the shelf shows whatever there is."""
    return building.book(autonomy="ahead", is_written=True, is_running=False)


def titles(desk: Client, sort: str = "") -> list[str]:
    return [book.title for book in desk.get(reverse("library"), {"sort": sort}).context["books"]]


def test_what_waits_is_counted_on_the_shelf_as_in_its_room(desk: Client, book: Book) -> None:
    book.write({"draft/s1/spring": "Water rises."}, by="policy")

    (shelf,) = desk.get("/").context["books"]
    room = desk.get(f"/b/{book.project.slug}/review/").context["page"]

    assert shelf.waiting_count == room.n_waiting == 1


@pytest.mark.parametrize(
    ("sort", "order"),
    [
        ("", ["Zebra", "Apple", "Rivers"]),
        ("nonsense", ["Zebra", "Apple", "Rivers"]),
        ("title", ["Apple", "Rivers", "Zebra"]),
        ("written", ["Rivers", "Zebra", "Apple"]),
        ("waiting", ["Rivers", "Zebra", "Apple"]),
    ],
)
def test_the_shelf_is_ordered_as_asked(desk: Client, sort: str, order: list[str]) -> None:
    going = building.book(autonomy="ahead", is_written=True)
    browsers.attempt(going)
    building.begin(title="Apple")
    building.begin(title="Zebra")
    Unit.objects.filter(pk=going.unit("draft/s2/bed").pk).update(work="held", held_words="Why?")

    assert titles(desk, sort) == order


def test_what_a_book_took_this_month_is_told(desk: Client, book: Book) -> None:
    run = browsers.attempt(book)
    now = timezone.now()
    Run.objects.filter(pk=run.pk).update(ended_at=now, tokens_in=1200, tokens_out=34)

    html = desk.get(reverse("library")).text

    assert "1,234 tokens this month" in html


def test_books_that_are_put_away_are_counted(desk: Client, book: Book) -> None:
    Project.objects.update(archived_at=timezone.now())

    assert "1 book is put away" in desk.get(reverse("library")).text


def test_an_open_page_gets_just_the_shelf_while_something_is_written(desk: Client) -> None:
    building.book(autonomy="ahead")

    whole = desk.get(reverse("library")).text
    part = desk.get(reverse("library"), headers=browsers.HTMX).text

    assert 'hx-trigger="every 10s"' in whole
    assert part.startswith('<ul class="shelf"')


# --- coming back


def left_at(desk: Client, book: Book, name: str, *places: str) -> str:
    """Looks at a page, goes away for hours, and comes to the board."""
    desk.get(reverse(name, args=[book.project.slug, *places]))
    away = timezone.now() - timedelta(hours=3)
    Project.objects.filter(pk=book.project_id).update(seen_at=away)
    return desk.get(reverse("board", args=[book.project.slug])).text


@pytest.mark.parametrize(
    ("name", "places", "words"),
    [
        ("section", ["s2"], "2 Stone"),
        ("write", ["s1"], "1 Water"),
        ("outline", [], "the outline"),
        ("read_chapter", ["s1"], "1 Water"),
    ],
)
def test_the_board_leads_to_where_its_author_was(
    desk: Client, book: Book, name: str, places: list[str], words: str
) -> None:
    html = left_at(desk, book, name, *places)

    url = reverse(name, args=[book.project.slug, *places])
    assert "You were at" in html
    assert f'<a href="{url}" lang="en" dir="auto">{words}</a>' in html
    assert f'data-kind="main" href="{url}">Continue' in html


def test_a_place_that_is_gone_is_not_offered(desk: Client, book: Book) -> None:
    desk.get(reverse("section", args=[book.project.slug, "s2"]))
    Project.objects.update(seen_where=f"/b/{book.project.slug}/s/s99/")

    assert "You were at" not in left_at(desk, book, "stats")


def test_a_page_without_text_keeps_the_place(desk: Client, book: Book) -> None:
    presence.stamp(book.owner_id, book.project.slug, where="/x/", now=timezone.now())
    presence.stamp(book.owner_id, book.project.slug, now=timezone.now())

    assert book.project.seen_where == "/x/"


def test_a_book_is_copied_from_the_shelf(desk: Client, stranger: Client, book: Book) -> None:
    url = reverse("copy_book", args=[book.project.slug])
    assert url in desk.get("/").text
    assert stranger.post(url).status_code == 404

    first, second = (desk.post(url).headers["Location"] for _ in range(2))
    assert first == second
    assert "waits for its turn" in desk.get("/").text
    do_errand(Errand.objects.get().pk, lambda: False)
    answer = desk.get(first, follow=True)

    assert "This is the copy." in answer.text
    assert desk.get(first, headers=browsers.HTMX).headers["HX-Redirect"] == "/b/rivers-copy/"
    assert titles(desk, "title") == ["Rivers", "Rivers (copy)"]


def test_an_empty_shelf_offers_the_example_and_none_is_ever_replaced(desk: Client) -> None:
    Project.objects.all().delete()
    assert 'id="open-example"' in desk.get("/").text

    opened = desk.post(reverse("open_example"), follow=True)
    example = Project.objects.get()
    Project.objects.filter(pk=example.pk).update(title="Mine by now")
    again = desk.post(reverse("open_example"), follow=True)

    assert opened.context["book"].title == example.title
    assert Project.objects.get().title == "Mine by now"
    assert "The example book is there already" in again.text
    shelf = desk.get("/").text
    assert "An example, to look around in" in shelf
    assert re.findall(r'data-kind="main"[^>]*>', shelf) == [
        f'data-kind="main" href="{reverse("new_book")}">'
    ]
