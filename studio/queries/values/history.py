"""The versions of a section: listed, named, and two of them compared."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from studio.queries.values.common import BookHead
from studio.queries.values.proposed import ChangePart
from studio.queries.values.section import VersionLine

Look = Literal["inline", "side"]
Grain = Literal["word", "sentence", "paragraph"]


@dataclass(frozen=True, slots=True)
class NamedLine:
    """A name that was given, and to what."""

    id: int
    name: str
    what: str
    by: str
    made_at: datetime
    number: int
    url: str = ""
    compare_url: str = ""
    section_id: str = ""


@dataclass(frozen=True, slots=True)
class Moment:
    """What a section said from one change on."""

    number: int
    made_at: datetime
    cause: str
    by: str
    words: int
    change: int
    names: tuple[NamedLine, ...] = ()
    is_now: bool = False

    @property
    def key(self) -> str:
        """How an address names it."""
        return f"c{self.number}"


@dataclass(frozen=True, slots=True)
class ComparedBlock:
    """One paragraph of two versions; `paragraph_id` names it in the older one, to be taken back."""

    kind: Literal["same", "added", "removed", "changed"]
    parts: tuple[ChangePart, ...]
    old: tuple[ChangePart, ...] = ()
    new: tuple[ChangePart, ...] = ()
    version_id: int = 0
    paragraph_id: str = ""


@dataclass(frozen=True, slots=True)
class ComparedPassage:
    """One passage of two versions, its unchanged stretches counted."""

    title: str
    blocks: tuple[ComparedBlock, ...]


@dataclass(frozen=True, slots=True)
class Compared:
    """Two versions compared."""

    title: str
    older: str
    newer: str
    passages: tuple[ComparedPassage, ...]
    n_changes: int
    words_added: int
    words_removed: int
    look: Look = "inline"
    grain: Grain = "word"
    moment: int = 0
    version_id: int = 0


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """All versions of a section, the newest first, and perhaps two of them compared."""

    book: BookHead
    section_id: str
    number: str
    title: str
    chapter_id: str
    chapter_title: str
    moments: tuple[Moment, ...]
    versions: tuple[VersionLine, ...]
    names: tuple[NamedLine, ...]
    older: str = ""
    newer: str = ""
    compared: Compared | None = None
    n_earlier: int = 0


@dataclass(frozen=True, slots=True)
class NamesPage:
    """All names that were given in a book."""

    book: BookHead
    lines: tuple[NamedLine, ...]
    number: int
