"""What a model was told to do, found again in what it wrote.

Words of the book that a prompt shows may come again; the instructions and the remarks may not. A
phrase in quotation marks is the exception: it is given to be used.
"""

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from studio.core.prose import words
from studio.core.repeats import covered, runs

_RUN, _OWN_RUN, _FEW, _MANY = 8, 5, 5, 15
_QUOTED = re.compile(r"\"[^\"\n]*\"|“[^”\n]*”|«[^»\n]*»|„[^“”\n]*[“”]|「[^」\n]*」")
_MARK = re.compile(r"^\s*(?:[-*]\s+)?(?:\[\d+\]\s*)?")


@dataclass(frozen=True, slots=True)
class Told:
    """What no text says: the fixed words of the instructions, each piece between two blanks, and
    what was remarked or asked for."""

    instructions: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()


def repeats_what_was_told(text: str, told: Told, base: str = "") -> bool:
    """Whether a text is made of its instructions or remarks; what stands in `base` is its own, and
    says nothing for or against it."""
    found = words(text)
    own = covered(found, runs(words(base), _OWN_RUN), _OWN_RUN)
    instructed = _said(found, own, told.instructions, _RUN)
    n_new, n_instructed = len(found) - sum(own), sum(instructed)
    if n_instructed >= _MANY or (n_instructed >= _FEW and 2 * n_instructed >= n_new):
        return True
    # A remark may give the very words that were missing: a text of little else is none.
    n_both = sum(map(max, instructed, _said(found, own, told.remarks, len(found))))
    return n_both >= _FEW and 2 * n_both >= len(found)


def _said(found: list[str], own: list[bool], pieces: Iterable[str], most: int) -> list[bool]:
    """Which words are a whole line of a piece, or a run of `most` words of a longer one."""
    # By their length: a text is gone through once for each, however many lines there are.
    by_size: defaultdict[int, set[tuple[str, ...]]] = defaultdict(set)
    for line in (line for piece in pieces for line in _lines(piece)):
        size = min(most, len(line))
        if size >= _FEW:
            by_size[size] |= runs(line, size)
    is_said = [False] * len(found)
    for size, of_size in by_size.items():
        is_said = list(map(max, is_said, covered(found, of_size, size)))
    return [said and not mine for said, mine in zip(is_said, own, strict=True)]


def _lines(piece: str) -> list[list[str]]:
    """The words of each line, as far as they are not quoted."""
    parts = _QUOTED.sub("\n", piece).split("\n")
    return [words(_MARK.sub("", part)) for part in parts]
