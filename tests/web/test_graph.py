"""How a book hangs together: drawn, listed, and taken out as a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

import pytest

from tests.drawn import drawn_once

if TYPE_CHECKING:
    from django.test import Client

    from tests.building import Book

OUTLINE = """
    s1 Water
        s2 Springs establishes claim-1
            - spring: Water comes up from below.
        s3 Mills uses claim-1 depends_on s2
            - wheel: It turns.
    s4 Stone
        - bed: Stone lies still.
"""


@drawn_once
def book() -> Book:
    from tests import building

    found = building.book(OUTLINE, autonomy="ahead", is_written=True, is_running=False)
    claim = dict(found.state().entry("object/claim-1") or {})
    found.commit({"object/claim-1": {**claim, "fields": {"text": "Water leaves <its> course."}}})
    return found


def page(desk: Client, book: Book, **asked: str) -> Any:
    return desk.get(f"/b/{book.project.slug}/graph/", asked).context["page"]


def on(found: Any) -> set[str]:
    return {node.id for node in found.nodes if node.is_on}


def test_each_thing_stands_behind_what_it_is_built_from(desk: Client, book: Book) -> None:
    found = page(desk, book)
    left = {node.id: node.x for node in found.nodes}

    assert left["object/premise-1"] < left["object/claim-1"] < left["section/s2"]
    assert left["section/s2"] < left["section/s3"]
    mills = next(node for node in found.nodes if node.id == "section/s3")
    assert [link.words for link in mills.built_from] == [
        "Water leaves <its> course.",
        "1.1 Springs",
    ]
    assert mills.is_stale
    answer = desk.get(f"/b/{book.project.slug}/graph/").text
    assert "Water leaves &lt;its&gt; course." in answer


@pytest.mark.parametrize(
    ("asked", "shown"),
    [
        ({"show": "outline"}, {"section/s2", "section/s3", "section/s4"}),
        ({"show": "argument"}, {"object/thesis-1", "object/claim-1", "object/premise-1",
                                "object/term-1"}),
        ({"at": "section/s3", "way": "from"}, {"section/s3", "section/s2", "object/claim-1",
                                               "object/premise-1"}),
        ({"at": "section/s2", "way": "to"}, {"section/s2", "section/s3"}),
        ({"stale": "1", "show": "outline"}, {"section/s2", "section/s3"}),
        ({"at": "nothing", "show": "nonsense", "zoom": "7", "way": "up"}, None),
    ],
)  # fmt: skip
def test_what_is_asked_for_stands_out(
    desk: Client, book: Book, asked: dict[str, str], shown: set[str] | None
) -> None:
    found = page(desk, book, **asked)

    assert on(found) == (shown if shown is not None else {node.id for node in found.nodes})


def test_chapters_of_a_large_book_are_one_thing_each(
    desk: Client, book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    from studio.queries import graph_things

    monkeypatch.setattr(graph_things, "MOST_OPEN", 3)

    closed = page(desk, book)
    assert {n.id for n in closed.nodes if n.is_section} == {"section/s1", "section/s4"}
    assert next(n for n in closed.nodes if n.id == "section/s1").is_stale
    assert {n.id for n in page(desk, book, whole="1").nodes if n.is_section} == {
        "section/s2", "section/s3", "section/s4",
    }  # fmt: skip


def test_what_is_more_than_a_drawing_bears_comes_in_parts(
    desk: Client, book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    from studio.queries import graph_things

    monkeypatch.setattr(graph_things, "MOST_OPEN", 1)
    monkeypatch.setattr(graph_things, "MOST_DRAWN", 2)
    shown = {node.id for node in page(desk, book).nodes}
    later = page(desk, book, first="1")

    assert shown == {"section/s1", "object/claim-1"}
    assert {node.id for node in later.nodes} == {"section/s4"}
    assert (later.rest.before, later.rest.after, later.n_left) == (0, 0, 5)
    html = desk.get(f"/b/{book.project.slug}/graph/?show=both").text
    assert "1 to 1 of 2, with what they are built from." in html
    assert "?show=both&amp;first=1#drawing" in html
    around = {node.id for node in page(desk, book, at="object/claim-1").nodes}
    assert "object/claim-1" in around
    assert len(around) == 2


def test_it_is_taken_out_as_a_file(desk: Client, book: Book) -> None:
    answer = desk.get(f"/b/{book.project.slug}/graph/file/?show=outline")

    assert answer.headers["Content-Type"] == "image/svg+xml"
    drawing = ElementTree.fromstring(answer.content)
    titles = [title.text for title in drawing.iter("{http://www.w3.org/2000/svg}title")]
    assert sorted(filter(None, titles)) == ["1.1 Springs", "1.2 Mills", "2 Stone"]


def test_a_book_without_a_plan_says_so(desk: Client) -> None:
    from tests import building

    begun = building.begin(title="Empty")
    assert "Nothing is connected yet." in desk.get(f"/b/{begun.project.slug}/graph/").text
