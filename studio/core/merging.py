"""Two texts that grew from one, put together paragraph by paragraph."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

Kind = Literal["same", "mine", "theirs", "both"]
Stretch = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of the two texts: equal, changed in one of them, or changed in both."""

    kind: Kind
    mine: tuple[str, ...]
    theirs: tuple[str, ...]

    @property
    def both(self) -> tuple[str, ...]:
        """What neither side loses."""
        return (*self.mine, *(text for text in self.theirs if text not in self.mine))


def merge(base: Sequence[str], mine: Sequence[str], theirs: Sequence[str]) -> tuple[Piece, ...]:
    """The stretches of both texts in order, each with what was changed in it and where."""
    return tuple(piece for piece in _pieces(base, mine, theirs) if piece.mine or piece.theirs)


def chosen(
    pieces: Sequence[Piece], choices: Mapping[int, str], otherwise: str = "both"
) -> list[str]:
    """The merged paragraphs: where both changed, the side that was chosen by number."""
    found: list[str] = []
    for n, piece in enumerate(pieces):
        side = choices.get(n, otherwise) if piece.kind == "both" else piece.kind
        found += piece.theirs if side == "theirs" else piece.both if side == "both" else piece.mine
    return found


def _pieces(base: Sequence[str], mine: Sequence[str], theirs: Sequence[str]) -> Iterator[Piece]:
    at_base = at_mine = at_theirs = 0
    for in_base, in_mine, in_theirs, size in _synchronous(base, mine, theirs):
        yield from _apart(base[at_base:in_base], mine[at_mine:in_mine], theirs[at_theirs:in_theirs])
        same = tuple(base[in_base : in_base + size])
        yield Piece("same", same, same)
        at_base, at_mine, at_theirs = in_base + size, in_mine + size, in_theirs + size


def _apart(base: Sequence[str], mine: Sequence[str], theirs: Sequence[str]) -> Iterator[Piece]:
    """A stretch where not all agree; of as many paragraphs in each, one by one."""
    if len(base) == len(mine) == len(theirs):
        for n in range(len(base)):
            yield _piece(base[n : n + 1], mine[n : n + 1], theirs[n : n + 1])
    else:
        yield _piece(base, mine, theirs)


def _piece(base: Sequence[str], mine: Sequence[str], theirs: Sequence[str]) -> Piece:
    kind: Kind = "both"
    if list(mine) == list(theirs):
        kind = "same"
    elif list(mine) == list(base):
        kind = "theirs"
    elif list(theirs) == list(base):
        kind = "mine"
    return Piece(kind, tuple(mine), tuple(theirs))


def _synchronous(
    base: Sequence[str], mine: Sequence[str], theirs: Sequence[str]
) -> Iterator[Stretch]:
    """Where all three agree, as starts and a length; the last one is the empty end of all."""
    left, right = _equal(base, mine), _equal(base, theirs)
    here = there = 0
    while here < len(left) and there < len(right):
        (a, b, n), (c, d, m) = left[here], right[there]
        start, end = max(a, c), min(a + n, c + m)
        if start < end:
            yield start, b + start - a, d + start - c, end - start
        if a + n < c + m:
            here += 1
        else:
            there += 1
    yield len(base), len(mine), len(theirs), 0


def _equal(base: Sequence[str], other: Sequence[str]) -> list[tuple[int, int, int]]:
    matcher = SequenceMatcher(None, list(base), list(other), autojunk=False)
    return [(block.a, block.b, block.size) for block in matcher.get_matching_blocks() if block.size]
