"""A whole book as one HTML file that needs nothing else."""

import re
from collections.abc import Callable, Iterable
from html import escape
from importlib.resources import files

from studio.core.language import code_of, direction
from studio.core.manuscript import Book, Section
from studio.formats.markdown import to_html_below
from studio.formats.words import Words, words_for

_STYLE = files(__package__).joinpath("book.css").read_text(encoding="utf-8")
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
_LANGUAGE_TAG = re.compile(r"[A-Za-z]{2,8}(?:[-_][A-Za-z0-9]{1,8})*")
_NOT_IN_IDS = re.compile(r"[^\w-]+")


def book_html(book: Book) -> str:
    """The typeset book in one file: title page, contents, text; it loads nothing from elsewhere."""
    words = words_for(book.language)
    title = escape(book.title)
    pieces = [
        "<!doctype html>",
        f'<html lang="{_tag(book.language)}" dir="{direction(book.language)}">',
        "<head>",
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="color-scheme" content="light dark">',
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
        f'<meta name="author" content="{escape(book.author)}">' if book.author else "",
        f"<title>{title}</title>",
        f"<style>\n{_STYLE}</style>",
        "</head>",
        "<body>",
        _title_page(book, words),
        _contents(book.sections, words) if book.sections else "",
        '<main id="text">',
        *map(_section, book.sections),
        "</main>",
        _colophon(book, words),
        "</body>",
        "</html>",
    ]
    return "\n".join(piece for piece in pieces if piece) + "\n"


def _tag(language: str) -> str:
    """The language as a tag, also where an author wrote its name."""
    tag = language.strip().replace("_", "-")
    is_tag = _LANGUAGE_TAG.fullmatch(tag) and len(tag.split("-")[0]) <= 3
    return tag if is_tag else escape(code_of(language)) or "und"


def _title_page(book: Book, words: Words) -> str:
    author = f'<p class="author">{escape(book.author)}</p>' if book.author else ""
    return (
        f'<header class="title-page">\n<h1>{escape(book.title)}</h1>\n'
        f"{author}\n{_unfinished(book, words)}\n</header>"
    )


def _unfinished(book: Book, words: Words) -> str:
    if book.complete:
        return ""
    names = "".join(f"<li>{escape(name)}</li>" for name in book.missing)
    listed = f"<ul>{names}</ul>" if names else ""
    return (
        f'<aside class="unfinished" role="note"><p>{escape(words.unfinished)}</p>{listed}</aside>'
    )


def _contents(sections: Iterable[Section], words: Words) -> str:
    """The table of contents as nested lists, whatever levels the sections skip."""
    pieces: list[str] = []
    open_levels: list[int] = []
    for section in sections:
        while open_levels and open_levels[-1] > section.level:
            pieces.append("</li></ol>")
            open_levels.pop()
        if open_levels and open_levels[-1] == section.level:
            pieces.append("</li>")
        else:
            pieces.append("<ol>")
            open_levels.append(section.level)
        pieces.append(f'<li><a href="#{_anchor(section)}">{_heading_words(section)}</a>')
    pieces += ["</li></ol>"] * len(open_levels)
    heading = f'<h2 id="contents">{escape(words.contents)}</h2>'
    return f'<nav class="contents" aria-labelledby="contents">{heading}{"".join(pieces)}</nav>'


def _section(section: Section) -> str:
    rank = min(section.level + 1, 6)
    anchor = _anchor(section)
    text = to_html_below(section.text, id_prefix=anchor, level=rank)
    return (
        f'<section class="part" id="{anchor}" data-level="{section.level}">\n'
        f"<h{rank}>{_heading_words(section)}</h{rank}>\n"
        f'<div class="text">\n{text}</div>\n</section>'
    )


def _anchor(section: Section) -> str:
    return "s-" + _NOT_IN_IDS.sub("-", section.id)


def _heading_words(section: Section) -> str:
    number = f'<span class="number">{escape(section.number)}</span> ' if section.number else ""
    return f'{number}<span class="name">{escape(section.title)}</span>'


def _colophon(book: Book, words: Words) -> str:
    """What a reader should know about the state of the text."""
    claims: tuple[tuple[str, Callable[[Section], bool]], ...] = (
        (words.unread, lambda section: section.accepted_by == "policy"),
        (words.stale, lambda section: section.is_stale),
        (words.untrusted, lambda section: section.is_untrusted),
    )
    lines = [escape(words.change.format(book.number))]
    for label, holds in claims:
        if found := [section.heading for section in book.sections if holds(section)]:
            lines.append(f"{escape(label)}: {escape('; '.join(found))}")
    return f'<footer class="colophon">{"".join(f"<p>{line}</p>" for line in lines)}</footer>'
