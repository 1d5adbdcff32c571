"""The one parser of texts: what every page shows and every file prints comes of its tokens."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.tasklists import tasklists_plugin

# A deeper text, or a longer one, is shown as it was typed: the parser would drop what is deeper.
_MAX_NESTING = 200
_MAX_LETTERS = 1_000_000
LOWEST = 6

# A bare word is no address: "[Narrator]: Hello" must not vanish as the definition of a link.
_SAFE_LINK = re.compile(
    r"(?:https?://|mailto:|#|(?![/\\](?:[/\\]|%5c))[^:?#\s]*(?:/|\.\w|[?#])[^:]*$)", re.IGNORECASE
)
_FROM_THE_RIGHT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
_BLOCKS_WITH_DIRECTION = frozenset(
    ("paragraph_open", "heading_open", "list_item_open", "th_open", "td_open", "blockquote_open")
)
_NOT_IN_IDS = re.compile(r"[^\w-]+")


@dataclass(slots=True)
class Parsed:
    """The tokens of a text; plain where the parser could not hold all of it."""

    tokens: list[Token]
    env: dict[str, Any]
    is_plain: bool = False


def parse(text: str, id_prefix: str) -> Parsed:
    """The tokens of a normalised text; the prefix keeps the ids of its notes apart from others'."""
    env: dict[str, Any] = {"docId": id_prefix}
    if len(text) > _MAX_LETTERS:
        return Parsed(_as_typed(text), env, is_plain=True)
    tokens = PARSER.parse(text, env)
    if any(token.level >= _MAX_NESTING - 1 for token in tokens):
        return Parsed(_as_typed(text), {"docId": id_prefix}, is_plain=True)
    unused = [key[1:] for key, n in env.get("footnotes", {}).get("refs", {}).items() if n < 0]
    if not unused:
        return Parsed(tokens, env)
    # A note that nothing refers to would vanish: it is shown where it stands.
    labels = "|".join(map(re.escape, unused))
    shown = re.sub(rf"^( {{0,3}})\[\^(?=(?:{labels})\]:)", r"\n\1\\[^", text, flags=re.M | re.I)
    env = {"docId": id_prefix}
    return Parsed(PARSER.parse(shown, env), env)


def slug(words: str) -> str:
    """The name under which links within a book find a heading."""
    return _NOT_IN_IDS.sub("-", words.casefold()).strip("-") or "heading"


def demote(tokens: list[Token], level: int) -> None:
    """Has the headings rank below this level; below a heading, none skips a rank."""
    headings = [token for token in tokens if token.type == "heading_open"]
    moved, last = shift(headings, level), level
    for token in tokens:
        if token.type == "heading_open":
            rank = min(int(token.tag[1]) + moved, LOWEST)
            last = min(rank, last + 1) if level else rank
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(last, LOWEST)}"


def shift(headings: list[Token], level: int) -> int:
    """By how many ranks headings go down to stand below the level."""
    highest = min((int(token.tag[1]) for token in headings), default=LOWEST)
    return max(0, level + 1 - highest)


def name_headings(tokens: list[Token], id_prefix: str) -> dict[str, str]:
    """Gives each heading an id of its own; returns the ids by the names that links know."""
    names: dict[str, str] = {}
    for opening, inline in pairwise(tokens):
        if opening.type == "heading_open":
            name, n = slug(inline.content), 2
            while name in names:
                name, n = f"{slug(inline.content)}-{n}", n + 1
            names[name] = f"{id_prefix}-{name}"
            opening.attrSet("id", names[name])
    return names


def lead_links(tokens: list[Token], names: Mapping[str, str]) -> None:
    """Leads the text's links to its own headings to where these are."""
    for link in (child for token in tokens for child in token.children or []):
        target = str(link.attrGet("href") or "")
        if link.type == "link_open" and target[:1] == "#" and target[1:] in names:
            link.attrSet("href", "#" + names[target[1:]])


def set_directions(tokens: list[Token], text: str) -> None:
    """Marks what may run from the right, and says alignment by class instead of style."""
    is_from_the_right = _FROM_THE_RIGHT.search(text) is not None
    for token in tokens:
        style = str(token.attrs.pop("style", ""))
        if style.startswith("text-align:"):
            token.attrSet("class", "align-" + style.removeprefix("text-align:"))
        if is_from_the_right and token.type in _BLOCKS_WITH_DIRECTION:
            token.attrSet("dir", "auto")


def _as_typed(text: str) -> list[Token]:
    tokens: list[Token] = []
    for block in text.rstrip("\n").split("\n\n"):
        children: list[Token] = []
        for line in block.split("\n"):
            if children:
                children.append(Token("hardbreak", "br", 0))
            children.append(Token("text", "", 0, content=line))
        inline = Token("inline", "", 0, content=block, children=children, level=1, block=True)
        tokens += [
            Token("paragraph_open", "p", 1, block=True),
            inline,
            Token("paragraph_close", "p", -1, block=True),
        ]
    return tokens


class _Parser(MarkdownIt):
    def validateLink(self, url: str) -> bool:
        return _SAFE_LINK.match(url.strip()) is not None


def _parser() -> MarkdownIt:
    options = {"html": False, "linkify": False, "typographer": False, "maxNesting": _MAX_NESTING}
    parser = _Parser("commonmark", options).enable(["table", "strikethrough"])
    return parser.use(footnote_plugin).use(deflist_plugin).use(tasklists_plugin)


PARSER = _parser()
