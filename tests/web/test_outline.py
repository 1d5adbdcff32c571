"""The outline by forms only: rearranged with foresight, and every letter where it was after all."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from django.urls import reverse

from tests.drawn import drawn_once

if TYPE_CHECKING:
    from django.test import Client

    from tests.building import Book

OUTLINE = """
    s1 Water
        s2 Springs establishes claim-1
            - spring: Water comes up from below.
            - mouth: Water reaches the sea.
        s3 Mills uses claim-1 depends_on s2
            - wheel: It turns.
    s4 Stone
        s5 Bed
            - bed: Stone lies still.
"""


@drawn_once
def book() -> Book:
    """A book of two chapters, all of it written and accepted."""
    from tests import building

    return building.book(OUTLINE, autonomy="ahead", is_written=True, is_running=False)


def at(book: Book, name: str, *places: str) -> str:
    return reverse(name, args=[book.project.slug, *places])


def page_of(desk: Client, book: Book, view: str = "tree") -> str:
    return desk.get(at(book, "outline"), {"view": view}).text


def numbers(html: str) -> str:
    """The outline that a page shows, as numbers with titles."""
    found = re.findall(
        r'"number">([\d.]+)</span> <span class="outline-name"[^>]*>(.*?)</span>', html
    )
    return " ".join(f"{number} {re.sub('<[^>]+>', '', title)}" for number, title in found)


def confirm(desk: Client, book: Book, answer: Any, value: str = "only") -> Any:
    from tests.web import browsers

    plan = desk.get(answer.headers["Location"]) if answer.status_code == 302 else answer
    browsers.choose(desk, book, plan, value)
    return plan


def words_of(book: Book) -> list[str]:
    """Every text that the book has, wherever it stands."""
    return sorted(book.body_of(key) for key in book.units() if key.startswith("draft"))


def is_whole(book: Book) -> bool:
    from studio.queries.verify import verify

    return verify(book.project) == []


def test_a_book_is_rearranged_and_comes_back_to_the_letter(desk: Client, book: Book) -> None:
    before, was = {k: book.body_of(k) for k in book.units()}, book.project.commit_number
    words = words_of(book)

    split = confirm(desk, book, desk.post(
        at(book, "outline_rearrange", "s2"), {"act": "split", "at": "mouth", "title": "Sea"}
    ), "keep")  # fmt: skip
    assert "It moves along with its remarks" in split.text
    assert (words_of(book), book.stale()) == (words, set())
    moved = desk.post(at(book, "outline_move", "s6"), {"to": "out"})
    confirm(desk, book, moved)
    assert "1.1 Springs 1.2 Mills 2 Sea 3 Stone" in numbers(page_of(desk, book))
    joined = confirm(desk, book, desk.post(at(book, "outline_rearrange", "s2"), {"act": "merge"}))
    assert "“Stone” now depends" not in joined.text
    assert words_of(book) == words
    gone = confirm(desk, book, desk.post(at(book, "outline_rearrange", "s4"), {"act": "remove"}))
    assert "Comes to an end" in gone.text
    assert words_of(book) == sorted(set(words) - {"Stone lies still.\n"})
    assert is_whole(book)

    for number in range(book.project.commit_number, was, -1):
        confirm(desk, book, desk.get(at(book, "change"), {"kind": "undo", "change": str(number)}))
        assert is_whole(book)

    assert {k: book.body_of(k) for k in book.units()} == before
    assert book.stale() == set()


def test_an_edit_that_reaches_no_text_is_made_at_once_and_undone_with_a_press(
    desk: Client, book: Book
) -> None:
    desk.post(at(book, "outline_add"), {"titles": "Ice"})
    html = page_of(desk, book)

    assert "3 Ice" in numbers(html)
    assert "Done: add “Ice”." in html
    undo = re.findall(r'action="([^"]+/undo/)"', html)[-1]
    desk.post(undo)
    assert "Ice" not in numbers(page_of(desk, book))


def test_a_move_that_reaches_texts_shows_them_first(desk: Client, book: Book) -> None:
    answer = desk.post(at(book, "outline_move", "s3"), {"to": "up", "view": "cards"})
    plan = desk.get(answer.headers["Location"])

    assert "Move 1.2 “Mills” up" in plan.text
    assert "comes to stand before “Springs”, on which it depends" in plan.text
    assert [(x.number, x.title, x.what) for x in plan.context["page"].shape] == [
        ("1", "Water", ""), ("1.1", "Mills", "moved"), ("1.2", "Springs", ""),
    ]  # fmt: skip
    assert "view=cards#line-s3" in plan.context["next"]


def test_a_section_that_goes_in_below_one_with_text_says_what_ends(
    desk: Client, book: Book
) -> None:
    answer = desk.post(at(book, "outline_move", "s3"), {"to": "in"})
    plan = desk.get(answer.headers["Location"])

    ending = [row.key for group in plan.context["page"].ending for row in group.rows]
    assert ending == ["map/s2", "draft/s2/spring", "draft/s2/mouth"]
    assert "Water comes up from below." in words_of(book)[2] + words_of(book)[1]


def test_cards_show_what_lines_show(desk: Client, book: Book) -> None:
    tree, cards = page_of(desk, book), page_of(desk, book, "cards")

    for html in (tree, cards):
        assert html.count("data-line") == 5
        assert html.count('aria-label="Move ') == 5
    assert cards.count('class="index-card"') == 3
    assert "%" in re.findall(r'aria-label="(\d+ % of Springs)"', cards)[0]


@pytest.mark.parametrize("view", ["tree", "cards"])
@pytest.mark.parametrize("section", ["s1", "s2"])
def test_a_line_is_opened_where_it_stands(
    desk: Client, book: Book, view: str, section: str
) -> None:
    from tests.web.browsers import HTMX

    url = f"{at(book, 'outline_edit', section)}?view={view}"
    part = desk.get(url, headers=HTMX).text
    closed = desk.get(f"{url}&read", headers=HTMX).text
    whole = desk.get(url, follow=True).text

    assert f'id="line-{section}"' in part
    assert f'id="line-{section}"' in closed
    assert f'id="{section}-title"' in whole
    assert part.strip() in whole or 'name="csrf' in part


def test_an_open_line_offers_every_place_to_split_it(desk: Client, book: Book) -> None:
    from studio.actions import wording
    from tests.building import NOW

    wording.edit_text(
        book.unit("draft/s2/spring").pk, "Water comes.\n\nIt is cold.", actor_id=book.owner_id,
        cause="Edited", now=NOW,
    )  # fmt: skip

    html = desk.get(at(book, "outline"), {"edit": "s2"}).text

    offered = re.findall(r'<option value="([^"]+)">\s*([^<]+?)</option>', html)
    assert [words for _, words in offered] == [
        "Before “It is cold.”", "Before passage 2: Mouth",
    ]  # fmt: skip
    assert "Join with “Mills”…" in html
    assert "Remove…" in html
    divided = confirm(desk, book, desk.post(
        at(book, "outline_rearrange", "s2"), {"act": "split", "at": offered[0][0]}
    ), "keep")  # fmt: skip
    assert "Split 1.1 “Springs”" in divided.text
    assert book.body_of("draft/s6/spring") == "It is cold.\n"
    assert is_whole(book)


@pytest.mark.parametrize(
    ("name", "told", "said"),
    [
        ("outline_add", {"titles": " "}, "Write one title a line."),
        ("outline_bring_in", {}, "Choose an OPML file first."),
        ("outline_rearrange", {"act": "burn"}, "A section is split, joined with the next, or"),
        ("outline_rearrange", {"act": "split", "at": "spring"}, "after its first passage"),
        ("outline_rearrange", {"act": "split"}, "Say which section and where"),
    ],
)
def test_what_cannot_be_done_is_said_and_nothing_is(
    desk: Client, book: Book, name: str, told: dict[str, str], said: str
) -> None:
    places = ("s2",) if name == "outline_rearrange" else ()
    before = book.project.commit_number

    answer = desk.post(at(book, name, *places), told, follow=True)

    assert said in answer.text
    assert book.project.commit_number == before


def test_a_field_that_is_wrong_is_said_at_the_field(desk: Client, book: Book) -> None:
    bad = desk.post(at(book, "outline_edit", "s2"), {"title": "Wells", "words": "many"})

    assert bad.status_code == 422
    assert 'value="Wells"' in bad.text
    assert 'id="s2-words-error"' in bad.text
    assert "is no number" in bad.text


# OPML ---------------------------------------------------------------------------------------------


def upload(desk: Client, book: Book, data: bytes) -> Any:
    from django.core.files.uploadedfile import SimpleUploadedFile

    file = SimpleUploadedFile("outline.opml", data, content_type="text/x-opml")
    return desk.post(at(book, "outline_bring_in"), {"file": file, "next": at(book, "outline")})


def test_an_outline_goes_out_and_comes_into_another_book(desk: Client, book: Book) -> None:
    from tests import building

    file = desk.get(at(book, "outline_file"))
    other = building.begin(autonomy="ahead", title="Other")
    plan = upload(desk, other, file.content)

    assert 'filename="rivers.opml"' in file.headers["Content-Disposition"]
    assert "Add 5 sections" in plan.text
    assert [line.number for line in plan.context["page"].shape] == ["1", "1.1", "1.2", "2", "2.1"]
    assert "Springs" not in page_of(desk, other)
    confirm(desk, other, plan)
    assert numbers(page_of(desk, other)) == numbers(page_of(desk, book))


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"Ice\n  Frost", "not well-formed XML"),
        (b'<!DOCTYPE x [<!ENTITY a "b">]><opml/>', "document type (DTD)"),
        (b"<opml>" + b" " * 1_000_001, "larger than 1 MB"),
        (b"<opml><body>" + b"<outline text='a'>" * 9 + b"</outline>" * 9 + b"</body></opml>",
         "At most 6 sections inside one another"),
        (b"<opml><body>" + b"<outline text='a'/>" * 501 + b"</body></opml>", "At most 500"),
        (b"<opml><body><outline text='" + b"a" * 300 + b"'/><outline text='b'/></body></opml>",
         "At most 200 characters"),
    ],
)  # fmt: skip
def test_a_bad_file_is_refused_in_words(desk: Client, book: Book, data: bytes, said: str) -> None:
    from html import unescape

    answer = upload(desk, book, data)
    page = desk.get(answer.headers["Location"]) if answer.status_code == 302 else answer

    assert said in unescape(page.text)
    assert numbers(page_of(desk, book)).count(" ") == 9


def test_a_section_of_which_only_the_plan_stands_is_not_begun(desk: Client, book: Book) -> None:
    section = dict(book.state().entry("section/s3") or {})
    book.commit({"section/s6": {**section, "title": "Later", "parent": None, "depends_on": []}})
    book.settle("map/s6")
    line = next(line for line in desk.get(at(book, "outline")).context["outline"].lines
                if line.title == "Later")  # fmt: skip
    assert line.state == "none"
    # As a card of no chapter it is a heading of the page itself.
    assert '<h2 class="index-title">' in page_of(desk, book, "cards")
