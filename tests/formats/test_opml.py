"""Outlines go out as OPML and come in again as they were; bad files are refused in words."""

from typing import Any

import pytest

from studio.formats import opml

SECTIONS: list[tuple[int, dict[str, Any]]] = [
    (0, {"title": "Water", "synopsis": "It comes & goes.", "words": 1200, "done_when": "All wet."}),
    (1, {"title": "Springs <1>", "synopsis": "", "words": 0}),
    (2, {"title": "Quelle „Süd“"}),
    (1, {"title": "Mills"}),
    (0, {"title": "水"}),
]
HEAD = '<?xml version="1.0"?>\n'


def body(inner: str) -> bytes:
    return f'{HEAD}<opml version="2.0"><head/><body>{inner}</body></opml>'.encode()


def test_what_is_written_is_read_as_it_was() -> None:
    found = opml.read(opml.write("Rivers", SECTIONS))

    assert [(i["depth"], i["title"]) for i in found] == [(d, b["title"]) for d, b in SECTIONS]
    assert found[0] == {
        "title": "Water", "depth": 0, "synopsis": "It comes & goes.", "words": 1200,
        "done_when": "All wet.",
    }  # fmt: skip


def test_files_of_other_programs_are_read() -> None:
    found = opml.read(body(
        '<outline title="A"><outline text=""><outline text=" B\n b "/></outline></outline>'
        '<outline text="C" type="link" words="many"/>'
    ))  # fmt: skip

    assert found == [
        {"title": "A", "depth": 0}, {"title": "B b", "depth": 1}, {"title": "C", "depth": 0},
    ]  # fmt: skip


def test_another_encoding_that_is_named_is_read() -> None:
    file = (
        '<?xml version="1.0" encoding="iso-8859-1"?><opml><body><outline text="Süd"/></body></opml>'
    )

    assert opml.read(file.encode("latin-1"))[0]["title"] == "Süd"


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "not well-formed XML"),
        (b"\x00\xff\xfe", "not well-formed XML"),
        (b"<opml><body><outline text='a'>", "line 1"),
        (b"<html><body/></html>", "not an OPML file"),
        (b"<html><opml><outline text='a'/></opml></html>", "not an OPML file"),
        (body(""), "holds no outline"),
        (body('<outline text=" "/>'), "holds no outline"),
        (b"<!DOCTYPE opml><opml/>", "document type"),
        (b'<!DOCTYPE o [<!ENTITY a "b">]><opml><body><outline text="&a;"/></body></opml>', "DTD"),
        (b'<!DOCTYPE o SYSTEM "http://x.invalid/x.dtd"><opml/>', "DTD"),
        (b'<?xml version="1.0" encoding="klingon"?><opml/>', "encoding"),
        (b" " * (opml.MOST_BYTES + 1), "larger than 1 MB"),
    ],
)
def test_a_file_that_cannot_be_read_says_why(data: bytes, said: str) -> None:
    with pytest.raises(opml.BadFile, match=said):
        opml.read(data)
