"""What a text is made of: canonical Markdown, its paragraphs, sentences and words."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise

_HAN_AND_KANA = (
    "\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
)
_UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"  # Thai, Lao, Burmese, Khmer

_TOKEN = re.compile(
    rf"[{_HAN_AND_KANA}]|[{_UNSPACED}]{{1,5}}|[^\s{_HAN_AND_KANA}{_UNSPACED}—–…/|]+"
)
_LETTER = re.compile(r"[^\W_]")
_NOT_WORDS = re.compile(
    r"(?<=\])\([^()\s]*(?:\s\"[^\"\n]*\")?\)"  # the target of a link
    r"|\[\^[^\]\s]+\]:?"  # a footnote's mark
    r"|^[ \t]*(?:`{3,}|~{3,}).*$"  # a fence
    r"|^[ \t]*\d{1,9}[.)](?=[ \t])",  # an ordered list's number
    re.MULTILINE,
)

_CONTROLS = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\ufeff\ud800-\udfff]")
_LINE_ENDS = re.compile(r"\r\n|[\r\x0b\x0c\x85\u2028]")
_HARD_BREAK = re.compile(r"(?<=[^\s\\]) {2,}$")
_BLOCK_START = re.compile(
    r" {0,3}(?:[#>|:]|[-*+](?:\s|$)|[-*_=]{2}|\d{1,9}[.)]\s|`{3}|~{3})| {4}|\t"
)
_FENCE = re.compile(r"(?P<lead>\s*(?:(?:[-*+]|\d{1,9}[.)])\s+)*)(?P<mark>`{3,}(?=[^`]*$)|~{3,})")

_SPACED_END = r"[.!?…‽؟۔।॥։።။៖]+[\"'”’»›)\]*_」』]*(?=\s|$)"
_UNSPACED_END = r"[。！？．｡]+[」』”’）〉》】\"']*"
_SENTENCE_END = re.compile(f"{_SPACED_END}|{_UNSPACED_END}")
_NOT_AN_END = re.compile(
    r"(?:^|[\s(\"'“‘«])(?:(?:Mr|Mrs|Ms|Dr|Prof|St|Sr|Jr|Mt|Rev|Gen|Col|Capt|Lt|Sgt|vs|etc|cf|e\.g|i\.e|"
    r"ca|approx|vol|Vol|pp?|Fig|fig|bzw|usw|Nr|Hr|Fr|M|MM|Mme|Mlle|Sra|Dra|Ud|Uds|z\.B|d\.h|u\.a)|"
    r"[^\W\d_]|\d{1,2})\.$"
)


def normalise(text: str) -> str:
    """The canonical form of a Markdown text; it is its own canonical form."""
    text = _LINE_ENDS.sub("\n", text).replace("\u2029", "\n\n")
    text = unicodedata.normalize("NFC", _CONTROLS.sub("", text))
    lines = _without_trailing_blanks(text.split("\n"))
    return join(_split(lines))


def paragraphs(text: str) -> list[str]:
    """The blocks between blank lines, where a fenced block is never divided."""
    return _split([line if line.strip(" \t") else "" for line in text.split("\n")])


def join(paragraphs: Iterable[str]) -> str:
    """The canonical text of these paragraphs; the inverse of `paragraphs`."""
    blocks = [block for block in paragraphs if block.strip()]
    return "\n\n".join(blocks) + "\n" if blocks else ""


def count_words(text: str) -> int:
    """How many words an author would count; Han and kana count one per character."""
    return sum(1 for token in _tokens(text) if _bare(token))


def words(text: str) -> list[str]:
    """The words in lower case, without punctuation around them."""
    return list(_words(text))


# The checks of one reply each ask for the words of the same few texts.
@lru_cache(maxsize=64)
def _words(text: str) -> tuple[str, ...]:
    return tuple(filter(None, map(_bare, _tokens(text))))


def sentences(text: str) -> list[str]:
    """The sentences in order, each with its closing marks; headings and list items end one too."""
    return [
        sentence
        for block in paragraphs(text)
        if not is_fenced(block)
        for sentence in _sentences_of(block)
    ]


def sentence_ends(text: str) -> Iterator[int]:
    """The offsets just behind each sentence."""
    for match in _SENTENCE_END.finditer(text):
        if not _NOT_AN_END.search(text[max(0, match.start() - 12) : match.start() + 1]):
            yield match.end()


def is_fenced(paragraph: str) -> bool:
    """Whether the paragraph is a fenced block."""
    return _FENCE.match(paragraph.split("\n", 1)[0]) is not None


def fenced(lines: list[str]) -> list[bool]:
    """For each line, whether it belongs to a fenced block, its fences included."""
    inside = [False] * len(lines)
    at = 0
    while at < len(lines):
        end = _fence_end(lines, at)
        inside[at:end] = [True] * (end - at)
        at = max(end, at + 1)
    return inside


def unclosed_fence(text: str) -> int | None:
    """The number of the line where a fence opens that nothing closes."""
    lines = text.split("\n")
    at = 0
    while at < len(lines):
        end = _fence_end(lines, at)
        opening = _FENCE.match(lines[at])
        if end > at and opening and _closing_line(lines, at, opening["mark"]) is None:
            return at
        at = max(end, at + 1)
    return None


def _fence_end(lines: list[str], at: int) -> int:
    """The line behind the fenced block that opens here; this line when none does."""
    opening = _FENCE.match(lines[at])
    if opening is None:
        return at
    closing = _closing_line(lines, at, opening["mark"])
    if closing is not None:
        return closing + 1
    # An unclosed fence runs to the end of the text, but inside a list only to its item's end.
    is_top_level = not opening["lead"].strip() and len(opening["lead"].expandtabs(4)) <= 3
    return len(lines) if is_top_level else at


def _closing_line(lines: list[str], at: int, mark: str) -> int | None:
    closing = re.compile(rf"\s*{re.escape(mark[0])}{{{len(mark)},}}\s*$")
    found = (n for n in range(at + 1, len(lines)) if closing.match(lines[n]))
    return next(found, None)


def _split(lines: list[str]) -> list[str]:
    blocks: list[list[str]] = [[]]
    for line, is_inside in zip(lines, fenced(lines), strict=True):
        if line or is_inside:
            blocks[-1].append(line)
        elif blocks[-1]:
            blocks.append([])
    found = ["\n".join(block).rstrip("\n") for block in blocks]
    return [block for block in found if block]


def _without_trailing_blanks(lines: list[str]) -> list[str]:
    stripped = [line.rstrip(" \t") for line in lines]
    followers = [*stripped[1:], ""]
    return [
        bare if is_inside or not _is_hard_break(line, follower) else bare + "\\"
        for line, bare, follower, is_inside in zip(
            lines, stripped, followers, fenced(stripped), strict=True
        )
    ]


def _is_hard_break(line: str, follower: str) -> bool:
    """Whether the blanks at the end break a line of verse: a backslash must take their place."""
    is_plain = not _BLOCK_START.match(line) and not _BLOCK_START.match(follower)
    return bool(follower) and is_plain and _HARD_BREAK.search(line) is not None


def _tokens(text: str) -> list[str]:
    found: list[str] = _TOKEN.findall(_NOT_WORDS.sub(" ", text))
    return found


# The same few thousand words make up most of any text.
@lru_cache(maxsize=20_000)
def _bare(token: str) -> str:
    """The word in lower case without the punctuation around it; nothing where there is no letter
    and no digit."""
    if not _LETTER.search(token):
        return ""
    start, end = 0, len(token)
    while not token[start].isalnum():
        start += 1
    # Vowel signs of Indic scripts are marks, not letters, and belong to the word.
    while not (token[end - 1].isalnum() or unicodedata.category(token[end - 1])[0] == "M"):
        end -= 1
    return token[start:end].casefold()


def _sentences_of(block: str) -> list[str]:
    ends = [0, *sentence_ends(block), len(block)]
    pieces = (block[start:end].strip() for start, end in pairwise(ends))
    return [piece for piece in pieces if _LETTER.search(piece)]
