"""Where a remark holds: a quote in a paragraph, found again after edits."""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

Fate = Literal["ok", "moved", "unanchored"]

_CONTEXT = 32
_CERTAIN_LENGTH = 12
_CLOSE = 0.7

_TWINS = str.maketrans(
    {
        **dict.fromkeys("‘’‚‛`´′", "'"),
        **dict.fromkeys("“”„‟«»″", '"'),
        **dict.fromkeys("‐‑‒–—−", "-"),
    }
)
_SILENT = frozenset("*_\\\u00ad\u200b\u2060\ufeff")
_ELLIPSIS = re.compile(r"\s*(?:\[\s*)?(?:…|\.{3,})(?:\s*\])?\s*")
_WRAPPING = "\"'“”„‟«»‘’‚‛ \t\n"
_WORD = re.compile(r"\w+|[^\w\s]")
_PIECE = re.compile(r"\w+|\s+|[^\w\s]")

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Anchor:
    """A quote as it stands in the paragraph, with the letters around it."""

    paragraph_id: str
    quote: str
    prefix: str
    suffix: str


def anchor(paragraph_id: str, text: str, quote: str, near: int = 0) -> Anchor | None:
    """The anchor of a quote that stands in the text, give or take marks, blanks and omissions; of
    several the one nearest to a place."""
    span = min(_spans(text, quote), key=lambda found: abs(found[0] - near), default=None)
    span = span or _lenient_span(text, quote)
    return _at(paragraph_id, text, span) if span else None


def re_anchor(anchor: Anchor, paragraphs: Mapping[str, str]) -> tuple[Anchor, Fate]:
    """The anchor in today's paragraphs: unchanged, moved with its words, or lost. One without
    words of its own is its paragraph."""
    if not anchor.quote.strip():
        return anchor, "ok" if anchor.paragraph_id in paragraphs else "unanchored"
    home = paragraphs.get(anchor.paragraph_id, "")
    if span := _best_span(anchor, home):
        return _at(anchor.paragraph_id, home, span), "ok"
    if found := _elsewhere(anchor, paragraphs):
        return found, "moved"
    if span := _lenient_span(home, anchor.quote) or _similar_span(home, anchor.quote):
        return _at(anchor.paragraph_id, home, span), "moved"
    return anchor, "unanchored"


def carry(anchor: Anchor, old: str, new: str) -> Anchor | None:
    """The anchor in what its paragraph became, its quote as it reads there: word by word, so that
    carrying it back gives the anchor it was. None where the old text does not hold it, or nothing
    of it is left."""
    span = _best_span(anchor, old)
    if span is None:
        return None
    start, end = _carried(old, new, span)
    return _at(anchor.paragraph_id, new, (start, end)) if end > start else None


def _carried(old: str, new: str, span: Span) -> Span:
    """Where a stretch of the old text begins and ends in the new one."""
    here, there = _PIECE.findall(old), _PIECE.findall(new)
    start, end = 0, 0
    at = put = 0
    matcher = SequenceMatcher(None, here, there, autojunk=False)
    for tag, a, b, c, d in matcher.get_opcodes():
        n_old, n_new = len("".join(here[a:b])), len("".join(there[c:d]))
        is_same = tag == "equal"
        if at <= span[0] < at + n_old:
            start = put + (span[0] - at if is_same else 0)
        if at < span[1] <= at + n_old:
            end = put + (span[1] - at if is_same else n_new)
        at, put = at + n_old, put + n_new
    return start, end


def _at(paragraph_id: str, text: str, span: Span) -> Anchor:
    start, end = span
    prefix = text[max(0, start - _CONTEXT) : start]
    return Anchor(paragraph_id, text[start:end], prefix, text[end : end + _CONTEXT])


def _spans(text: str, quote: str) -> Iterator[Span]:
    start = text.find(quote) if quote.strip() else -1
    while start >= 0:
        yield start, start + len(quote)
        start = text.find(quote, start + 1)


def _best_span(anchor: Anchor, text: str) -> Span | None:
    return max(_spans(text, anchor.quote), key=lambda span: _fit(anchor, text, span), default=None)


def _elsewhere(anchor: Anchor, paragraphs: Mapping[str, str]) -> Anchor | None:
    found = [
        (_fit(anchor, text, span), _at(key, text, span))
        for key, text in paragraphs.items()
        if key != anchor.paragraph_id and (span := _best_span(anchor, text))
    ]
    if not found:
        return None
    fit, best = max(found, key=lambda scored: scored[0])
    # A short quote occurs by chance: only its surroundings prove that it is the same one.
    is_certain = len(anchor.quote) >= _CERTAIN_LENGTH or fit >= _CERTAIN_LENGTH
    return best if is_certain else None


def _fit(anchor: Anchor, text: str, span: Span) -> int:
    """How many letters around the span are those that stood around the anchor."""
    before = text[max(0, span[0] - _CONTEXT) : span[0]][::-1]
    return _same(before, anchor.prefix[::-1]) + _same(text[span[1] :], anchor.suffix)


def _same(here: str, there: str) -> int:
    same = 0
    for one, other in zip(here, there, strict=False):
        if one != other:
            break
        same += 1
    return same


def _lenient_span(text: str, quote: str) -> Span | None:
    plain, offsets = _plain(text)
    pieces = [_plain(piece)[0].strip() for piece in _ELLIPSIS.split(quote.strip(_WRAPPING))]
    pieces = [piece for piece in pieces if piece]
    if not pieces or (len(pieces) > 1 and min(map(len, pieces)) < 4):
        return None
    start = at = plain.find(pieces[0])
    for piece in pieces[1:]:
        at = plain.find(piece, at + 1) if at >= 0 else -1
    if at < 0:
        return None
    return offsets[start], offsets[at + len(pieces[-1]) - 1] + 1


def _plain(text: str) -> tuple[str, list[int]]:
    """The text as a hasty copyist would write it, with the offset that each letter came from."""
    letters: list[str] = []
    offsets: list[int] = []
    for offset, letter in enumerate(text):
        for plain in _plain_letters(letter):
            if plain == " " and letters and letters[-1] == " ":
                continue
            letters.append(plain)
            offsets.append(offset)
    return "".join(letters), offsets


def _plain_letters(letter: str) -> str:
    if letter in _SILENT:
        return ""
    if letter.isspace():
        return " "
    return unicodedata.normalize("NFKC", letter.translate(_TWINS)).casefold()


def _similar_span(text: str, quote: str) -> Span | None:
    """The stretch of the text that an edited quote most likely became."""
    places = [match.span() for match in _WORD.finditer(text)]
    here = [text[start:end].casefold() for start, end in places]
    there = [word.casefold() for word in _WORD.findall(quote)]
    if len(there) < 3:
        return None
    blocks = SequenceMatcher(None, here, there, autojunk=False).get_matching_blocks()[:-1]
    if not blocks:
        return None
    start, end = blocks[0].a, blocks[-1].a + blocks[-1].size
    shared = sum(block.size for block in blocks)
    is_close = 2 * shared / (end - start + len(there)) >= _CLOSE
    return (places[start][0], places[end - 1][1]) if is_close else None
