"""A whole book as one HTML file that needs nothing else."""

from collections.abc import Iterable
from html import escape
from importlib.resources import files

from studio.core.language import direction, tag_of
from studio.core.manuscript import Book, Section
from studio.formats.colophon import colophon
from studio.formats.markdown import render
from studio.formats.resolving import Ready, anchor_of, resolve
from studio.formats.words import Words, words_for

_STYLE = files(__package__).joinpath("book.css").read_text(encoding="utf-8")
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"


def book_html(book: Book) -> str:
    """The typeset book in one file: title page, contents, text; it loads nothing from elsewhere."""
    words = words_for(book.language)
    resolved = resolve(book)
    title = escape(resolved.book.title)
    pieces = [
        "<!doctype html>",
        f'<html lang="{tag_of(book.language)}" dir="{direction(book.language)}">',
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
        _title_page(resolved.book, words),
        _contents((ready.section for ready in resolved.sections), words) if book.sections else "",
        '<main id="text">',
        *map(_section, resolved.sections),
        "</main>",
        _colophon(book),
        "</body>",
        "</html>",
    ]
    return "\n".join(piece for piece in pieces if piece) + "\n"


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
        pieces.append(f'<li><a href="#{anchor_of(section)}">{_heading_words(section)}</a>')
    pieces += ["</li></ol>"] * len(open_levels)
    heading = f'<h2 id="contents">{escape(words.contents)}</h2>'
    return f'<nav class="contents" aria-labelledby="contents">{heading}{"".join(pieces)}</nav>'


def _section(ready: Ready) -> str:
    rank, section = ready.rank, ready.section
    return (
        f'<section class="part" id="{ready.anchor}" data-level="{section.level}">\n'
        f"<h{rank}>{_heading_words(section)}</h{rank}>\n"
        f'<div class="text">\n{render(ready.parsed)}</div>\n</section>'
    )


def _heading_words(section: Section) -> str:
    number = f'<span class="number">{escape(section.number)}</span> ' if section.number else ""
    return f'{number}<span class="name">{escape(section.title)}</span>'


def _colophon(book: Book) -> str:
    lines = "".join(f"<p>{escape(line)}</p>" for line in colophon(book))
    return f'<footer class="colophon">{lines}</footer>'
