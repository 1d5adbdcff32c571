"""Going anywhere: the list that the palette shows, and the page it is without JavaScript."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.urls import reverse

from studio.queries.desk import Desk
from tests.web import browsers

if TYPE_CHECKING:
    from django.test import Client

    from studio.models import Endpoint
    from tests.building import Book


def entries(desk: Client, url: str, query: str = "") -> list[str]:
    page = desk.get(url, {"q": query} if query else {}).context["page"]
    return [entry.words for group in page.groups for entry in group.entries]


def test_pages_sections_and_acts_of_a_book_are_listed(desk: Client, book: Book) -> None:
    url = reverse("go", args=[book.project.slug])

    found = entries(desk, url)

    assert {"Undo: Written", "Board", "1 Water", "2 Stone", "Your books"} <= set(found)


def test_without_a_model_it_leads_to_setting_one_up_as_the_board_does(
    desk: Client, book: Book
) -> None:
    from studio.models import Endpoint

    Endpoint.objects.all().delete()
    url = reverse("go", args=[book.project.slug])

    assert entries(desk, url)[0] == "Set up a model"
    assert "Resume writing" not in entries(desk, url)
    assert "Set up a model" in entries(desk, url, "resume")
    board = reverse("board", args=[book.project.slug])
    assert f'href="{reverse("model")}?next={board}"' in desk.get(url).text
    assert not Desk.of(book.project).has_model()


def test_only_what_can_be_done_is_offered(desk: Client, model: Endpoint) -> None:
    from studio.models import Project
    from tests import building

    book = building.book(autonomy="end", is_running=False)
    url = reverse("go", args=[book.project.slug])
    running = {"Stop writing", "Pause writing", "Stop everything", "Resume writing"}
    assert Desk.of(book.project).resume() is not None
    assert running & set(entries(desk, url)) == {"Resume writing"}

    Project.objects.update(is_running=True)
    assert running & set(entries(desk, url)) == running - {"Resume writing"}

    # A finished book, going or not: nothing is left to be written.
    book.settle("draft/s1/spring", "draft/s1/mouth", "draft/s2/bed")
    for is_running in (True, False):
        Project.objects.update(is_running=is_running)
        assert Desk.of(book.project).resume() is None
        assert running & set(entries(desk, url)) == set()
    assert "Distrust text…" in entries(desk, url)
    begun = building.begin(title="New")
    assert "Distrust text…" not in entries(desk, reverse("go", args=[begun.project.slug]))


def test_every_word_that_was_typed_must_fit(desk: Client, book: Book) -> None:
    url = reverse("go", args=[book.project.slug])

    assert entries(desk, url, "STON") == ["2 Stone"]
    assert entries(desk, url, "undo hist") == ["Activity"]
    assert entries(desk, url, "také BACK") == ["Undo: Written"]
    assert "Nothing is called that." in desk.get(url, {"q": "zebra"}).text


def test_an_open_page_gets_just_the_list(desk: Client, book: Book) -> None:
    html = desk.get(reverse("go", args=[book.project.slug]), headers=browsers.HTMX).text

    assert html.lstrip().startswith('<div class="going">')
    assert "csrfmiddlewaretoken" in html


def test_without_a_book_it_leads_to_ones_own_books(
    desk: Client, stranger: Client, book: Book
) -> None:
    assert "Rivers" in entries(desk, reverse("go_anywhere"))
    assert "Rivers" not in entries(stranger, reverse("go_anywhere"))
