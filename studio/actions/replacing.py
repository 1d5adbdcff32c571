"""Replaces words in the whole book: one commit, that undo takes back to the letter.

Passages get a version by their author; paragraphs keep their ids, texts their standing, remarks
their place. What was written from what changes here still holds, if its author says so: reads that
were of the value before the change are then of the value after it, and nothing else is fresher.
"""

from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby

from django.db import transaction

from studio.actions import acceptance, artifacts, carrying, commits, keeping, naming, wording
from studio.actions.carrying import REPLACE, carry_remarks
from studio.actions.commits import Change
from studio.actions.refusals import Invalid, Moved, Refused
from studio.actions.wording import Written
from studio.core import keys, prose, search
from studio.core.digest import digest
from studio.core.search import Sought
from studio.core.state import Body
from studio.models import Artifact, Project, Read, Unit
from studio.models.among import among_ids
from studio.models.artifact import Origin
from studio.models.commit import By
from studio.queries import briefs, consequences, searching
from studio.queries.searching import Found
from studio.queries.state import DbState
from studio.queries.values.search import Where

MOST_TITLE, MOST_SHOWN_IN_REASON = 200, 40


class NothingTicked(Refused):
    """Nothing was replaced: tick what is to be replaced first."""


@dataclass(frozen=True, slots=True)
class Replaced:
    """What was done: the number of the change, and how much it replaced where."""

    number: int
    n_hits: int
    n_places: int


@dataclass(slots=True)
class _Edits:
    """What is to be written, before it is: by passage the new paragraphs, by section the body."""

    paragraphs: dict[int, dict[str, str]] = field(default_factory=dict)
    versions: dict[int, int] = field(default_factory=dict)
    sections: dict[str, dict[str, tuple[str, str]]] = field(default_factory=dict)

    @property
    def n_places(self) -> int:
        return len(self.paragraphs) + len(self.sections)


def replace(
    project_id: int,
    asked: Sought,
    where: Iterable[Where],
    *,
    ticked: Iterable[str],
    seen: str,
    with_rest: bool = False,
    holds: bool = True,
    actor_id: int,
    now: datetime,
) -> Replaced:
    """Replaces the hits that are ticked, and with the rest those that the page did not show.

    Moved where the hits are others than those that were seen. BadPattern as `searching.look`.
    """
    project = Project.objects.get(pk=project_id)
    found = searching.look(project, asked, where, user_id=actor_id)
    if searching.seen(found) != seen:
        raise Moved("The book says something else now. Look at these hits, then replace.")
    chosen = _chosen(found, set(ticked), with_rest=with_rest)
    if not chosen:
        raise NothingTicked
    edits = _edits(chosen)
    with transaction.atomic(), _change(project_id, asked, len(chosen), actor_id, now) as change:
        naming.name_before(change.project, "", f"Before: {change.reason}", actor_id=actor_id)
        _write(change, edits, _units(change, edits), holds=holds)
    assert change.commit is not None, "a hit that changes nothing cannot be chosen"
    return Replaced(change.commit.number, len(chosen), edits.n_places)


def _chosen(found: list[Found], ticked: set[str], *, with_rest: bool) -> list[Found]:
    hidden = found[searching.MOST_SHOWN :] if with_rest else []
    ids = ticked | {f.id for f in hidden if not f.spot.left_out}
    return [f for f in found if f.can_replace and f.id in ids]


def _change(
    project_id: int, asked: Sought, n_hits: int, actor_id: int, now: datetime
) -> AbstractContextManager[Change]:
    was, put = (_short(said) for said in (asked.words, asked.put or ""))
    times = "once" if n_hits == 1 else f"{n_hits} times"
    reason = f"Replaced “{was}” by “{put}”, {times}" if put else f"Took out “{was}”, {times}"
    return commits.change(
        project_id, kind=REPLACE, reason=reason, by=By.PERSON, actor_id=actor_id, now=now
    )


def _short(said: str) -> str:
    is_long = len(said) > MOST_SHOWN_IN_REASON
    return f"{said[:MOST_SHOWN_IN_REASON]}…" if is_long else said


# --- what is to be written


def _edits(chosen: list[Found]) -> _Edits:
    edits = _Edits()
    for spot, hits in groupby(chosen, key=lambda f: f.spot):
        new = search.replaced(spot.text, [f.hit for f in hits])
        if spot.unit_id:
            edits.paragraphs.setdefault(spot.unit_id, {})[spot.part] = new
            edits.versions[spot.unit_id] = spot.artifact_id
        else:
            edits.sections.setdefault(spot.section_id, {})[spot.part] = (spot.text, new)
    return edits


def _units(change: Change, edits: _Edits) -> list[Unit]:
    """The passages concerned, if each says what was looked at."""
    rows = Unit.objects.in_project(change.project.pk).filter(pk__in=edits.paragraphs)
    found = list(rows.select_related("current", "candidate").order_by("place", "pk"))
    if {unit.pk: unit.current_id for unit in found} != edits.versions:
        raise Moved
    return found


def _written(unit: Unit, base: Artifact, new: Mapping[str, str]) -> list[Written]:
    """The paragraphs of a passage with their ids, where the replaced ones are its author's."""
    old, origins = briefs.paragraphs(base), dict(base.paragraphs)
    whole = [(p.id, new.get(p.id, p.text)) for p in old]
    left = [(i, text) for i, text in whole if text.strip()]
    texts = prose.paragraphs(prose.normalise(prose.join(text for _, text in left)))
    if len(texts) != len(left):
        raise Invalid(
            "With this replacement some paragraphs would run together or fall apart. "
            "Leave that one out, and edit it where it stands."
        )
    return [
        Written(i, text, Origin.PERSON if i in new else origins[i])
        for (i, _), text in zip(left, texts, strict=True)
    ]


def _section(body: Body | None, fields: Mapping[str, tuple[str, str]]) -> Body:
    """A section's specification with its new words, if it says what was looked at."""
    if body is None or any(body.get(name, "") != old for name, (old, _) in fields.items()):
        raise Moved
    told = {name: " ".join(new.split()) for name, (_, new) in fields.items()}
    if not told.get("title", "-") or len(told.get("title", "")) > MOST_TITLE:
        raise Invalid(f"A title has from 1 to {MOST_TITLE} characters. Leave that one out.")
    return {**body, **told}


# --- writing it


def _write(change: Change, edits: _Edits, units: list[Unit], *, holds: bool) -> None:
    written = {unit.pk: _written(unit, _base(unit), edits.paragraphs[unit.pk]) for unit in units}
    for section_id, fields in edits.sections.items():
        key = keys.section(section_id)
        change.put(key, _section(change.state.entry(key), fields))
    held = _held(change, units, written) if holds else {}
    beside = _beside(change, held, {unit.pk for unit in units})
    change.state.fetch_texts(unit.key for unit in (*units, *beside))
    has_remarks = carrying.with_remarks([*units, *beside])
    made = []
    for unit in units:
        base = _base(unit)
        again = held.get(base.pk, {})
        artifact = wording.write_paragraphs(
            change, unit, base, written[unit.pk], cause=change.reason, holds=again
        )
        made.append((unit, artifact, acceptance.gates_of(change, unit)))
        if unit.pk in has_remarks:
            carry_remarks(unit, base, artifact)
    acceptance.waive_all(made)
    if not holds:
        keeping.keep_book_wide(change)
    for unit in beside:
        base, kept = _base(unit), _hold(change, unit, held[_base(unit).pk])
        if unit.pk in has_remarks:
            carry_remarks(unit, base, kept)


def _held(
    change: Change, units: list[Unit], written: Mapping[int, list[Written]]
) -> dict[int, dict[str, str]]:
    """By version the cells that it read as they are, with the digests they are about to have."""
    writes: dict[str, Body | None] = dict(change.state.overlay)
    bodies = [prose.join(one.text for one in written[unit.pk]) for unit in units]
    artifacts.keep_texts(bodies)
    for unit, body in zip(units, bodies, strict=True):
        entry = change.state.entry(keys.text(unit.key)) or {}
        ids = [one.id for one in written[unit.pk]]
        writes[keys.text(unit.key)] = {**entry, "blob": digest(body), "paragraphs": ids}
    after = DbState(change.project.pk, writes)
    changed = consequences.changed_cells(change.project, writes, after)
    current = Unit.objects.in_project(change.project.pk).exclude(current=None).values("current")
    rows = Read.objects.filter(project=change.project, key__in=changed, artifact__in=current)
    found: dict[int, dict[str, str]] = {}
    for artifact_id, key, then in rows.values_list("artifact_id", "key", "digest"):
        was, now = changed[key]
        if then == was:
            found.setdefault(artifact_id, {})[key] = now
    return found


def _beside(change: Change, held: Mapping[int, object], replaced: set[int]) -> list[Unit]:
    """The others whose texts were written from what is replaced."""
    rows = Unit.objects.in_project(change.project.pk).filter(current__in=among_ids(held))
    found = rows.select_related("current").order_by("place", "pk")
    return [unit for unit in found if unit.pk not in replaced]


def _hold(change: Change, unit: Unit, again: Mapping[str, str]) -> Artifact:
    """A version of equal content, whoever wrote and accepted it, that has read the new words."""
    base = _base(unit)
    cause = "Still holds after words were replaced"
    kept = keeping.keep_under(change, unit, base, holds=again, cause=cause)
    entry = change.state.entry(keys.text(unit.key)) or {}
    change.put(keys.text(unit.key), {**entry, "artifact": kept.pk})
    change.concern(unit)
    return kept


def _base(unit: Unit) -> Artifact:
    assert unit.current is not None, "only texts of the book are replaced in"
    return unit.current
