"""What changed between two versions: by paragraph, and by word within a paragraph."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import pairwise
from typing import Literal

from studio.core import paragraphs, prose

Kind = Literal["equal", "insert", "delete", "replace"]
PartKind = Literal["equal", "insert", "delete"]

_PIECE = re.compile(
    r"\s+|[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]|[^\W_]+(?:['’-][^\W_]+)*|.", re.DOTALL
)


@dataclass(frozen=True, slots=True)
class Part:
    kind: PartKind
    text: str


@dataclass(frozen=True, slots=True)
class Block:
    kind: Kind
    old: str
    new: str
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Diff:
    blocks: tuple[Block, ...]
    n_words_added: int
    n_words_removed: int


def diff(old: str, new: str) -> Diff:
    """The blocks of two Markdown texts in reading order, with the words that differ in each."""
    return diff_paragraphs(prose.paragraphs(old), prose.paragraphs(new))


def diff_paragraphs(old: Sequence[str], new: Sequence[str]) -> Diff:
    """The same for texts that are already divided."""
    blocks = tuple(_blocks(old, new))
    parts = [part for block in blocks for part in block.parts]
    added = sum(prose.count_words(part.text) for part in parts if part.kind == "insert")
    removed = sum(prose.count_words(part.text) for part in parts if part.kind == "delete")
    return Diff(blocks, added, removed)


def diff_words(old: str, new: str) -> tuple[Part, ...]:
    """The words of two paragraphs; the equal and deleted ones are the old text, in order."""
    here, there = _PIECE.findall(old), _PIECE.findall(new)
    matcher = SequenceMatcher(None, here, there, autojunk=False)
    parts: list[Part] = []
    for tag, a, b, c, d in matcher.get_opcodes():
        if tag == "equal":
            parts.append(Part("equal", "".join(here[a:b])))
            continue
        parts += [Part("delete", "".join(here[a:b]))] if b > a else []
        parts += [Part("insert", "".join(there[c:d]))] if d > c else []
    return _readable(parts)


def diff_sentences(old: str, new: str) -> tuple[Part, ...]:
    """The sentences of two paragraphs; the equal and deleted ones are the old text, in order."""
    here, there = _sentences(old), _sentences(new)
    bare = [s.strip() for s in here], [s.strip() for s in there]
    matcher = SequenceMatcher(None, bare[0], bare[1], autojunk=False)
    parts: list[Part] = []
    for tag, a, b, c, d in matcher.get_opcodes():
        if tag == "equal":
            parts.append(Part("equal", "".join(here[a:b])))
        else:
            parts += _changes("".join(here[a:b]), "".join(there[c:d]))
    return tuple(parts)


def _sentences(text: str) -> list[str]:
    """The sentences of a paragraph with the blanks between them: all of it."""
    ends = [0, *prose.sentence_ends(text), len(text)]
    return [text[start:end] for start, end in pairwise(ends) if end > start]


def _blocks(old: Sequence[str], new: Sequence[str]) -> Iterator[Block]:
    here, there = 0, 0
    for i, j in [*paragraphs.align(old, new), (len(old), len(new))]:
        yield from (_deleted(text) for text in old[here:i])
        yield from (_inserted(text) for text in new[there:j])
        if i < len(old):
            yield _kept(old[i], new[j])
        here, there = i + 1, j + 1


def _deleted(text: str) -> Block:
    return Block("delete", text, "", (Part("delete", text),))


def _inserted(text: str) -> Block:
    return Block("insert", "", text, (Part("insert", text),))


def _kept(old: str, new: str) -> Block:
    if old == new:
        return Block("equal", old, new, (Part("equal", old),))
    return Block("replace", old, new, diff_words(old, new))


def _readable(parts: list[Part]) -> tuple[Part, ...]:
    """Blanks between two changes join them: a changed phrase reads better than five words."""
    merged: list[Part] = []
    deleted, inserted = "", ""
    for n, part in enumerate(parts):
        is_bridge = part.kind == "equal" and not part.text.strip() and 0 < n < len(parts) - 1
        if part.kind == "equal" and not is_bridge:
            merged += [*_changes(deleted, inserted), part]
            deleted = inserted = ""
            continue
        deleted += part.text if part.kind != "insert" else ""
        inserted += part.text if part.kind != "delete" else ""
    return (*merged, *_changes(deleted, inserted))


def _changes(deleted: str, inserted: str) -> list[Part]:
    parts = [Part("delete", deleted)] if deleted else []
    return [*parts, Part("insert", inserted)] if inserted else parts
