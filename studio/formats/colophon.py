"""What a reader should know about the state of the text: the last lines of every typeset file."""

from collections.abc import Callable

from studio.core.manuscript import Book, Section
from studio.formats.words import words_for


def colophon(book: Book) -> list[str]:
    """As of which change, what nobody read, and what is no longer to be relied on."""
    words = words_for(book.language)
    claims: tuple[tuple[str, Callable[[Section], bool]], ...] = (
        (words.proposed, lambda section: section.is_proposed),
        (words.unread, lambda section: section.accepted_by == "policy"),
        (words.stale, lambda section: section.is_stale),
        (words.untrusted, lambda section: section.is_untrusted),
    )
    lines = [words.change.format(book.number)]
    for label, holds in claims:
        if found := [section.heading for section in book.sections if holds(section)]:
            lines.append(f"{label}: {'; '.join(found)}")
    return lines
