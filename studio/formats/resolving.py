"""A book made ready for printing: parsed once, its links led to where they go, the rest noted.

Every file but Markdown is written from this; what cannot be printed as it was meant is a finding.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from markdown_it.token import Token

from studio.core.manuscript import Book, Section
from studio.core.prose import normalise
from studio.formats import punctuation
from studio.formats.parsing import (
    LOWEST,
    Parsed,
    demote,
    name_headings,
    parse,
    set_directions,
    slug,
)

_NOT_IN_IDS = re.compile(r"[^\w-]+")
_FULL_ADDRESS = re.compile(r"(?:https?://|mailto:)", re.IGNORECASE)
_TAG = re.compile(
    r"</?(?:a|b|br|center|div|em|font|hr|i|img|p|script|small|span|strong|su[bp]|t[dhr]|table|u)"
    r"(?:\s[^<>]*)?/?>",
    re.IGNORECASE,
)
_EAST_ASIAN = "\u3000-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff01-\uff60"
_ENDS_EAST_ASIAN = re.compile(f"[{_EAST_ASIAN}]$")
_BEGINS_EAST_ASIAN = re.compile(f"[{_EAST_ASIAN}]")


@dataclass(frozen=True, slots=True)
class Finding:
    """What cannot be printed as it was meant, in a section; of the whole book without one."""

    words: str
    section_id: str = ""
    heading: str = ""


@dataclass(frozen=True, slots=True)
class Ready:
    """A section with its tokens; `rank` is that of its heading, where the book's title has 1."""

    section: Section
    anchor: str
    rank: int
    parsed: Parsed


@dataclass(frozen=True, slots=True)
class Resolved:
    """A whole book that a writer can go through."""

    book: Book
    sections: tuple[Ready, ...]
    findings: tuple[Finding, ...]

    @property
    def chapter_level(self) -> int:
        """The level whose sections open a page: in a book of three levels the first are parts."""
        return 2 if any(ready.section.level > 2 for ready in self.sections) else 1


def resolve(book: Book) -> Resolved:
    """The book parsed and joined together."""
    sections, names = [], []
    for section in book.sections:
        ready, own = _ready(section, book.language)
        sections.append(ready)
        names.append(own)
    everywhere = _everywhere(sections, names)
    findings = [
        finding
        for ready, own in zip(sections, names, strict=True)
        for finding in _settled(ready, own, everywhere)
    ]
    title = punctuation.set_words(book.title, book.language)
    return Resolved(replace(book, title=title), tuple(sections), tuple(findings))


def anchor_of(section: Section) -> str:
    """The id of a section's heading in a file."""
    return "s-" + _NOT_IN_IDS.sub("-", section.id)


def _ready(section: Section, language: str) -> tuple[Ready, dict[str, str]]:
    text, anchor = normalise(section.text), anchor_of(section)
    rank = min(section.level + 1, LOWEST)
    parsed = parse(text, anchor)
    demote(parsed.tokens, rank)
    names = name_headings(parsed.tokens, anchor)
    set_directions(parsed.tokens, text)
    punctuation.set_(parsed.tokens, language)
    title = punctuation.set_words(section.title, language)
    return Ready(replace(section, title=title), anchor, rank, parsed), names


def _everywhere(sections: list[Ready], names: list[dict[str, str]]) -> dict[str, str]:
    """Headings by the names that lead to them from any section: those that only one has."""
    found: dict[str, set[str]] = {}
    for ready, own in zip(sections, names, strict=True):
        for name in {slug(ready.section.title), slug(ready.section.heading), ready.section.id}:
            found.setdefault(name, set()).add(ready.anchor)
        for name, target in own.items():
            found.setdefault(name, set()).add(target)
    return {name: targets.pop() for name, targets in found.items() if len(targets) == 1}


def _settled(
    ready: Ready, own: Mapping[str, str], everywhere: Mapping[str, str]
) -> Iterator[Finding]:
    section = ready.section
    words: list[str] = []
    if ready.parsed.is_plain:
        words.append("The text is too deep or too long to be read as Markdown; it is printed as it "
                     "was typed. Divide it.")  # fmt: skip
    for token in ready.parsed.tokens:
        if token.children:
            token.children = _inlines(token.children, own, everywhere, words)
    return (Finding(said, section.id, section.heading) for said in dict.fromkeys(words))


def _inlines(
    children: list[Token], own: Mapping[str, str], everywhere: Mapping[str, str], words: list[str]
) -> list[Token]:
    kept: list[Token] = []
    is_dropped: list[bool] = []
    for at, token in enumerate(children):
        if token.type == "link_open":
            is_dropped.append(not _leads(token, own, everywhere, words))
        if token.type in ("link_open", "link_close") and is_dropped[-1]:
            if token.type == "link_close":
                is_dropped.pop()
            continue
        if token.type == "link_close":
            is_dropped.pop()
        _note(token, words)
        if token.type != "softbreak" or not _is_within_east_asian(children, at):
            kept.append(token)
    return kept


def _leads(
    link: Token, own: Mapping[str, str], everywhere: Mapping[str, str], words: list[str]
) -> bool:
    """Whether a link leads anywhere, and it is led there."""
    target = str(link.attrGet("href") or "")
    if _FULL_ADDRESS.match(target):
        return True
    name = target.rpartition("#")[2]
    found = own.get(name) if target[:1] == "#" else None
    found = found or (everywhere.get(name) if "#" in target else None)
    if found:
        link.attrSet("href", "#" + found)
        return True
    words.append(f"The link to “{target}” leads nowhere in this book; only its words are printed.")
    return False


def _note(token: Token, words: list[str]) -> None:
    if token.type == "image":
        source = str(token.attrGet("src") or token.content)
        words.append(f"The picture “{source}” is printed as its words: a book holds no pictures.")
    if token.type == "text" and (tag := _TAG.search(token.content)):
        words.append(f"“{tag[0]}” is printed as it was typed: Markdown is used here, not HTML.")


def _is_within_east_asian(children: list[Token], at: int) -> bool:
    """Where a line ends between two signs of Chinese or Japanese there is no space."""
    before, after = children[at - 1 : at], children[at + 1 : at + 2]
    return bool(
        before and after
        and _ENDS_EAST_ASIAN.search(before[0].content)
        and _BEGINS_EAST_ASIAN.match(after[0].content)
    )  # fmt: skip
