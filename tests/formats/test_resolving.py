"""How the sections of a book are joined together, and what cannot be."""

import pytest

from studio.core.manuscript import Book
from studio.formats.html import book_html
from studio.formats.resolving import resolve
from tests.formats.printed import book


def found(of: Book) -> list[tuple[str, str]]:
    return [(finding.section_id, finding.words) for finding in resolve(of).findings]


def test_a_link_finds_a_heading_in_another_section() -> None:
    linked = book("[see](#the-oil) and [see](x.html#the-oil)", "## The Oil\n\nIt burns.")

    assert found(linked) == []
    assert book_html(linked).count('href="#s-s2-the-oil"') == 2


def test_a_heading_of_ones_own_goes_before_that_of_another() -> None:
    page = book_html(book("# Oil\n\n[see](#oil)", "# Oil\n\n[see](#oil)"))

    assert page.count('href="#s-s1-oil"') == page.count('href="#s-s2-oil"') == 1


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[see](#nowhere)", "The link to “#nowhere” leads nowhere in this book"),
        ("[see](other.md)", "The link to “other.md” leads nowhere in this book"),
        ("![A lamp](lamp.png)", "The picture “lamp.png” is printed as its words"),
        ("one<br>two", "“<br>” is printed as it was typed"),
        ("- " * 150 + "deep", "The text is too deep"),
    ],
)
def test_what_cannot_be_printed_as_it_was_meant_is_said(text: str, words: str) -> None:
    ((section, said),) = found(book("Nothing.", text))

    assert section == "s2"
    assert said.startswith(words)


def test_a_link_that_leads_to_one_of_several_is_not_guessed() -> None:
    ((section, _),) = found(book("[see](#oil)", "# Oil", "# Oil"))

    assert section == "s1"


def test_a_line_of_chinese_goes_on_without_a_space() -> None:
    page = book_html(book("风从海上\n来了 and\n去了", language="zh"))

    assert "风从海上来了 and\n去了" in page


def test_a_book_of_three_levels_has_parts() -> None:
    plain = book("x")
    deep = resolve(Book("T", "", "en", tuple(
        s.__class__(f"s{n}", "", n, "x", "") for n, s in enumerate(plain.sections * 3, 1)),
        1, True))  # fmt: skip

    assert resolve(plain).chapter_level == 1
    assert deep.chapter_level == 2
