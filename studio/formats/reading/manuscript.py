"""A manuscript that was read: its texts under their headings, and the sections they would make."""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from itertools import pairwise

from studio.core import prose

MOST_TITLE, MOST_DEPTH, MOST_SECTIONS = 200, 6, 3000
# Words: what a section usually has at most, and what none should have.
_USUAL, _LONG = 5_000, 20_000
BEFORE = "(before the first heading)"


class BadManuscript(ValueError):
    """The file cannot be read; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class Block:
    """A heading with the text up to the next one; level 0 is text that no heading is over. `line`
    is the heading as it was typed, `synopsis` what an outline says of it."""

    level: int
    title: str
    text: str
    line: str = ""
    synopsis: str = ""
    words: int = 0
    front: str = ""


@dataclass(frozen=True, slots=True)
class Manuscript:
    """What was read of a file, and what of it was left out and why."""

    name: str
    kind: str
    blocks: tuple[Block, ...]
    title: str = ""
    author: str = ""
    language: str = ""
    left_out: tuple[str, ...] = ()
    n_words: int = 0


@dataclass(frozen=True, slots=True)
class Section:
    """A section to be: its text is '' where others stand below it."""

    depth: int
    title: str
    text: str = ""
    synopsis: str = ""
    words: int = 0
    front: str = ""

    @property
    def n_words(self) -> int:
        return _n_words(self.text)


# A page that shows how a book would be divided asks it of each section several times.
@lru_cache(maxsize=1_000)
def _n_words(text: str) -> int:
    return prose.count_words(text)


@dataclass(frozen=True, slots=True)
class Level:
    """A level of headings at which a manuscript may be divided."""

    level: int
    n_headings: int
    n_sections: int


def title_of(manuscript: Manuscript) -> str:
    """The title that the manuscript has, or its file."""
    first = _only_head(manuscript)
    stated = manuscript.title or (first.title if first else "")
    return " ".join((stated or pretty(manuscript.name)).split())[:MOST_TITLE] or "A manuscript"


def levels(manuscript: Manuscript) -> tuple[Level, ...]:
    """The levels at which it may be divided, from the highest."""
    counts = Counter(block.level for block in _body(manuscript) if block.level)
    return tuple(
        Level(level, n, len(sections(manuscript, level))) for level, n in sorted(counts.items())
    )


def usual_level(manuscript: Manuscript) -> int:
    """The highest level that divides it into sections that one can work in."""
    found = Counter(block.level for block in _body(manuscript) if block.level)
    several = [level for level, n in sorted(found.items()) if n > 1]
    for above, below in pairwise(several):
        lengths = [s.n_words for s in sections(manuscript, above) if s.text]
        is_fine = sum(lengths) <= _USUAL * len(lengths) and max(lengths, default=0) <= _LONG
        if lengths and (is_fine or found[below] < found[above]):
            return above
    return several[-1] if several else min(found, default=0)


def sections(manuscript: Manuscript, level: int) -> tuple[Section, ...]:
    """The sections that a division at this level makes; deeper headings stay in the texts."""
    found: list[_Open] = []
    body = _body(manuscript)
    top = min((block.level for block in body if block.level), default=1)
    if not any(block.level for block in body):
        body = tuple(replace(block, title=title_of(manuscript)) for block in body)
    for block in body:
        if found and block.level > level:
            found[-1].take(block)
        elif block.level or block.text.strip() or block.title:
            found.append(_Open(block if block.level else replace(block, level=top)))
    depths = _depths([one.head.level for one in found])
    return tuple(_closed(found, depths))


@dataclass(slots=True)
class _Open:
    """A section that more may be added to."""

    head: Block
    texts: list[str]

    def __init__(self, head: Block) -> None:
        self.head = head
        # A heading that is too long for a title is not cut: it stands in the text.
        whole = [head.line or head.title] if len(head.title) > MOST_TITLE else []
        self.texts = [*whole, head.text]

    def take(self, block: Block) -> None:
        # A section has one head; those of further files stand in its text.
        head = f"```yaml\n{block.front}```" if block.front else ""
        line = block.line or f"{'#' * min(block.level, 6)} {block.title}"
        self.texts += [line, head, block.text]

    @property
    def text(self) -> str:
        return prose.normalise("\n\n".join(text for text in self.texts if text.strip()))

    @property
    def title(self) -> str:
        said = " ".join(self.head.title.split())
        return said if len(said) <= MOST_TITLE else f"{said[: MOST_TITLE - 1]}…"


def _closed(found: Sequence[_Open], depths: Sequence[int]) -> list[Section]:
    """Only what nothing stands below holds text: what is said before the first of them is a
    section of its own."""
    made: list[Section] = []
    for n, (one, depth) in enumerate(zip(found, depths, strict=True)):
        has_below = n + 1 < len(found) and depths[n + 1] > depth
        text, title = one.text, one.title or BEFORE
        head = one.head
        if not has_below:
            made.append(Section(depth, title, text, head.synopsis, head.words, head.front))
            continue
        front = "" if text else head.front
        made.append(Section(depth, title, "", head.synopsis, head.words, front))
        if text:
            made.append(Section(depth + 1, title, text, front=head.front))
    return made


def _depths(found: Sequence[int]) -> list[int]:
    """How deep each stands, without the levels that are skipped, and none deeper than allowed."""
    depths: list[int] = []
    above: list[int] = []
    for level in found:
        above = [other for other in above if other < level]
        # One level is kept for what is said before the first section of a chapter.
        depths.append(min(len(above), MOST_DEPTH - 2))
        above.append(level)
    return depths


def _body(manuscript: Manuscript) -> tuple[Block, ...]:
    """The blocks without a heading that is the title of the whole."""
    first = _only_head(manuscript)
    if first is None:
        return manuscript.blocks
    at = manuscript.blocks.index(first)
    before, after = manuscript.blocks[:at], manuscript.blocks[at + 1 :]
    if first.text.strip():
        return (*before, Block(0, "", first.text, front=first.front), *after)
    return (*before, replace(after[0], front=first.front + after[0].front), *after[1:])


def _only_head(manuscript: Manuscript) -> Block | None:
    """A heading over all others, the first and only one of its level, that is no other title."""
    heads = [block for block in manuscript.blocks if block.level]
    if manuscript.title and heads and _letters(heads[0].title) != _letters(manuscript.title):
        return None
    if len(heads) < 2 or any(block.level <= heads[0].level for block in heads[1:]):
        return None
    return heads[0]


def _letters(title: str) -> str:
    return "".join(filter(str.isalnum, title.casefold()))


def pretty(name: str) -> str:
    """A title out of the name of a file."""
    stem = name.rpartition("/")[2]
    stem = stem.rpartition(".")[0] or stem
    said = " ".join(stem.replace("_", " ").replace("-", " ").split())
    return said[:1].upper() + said[1:]


def as_json(manuscript: Manuscript) -> str:
    return json.dumps(asdict(manuscript), ensure_ascii=False)


def from_json(text: str) -> Manuscript:
    told = json.loads(text)
    blocks = tuple(Block(**block) for block in told.pop("blocks"))
    return Manuscript(**{**told, "blocks": blocks, "left_out": tuple(told["left_out"])})
