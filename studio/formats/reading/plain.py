"""Plain text: chapters by the lines that name them."""

import re
from collections.abc import Sequence

from studio.core import prose
from studio.formats.reading.manuscript import Block
from studio.formats.reading.texts import Notes, with_paragraphs

_NUMBER = (
    r"(?:\d{1,4}|[IVXLCDM]{1,8}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|"
    r"thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty(?:[- ]\w+)?|"
    r"thirty(?:[- ]\w+)?|the (?:first|last|second|third))"
)
_ORDINAL = r"(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last)"
_PART = re.compile(
    rf"(?:(?:book|part|volume|teil|buch|partie|livre|tome|parte|libro|часть|том)\s+{_NUMBER}"
    rf"|(?:{_ORDINAL}\s+(?:book|part|epilogue))|第[\d一二三四五六七八九十百]+[部卷篇])"
    r"(?:\s*[.:—–-].{0,80}|)",
    re.IGNORECASE,
)
_CHAPTER = re.compile(
    rf"(?:(?:chapter|kapitel|chapitre|cap[íi]tulo|capitolo|hoofdstuk|глава)\s+{_NUMBER}"
    r"|第[\d一二三四五六七八九十百零〇两]+[章回节])(?:\s*[.:—–-].{0,80}|(?-i:\s[A-ZÀ-ÞА-Я\u4e00-\u9fff]).{0,60}(?<![.!?])|)",
    re.IGNORECASE,
)
_APART = re.compile(
    r"(?:prologue|epilogue|preface|foreword|introduction|afterword|prolog|epilog|vorwort|nachwort|"
    r"prólogo|epílogo|préface|avant-propos|пролог|эпилог|序章|终章|尾声|前言|后记)\.?",
    re.IGNORECASE,
)
_START = re.compile(r"^\*\*\* ?START OF (?:THE|THIS) PROJECT GUTENBERG.*$", re.MULTILINE)
_END = re.compile(r"^\*\*\* ?END OF (?:THE|THIS) PROJECT GUTENBERG.*$", re.MULTILINE)
_FACT = re.compile(r"^(Title|Author|Language): (.+)$", re.MULTILINE)
# What Markdown would take for more than words.
_MEANS_MORE = re.compile(
    r"^( {0,3})(?!(?:[*-] ?){3,}$)(?=(?:#{1,6}|>|[*+-])(?: |$)|(?:=+|-+) *$)", re.MULTILINE
)
_SET_IN = re.compile(r"^[ \t]{4,}", re.MULTILINE)


def blocks_of(text: str, notes: Notes) -> tuple[dict[str, str], list[Block]]:
    """What the file states of itself, and its text under the lines that name chapters."""
    facts, text = _without_wrapping(text, notes)
    text = _SET_IN.sub("", with_paragraphs(_with_lines(text, notes), notes))
    lines = prose.normalise(text).split("\n")
    heads = [(n, level) for n, line in enumerate(lines) if (level := _level(lines, n, line))]
    return facts, _without_contents(_cut(lines, heads), notes)


def _without_wrapping(text: str, notes: Notes) -> tuple[dict[str, str], str]:
    """What a distributor put around the text, left out and said."""
    start, end = _START.search(text), _END.search(text)
    if start is None or end is None or end.start() < start.end():
        return {}, text
    facts = {name.lower(): said.strip() for name, said in _FACT.findall(text[: start.start()])}
    around = text[: start.end()] + text[end.start() :]
    n_words = prose.count_words(around)
    notes.add(f"The notes and licence of Project Gutenberg around the text, {n_words:,} words.")
    return facts, text[start.end() : end.start()]


def _with_lines(text: str, notes: Notes) -> str:
    """Where nothing is blank, each long line is a paragraph."""
    lines = [line for line in text.split("\n") if line.strip()]
    is_dense = len(lines) > 5 and "\n\n" not in text.strip().replace("\n \n", "\n\n")
    if not is_dense or sum(map(len, lines)) / len(lines) < 90:
        return text
    notes.add("{n} line{s} without blank lines between: each read as a paragraph.", len(lines))
    return "\n\n".join(lines)


def _level(lines: Sequence[str], n: int, line: str) -> int:
    """1 for a part, 2 for a chapter, by a line that stands alone."""
    said = line.strip()
    if not said or len(said) > 100 or (n and lines[n - 1].strip()):
        return 0
    if n + 1 < len(lines) and lines[n + 1].strip() and len(lines[n + 1]) > 60:
        return 0
    if _PART.fullmatch(said):
        return 1
    return 2 if _CHAPTER.fullmatch(said) or _APART.fullmatch(said) else 0


def _cut(lines: Sequence[str], heads: Sequence[tuple[int, int]]) -> list[Block]:
    first = heads[0][0] if heads else len(lines)
    found = [Block(0, "", _escaped("\n".join(lines[:first])))]
    ends = [*(n for n, _ in heads[1:]), len(lines)][: len(heads)]
    for (n, level), end in zip(heads, ends, strict=True):
        text = _escaped("\n".join(lines[n + 1 : end]))
        found.append(Block(level, lines[n].strip(), text))
    return found if found[0].text else found[1:]


def _escaped(text: str) -> str:
    return _MEANS_MORE.sub(r"\1\\", text).strip("\n")


def _without_contents(blocks: list[Block], notes: Notes) -> list[Block]:
    """A table of contents names the chapters, with nothing under them, before they come."""
    heads = [n for n, block in enumerate(blocks) if block.level]
    titles = [_same(blocks[n].title) for n in heads]
    n_listed = 0
    while n_listed < len(heads) // 2 + 1 and _is_bare(blocks[heads[n_listed]] if heads else None):
        n_listed += 1
    # The list may end in the middle of what looks alike: as far as the same names follow.
    for n in range(n_listed, 1, -1):
        if titles[n : 2 * n] == titles[:n]:
            notes.add("The table of contents, {n} line{s}.", n)
            return [*blocks[: heads[0]], *blocks[heads[n] :]]
    return blocks


def _is_bare(block: Block | None) -> bool:
    return block is not None and not block.text.strip()


def _same(title: str) -> str:
    return "".join(filter(str.isalnum, title.casefold()))
