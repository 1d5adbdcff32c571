"""Text that matches a regular expression, for schemas with patterns."""

from __future__ import annotations

import random
import re
from re import _constants as ops  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_CLASSES = {
    ops.CATEGORY_DIGIT: "0123456789",
    ops.CATEGORY_WORD: _LETTERS,
    ops.CATEGORY_SPACE: " ",
    ops.CATEGORY_NOT_DIGIT: _LETTERS,
    ops.CATEGORY_NOT_SPACE: _LETTERS,
    ops.CATEGORY_NOT_WORD: "-",
}


def matching(pattern: str, rng: random.Random, least: int, most: int) -> str:
    """A text that the pattern finds, within the bounds when a hundred attempts find one."""
    tree = parser.parse(pattern)
    text = ""
    for _ in range(100):
        text = "".join(_part(op, arg, rng) for op, arg in tree)
        if least <= len(text) <= most and re.search(pattern, text):
            break
    return text


def _part(op: Any, arg: Any, rng: random.Random) -> str:
    if op is ops.LITERAL:
        return chr(arg)
    if op is ops.ANY or op is ops.NOT_LITERAL:
        return rng.choice(_LETTERS)
    if op is ops.IN:
        return rng.choice(_signs(arg))
    if op is ops.BRANCH:
        return _all(rng.choice(arg[1]), rng)
    if op is ops.SUBPATTERN:
        return _all(arg[3], rng)
    if op in {ops.MAX_REPEAT, ops.MIN_REPEAT}:
        low, high, inner = arg
        return "".join(_all(inner, rng) for _ in range(rng.randint(low, min(high, low + 7))))
    return ""


def _all(parts: Any, rng: random.Random) -> str:
    return "".join(_part(op, arg, rng) for op, arg in parts)


def _signs(choices: Any) -> str:
    signs = ""
    for op, arg in choices:
        if op is ops.NEGATE:
            return _LETTERS
        if op is ops.LITERAL:
            signs += chr(arg)
        elif op is ops.RANGE:
            signs += "".join(map(chr, range(arg[0], min(arg[1], arg[0] + 127) + 1)))
        else:
            signs += _CLASSES.get(arg, _LETTERS)
    return signs
