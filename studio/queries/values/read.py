"""The book typeset, a chapter a page."""

from dataclasses import dataclass
from typing import Literal

from studio.queries.values.common import BookHead, Link, Provenance, Work


@dataclass(frozen=True, slots=True)
class ReadParagraph:
    """One paragraph to be read."""

    id: str
    html: str
    provenance: Provenance
    is_distrusted: bool = False
    n_remarks: int = 0


@dataclass(frozen=True, slots=True)
class ReadSection:
    """One section to be read, with what may be decided about it."""

    id: str
    number: str
    title: str
    level: int
    is_heading: bool
    paragraphs: tuple[ReadParagraph, ...] = ()
    state: Work = "none"
    words: int = 0
    accepted_by: Literal["", "you", "rule"] = ""
    is_stale: bool = False
    is_distrusted: bool = False
    is_beside: bool = False
    can_accept: bool = False
    can_mark_read: bool = False
    must_fix_count: int = 0
    seen: str = ""


@dataclass(frozen=True, slots=True)
class ReadChapter:
    """What stands on one page."""

    id: str
    number: str
    title: str
    sections: tuple[ReadSection, ...] = ()
    words: int = 0
    n_waiting: int = 0
    n_unread: int = 0
    n_missing: int = 0
    is_open: bool = False

    @property
    def acceptable(self) -> tuple[ReadSection, ...]:
        """The sections that are accepted with the chapter."""
        return tuple(s for s in self.sections if s.can_accept)

    @property
    def unread(self) -> tuple[ReadSection, ...]:
        """The sections that a rule accepted and nobody read."""
        return tuple(s for s in self.sections if s.can_mark_read)

    @property
    def left_out(self) -> tuple[ReadSection, ...]:
        """The sections that wait, but in which something must be fixed first."""
        return tuple(s for s in self.sections if s.state in ("review", "held") and s.must_fix_count)


@dataclass(frozen=True, slots=True)
class ReadPage:
    """The contents of the book, and the chapters that are open: none on its title page. Of a long
    book the whole comes in parts, each named by the chapter that begins it."""

    book: BookHead
    author: str
    contents: tuple[ReadChapter, ...]
    open: tuple[ReadChapter, ...] = ()
    is_whole: bool = False
    is_part: bool = False
    before: Link | None = None
    after: Link | None = None
    part_before: str = ""
    part_after: str = ""
    words: int = 0
