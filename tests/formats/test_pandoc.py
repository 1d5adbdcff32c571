"""What an author's Markdown becomes as pandoc's tree."""

from typing import Any

import pytest

from studio.formats.pandoc import document
from studio.formats.resolving import resolve
from tests.formats.printed import book


def blocks(markdown: str, language: str = "en") -> list[Any]:
    """The blocks of the only section's text."""
    found: list[Any] = document(resolve(book(markdown, language=language)))["blocks"][1:-1]
    return found


def words(text: str) -> dict[str, Any]:
    return {"t": "Str", "c": text}


def para(*inlines: Any) -> dict[str, Any]:
    return {"t": "Para", "c": list(inlines)}


@pytest.mark.parametrize(
    ("markdown", "tree"),
    [
        ("Rain *fell*.", para(words("Rain "), {"t": "Emph", "c": [words("fell")]}, words("."))),
        ("a\nb", para(words("a"), {"t": "SoftBreak"}, words("b"))),
        ("a\\\nb", para(words("a"), {"t": "LineBreak"}, words("b"))),
        ("~~gone~~", para({"t": "Strikeout", "c": [words("gone")]})),
        ("<b>x</b>", para(words("<b>x</b>"))),
        ("`<x>`", para({"t": "Code", "c": [["", [], []], "<x>"]})),
        ("***", {"t": "HorizontalRule"}),
        ("> said", {"t": "BlockQuote", "c": [para(words("said"))]}),
        ("- a", {"t": "BulletList", "c": [[{"t": "Plain", "c": [words("a")]}]]}),
        ("4. a\n\n5. b", {"t": "OrderedList", "c": [
            [4, {"t": "Decimal"}, {"t": "Period"}], [[para(words("a"))], [para(words("b"))]]]}),
        ("```py\nx\n```", {"t": "CodeBlock", "c": [["", ["py"], []], "x"]}),
        ("t\n: m", {"t": "DefinitionList", "c": [
            [[words("t")], [[{"t": "Plain", "c": [words("m")]}]]]]}),
        ("![A lamp](file:///etc/hostname)", para(words("![A lamp](file:///etc/hostname)"))),
        ("[w](#part-1)", para({"t": "Link", "c": [["", [], []], [words("w")], ["#h-s-s1", ""]]})),
        ("[w](x.html)", para(words("w"))),
        ("a[^n]\n\n[^n]: b", para(words("a"), {"t": "Note", "c": [para(words("b"))]})),
        ("مرحبا", {"t": "Div", "c": [["", [], [["dir", "rtl"]]], [para(words("مرحبا"))]]}),
    ],
)  # fmt: skip
def test_marks_become_nodes_and_words_stay_words(markdown: str, tree: Any) -> None:
    assert blocks(markdown) == [tree]


def test_a_note_within_a_note_follows_its_words() -> None:
    (paragraph,) = blocks("a[^n]\n\n[^n]: b[^m]\n\n[^m]: c[^n]")

    note = paragraph["c"][1]
    assert note["t"] == "Note"
    assert "Note" not in {node["t"] for block in note["c"] for node in block["c"]}
    assert [words("c"), {"t": "Superscript", "c": [words("1")]}] == note["c"][-1]["c"]


def test_a_table_keeps_its_alignment_and_its_head() -> None:
    (table,) = blocks("| a | b |\n|:-:|--|\n| c | d |")

    _, _, columns, head, bodies, _ = table["c"]
    assert [column[0]["t"] for column in columns] == ["AlignCenter", "AlignDefault"]
    assert len(head[1]) == 1
    assert len(bodies[0][3]) == 1


def test_the_metadata_are_words_and_never_markdown() -> None:
    meta = document(resolve(book("x")))["meta"]

    assert meta["title"] == {"t": "MetaString", "c": "Rain & <Jars>"}
    assert meta["identifier"]["c"].startswith("urn:uuid:")
    assert meta["accessModeSufficient"]["c"] == [{"t": "MetaString", "c": "textual"}]
