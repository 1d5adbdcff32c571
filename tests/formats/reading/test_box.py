"""Files of other programs, bad ones, and some made to do harm: read, or refused in words."""

import io
import zipfile
from pathlib import Path

import pytest

from studio.formats.archives import zipped
from studio.formats.bounded import Limits, Stopped
from studio.formats.reading import box, manuscript
from studio.formats.reading.manuscript import BadManuscript
from studio.formats.reading.read import read

WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_TYPES = (
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.'
    'relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/'
    'vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>'
)  # fmt: skip
_RELATIONS = (
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    '<Relationship Id="r1" Target="word/document.xml" Type="http://schemas.openxmlformats.org/'
    'officeDocument/2006/relationships/officeDocument"/></Relationships>'
)


def packed(**members: str | bytes) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, said in members.items():
            archive.writestr(name, said)
    return data.getvalue()


def docx(body: str, head: str = "") -> bytes:
    document = f'{head}<w:document xmlns:w="{WORD}"><w:body>{body}</w:body></w:document>'
    names = {"Title": "Title", "Heading1": "heading 1", "TOC1": "toc 1"}
    styles = "".join(
        f'<w:style w:type="paragraph" w:styleId="{style}"><w:name w:val="{name}"/></w:style>'
        for style, name in names.items()
    )
    styles += (
        '<w:style w:type="paragraph" w:styleId="TOCHeading"><w:name w:val="TOC Heading"/>'
        '<w:basedOn w:val="Heading1"/></w:style>'
    )
    return packed(**{
        "[Content_Types].xml": _TYPES, "_rels/.rels": _RELATIONS, "word/document.xml": document,
        "word/styles.xml": f'<w:styles xmlns:w="{WORD}">{styles}</w:styles>',
        "word/_rels/document.xml.rels": _RELATIONS.replace("word/document", "styles").replace(
            "officeDocument\"", "styles\""
        ),
    })  # fmt: skip


def para(text: str, style: str = "") -> str:
    styled = f'<w:pPr><w:pStyle w:val="{style}"/></w:pPr>' if style else ""
    return f"<w:p>{styled}<w:r><w:t>{text}</w:t></w:r></w:p>"


def epub(package: str, **texts: str) -> bytes:
    container = (
        '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
        '<rootfile full-path="o/p.opf"/></rootfiles></container>'
    )
    html = '<html xmlns="http://www.w3.org/1999/xhtml"><body>{}</body></html>'
    texts = {f"o/{name}.xhtml": html.format(said) for name, said in texts.items()}
    return packed(**{
        "mimetype": "application/epub+zip", "META-INF/container.xml": container,
        "o/p.opf": package, **texts,
    })  # fmt: skip


PACKAGE = (
    '<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata xmlns:dc="http://purl.org'
    '/dc/elements/1.1/"><dc:title>Sick</dc:title><dc:language>fr</dc:language></metadata><manifest>'
    '<item id="b" href="b.xhtml" media-type="application/xhtml+xml"/>'
    '<item id="a" href="a.xhtml" media-type="application/xhtml+xml"/>'
    '<item id="gone" href="gone.xhtml" media-type="application/xhtml+xml"/></manifest>'
    '<spine><itemref idref="b"/><itemref idref="gone"/><itemref idref="a" linear="no"/></spine>'
    "</package>"
)

RTF = rb"{\rtf1\ansi\ansicpg1252 Caf\'e9 {\b bold}.\par Second.\par}"
BINDER = (
    "<ScrivenerProject><Binder>"
    '<BinderItem UUID="D" Type="DraftFolder"><Title>Draft</Title><Children>'
    '<BinderItem UUID="A" Type="Folder"><Title>Part &amp; one</Title><Children>'
    '<BinderItem UUID="B" Type="Text"><Title>Scene</Title></BinderItem>'
    "</Children></BinderItem></Children></BinderItem>"
    '<BinderItem UUID="R" Type="ResearchFolder"><Title>Research</Title><Children>'
    '<BinderItem UUID="X" Type="Text"><Title>Left</Title></BinderItem></Children></BinderItem>'
    "</Binder></ScrivenerProject>"
)


def lines(name: str, data: bytes) -> list[str]:
    found = read(name, data)
    level = max((one.level for one in manuscript.levels(found)), default=1)
    made = manuscript.sections(found, level)
    return [f"{'  ' * s.depth}{s.title}: {' '.join(s.text.split())}".rstrip(": ") for s in made]


def test_a_word_file_is_read() -> None:
    table = "".join(f"<w:tc>{para(said)}</w:tc>" for said in ("x", "y"))
    body = (
        para("A Book", "Title") + para("Contents", "TOCHeading") + para("First 1", "TOC1")
        + para("First", "Heading1")
        + para("It was.") + f"<w:tbl><w:tr>{table}</w:tr></w:tbl>"
        + para("Second", "Heading1") + para("It *is*.")
    )  # fmt: skip
    first, second = lines("a.docx", docx(body))

    assert first.startswith("First: It was.")
    assert "x" in first
    assert second == r"Second: It \*is\*."
    found = read("a.docx", docx(body))
    assert (found.title, found.left_out) == ("A Book", ("2 lines of the table of contents.",))


def test_an_epub_is_read_though_a_file_is_missing_and_notes_stand_apart() -> None:
    data = epub(
        PACKAGE,
        b='<h2>One</h2><p>It was<sup><a href="a.xhtml#n1">1</a></sup>.</p>',
        a='<h2>Notes</h2><p id="n1">A note.</p>',
    )
    found = read("sick.epub", data)

    assert lines("sick.epub", data) == [r"One: It was\[1\].", "Notes: A note."]
    assert (found.title, found.language) == ("Sick", "fr")
    assert any("1 file that the EPUB names" in said for said in found.left_out)


def test_a_scrivener_project_is_read_in_the_order_of_its_binder() -> None:
    top = "My Book.scriv"
    data = zipped({
        f"{top}/My Book.scrivx": BINDER.encode(),
        f"{top}/Files/Data/B/content.rtf": RTF,
        f"{top}/Files/Data/B/synopsis.txt": b"He leaves.",
        f"{top}/Files/Data/X/content.rtf": RTF,
    }, "x")  # fmt: skip
    found = read("book.zip", data)

    assert lines("book.zip", data) == ["Part & one", "  Scene: Café **bold**. Second."]
    assert manuscript.sections(found, 2)[1].synopsis == "He leaves."
    assert manuscript.title_of(found) == "My Book"
    assert found.left_out == ("1 document in Research and Trash.",)


def test_an_outline_is_read_without_texts() -> None:
    data = (
        b'<opml><body><outline text="A" _note="Why."><outline text="B" words="900"/></outline>'
        b"</body></opml>"
    )
    made = manuscript.sections(read("o.opml", data), 2)

    assert [(s.depth, s.title, s.synopsis, s.words, s.text) for s in made] == [
        (0, "A", "Why.", 0, ""), (1, "B", "", 900, ""),
    ]  # fmt: skip


ENTITIES = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>'


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("a.md", b"", "is empty"),
        ("a.md", b" \n", "is empty"),
        ("a.png", b"\x89PNG\0\0\0\0\0\0", "no text in a.png"),
        ("a.txt", b"\xff\0\0\0\0\0\0", "is no text"),
        ("a.docx", b"nothing", "is damaged: it is no DOCX"),
        ("a.epub", packed(mimetype="application/epub+zip"), "cannot be read"),
        ("a.docx", packed(x="y"), "cannot be read"),
        ("a.docx", docx(para("&b;"), ENTITIES), "entities of its own"),
        ("a.epub", epub(f"{ENTITIES}{PACKAGE}"), "entities of its own"),
        ("a.zip", packed(**{"../a.md": "x"}), "points out of its folder"),
        ("a.zip", packed(**{"a.bin": "x"}), "no text in a.zip"),
        ("a.zip", packed(**{"a.md": b"\0" * 20_000_000}), "would be 20 MB"),
        ("a.zip", packed(**{"x.scrivx": f"{ENTITIES}{BINDER}"}), "entities of its own"),
        ("a.zip", packed(**{"x.scrivx": "<a>"}), "binder of the Scrivener project is damaged"),
        ("a.opml", b"<opml><body/></opml>", "holds no outline"),
    ],
)
def test_what_cannot_be_read_is_refused_in_words(name: str, data: bytes, words: str) -> None:
    with pytest.raises(BadManuscript, match=words):
        read(name, data)


def test_a_process_of_its_own_reads(tmp_path: Path) -> None:
    found = box.read(tmp_path, "a.md", b"# A\n\nOne.\n\n# B\n\nTwo.\n")

    assert [block.title for block in found.blocks] == ["A", "B"]


@pytest.mark.parametrize(
    ("limits", "data", "words"),
    [
        (Limits(memory=3_000, cpu=60, wall=1), None, "more memory or time"),
        (box.LIMITS, b"", "is empty"),
    ],
)
def test_what_takes_too_much_is_ended(
    tmp_path: Path, limits: Limits, data: bytes | None, words: str
) -> None:
    nested = "<w:tbl><w:tr><w:tc>" * 600 + para("x") + "<w:p/></w:tc></w:tr></w:tbl>" * 600

    with pytest.raises(BadManuscript, match=words):
        box.read(tmp_path, "a.docx", docx(nested * 4) if data is None else data, limits)


def test_a_reading_is_stopped(tmp_path: Path) -> None:
    nested = "<w:tbl><w:tr><w:tc>" * 1500 + para("x") + "<w:p/></w:tc></w:tr></w:tbl>" * 1500

    with pytest.raises(Stopped):
        box.read(tmp_path, "a.docx", docx(nested), is_stopped=lambda: True)

    assert not (tmp_path / box.READ).exists()
