"""What an author's Markdown becomes as source of Typst."""

import pytest

from studio.formats.resolving import resolve
from studio.formats.typesetting import book_source, string
from tests.formats.printed import book


def typeset(markdown: str) -> str:
    """The source of the only section's text."""
    source = book_source(resolve(book(markdown, language="")))
    return source.split("<h-1>\n", 1)[-1].split("#colophon((")[0].strip()


@pytest.mark.parametrize(
    ("markdown", "source"),
    [
        ("Rain *fell* **hard**.", '#"Rain "#emph[#"fell"]#" "#strong[#"hard"]#"."'),
        ("a\nb", '#"a b"'),
        ("a\\\nb", '#"a"#linebreak()#"b"'),
        ("~~gone~~", '#strike[#"gone"]'),
        ("`x\\y`", '#raw("x\\\\y")'),
        ('#read("x") $y$ @z', '#"#read(\\"x\\") $y$ @z"'),
        ("\\# 1\\. - x", '#"# 1. - x"'),
        ("***", "#scene-break()"),
        ("> said", '#quote(block: true)[#"said"]'),
        ("- a\n- b", '#list(tight: true, [#"a"], [#"b"])'),
        ("3. a\n\n4. b", '#enum(start: 3, tight: false, [#"a"], [#"b"])'),
        ("- [x] done", '#list(tight: true, [#"\u2611"#" done"])'),
        ("```rust,ignore\nlet x;\n```", '#raw(block: true, lang: "rust", "let x;")'),
        ("t\n: m", '#term[#"t"]\n\n#meaning[#"m"]'),
        ("[w](https://a.example/?b=c)", '#link("https://a.example/?b=c")[#"w"]'),
        ("[w](#part-1)", '#link(<h-1>)[#"w"]'),
        ("[w](#nowhere)", '#"w"'),
        ("![A lamp](/etc/hostname)", '#emph[#"A lamp"]'),
        ("a[^n]\n\n[^n]: b", '#"a"#footnote[#"b"]<h-1-n0>'),
        ("a[^n]\n\n[^n]: b[^n]", '#"a"#footnote[#"b"#super[#"1"]]<h-1-n0>'),
        ("| a |\n|--:|\n| b |",
         '#grid-of(1, (right, ), table.header([#"a"]), [#"b"])'),
        ("مرحبا", '#turned(rtl)[#"مرحبا"]'),
    ],
)  # fmt: skip
def test_marks_become_calls_and_words_become_strings(markdown: str, source: str) -> None:
    assert typeset(markdown) == source


def test_a_note_that_is_referred_to_twice_is_printed_once() -> None:
    source = typeset("a[^n] b[^n]\n\n[^n]: c")

    assert source == '#"a"#footnote[#"c"]<h-1-n0>#" b"#footnote(<h-1-n0>)'


def test_headings_stand_below_their_section_and_out_of_the_contents() -> None:
    source = typeset("### Deep\n\nx")

    assert source.startswith('#heading(level: 2, outlined: false, bookmarked: true)[#"Deep"] <h-2>')


def test_what_lies_deeper_than_typst_follows_is_set_flat() -> None:
    source = typeset("- " * 40 + "the deepest")

    assert source.count("#list(") == 5
    assert "the deepest" in source


@pytest.mark.parametrize("text", ['"', "\\", '\\"', "a\nb", "\\n"])
def test_a_string_ends_where_its_text_does(text: str) -> None:
    inside = string(text)[1:-1]

    assert "\n" not in inside
    assert inside.replace("\\\\", "").replace('\\"', "").count('"') == 0


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", 'lang: "en", region: none, direction: ltr'),
        ("fr-CA", 'lang: "fr", region: "ca", direction: ltr'),
        ("zh-Hant", 'lang: "zh", region: "tw", direction: ltr'),
        ("Arabic", 'lang: "ar", region: none, direction: rtl'),
        ("", "lang: none, region: none, direction: ltr"),
    ],
)
def test_the_language_is_said_as_typst_knows_it(language: str, told: str) -> None:
    assert told in book_source(resolve(book("x", language=language)))
