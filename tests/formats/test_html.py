import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from studio.core.manuscript import Book, Section
from studio.formats.html import book_html

BOOK = Book(
    title="Rain & <Jars>",
    author="M. Stein",
    language="en",
    sections=(
        Section("a", "1", 1, "Rain", "It fell.[^1]\n\n[^1]: For days.", "person"),
        Section(
            "b", "1.1", 2, "Jars", "## Eleven\n\nThere were *eleven*.[^1]\n\n[^1]: Or so.", "policy"
        ),
        Section("c", "2", 1, "Lamps", "![A lamp](https://a.example/lamp.png)", "person", True),
    ),
    number=214,
    complete=True,
)
_VOID = {"meta", "br", "hr", "input", "link"}


class Balance(HTMLParser):
    """Fails where a tag is closed that is not the last one opened."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in _VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def assert_is_balanced(page: str) -> None:
    balance = Balance()
    balance.feed(page)
    assert balance.open == []


def test_the_page_is_well_formed_and_its_ids_are_unique() -> None:
    page = book_html(BOOK)

    assert_is_balanced(page)
    ids = re.findall(r'\sid="([^"]+)"', page)
    assert len(ids) == len(set(ids))


def test_every_link_within_the_page_leads_somewhere() -> None:
    page = book_html(BOOK)

    targets = set(re.findall(r'href="#([^"]+)"', page))
    assert targets <= set(re.findall(r'\sid="([^"]+)"', page))
    assert {"s-a", "s-b", "s-c"} <= targets


def test_the_page_loads_nothing() -> None:
    page = book_html(BOOK)

    assert not re.search(r"\ssrc=|<link|<script|@import|url\(", page)
    assert "default-src 'none'" in page


def test_title_and_author_are_escaped() -> None:
    page = book_html(replace(BOOK, author="<b>"))

    assert "<h1>Rain &amp; &lt;Jars&gt;</h1>" in page
    assert '<p class="author">&lt;b&gt;</p>' in page


def test_light_dark_and_print_are_provided_for() -> None:
    page = book_html(BOOK)

    assert "prefers-color-scheme: dark" in page
    assert "@media print" in page


@pytest.mark.parametrize(
    ("language", "lang", "direction"),
    [
        ("en", "en", "ltr"),
        ("fr-CA", "fr-CA", "ltr"),
        ("German", "de", "ltr"),
        ("zh-Hans", "zh-Hans", "ltr"),
        ("ar", "ar", "rtl"),
        ("עברית", "he", "rtl"),
        ("", "und", "ltr"),
    ],
)
def test_language_and_direction_are_said(language: str, lang: str, direction: str) -> None:
    assert f'<html lang="{lang}" dir="{direction}">' in book_html(replace(BOOK, language=language))


def test_a_finished_book_has_no_notice() -> None:
    assert 'class="unfinished"' not in book_html(BOOK)


def test_an_unfinished_book_names_what_is_missing() -> None:
    page = book_html(replace(BOOK, complete=False, missing=("2.1 Oil & wick", "3 Morning")))

    assert "This book is not finished. Still missing:" in page
    assert "<li>2.1 Oil &amp; wick</li><li>3 Morning</li>" in page


def test_the_colophon_says_what_nobody_read_and_what_lost_its_basis() -> None:
    page = book_html(BOOK)

    assert "<p>As of change 214</p>" in page
    assert "<p>Accepted unread: 1.1 Jars</p>" in page
    assert "<p>Basis changed since it was written: 2 Lamps</p>" in page


def test_headings_of_a_section_rank_below_its_own() -> None:
    page = book_html(BOOK)

    assert '<h3><span class="number">1.1</span>' in page
    assert '<h4 id="s-b-eleven">Eleven</h4>' in page


@pytest.mark.parametrize("levels", [[1, 2, 3, 1], [2, 1], [1, 3, 2, 3], [3], []])
def test_the_contents_nest_whatever_the_levels(levels: list[int]) -> None:
    sections = tuple(Section(f"s{n}", "", level, f"T{n}", "") for n, level in enumerate(levels))

    page = book_html(replace(BOOK, sections=sections))

    assert_is_balanced(page)
    assert page.count("<li>") == len(levels)


def test_the_rule_above_the_notes_is_told_from_a_scene_break() -> None:
    page = book_html(BOOK)

    assert '<hr class="footnotes-sep">' in page
