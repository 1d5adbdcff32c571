"""What is proposed beside the text of a section, and what was decided about it so far."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import count
from typing import Literal

from studio.core import choices, diff
from studio.core.choices import Change, Choice
from studio.formats.markdown import to_html
from studio.models import Artifact, Judged
from studio.queries.briefs import paragraphs
from studio.queries.values import ChangeBlock, ChangePart
from studio.queries.values.proposed import Proposed, ProposedChange, ProposedPassage, Showing

# What is less alike than this is read side by side, what is more as changes.
HALF = 0.5
_SHOWINGS: dict[str, Showing] = {
    "text": "text", "proposal": "proposal", "changes": "changes", "side": "side",
}  # fmt: skip
KINDS: dict[str, Literal["same", "added", "removed", "changed"]] = {
    "equal": "same",
    "insert": "added",
    "delete": "removed",
    "replace": "changed",
}
PARTS: dict[str, Literal["same", "added", "removed"]] = {
    "equal": "same",
    "insert": "added",
    "delete": "removed",
}
Passage = tuple[int, str, Artifact | None, Artifact | None]


def changes_of(current: Artifact | None, candidate: Artifact | None) -> tuple[Change, ...]:
    """A text and what is proposed beside it, by paragraph."""
    old, new = ([p.text for p in paragraphs(a)] if a else [] for a in (current, candidate))
    return choices.changes(old, new)


def decided(candidate_ids: Iterable[int]) -> dict[int, dict[str, Choice]]:
    """The decisions that were kept about proposals, by proposal and by change."""
    rows = Judged.objects.filter(artifact__in=list(candidate_ids))
    return {
        row.artifact_id: {
            change: Choice(choices.WAYS[said["way"]], said["text"])
            for change, said in row.choices.items()
        }
        for row in rows
    }


def proposed(passages: Iterable[Passage]) -> Proposed:
    """The passages of a section in order, each with its text and its proposal, compared."""
    found = list(passages)
    told = decided(new.pk for _, _, _, new in found if new)
    numbers = count(1)
    whole: list[Change] = []
    shown: list[ProposedPassage] = []
    for unit_id, title, current, candidate in found:
        changes = changes_of(current, candidate or current)
        can_choose = current is not None and candidate is not None
        whole += changes if can_choose else ()
        said = told.get(candidate.pk, {}) if candidate else {}
        rows = tuple(_change(c, unit_id, said) for c in changes)
        if can_choose:
            rows = tuple(replace(r, number=0 if r.kind == "same" else next(numbers)) for r in rows)
        shown.append(ProposedPassage(str(unit_id), title, rows, can_choose))
    return Proposed(tuple(shown), choices.alike(whole))


def showing(asked: str, found: Proposed | None, *, is_new: bool) -> Showing:
    """What a page opens with: a first draft clean, a light revision as changes, else both."""
    if found is None:
        return "proposal" if is_new and asked != "text" else "text"
    by_itself: Showing = "changes" if found.share_alike >= HALF else "side"
    return _SHOWINGS.get(asked, by_itself)


def _change(change: Change, unit_id: int, told: Mapping[str, Choice]) -> ProposedChange:
    choice = told.get(change.id) if change.is_real else None
    name = f"{unit_id}-{change.id}"
    return ProposedChange(
        id=name,
        kind=KINDS[change.kind],
        parts=tuple(ChangePart(PARTS[p.kind], p.text) for p in change.parts),
        old_html=_html(change.old, f"o{name}"),
        new_html=_html(change.new, f"n{name}") if change.is_real else "",
        way=choice.way if choice else "",
        own=choice.text if choice and choice.way == "own" else "\n\n".join(change.new),
        is_anew=change.is_real and all(p.kind != "equal" for p in change.parts),
    )


def _html(texts: Iterable[str], prefix: str) -> str:
    return "".join(to_html(t, id_prefix=f"{prefix}-{n}") for n, t in enumerate(texts))


def change_blocks(old: Sequence[str], new: Sequence[str]) -> tuple[ChangeBlock, ...]:
    """Two texts compared, paragraph by paragraph and word by word, where nothing is decided."""
    return tuple(
        ChangeBlock(KINDS[c.kind], tuple(ChangePart(PARTS[p.kind], p.text) for p in c.parts))
        for c in diff.diff_paragraphs(old, new).blocks
    )
