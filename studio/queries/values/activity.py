"""What was decided in a book: every change, what it changed, and the book as it was."""

from dataclasses import dataclass
from datetime import datetime

from studio.queries.values.common import BookHead, Link
from studio.queries.values.proposed import ChangeBlock


@dataclass(frozen=True, slots=True)
class CommitLine:
    """One change in the list; `cannot_undo` says why it cannot be undone by itself, or is ''."""

    number: int
    words: str
    by: str
    made_at: datetime
    n_parts: int
    cannot_undo: str = ""
    is_last: bool = False


@dataclass(frozen=True, slots=True)
class PartChange:
    """One part of the book that a change wrote, before and after."""

    name: str
    url: str
    what: str
    blocks: tuple[ChangeBlock, ...] = ()


@dataclass(frozen=True, slots=True)
class ActivityPage:
    """The changes of a book, the newest first."""

    book: BookHead
    lines: tuple[CommitLine, ...]
    older: int = 0


@dataclass(frozen=True, slots=True)
class CommitPage:
    """One change, or all changes between two, with what differs."""

    book: BookHead
    title: str
    line: CommitLine | None
    older: int
    newer: int
    parts: tuple[PartChange, ...]
    n_more: int = 0


@dataclass(frozen=True, slots=True)
class PastSection:
    """A section as it was."""

    id: str
    number: str
    level: int
    title: str
    html: str


@dataclass(frozen=True, slots=True)
class PastStep:
    """One step that stood: its text's version, by whose word, and what could be relied on."""

    key: str
    name: str
    version: int
    words: int
    by: str
    is_stale: bool
    is_distrusted: bool
    is_locked: bool


@dataclass(frozen=True, slots=True)
class PastPage:
    """The book as of one change: to be read, not written."""

    book: BookHead
    number: int
    made_at: datetime
    words: str
    n_words: int
    sections: tuple[PastSection, ...]
    counts: tuple[Link, ...]
    steps: tuple[PastStep, ...] = ()
    parts: tuple[Link, ...] = ()
