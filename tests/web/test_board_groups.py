"""The board in bands, by chapter or by step, as its address says."""

import re

import pytest
from django.http import QueryDict
from django.test import Client
from django.urls import reverse

from studio.queries import wide
from studio.queries.values import Group
from studio.web import fragments
from tests import building
from tests.building import Book
from tests.web.test_accessible import complaints

OUTLINE = """
    c1 Rivers
        s1 Spring
            - one: Water comes up.
        s2 Mouth
            - one: Water ends.
    s3 Alone
        - one: Nobody came.
    c2 Stones
        s4 Bed
            - one: Stone lies still.
"""


@pytest.fixture
def book(db: None) -> Book:
    return building.book(OUTLINE, is_running=False)


def groups(desk: Client, book: Book, **asked: str | list[str]) -> tuple[Group, ...]:
    answer = desk.get(reverse("board", args=[book.project.slug]), asked)
    found: tuple[Group, ...] = answer.context["board"].groups
    return found


def counts(found: tuple[Group, ...]) -> dict[str, dict[str, int]]:
    return {g.title: {c.key: c.count for c in g.columns if c.count} for g in found}


def test_cards_stand_under_their_chapter_in_book_order(desk: Client, book: Book) -> None:
    book.write({"draft/s1/one": "Water comes up."})

    found = groups(desk, book, group="chapter")

    assert [(g.number, g.title) for g in found] == [
        ("", "The whole book"), ("1", "Rivers"), ("", "In no chapter"), ("3", "Stones"),
    ]  # fmt: skip
    shown = {g.title: [c.id for part in g.columns for c in part.cards] for g in found}
    assert shown["Rivers"] == ["s-s2", "s-s1"]
    assert shown["In no chapter"] == ["s-s3"]
    assert counts(found)["Rivers"] == {"pending": 1, "accepted": 1}
    assert counts(found)["Stones"] == {"pending": 1}


def test_cards_stand_under_their_step(desk: Client, book: Book) -> None:
    found = {g.id: g for g in groups(desk, book, group="step")}

    pending = {c.id for c in found["draft"].columns[0].cards}
    assert pending == {"s-s1", "s-s2", "s-s3", "s-s4"}
    every = {c.id for g in found.values() for part in g.columns for c in part.cards}
    assert every == pending | {"b-argument", "b-outline"}
    units = groups(desk, book, group="step", view="units")
    assert counts(units) != counts(tuple(found.values()))


def test_the_address_keeps_the_groups_beside_the_filters(desk: Client, book: Book) -> None:
    url = reverse("board", args=[book.project.slug])

    html = desk.get(url, {"group": "chapter", "only": "you", "q": "bed"}).text

    assert f'href="{url}?group=step&amp;only=you&amp;q=bed"' in html
    assert f'href="{url}?only=you&amp;q=bed">none' in html
    assert '<input type="hidden" name="group" value="chapter">' in html
    assert "view=sections&amp;group=chapter" in html
    assert re.search(r'group=chapter[^"]*" aria-current="true">chapter', html)
    assert groups(desk, book, group="nonsense") == ()


def test_a_narrowed_board_counts_what_it_shows_in_its_groups(desk: Client, book: Book) -> None:
    found = counts(groups(desk, book, group="chapter", q="bed"))

    assert found == {
        "The whole book": {}, "Rivers": {}, "In no chapter": {}, "Stones": {"pending": 1},
    }  # fmt: skip


def test_an_open_board_is_told_the_counts_of_its_groups(desk: Client, book: Book) -> None:
    view = fragments.View("board", "sections", "chapter")

    parts = fragments.parts(book.project, view, since=0).by_id

    assert 'id="group-in-c1"' in parts["group-in-c1"]
    assert "Rivers" in parts["group-in-c1"]
    assert 'data-chapter="in-c1"' in parts["card-s-s1"]
    assert 'data-step="draft"' in parts["card-s-s1"]
    assert not any(part.startswith("group-") for part in ungrouped(book))


def test_an_open_board_that_is_narrowed_is_told_what_it_shows(book: Book) -> None:
    asked = QueryDict("view=sections&group=chapter&q=bed&only=you&only=nonsense")
    view = fragments.view_of(asked)
    assert (view.only, view.words) == (("you",), "bed")

    view = fragments.View("board", "sections", "chapter", words="bed")
    parts = fragments.parts(book.project, view, since=0).by_id

    assert ">1</span>" in parts["count-pending"]
    assert re.sub(r"<[^>]+>|\s+", " ", parts["group-in-c2"]).split()[-2:] == ["Pending", "1"]
    assert "Pending" not in parts["group-in-c1"]
    assert 'hx-swap-oob="true"' in parts["card-s-s4"]
    assert 'hx-swap-oob="delete"' in parts["card-s-s1"], "its title has not this word"


def test_a_list_stands_in_bands_too_and_is_told_of_them(desk: Client, book: Book) -> None:
    url = reverse("board", args=[book.project.slug])
    asked = {"view": "list", "group": "chapter", "sort": "words"}

    found = desk.get(url, asked)

    bands = {g.title: [c.title for c in g.rows] for g in found.context["bands"]}
    assert list(bands) == [g.title for g in groups(desk, book, group="chapter")]
    assert bands["Stones"] == ["Bed"]
    assert '<tbody data-group="in-c2">' in found.text
    assert complaints(found.text) == []
    live = fragments.parts(book.project, fragments.View("board", "list", "chapter"), since=0)
    assert live.by_id["group-in-c2"].startswith("<span")
    assert 'data-chapter="in-c2"' in live.by_id["row-s-s4"]
    # Without bands it is as it was.
    assert "data-group" not in desk.get(url, {"view": "list"}).text


def ungrouped(book: Book) -> list[str]:
    return list(fragments.parts(book.project, fragments.View("board", "sections"), since=0).by_id)


def test_a_book_without_chapters_is_grouped_by_step_alone(desk: Client) -> None:
    flat = building.book(is_running=False)

    answer = desk.get(reverse("board", args=[flat.project.slug]), {"group": "chapter"})

    assert answer.context["board"].groupings == ("step",)
    assert answer.context["board"].group == ""


def test_bands_have_headings_names_and_no_id_twice(desk: Client, book: Book) -> None:
    html = desk.get(reverse("board", args=[book.project.slug]), {"group": "chapter"}).text

    assert complaints(html) == []
    assert re.findall(r'<h2 class="group-name" id="([^"]+)"', html) == [
        "group-book", "group-in-c1", "group-alone", "group-in-c2",
    ]  # fmt: skip


def test_a_large_book_says_that_it_is_not_grouped(
    desk: Client, book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wide, "MANY", 3)
    url = reverse("board", args=[book.project.slug])

    html = desk.get(url, {"group": "chapter"}).text

    assert "is not grouped" in html
    assert "group=step" not in html
    assert 'id="cards-pending"' in html


def test_a_section_that_is_moved_is_told_with_its_new_chapter(desk: Client, book: Book) -> None:
    before = book.project.change_number
    body = dict(book.state().entry("section/s1") or {})
    book.commit({"section/s1": {**body, "parent": "c2"}})

    view = fragments.View("board", "sections", "chapter")
    parts = fragments.parts(book.project, view, since=before).by_id

    assert 'data-chapter="in-c2"' in parts["card-s-s1"]
    assert 'data-chapter="in-c1"' in parts["card-s-s2"]
