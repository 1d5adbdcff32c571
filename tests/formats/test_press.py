"""Files as they come out of the press."""

import io
import re
from pathlib import Path
from xml.dom import minidom

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pypdf import PdfReader

from studio.core.manuscript import Book
from studio.formats.bounded import Limits, Stopped
from studio.formats.markdown import to_html
from studio.formats.press import TOO_LARGE, TOO_SLOW, NotPrinted, press
from tests.formats.printed import book, members, pressed, text_of

FORMATS = ("pdf", "epub", "docx")
ATTACKS = (
    "<script>alert(1)</script> <img src='file:///etc/hostname'>",
    "![secret](/etc/hostname) ![secret](file:///etc/passwd)",
    "[x](file:///etc/passwd) [y](data:text/html;base64,PHN2Zz4=) [z](javascript:alert(1))",
    '#read("/etc/passwd") #image("/etc/hostname") #import "@preview/cetz:0.3.0"',
    '"] #panic("out") [" \\u{22} `"`',
    '```raw="html"\n<script>x</script>\n```',
    "\\input{/etc/passwd} $\\include{x}$ <!-- -- --> &lt;b&gt;",
)
SCRIPTS = (
    "مرحبا بالعالم، هذا نص عربي.\n\nEnglish within.",
    "שלום עולם",
    "风从海上来了。",
    "A note[^1] and *form*.\n\n| a | b |\n|---|--:|\n| c | d |\n\n[^1]: Told `so`.",
)
WHOLE = book(*ATTACKS, *SCRIPTS)


@pytest.fixture(scope="module")
def files() -> dict[str, bytes]:
    """The book of attacks and scripts, in each format."""
    return {format_: pressed(WHOLE, format_)[0] for format_ in FORMATS}


@pytest.mark.parametrize("format_", FORMATS)
def test_the_same_state_makes_the_same_bytes(files: dict[str, bytes], format_: str) -> None:
    assert pressed(WHOLE, format_)[0] == files[format_]


@pytest.mark.parametrize("format_", FORMATS)
def test_nothing_of_the_machine_gets_into_a_file(files: dict[str, bytes], format_: str) -> None:
    text = text_of(files[format_], format_)

    assert "root:" not in text
    assert "#read(“/etc/passwd”)" in " ".join(text.split())


@pytest.mark.parametrize("format_", ["epub", "docx"])
def test_no_picture_is_taken_along(files: dict[str, bytes], format_: str) -> None:
    known = r".*\.(?:xml|rels|xhtml|opf|ncx|css)|mimetype"

    assert [name for name in members(files[format_]) if not re.fullmatch(known, name)] == []


def test_a_pdf_has_no_attachment_and_leads_only_to_safe_places(files: dict[str, bytes]) -> None:
    reader = PdfReader(io.BytesIO(files["pdf"]))
    links = [
        str(action.get("/URI", ""))
        for page in reader.pages
        for note in page.get("/Annots") or []
        if (action := note.get_object().get("/A"))
    ]

    assert list(reader.attachments) == []
    assert all(re.match(r"https?://|mailto:|$", link) for link in links)
    assert reader.metadata is not None
    assert reader.metadata.title == "Rain & <Jars>"
    assert reader.trailer["/Root"]["/Lang"] == "en"  # type: ignore[index]


def test_an_epub_is_made_as_readers_expect(files: dict[str, bytes]) -> None:
    inside = members(files["epub"])

    assert files["epub"][30:58] == b"mimetypeapplication/epub+zip"
    pages = {n: minidom.parseString(d) for n, d in inside.items() if n.endswith((".xhtml", ".opf"))}
    assert "EPUB/nav.xhtml" in pages
    text = "".join(inside[name].decode() for name in pages)
    assert not re.search(r"<(?:script|img|iframe|object)\b|(?:href|src)=\"(?:file|data|java)", text)
    opf = inside["EPUB/content.opf"].decode()
    assert f">{WHOLE.identifier}</dc:identifier>" in opf
    assert "schema:accessMode" in opf
    assert ">2026-11-30T12:00:00Z</meta>" in opf
    assert b"serif" in inside["EPUB/styles/stylesheet1.css"]
    assert 'dir="rtl"' in text


def test_a_docx_is_made_as_editors_expect(files: dict[str, bytes]) -> None:
    inside = members(files["docx"])
    document = inside["word/document.xml"].decode()

    assert 'w:val="Heading1"' in document
    assert "<w:bidi" in document
    assert "Told" in inside["word/footnotes.xml"].decode()
    assert "Colophon" in inside["word/styles.xml"].decode()
    relations = inside["word/_rels/document.xml.rels"].decode()
    outside = [r for r in re.findall("<Relationship [^>]*>", relations) if '"External"' in r]
    assert all(re.search('Target="(?:https?://|mailto:)', relation) for relation in outside)


@pytest.mark.parametrize("format_", FORMATS)
def test_an_empty_book_is_a_file_too(format_: str) -> None:
    empty = Book("Nothing yet", "", "", (), 1, False, ("1 Rain",))

    data, findings = pressed(empty, format_)

    assert "Rain" in text_of(data, format_)
    assert findings == []


def test_a_book_from_the_right_is_bound_at_the_right() -> None:
    data, findings = pressed(book("مرحبا بالعالم", language="ar"), "pdf")

    assert findings == []
    assert PdfReader(io.BytesIO(data)).trailer["/Root"]["/Lang"] == "ar"  # type: ignore[index]


def test_signs_that_no_font_has_are_named_with_their_section() -> None:
    _, findings = pressed(book("Plain.", "A sign \ue3f1 of my own."), "pdf")

    ((section, words),) = [(finding.section_id, finding.words) for finding in findings]
    assert section == "s2"
    assert words.startswith("No font here has \ue3f1")


SIGNS = st.sampled_from(
    [*"\\#$*_`@<>~[]\"'=+-/().|!&:;^{}%", "..", "--", "***", "```", "\n", "\n\n", "> ", "- ", "1. ",
     "# ", "[^1]", "//", "/*", "#let ", "\u00a0", "\u200f"]
)  # fmt: skip
WORDS = st.integers(0, 99).map("w{}q".format)
MIXES = st.lists(st.one_of(SIGNS, WORDS, st.just(" ")), min_size=5, max_size=40).map("".join)


@pytest.mark.parametrize("format_", FORMATS)
@settings(max_examples=2, deadline=None, suppress_health_check=list(HealthCheck))
@given(texts=st.lists(MIXES, min_size=30, max_size=30))
def test_no_word_is_lost_whatever_stands_around_it(format_: str, texts: list[str]) -> None:
    shown = " ".join(re.sub(r"<[^>]*>", "", to_html(t, id_prefix="x")) for t in texts)

    printed = text_of(pressed(book(*texts), format_)[0], format_)

    assert set(re.findall(r"w\d+q", shown)) <= set(re.findall(r"w\d+q", printed))


@pytest.mark.parametrize("format_", FORMATS)
def test_what_is_nested_deep_is_printed(format_: str) -> None:
    deep = book("> " * 90 + "w1q", "- " * 95 + "w2q", "*" * 400 + " w3q", "- " * 150 + "w4q")

    printed = text_of(pressed(deep, format_)[0], format_)

    assert {"w1q", "w2q", "w3q", "w4q"} <= set(re.findall(r"w\d+q", printed))


def test_what_takes_too_much_memory_is_ended_with_what_to_do() -> None:
    with pytest.raises(NotPrinted) as refusal:
        pressed(book("A word. " * 40_000), "pdf", Limits(memory=220))

    assert str(refusal.value) == TOO_LARGE


def test_what_takes_too_long_is_ended() -> None:
    with pytest.raises(NotPrinted) as refusal:
        pressed(book("A word. " * 100_000), "pdf", Limits(cpu=1))

    assert str(refusal.value) == TOO_SLOW


def test_what_nobody_wants_any_more_is_ended(tmp_path: Path) -> None:
    with pytest.raises(Stopped):
        press(book("A word. " * 300_000), "pdf", tmp_path, is_stopped=lambda: True)


@pytest.mark.long
@pytest.mark.parametrize("format_", FORMATS)
def test_a_book_of_half_a_million_words_is_printed_whole(format_: str) -> None:
    chapter = "\n\n".join(["The rain came down as if it had somewhere to be. " * 12] * 40)

    data, _ = pressed(book(*[chapter] * 100), format_)

    if format_ == "pdf":
        pages = PdfReader(io.BytesIO(data)).pages
        assert len(pages) > 1_000
        assert "somewhere" in pages[-2].extract_text()
    else:
        assert text_of(data, format_).count("somewhere") == 100 * 40 * 12
