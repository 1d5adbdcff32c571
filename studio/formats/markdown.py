"""Markdown to HTML that is safe to show, and a whole book as one Markdown file."""

import html
import json
import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import nh3
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import OptionsDict
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.tasklists import tasklists_plugin

from studio.core.manuscript import Book, Section
from studio.core.prose import fenced, normalise, words
from studio.formats.words import words_for

# A deeper text, or a longer one, is shown as it was typed: the parser would drop what is deeper.
_MAX_NESTING = 200
_MAX_LETTERS = 1_000_000
_LOWEST = 6

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
# A bare word is no address: "[Narrator]: Hello" must not vanish as the definition of a link.
_SAFE_LINK = re.compile(
    r"(?:https?://|mailto:|#|(?![/\\](?:[/\\]|%5c))[^:?#\s]*(?:/|\.\w|[?#])[^:]*$)", re.IGNORECASE
)
_WEB_LINK = re.compile(r"https?://", re.IGNORECASE)
_FROM_THE_RIGHT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
_BLOCKS_WITH_DIRECTION = frozenset(
    ("paragraph_open", "heading_open", "list_item_open", "th_open", "td_open", "blockquote_open")
)
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
    tokens, env = _parse(text, id_prefix)
    if tokens is None:
        return _plain(text)
    _demote(tokens, level)
    _name_headings(tokens, id_prefix)
    _set_directions(tokens, text)
    rendered = _PARSER.renderer.render(tokens, _PARSER.options, env)
    return nh3.clean(
        rendered,
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
    level = min(section.level + 1, _LOWEST)
    heading = "#" * level + " " + _escaped(section.heading)
    text = _own_footnotes(_demoted(normalise(section.text), level), section.id)
    return f"{heading}\n\n{text}"


def _escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", " ".join(text.split()))


def _demoted(text: str, level: int) -> str:
    """The text with its headings moved below the level, its underlined ones written with signs."""
    tokens, _ = _parse(text, "")
    lines = text.split("\n")
    headings = [token for token in tokens or [] if token.type == "heading_open"]
    shift = _shift(headings, level)
    for token in reversed(headings):
        rank = "#" * min(int(token.tag[1]) + shift, _LOWEST)
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


def _parse(text: str, id_prefix: str) -> tuple[list[Token] | None, dict[str, Any]]:
    """The tokens of the text; none when the parser could not hold all of it."""
    env: dict[str, Any] = {"docId": id_prefix}
    if len(text) > _MAX_LETTERS:
        return None, env
    tokens = _PARSER.parse(text, env)
    if any(token.level >= _MAX_NESTING - 1 for token in tokens):
        return None, env
    unused = [key[1:] for key, n in env.get("footnotes", {}).get("refs", {}).items() if n < 0]
    if not unused:
        return tokens, env
    # A note that nothing refers to would vanish: it is shown where it stands.
    labels = "|".join(map(re.escape, unused))
    shown = re.sub(rf"^( {{0,3}})\[\^(?=(?:{labels})\]:)", r"\n\1\\[^", text, flags=re.M | re.I)
    env = {"docId": id_prefix}
    return _PARSER.parse(shown, env), env


def _plain(text: str) -> str:
    blocks = html.escape(text, quote=False).rstrip("\n").split("\n\n")
    return "".join(f"<p>{block.replace(chr(10), '<br>' + chr(10))}</p>\n" for block in blocks)


def _demote(tokens: list[Token], level: int) -> None:
    shift = _shift([token for token in tokens if token.type == "heading_open"], level)
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(int(token.tag[1]) + shift, _LOWEST)}"


def _shift(headings: list[Token], level: int) -> int:
    highest = min((int(token.tag[1]) for token in headings), default=_LOWEST)
    return max(0, level + 1 - highest)


def _name_headings(tokens: list[Token], id_prefix: str) -> None:
    """Gives each heading an id of its own, and leads the text's links to its headings there."""
    names: dict[str, str] = {}
    for opening, inline in pairwise(tokens):
        if opening.type == "heading_open":
            slug = _NOT_IN_IDS.sub("-", inline.content.casefold()).strip("-") or "heading"
            name, n = slug, 2
            while name in names:
                name, n = f"{slug}-{n}", n + 1
            names[name] = f"{id_prefix}-{name}"
            opening.attrSet("id", names[name])
    for link in (child for token in tokens for child in token.children or []):
        target = str(link.attrGet("href") or "")
        if link.type == "link_open" and target[:1] == "#" and target[1:] in names:
            link.attrSet("href", "#" + names[target[1:]])


def _set_directions(tokens: list[Token], text: str) -> None:
    for token in tokens:
        style = str(token.attrs.pop("style", ""))
        if style.startswith("text-align:"):
            token.attrSet("class", "align-" + style.removeprefix("text-align:"))
        if token.type in _BLOCKS_WITH_DIRECTION and _FROM_THE_RIGHT.search(text):
            token.attrSet("dir", "auto")


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


class _Parser(MarkdownIt):
    def validateLink(self, url: str) -> bool:
        return _SAFE_LINK.match(url.strip()) is not None


def _parser() -> MarkdownIt:
    options = {"html": False, "linkify": False, "typographer": False, "maxNesting": _MAX_NESTING}
    parser = _Parser("commonmark", options).enable(["table", "strikethrough"])
    parser.use(footnote_plugin).use(deflist_plugin).use(tasklists_plugin)
    parser.add_render_rule("image", _picture)
    return parser


_PARSER = _parser()
