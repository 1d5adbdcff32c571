"""How manuscripts are ordered and divided: nothing of them is lost."""

import re
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from studio.core import prose
from studio.formats.reading import manuscript as manuscripts
from studio.formats.reading.manuscript import Manuscript, Section
from studio.formats.reading.read import read, read_files


def drawn(sections: tuple[Section, ...]) -> list[str]:
    """Sections as lines: set in by depth, the text behind a colon."""
    said = [f"{'  ' * s.depth}{s.title}: {' '.join(s.text.split())}" for s in sections]
    return [line.rstrip(": ") for line in said]


def divided(found: Manuscript, level: int = 0) -> list[str]:
    return drawn(manuscripts.sections(found, level or manuscripts.usual_level(found)))


def markdown(text: str, level: int = 0) -> list[str]:
    return divided(read("book.md", text.encode()), level)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("# A\n\nOne.\n\n# B\n\nTwo.\n", ["A: One.", "B: Two."]),
        ("\ufeff# A\r\n\r\nOne.\r\n\r\n# B\r\n\r\nTwo.", ["A: One.", "B: Two."]),
        ("# A\r\rOne.\r\r# B\r\rTwo.\r", ["A: One.", "B: Two."]),
        ("A\n===\n\nOne.\n\nB\n=\nTwo.\n", ["A: One.", "B: Two."]),
        ("## A\n\nOne.\n\n## B\n\n### C\n\nTwo.\n", ["A: One.", "B: ### C Two."]),
        ("Front.\n\n# A\n\nOne.\n\n# B\n", ["(before the first heading): Front.", "A: One.", "B"]),
        ("# Book\n\n## A\n\nOne.\n\n## B\n\nTwo.\n", ["A: One.", "B: Two."]),
        ("# Book\n\nWords.\n\n## A\n\n## B\n", ["(before the first heading): Words.", "A", "B"]),
        ("# A `code` *and* &amp;\n\n# [B](x.md)\n", ["A code and &", "[B](x.md)"]),
        ("# A\n> # no\n\n~~~\n# no\n~~~\n# B", ["A: > # no ~~~ # no ~~~", "B"]),
        ("# A\n\nHe went.\n---\nShe came.\n", ["A: He went. --- She came."]),
        ("---\ntags: x\n---\n# A\n\nOne.\n", ["A: One."]),
        ("---\n\nA break first.\n\n---\n", ["Book: --- A break first. ---"]),
        ("# A\n\n#\n\nNo title.\n\n# B\n", ["A", "(before the first heading): No title.", "B"]),
        ("\tOne.\n\tTwo.\n\tThree.\n", ["Book: One. Two. Three."]),
        ("# A\n\n    code\n", ["A: code"]),
    ],
)  # fmt: skip
def test_markdown_is_divided_at_its_headings(text: str, lines: list[str]) -> None:
    assert markdown(text) == lines


def test_what_a_chapter_says_before_its_first_section_is_a_section_of_its_own() -> None:
    text = "# A\n\nOpening.\n\n## B\n\nOne.\n\n# C\n\nTwo.\n"

    assert markdown(text, 2) == ["A", "  A: Opening.", "  B: One.", "C: Two."]
    assert markdown(text, 1) == ["A: Opening. ## B One.", "C: Two."]


def test_paragraphs_that_are_set_in_with_a_tab_are_no_code() -> None:
    found = read("book.md", b"Chapter 1: May\r\r\tI knew.\r\tMy car.\r\tWe slept.\r")

    assert found.blocks[0].text == "Chapter 1: May\n\nI knew.\n\nMy car.\n\nWe slept."
    assert found.left_out == (
        "3 paragraphs set in with a tab: read as paragraphs, not as code.",
    )  # fmt: skip


PLAIN = """\
*** START OF THIS PROJECT GUTENBERG EBOOK X ***
THE BOOK

CONTENTS

PART ONE

CHAPTER I

CHAPTER II

PART TWO

CHAPTER I

PART ONE

CHAPTER I

It was. # not a head

CHAPTER II

# It is.

    Set in.

PART TWO

CHAPTER I

- It will be.

* * *

* A note.
*** END OF THIS PROJECT GUTENBERG EBOOK X ***
Licence.
"""


def test_plain_text_is_divided_at_the_lines_that_name_chapters() -> None:
    found = read("book.txt", f"Title: The Book\nAuthor: Ann\n{PLAIN}".encode())

    assert divided(found, 2) == [
        "(before the first heading): THE BOOK CONTENTS",
        "PART ONE",
        "  CHAPTER I: It was. # not a head",
        "  CHAPTER II: \\# It is. Set in.",
        "PART TWO",
        "  CHAPTER I: \\- It will be. * * * \\* A note.",
    ]
    assert (found.title, found.author) == ("The Book", "Ann")
    assert any("table of contents, 5 lines" in said for said in found.left_out)
    assert any("Project Gutenberg" in said for said in found.left_out)


@pytest.mark.parametrize(
    ("lines", "titles"),
    [
        (["Chapter 1", "Chapter 2: Home"], ["Chapter 1", "Chapter 2: Home"]),
        (["第一章 雨", "第二章"], ["第一章 雨", "第二章"]),
        (["Prologue", "Kapitel 1", "Kapitel 2"], ["Prologue", "Kapitel 1", "Kapitel 2"]),
        (["Chapter 3 of my life began.", "Then it ended."], ["Book"]),
    ],
)
def test_chapters_of_plain_text_have_many_names(lines: list[str], titles: list[str]) -> None:
    text = "\n\n".join(f"{line}\n\nIt was." for line in lines)
    found = read("book.txt", text.encode())

    assert [s.title for s in manuscripts.sections(found, 2)] == titles


def files(*paths: str) -> dict[str, bytes]:
    return {path: f"Of {path}.\n".encode() for path in paths}


@pytest.mark.parametrize(
    ("paths", "titles"),
    [
        (["b/ch10.md", "b/ch2.md", "b/ch1.md"], ["Ch1", "Ch2", "Ch10"]),
        (["02-z.md", "10-a.md", "1.txt"], ["1", "02 z", "10 a"]),
        (["x/a.md", "x/LICENSE.md", "x/README.md", "x/.git/x.md"], ["B"]),
        (["p2/a.md", "p1/b.md", "p1/index.md"], ["P1", "  P1", "  B", "P2", "  A"]),
        (["01/01.md", "01/02.md", "02/01.md"], ["01", "  01", "  02", "02", "  01"]),
    ],
)  # fmt: skip
def test_files_come_in_the_order_that_people_count_in(paths: list[str], titles: list[str]) -> None:
    found = read_files("b", files(*paths))

    level = max((one.level for one in manuscripts.levels(found)), default=1)
    said = [f"{'  ' * s.depth}{s.title}" for s in manuscripts.sections(found, level)]
    assert said == titles


def test_a_summary_says_the_order_and_the_depth() -> None:
    told = files("s/b.md", "s/a.md", "s/a1.md", "s/left.md") | {
        "s/a.md": b"# First\n\nOne.\n\n## Deeper\n\nTwo.\n",
        "s/SUMMARY.md": b"# S\n\n- [A](a.md)\n  - [A1](./a1.md)\n- [B](b.md)\n- [No](no.md)\n",
    }

    found = read_files("s", told)

    assert divided(found, 2) == [
        "First", "  First: One.", "  Deeper: Two.", "  A1: Of s/a1.md.", "B: Of s/b.md.",
    ]  # fmt: skip
    assert found.left_out == ("1 file beside the text: s/left.md.",)


def test_a_list_of_chapters_says_the_order_too() -> None:
    told = files("n/2_0.md", "n/1_1.md", "n/end.md")
    told["n/x.book"] = b"title: x\n@ Partie\n+ 1_1.md\n! 2_0.md\n- end.md\n"

    assert [line.partition(":")[0] for line in divided(read_files("n", told), 2)] == [
        "Partie", "  1 1", "  2 0", "End",
    ]  # fmt: skip


def test_the_title_of_a_file_is_stated_or_its_first_line_or_its_name() -> None:
    told = {
        "1.md": b"---\ntitle: Stated\nlayout: x\n---\n\nOne.\n",
        "2.md": b"The First Line\n\nTwo.\n",
        "3.md": b"It is a sentence.\n\nThree.\n",
        "4.md": b"title: A: B\nauthor: C\n\nFour.\n",
        "5.md": b"---\ntitle: Over\n---\n# Own\n\nFive.\n",
    }

    found = read_files("x", told)

    assert divided(found, 1) == [
        "Stated: One.", "The First Line: Two.", "3: It is a sentence. Three.",
        "A: B: title: A: B author: C Four.", "Over: # Own Five.",
    ]  # fmt: skip
    assert manuscripts.sections(found, 1)[0].front == "layout: x\n"


def test_what_stands_at_the_head_of_files_is_kept_wherever_they_are_divided() -> None:
    told = {
        "a.md": b"---\nlayout: x\n---\n# Book\n\n## One\n\nIt was.\n",
        "b/c.md": b"---\nmood: calm\n---\n\nIt is.\n",
    }
    found = read_files("x", told)

    assert [s.front for s in manuscripts.sections(found, 2)] == [
        "layout: x\n",
        "",
        "",
        "mood: calm\n",
    ]
    assert divided(found, 1)[1] == "B: ## C ```yaml mood: calm ``` It is."
    (only,) = manuscripts.sections(read("a.md", told["a.md"]), 2)
    assert (only.title, only.front) == ("One", "layout: x\n")


def words_of(text: str) -> Counter[str]:
    return Counter(re.findall(r"\w+", text))


BLOCK = st.one_of(
    st.text(st.characters(codec="utf-8", categories=["L", "N", "P", "Z", "S"]), max_size=30),
    st.sampled_from(["# A", "## B c", "###", "Setext\n---", "Title\n===", "- x\n  # y", "```\n# z",
                     "    # w", "> # q", "| # | b |", "#### D #", "\tset in", "* * *"]),
)  # fmt: skip


@settings(max_examples=80, deadline=None)
@given(blocks=st.lists(BLOCK, max_size=12), level=st.integers(1, 6))
def test_every_word_of_a_manuscript_is_in_its_sections(blocks: list[str], level: int) -> None:
    text = "\n\n".join(["begin", *blocks])
    found = read("book.md", text.encode())

    sections = manuscripts.sections(found, level)

    told = " ".join(f"{s.title}\n{s.text}" for s in sections) + manuscripts.title_of(found)
    assert words_of(prose.normalise(text)) <= words_of(told)
