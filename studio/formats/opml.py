"""Outlines as OPML, out and in. A file with a DTD or entities is refused before it is read."""

from collections.abc import Iterable, Mapping
from typing import Any
from xml.etree import ElementTree as Tree
from xml.parsers import expat

MOST_BYTES = 1_000_000
SYNOPSIS, WORDS, DONE_WHEN = "_note", "words", "doneWhen"


class BadFile(ValueError):
    """The file is no outline that can be read; the message says why and what to do."""


def write(title: str, sections: Iterable[tuple[int, Mapping[str, Any]]]) -> bytes:
    """Sections in order, each with its depth below the first, as an OPML file."""
    root = Tree.Element("opml", version="2.0")
    Tree.SubElement(Tree.SubElement(root, "head"), "title").text = title
    above = [Tree.SubElement(root, "body")]
    for depth, body in sections:
        del above[depth + 1 :]
        said = {
            "text": body["title"],
            SYNOPSIS: body.get("synopsis", ""),
            WORDS: str(body.get("words") or ""),
            DONE_WHEN: body.get("done_when", ""),
        }
        told = {name: value for name, value in said.items() if value}
        above.append(Tree.SubElement(above[-1], "outline", told))
    Tree.indent(root)
    written: bytes = Tree.tostring(root, encoding="utf-8", xml_declaration=True)
    return written + b"\n"


def read(data: bytes) -> list[dict[str, Any]]:
    """The sections of an OPML file in order, each with its depth below the first."""
    if len(data) > MOST_BYTES:
        raise BadFile("The file is larger than 1 MB, which no outline needs. Send a smaller one.")
    reader = _Reader()
    try:
        reader.parser.Parse(data, True)
    except expat.ExpatError as error:
        raise BadFile(
            f"The file is not well-formed XML (line {error.lineno}). "
            "Export the outline as OPML once more, and send that file."
        ) from error
    except (LookupError, UnicodeError) as error:
        raise BadFile(
            "The file is in an encoding that cannot be read. Save it as UTF-8."
        ) from error
    if not reader.is_opml:
        raise BadFile("This is not an OPML file: it holds no <opml>. Export the outline as OPML.")
    if not reader.items:
        raise BadFile("The file holds no outline: there is nothing with a title in its <body>.")
    return reader.items


class _Reader:
    """Takes outlines down as they are met: nothing is expanded, and no tree is built."""

    def __init__(self) -> None:
        self.items: list[dict[str, Any]] = []
        self.is_opml = False
        self._depths: list[int] = []
        self._n_open = 0
        self.parser = expat.ParserCreate()
        self.parser.StartDoctypeDeclHandler = _refuse
        self.parser.EntityDeclHandler = _refuse
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end

    def _start(self, name: str, told: dict[str, str]) -> None:
        self.is_opml = self.is_opml or (self._n_open == 0 and name == "opml")
        self._n_open += 1
        if name != "outline" or not self.is_opml:
            return
        depth = self._depths[-1] if self._depths else 0
        title = " ".join((told.get("text") or told.get("title") or "").split())
        if title:
            self.items.append(_item(title, depth, told))
        # What stands below something without a title stands where that would.
        self._depths.append(depth + bool(title))

    def _end(self, name: str) -> None:
        self._n_open -= 1
        if name == "outline" and self._depths:
            self._depths.pop()


def _item(title: str, depth: int, told: Mapping[str, str]) -> dict[str, Any]:
    found: dict[str, Any] = {"title": title, "depth": depth}
    if synopsis := told.get(SYNOPSIS, "").strip():
        found["synopsis"] = synopsis
    if done_when := told.get(DONE_WHEN, "").strip():
        found["done_when"] = done_when
    if told.get(WORDS, "").isdecimal():
        found["words"] = int(told[WORDS])
    return found


def _refuse(*_: object) -> None:
    raise BadFile("The file has a document type (DTD) or entities of its own, which is not safe "
                  "to read. Remove the lines that begin with <!, and send it again.")  # fmt: skip
