"""The book as its readers get it: what every format prints."""

from dataclasses import dataclass
from datetime import UTC, datetime

from studio.core.prose import count_words


@dataclass(frozen=True, slots=True)
class Section:
    """A part, chapter or section in reading order; `level` counts from 1, `number` may be empty."""

    id: str
    number: str
    level: int
    title: str
    text: str
    accepted_by: str = ""
    is_stale: bool = False
    is_untrusted: bool = False

    @property
    def heading(self) -> str:
        return " ".join(piece for piece in (self.number, self.title) if piece)


@dataclass(frozen=True, slots=True)
class Book:
    """A book as of one change, with the sections that it still lacks by name; the identifier is
    the same in all its files, and the time is that of the change."""

    title: str
    author: str
    language: str
    sections: tuple[Section, ...]
    number: int
    complete: bool
    missing: tuple[str, ...] = ()
    identifier: str = ""
    at: datetime = datetime(2000, 1, 1, tzinfo=UTC)

    @property
    def n_words(self) -> int:
        return sum(count_words(section.text) for section in self.sections)
