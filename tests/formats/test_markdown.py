import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.core.manuscript import Book, Section
from studio.formats.markdown import book_markdown, to_html, to_html_below


def html(markdown: str) -> str:
    return to_html(markdown, id_prefix="u1")


def section(
    id: str, number: str, level: int, title: str, text: str, accepted_by: str = "person"
) -> Section:
    return Section(id, number, level, title, text, accepted_by)


@pytest.mark.parametrize(
    "attack",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "[x](javascript:alert(1))",
        "[x](JaVaScRiPt:alert(1))",
        "[x](&#106;avascript:alert(1))",
        "[x](data:text/html;base64,PHNjcmlwdD4=)",
        "[x](vbscript:msgbox)",
        "[x](file:///etc/passwd)",
        "[x](//evil.example)",
        "[x](/\\evil.example)",
        "![x](javascript:alert(1))",
        "![x](https://evil.example/pixel.png)",
        "![x](/sign-out)",
        "![x](data:image/svg+xml;base64,PHN2Zz4=)",
        "<javascript:alert(1)>",
        '[x](https://a.example "\\" onmouseover=alert(1) \\"")',
        "[x]: javascript:alert(1)\n\n[x]",
        '<a href="https://a.example" style="position:fixed">x</a>',
        '```"><script>alert(1)</script>\nx\n```',
        "# <svg onload=alert(1)>",
        "<!-- --><iframe src=https://evil.example></iframe>",
    ],
)
def test_nothing_in_a_text_runs_or_loads(attack: str) -> None:
    shown = html(attack)

    assert not re.search(r"<(?:script|img|iframe|svg|style|object)\b", shown, re.IGNORECASE)
    assert not re.search(r"href=\"(?!https://|#)", shown, re.IGNORECASE)
    names = re.sub(r'"[^"]*"', "", shown)
    assert not re.search(r"<[^>]*\s(?:on\w+|style|src)=", names, re.IGNORECASE)


@pytest.mark.parametrize("depth", [30, 150, 250])
@pytest.mark.parametrize("sign", ["> ", "- ", "1. "])
def test_no_letter_is_lost_however_deep(depth: int, sign: str) -> None:
    shown = html(sign * depth + "the deepest\n\nthe paragraph after\n")

    assert "the deepest" in shown
    assert "the paragraph after" in shown


def test_no_letter_of_a_deep_list_is_lost() -> None:
    lines = [f"{'  ' * n}- item {n}." for n in range(30)]

    shown = html("\n".join(lines))

    assert all(f"item {n}." in shown for n in range(30))


@given(
    st.lists(st.sampled_from(["> ", "- ", "1. ", "    ", "\n", "\n\n", "word ", "# "]), max_size=40)
)
def test_no_word_is_lost_in_any_nesting(pieces: list[str]) -> None:
    markdown = "".join(pieces) + "last"

    shown = re.sub(r"<[^>]*>", "", html(markdown))
    assert shown.count("word") == markdown.count("word")
    assert "last" in shown


@pytest.mark.parametrize(
    "markdown",
    [
        "Words.\n\n[^1]: A note that nothing refers to.",
        "Words[^a].\n\n[^a]: Used.\n[^1]: A note that nothing refers to.",
    ],
)
def test_a_note_that_nothing_refers_to_is_shown(markdown: str) -> None:
    assert "A note that nothing refers to." in html(markdown)


def test_the_line_of_a_speaker_is_not_taken_for_a_link() -> None:
    assert "[Narrator]: Hello." in html("[Narrator]: Hello.")


def test_a_text_too_long_to_parse_is_shown_as_typed() -> None:
    shown = html("<b> & *word*\n\n" * 100_000)

    assert shown.startswith("<p>&lt;b&gt; &amp; *word*</p>")


def test_ids_carry_the_prefix_and_links_to_headings_find_them() -> None:
    shown = html("# A & B\n\n# A & B\n\nSee [there](#a-b).[^1]\n\n[^1]: Note.")

    assert 'id="u1-a-b"' in shown
    assert 'id="u1-a-b-2"' in shown
    assert 'href="#u1-a-b"' in shown
    assert all("u1" in found for found in re.findall(r'id="([^"]*)"', shown))


def test_headings_rank_below_the_heading_above_the_text() -> None:
    assert "<h3" in to_html_below("# One\n\n## Two", id_prefix="x", level=2)
    assert "<h6" in to_html_below("# One", id_prefix="x", level=6)


def test_alignment_of_a_table_is_a_class() -> None:
    shown = html("| a | b |\n|:--|--:|\n| 1 | 2 |")

    assert '<td class="align-right">2</td>' in shown
    assert "style=" not in shown


def test_text_from_the_right_finds_its_direction_by_paragraph() -> None:
    assert '<p dir="auto">مرحبا</p>' in html("مرحبا\n\nhello")
    assert "dir=" not in html("hello")


def test_a_picture_is_shown_by_its_words() -> None:
    assert '<span class="picture">A map</span>' in html("![A map](map.png)")
    assert html("[![A map](https://a.example/b.png)](https://c.example/d)").count("<a ") == 1


TWO_CHAPTERS = Book(
    title="The *Cellar*",
    author="M. Stein",
    language="en",
    sections=(
        section(
            "a", "1", 1, "Rain", "# Inside\n\nWet[^1].\n\n```\n[^1] # code\n```\n\n[^1]: Very."
        ),
        section("b", "1.1", 2, "Jars", "Eleven[^1].\n\nUnder\n-----\n\n[^1]: Or twelve."),
    ),
    number=214,
    complete=False,
    missing=("1.2 Lamps",),
)


def test_a_book_is_one_markdown_file() -> None:
    assert book_markdown(TWO_CHAPTERS) == (
        '---\ntitle: "The *Cellar*"\nauthor: "M. Stein"\nlanguage: "en"\nchange: 214\n---\n\n'
        "# The \\*Cellar\\*\n\n"
        "> **This book is not finished. Still missing:**\n>\n> - 1.2 Lamps\n\n"
        "## 1 Rain\n\n### Inside\n\nWet[^a-1].\n\n```\n[^1] # code\n```\n\n[^a-1]: Very.\n\n"
        "### 1.1 Jars\n\nEleven[^b-1].\n\n#### Under\n\n[^b-1]: Or twelve.\n"
    )
