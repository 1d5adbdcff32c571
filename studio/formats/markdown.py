"""Markdown to HTML that is safe to show, and a whole book as one Markdown file."""

import html
import json
import re
from collections.abc import Sequence
from typing import Any

import nh3
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import OptionsDict

from studio.core.manuscript import Book, Section
from studio.core.prose import fenced, normalise, words
from studio.formats.parsing import (
    LOWEST,
    PARSER,
    Parsed,
    demote,
    lead_links,
    name_headings,
    parse,
    set_directions,
    shift,
)
from studio.formats.words import words_for

_TAGS = frozenset(
    words(
        "p br hr h1 h2 h3 h4 h5 h6 em strong s del code pre blockquote ul ol li dl dt dd table"
        " thead tbody tr th td a sup sub section input span div"
    )
)
_ATTRIBUTES = {
    "a": {"href", "title", "id", "class"},
    "ol": {"start", "class"},
    "li": {"id", "class", "dir"},
    "input": {"type", "checked", "disabled", "class"},
    **{tag: {"id", "dir"} for tag in ("h1", "h2", "h3", "h4", "h5", "h6")},
    **{tag: {"class"} for tag in ("ul", "hr", "code", "pre", "span", "div", "sup", "section")},
    **{tag: {"class", "dir"} for tag in ("th", "td")},
    **{tag: {"dir"} for tag in ("p", "dt", "dd", "blockquote")},
}
_WEB_LINK = re.compile(r"https?://", re.IGNORECASE)
_NOT_IN_IDS = re.compile(r"[^\w-]+")
_FOOTNOTE_LABEL = re.compile(r"(?<!\\)\[\^([^\]\s]+)\]")
_ATX = re.compile(r"( {0,3})(#{1,6})(?=[ \t]|$)")
_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~])")


def to_html(markdown: str, *, id_prefix: str) -> str:
    """Safe HTML of a text; the prefix keeps its ids apart from those of other texts on a page."""
    return to_html_below(markdown, id_prefix=id_prefix, level=0)


def to_html_below(markdown: str, *, id_prefix: str, level: int) -> str:
    """The same for a text under a heading of this level: its own headings rank below it."""
    text = normalise(markdown)
    parsed = parse(text, id_prefix)
    demote(parsed.tokens, level)
    lead_links(parsed.tokens, name_headings(parsed.tokens, id_prefix))
    set_directions(parsed.tokens, text)
    return render(parsed)


def render(parsed: Parsed) -> str:
    """Safe HTML of tokens, whatever was done to them."""
    return nh3.clean(
        PARSER.renderer.render(parsed.tokens, PARSER.options, parsed.env),
        tags=set(_TAGS),
        attributes=_ATTRIBUTES,
        url_schemes={"http", "https", "mailto"},
        link_rel="noopener noreferrer nofollow",
    )


def book_markdown(book: Book) -> str:
    """The whole book as one Markdown file with front matter."""
    front = {"title": book.title, "author": book.author, "language": book.language}
    lines = [
        f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in front.items() if value
    ]
    head = "\n".join(["---", *lines, f"change: {book.number}", "---"])
    parts = [head, f"# {_escaped(book.title)}", *_missing(book), *map(_section, book.sections)]
    return "\n\n".join(part.strip("\n") for part in parts) + "\n"


def _missing(book: Book) -> list[str]:
    if book.complete:
        return []
    added = words_for(book.language)
    names = [f"> - {_escaped(name)}" for name in book.missing]
    return ["\n".join([f"> **{added.unfinished}**", *([">", *names] if names else [])])]


def _section(section: Section) -> str:
    level = min(section.level + 1, LOWEST)
    heading = "#" * level + " " + _escaped(section.heading)
    text = _own_footnotes(_demoted(normalise(section.text), level), section.id)
    return f"{heading}\n\n{text}"


def _escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", " ".join(text.split()))


def _demoted(text: str, level: int) -> str:
    """The text with its headings moved below the level, its underlined ones written with signs."""
    lines = text.split("\n")
    headings = [token for token in parse(text, "").tokens if token.type == "heading_open"]
    moved = shift(headings, level)
    for token in reversed(headings):
        rank = "#" * min(int(token.tag[1]) + moved, LOWEST)
        start, end = token.map or [0, 0]
        if token.level == 0 and token.markup in ("=", "-"):
            lines[start:end] = [f"{rank} {' '.join(lines[start : end - 1])}"]
        elif token.level == 0:
            lines[start] = _ATX.sub(rank, lines[start], count=1)
    return "\n".join(lines)


def _own_footnotes(text: str, prefix: str) -> str:
    """The text with labels of notes that no other section uses."""
    own = _NOT_IN_IDS.sub("-", prefix)
    lines = text.split("\n")
    return "\n".join(
        line if is_inside else _FOOTNOTE_LABEL.sub(rf"[^{own}-\1]", line)
        for line, is_inside in zip(lines, fenced(lines), strict=True)
    )


def _picture(
    self: RendererHTML, tokens: Sequence[Token], at: int, options: OptionsDict, env: dict[str, Any]
) -> str:
    """A picture as its words: nothing is loaded from where an author's or a model's text points."""
    token = tokens[at]
    source = str(token.attrGet("src") or "")
    alt = self.renderInlineAsText(token.children, options, env) or source.rsplit("/", 1)[-1]
    label = f'<span class="picture">{html.escape(alt)}</span>'
    before = [other.type for other in tokens[:at]]
    is_in_link = before.count("link_open") > before.count("link_close")
    if is_in_link or not _WEB_LINK.match(source):
        return label
    return f'<a href="{html.escape(source)}">{label}</a>'


PARSER.add_render_rule("image", _picture)
