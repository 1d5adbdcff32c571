"""A proposal beside a text, judged change by change: what becomes of the two."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from studio.core import diff, prose
from studio.core.digest import digest_of

Way = Literal["take", "keep", "both", "own"]
WAYS: dict[str, Way] = {"take": "take", "keep": "keep", "both": "both", "own": "own"}


@dataclass(frozen=True, slots=True)
class Choice:
    """What somebody decided about one change; `text` is theirs, where they wrote it anew."""

    way: Way
    text: str = ""


@dataclass(frozen=True, slots=True)
class Change:
    """A place where a text and a proposal differ, or the paragraph that both have.

    The id names the words of both sides, so that a decision is never taken for another change.
    """

    id: str
    kind: diff.Kind
    old: tuple[str, ...]
    new: tuple[str, ...]
    parts: tuple[diff.Part, ...]

    @property
    def is_real(self) -> bool:
        return self.kind != "equal"


def changes(old: Sequence[str], new: Sequence[str]) -> tuple[Change, ...]:
    """Two texts by paragraph; what was written anew in one place is one change."""
    found: list[Change] = []
    for kind, here, there, parts in _joined(diff.diff_paragraphs(old, new).blocks):
        name = digest_of([here, there])[:10]
        n = sum(change.id.partition("-")[0] == name for change in found)
        found.append(Change(f"{name}-{n}" if n else name, kind, here, there, parts))
    return tuple(found)


def chosen(found: Sequence[Change], choices: Mapping[str, Choice]) -> list[str]:
    """The paragraphs that the decisions make of the two texts; all must be decided."""
    return [p for change in found for p in _chosen(change, choices.get(change.id))]


def alike(found: Sequence[Change]) -> float:
    """How much of the two texts is the same, from 0 to 1."""
    parts = [part for change in found for part in change.parts]
    whole = sum(len(part.text) for part in parts)
    return sum(len(p.text) for p in parts if p.kind == "equal") / whole if whole else 1.0


def _chosen(change: Change, choice: Choice | None) -> Sequence[str]:
    if not change.is_real:
        return change.new
    assert choice is not None, "whoever applies decisions asks first whether all are made"
    if choice.way == "own":
        return prose.paragraphs(prose.normalise(choice.text))
    sides = {"take": change.new, "keep": change.old, "both": (*change.old, *change.new)}
    return sides[choice.way]


_Joined = tuple[diff.Kind, tuple[str, ...], tuple[str, ...], tuple[diff.Part, ...]]


def _joined(blocks: Sequence[diff.Block]) -> Iterator[_Joined]:
    """Blocks in order; paragraphs that go and come between two that stay are one change."""
    gone: list[str] = []
    come: list[str] = []
    for block in blocks:
        if block.kind == "delete":
            gone.append(block.old)
        elif block.kind == "insert":
            come.append(block.new)
        else:
            yield from _rewritten(gone, come)
            gone, come = [], []
            yield block.kind, (block.old,), (block.new,), block.parts
    yield from _rewritten(gone, come)


def _rewritten(gone: list[str], come: list[str]) -> Iterator[_Joined]:
    if not gone and not come:
        return
    sides: list[tuple[diff.PartKind, list[str]]] = [("delete", gone), ("insert", come)]
    parts = tuple(diff.Part(kind, "\n\n".join(texts)) for kind, texts in sides if texts)
    kind: diff.Kind = "replace" if gone and come else "delete" if gone else "insert"
    yield kind, tuple(gone), tuple(come), parts
