"""Words or a pattern looked for in texts, and what stands in their place when they are replaced."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

MOST_CHARACTERS, MOST_HITS = 500, 50_000
CONTEXT = 70

# What is typed straight or curled, and blanks of any kind, are alike to who looks for words.
_ALIKE = {"'": "['’‘]", "’": "['’]", '"': '["“”„]', "-": "[-‐‑]"}
_WHOLE = r"(?<!\w)(?:{})(?!\w)"
# Letters that are the same in any alphabet; in another case some are one of another one.
_LETTERS, _ODD = re.compile("[A-Za-z0-9]{2,}"), re.compile("[iksIKS]")
_BLANK = r"(?:[^\S\n]|\n(?!\n))+"  # a line may end between two words, a paragraph may not
_WRONG = {
    "missing ), unterminated subpattern": "a bracket ( is not closed",
    "unbalanced parenthesis": "a bracket ) was never opened",
    "unterminated character set": "a bracket [ is not closed",
    "nothing to repeat": "*, + or ? stands where there is nothing to repeat",
    "multiple repeat": "two of *, + and ? stand behind each other",
    "bad escape (end of pattern)": "it ends with a backslash; write two to mean one",
    "look-behind requires fixed-width pattern": "what stands in (?<=…) must be of one length",
    "invalid group reference": "the replacement names a group that the pattern does not have",
    "unknown group name": "the replacement names a group that the pattern does not have",
}


TOO_MANY = f"This stands in more than {MOST_HITS:,} places. Look for something more exact."


class BadPattern(ValueError):
    """The pattern cannot be used; the message says why."""


@dataclass(frozen=True, slots=True)
class Sought:
    """What is looked for, and what is to stand in its place (None: only looked for)."""

    words: str
    is_pattern: bool = False
    minds_case: bool = False
    is_whole: bool = False
    put: str | None = None


class Hit(NamedTuple):
    """A place in a text, and what would stand there instead."""

    start: int
    end: int
    put: str = ""


def find(sought: Sought, texts: Iterable[str]) -> list[list[Hit]]:
    """The hits in each text, in order; BadPattern where nothing can be looked for."""
    pattern, found, n_hits = compiled(sought), [], 0
    try:
        for text in texts:
            found.append(_hits(pattern, sought, text))
            n_hits += len(found[-1])
            if n_hits > MOST_HITS:
                raise BadPattern(TOO_MANY)
    except (re.error, IndexError) as error:
        raise BadPattern(_said(error)) from error
    return found


def compiled(sought: Sought) -> "re.Pattern[str]":
    """The pattern of what is looked for; BadPattern says what is wrong with it."""
    words = unicodedata.normalize("NFC", sought.words)
    if not words.strip():
        raise BadPattern("Write what to look for.")
    if len(words) > MOST_CHARACTERS:
        raise BadPattern(f"At most {MOST_CHARACTERS} characters can be looked for.")
    source = words if sought.is_pattern else _plain(words)
    flags = re.MULTILINE | (re.NOFLAG if sought.minds_case else re.IGNORECASE)
    try:
        return re.compile(_WHOLE.format(source) if sought.is_whole else source, flags)
    except (re.error, OverflowError, RecursionError) as error:
        raise BadPattern(_said(error)) from error


def needles(sought: Sought) -> list[str]:
    """What a text surely holds that has a hit, as patterns of LIKE that mind no case; none where
    somebody made the pattern."""
    words = [] if sought.is_pattern else _LETTERS.findall(sought.words)
    return [f"%{_ODD.sub('_', word)}%" for word in words]


def replaced(text: str, hits: Sequence[Hit]) -> str:
    """The text with what is to be put at each hit; the hits are in order and do not overlap."""
    parts, at = [], 0
    for hit in hits:
        parts += [text[at : hit.start], hit.put]
        at = hit.end
    return "".join([*parts, text[at:]])


def around(text: str, hit: Hit, n: int = CONTEXT) -> tuple[str, str]:
    """The words before and behind a hit, cut between words, with marks where something is left
    out."""
    before, after = text[: hit.start], text[hit.end :]
    if len(before) > n:
        before = f"…{before[-n:].partition(' ')[2] or before[-n:]}"
    if len(after) > n:
        after = f"{after[:n].rpartition(' ')[0] or after[:n]}…"
    return before, after


def _plain(words: str) -> str:
    return _BLANK.join(
        "".join(_ALIKE.get(letter, re.escape(letter)) for letter in word)
        for word in re.split(r"\s+", words)
    )


def _hits(pattern: "re.Pattern[str]", sought: Sought, text: str) -> list[Hit]:
    # A pattern that matches nothing at all has a hit between any two letters; none is meant.
    return [
        Hit(match.start(), match.end(), _put(sought, match))
        for match in pattern.finditer(text)
        if match.end() > match.start()
    ]


def _put(sought: Sought, match: "re.Match[str]") -> str:
    if sought.put is None:
        return match.group()
    return match.expand(sought.put) if sought.is_pattern else sought.put


def _said(error: Exception) -> str:
    message = str(getattr(error, "msg", error))
    why = next((words for start, words in _WRONG.items() if message.startswith(start)), message)
    return f"This pattern cannot be read: {why}."
