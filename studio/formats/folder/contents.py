"""What a project folder holds: the entries of a book, its current texts, and open remarks."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from studio.core.digest import digest, digest_of

Body = Mapping[str, Any]
FORMAT = 1
# The files that people edit, each with one text of the brief.
BRIEF_FILES = ("intention", "audience", "voice")
UNITS = ".bookmeta/units"
BASE, ORDER, METHOD, FILES = (
    f".bookmeta/{name}.json" for name in ("entries", "order", "method", "files")
)
BOOK, OUTLINE = "book.yaml", "outline.yaml"


class BadFolder(ValueError):
    """The folder is no book that can be read; the message says which file, and what to do."""


@dataclass(frozen=True, slots=True)
class Version:
    """The current text of a step, with where it comes from and what it was written from."""

    key: str
    text: str
    by: str
    origin: str
    made_by: str
    cause: str
    number: int
    made_at: str
    paragraphs: tuple[tuple[str, str], ...] = ()
    remarks: tuple[Body, ...] = ()
    reads: Mapping[str, str] = field(default_factory=dict)
    passed: tuple[tuple[str, str, tuple[str, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class Remark:
    """What is held against a text and still open."""

    key: str
    source: str
    severity: str
    words: str
    paragraph: str
    quote: str
    prefix: str
    suffix: str
    is_anchored: bool
    made_at: str
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Contents:
    """A book as its folder has it; `entries` are all but those of the current texts."""

    entries: Mapping[str, Body]
    versions: tuple[Version, ...] = ()
    remarks: tuple[Remark, ...] = ()


def said_of(key: str, body: Body) -> str:
    """The digest of what a file says of an entry: where a section stands is told elsewhere."""
    if key.startswith("section/"):
        body = {name: value for name, value in body.items() if name not in ("parent", "rank")}
    return digest_of(body)


def of_paragraph(text: str) -> str:
    """How the files beside the texts speak of a paragraph."""
    return digest(text)[:12]
