"""Done: what an author wrote in a section becomes the text of the book."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from django.db import transaction

from studio.actions import by_hand, commits, drafting, wording
from studio.actions.commits import Change
from studio.actions.drafting import Typed
from studio.actions.refusals import Empty, Refused, Unchanged
from studio.core import keys, merging, prose, sectioning
from studio.core.sectioning import Passage
from studio.core.state import Body
from studio.models import Artifact, Project, Unit
from studio.models.commit import By
from studio.queries import writing
from studio.queries.briefs import paragraphs

CAUSE = "Written by hand"


class TextMoved(Refused):
    """The text of the book is another one since you began. Put the two together first."""


def save_section(
    project_id: int,
    section_id: str,
    typed: Typed,
    *,
    actor_id: int,
    now: datetime,
    is_whole: bool = False,
) -> int:
    """Makes what was typed the text of a section, in one commit; returns how many passages
    changed.

    Only passages whose text changed get a version. One that was emptied, or that was not written
    yet when its author says that this is the whole section, is empty and locked from then on.
    TextMoved where the text is another one than the one it was begun from.
    """
    if not prose.normalise(typed.text).strip():
        raise Empty
    with transaction.atomic():
        Project.locked(project_id)
        units = writing.passages(project_id, section_id)
        if typed.base != writing.base_of(units):
            raise TextMoved
        if units:
            n_changed = _write(project_id, units, typed.text, actor_id, now, is_whole=is_whole)
        else:
            by_hand.write_section(project_id, section_id, typed.text, actor_id=actor_id, now=now)
            n_changed = 1
        drafting.settle(project_id, section_id, typed, user_id=actor_id)
        return n_changed


def save_merged(
    project_id: int,
    section_id: str,
    typed: Typed,
    *,
    over: str,
    choices: Mapping[int, str],
    otherwise: str = "both",
    actor_id: int,
    now: datetime,
) -> int:
    """Makes what was typed and what the book says since one text, and saves it over that.

    `over` names the versions that were compared. Where both changed, the choice by number counts,
    "mine", "theirs" or "both".
    """
    pieces = writing.pieces_of(project_id, section_id, mine=typed.text, base=typed.base, now=over)
    text = prose.join(merging.chosen(pieces, choices, otherwise))
    merged = replace(typed, text=text, base=over)
    return save_section(project_id, section_id, merged, actor_id=actor_id, now=now)


@dataclass(frozen=True, slots=True)
class _Before:
    """What is known of the paragraphs of a section by their text, for those that move."""

    origins: dict[str, str]
    distrusted: dict[str, Body]

    @classmethod
    def of(cls, change: Change, units: list[Unit]) -> "_Before":
        origins: dict[str, str] = {}
        distrusted: dict[str, Body] = {}
        for unit in units:
            artifact = writing.shown(unit)
            distrust = change.state.entry(keys.trust(unit.key)) or {}
            marked = set(distrust.get("paragraphs", ()))
            for one in paragraphs(artifact) if artifact else ():
                origins[one.text] = dict(artifact.paragraphs)[one.id] if artifact else ""
                if distrust.get("whole") or one.id in marked:
                    distrusted[one.text] = distrust
        return cls(origins, distrusted)


def write_into(change: Change, section_id: str, text: str, *, cause: str) -> int:
    """Makes a text that of a section in an open change; returns how many passages changed."""
    units = writing.passages(change.project.pk, section_id)
    changed = _changed(units, text, is_whole=False)
    known = _Before.of(change, units)
    for unit, passage in changed:
        _write_passage(change, unit, passage, known, cause=cause)
    return len(changed)


def _changed(units: list[Unit], text: str, *, is_whole: bool) -> list[tuple[Unit, Passage]]:
    """The passages that a text of the whole section changes, as they are then."""
    before = [writing.passage(unit) for unit in units]
    after = sectioning.divide(before, text)
    return [
        (unit, new)
        for unit, old, new in zip(units, before, after, strict=True)
        if old != new or (is_whole and writing.shown(unit) is None)
    ]


def _write(
    project_id: int,
    units: list[Unit],
    text: str,
    actor_id: int,
    now: datetime,
    *,
    is_whole: bool,
) -> int:
    changed = _changed(units, text, is_whole=is_whole)
    if not changed:
        return 0
    with commits.change(
        project_id, kind="edit", reason=CAUSE, by=By.PERSON, actor_id=actor_id, now=now
    ) as change:
        known = _Before.of(change, units)
        for unit, passage in changed:
            _write_passage(change, unit, passage, known, cause=CAUSE)
    return len(changed)


def _write_passage(
    change: Change, unit: Unit, passage: Passage, known: _Before, *, cause: str
) -> None:
    base = writing.shown(unit)
    own = {p.text for p in paragraphs(base)} if base else set()
    moved = {text: by for text, by in known.origins.items() if text not in own}
    text = prose.join(passage.paragraphs)
    try:
        artifact = wording.write_over(change, unit, base, text, cause=cause, moved=moved)
    except Unchanged:
        return
    if passage.paragraphs:
        _take_distrust_along(change, unit, artifact, own, known)
    else:
        change.put(keys.pin(unit.key), {})


def _take_distrust_along(
    change: Change, unit: Unit, artifact: Artifact, own: set[str], known: _Before
) -> None:
    """A distrusted paragraph that was moved to another passage is not to be relied on there."""
    found = [p for p in paragraphs(artifact) if p.text in known.distrusted and p.text not in own]
    if not found:
        return
    key = keys.trust(unit.key)
    here = change.state.entry(key) or {**known.distrusted[found[0].text], "paragraphs": []}
    ids = [*here.get("paragraphs", ()), *(p.id for p in found)]
    change.put(key, {**here, "whole": False, "paragraphs": ids})
