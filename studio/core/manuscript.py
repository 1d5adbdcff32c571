"""The book as its readers get it: what every format prints."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import takewhile
from uuid import UUID, uuid5

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
    is_proposed: bool = False

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


def part_of(book: Book, section_id: str) -> Book:
    """The book as only one of its sections, with those below it; LookupError without it."""
    at = next((n for n, s in enumerate(book.sections) if s.id == section_id), None)
    if at is None:
        raise LookupError(section_id)
    first, *rest = book.sections[at:]
    below = tuple(takewhile(lambda section: section.level > first.level, rest))
    headings = {section.heading for section in (first, *below)}
    missing = tuple(name for name in book.missing if name in headings)
    own = uuid5(UUID(book.identifier), section_id).urn if book.identifier else ""
    return replace(
        book,
        title=f"{book.title}: {first.title}",
        sections=(first, *below),
        missing=missing,
        complete=not missing,
        identifier=own,
    )
