"""Pages that stay current without a socket: they ask what changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from django.test import Client

    from tests.building import Book


@pytest.fixture
def book(db: None) -> Book:
    """A book in which nothing is going on but what a test does."""
    from tests import building

    return building.book(autonomy="ahead", is_written=True, is_running=False)


def change(book: Book) -> None:
    """A change that the board shows."""
    book.write({"draft/s1/spring": "Water."})


def ask(client: Client, book: Book, since: int, query: str = "") -> tuple[int, str]:
    url = f"/b/{book.project.slug}/_/changes/?since={since}{query}"
    answer = client.get(url, headers={"HX-Request": "true"})
    return answer.status_code, answer.text


def test_asking_brings_what_changed(desk: Client, book: Book) -> None:
    before = book.project.change_number
    change(book)

    status, html = ask(desk, book, before)

    assert status == 200
    assert 'id="card-s-s1"' in html
    assert 'id="card-s-s2"' not in html
    assert f'data-number="{book.project.change_number}"' in html
    assert ask(desk, book, book.project.change_number) == (204, "")


VIEWS = {
    **dict.fromkeys(["&section=s1", "&page=plan", "&unit=map/s1", "&view=units"], "head"),
    "&page=outline": "line-s1",
    "&view=list": "row-s-s1",
    "&page=outline&view=cards": "outline-lines",
}


@pytest.mark.parametrize(("view", "part"), VIEWS.items(), ids=list(VIEWS))
def test_asking_brings_every_kind_of_page(desk: Client, book: Book, view: str, part: str) -> None:
    before = book.project.change_number
    change(book)

    status, html = ask(desk, book, before, view)

    assert status == 200
    assert f'id="{part}"' in html
    assert "hx-swap-oob" in html


@pytest.mark.parametrize("query", ["&section=s9", "&unit=draft/s9"])
def test_asking_for_what_is_gone_has_the_page_loaded_again(
    desk: Client, book: Book, query: str
) -> None:
    url = f"/b/{book.project.slug}/_/changes/?since=1{query}"

    assert desk.get(url).headers["HX-Refresh"] == "true"
