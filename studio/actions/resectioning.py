"""Splitting and merging sections: their passages move with text, remarks and history.

A passage that moves becomes a passage of another section: its text is a new version there, equal
to the last, read anew at its new place by its author's word. Its open remarks go along.
"""

from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from studio.actions import acceptance, artifacts, commits, keeping
from studio.actions.commits import Change
from studio.actions.refusals import Gone, Refused
from studio.core import arranging, doubt, keys, maps, proposals
from studio.core.proposals import Operation
from studio.core.state import Body
from studio.models import Artifact, Blob, Finding, Project, Unit
from studio.models.commit import By
from studio.queries import candidates


class CannotSplit(Refused):
    """A section is split between two of its passages; this is not such a place."""


class CannotMerge(Refused):
    """Two sections can be joined when both are planned in passages and stand side by side."""


@dataclass(frozen=True, slots=True)
class _Moved:
    """A passage that moves: from a unit key to another, with its movement."""

    old: str
    new: str


def split_section(
    project_id: int, section_id: str, *, at: str, title: str, actor_id: int, now: datetime
) -> str:
    """Makes a section of its own of the passages from `at` on; returns its id."""
    with transaction.atomic():
        Project.locked(project_id)
        with _change(project_id, f"Split off “{title.strip()}”", actor_id, now) as change:
            new_id, moved = _split(change, section_id, at, title.strip())
        with _change(project_id, "Moved passages", actor_id, now) as change:
            _settle_maps(change, [section_id, new_id])
            _move_texts(change, moved)
            keeping.keep_book_wide(change)
        return new_id


def merge_sections(
    project_id: int, section_id: str, *, into: str, actor_id: int, now: datetime
) -> None:
    """Adds the passages of a section at the end of another one and takes the section away."""
    with transaction.atomic():
        Project.locked(project_id)
        with _change(project_id, "Joined two sections", actor_id, now) as change:
            moved = _merge(change, section_id, into)
        with _change(project_id, "Moved passages", actor_id, now) as change:
            _settle_maps(change, [into])
            _move_texts(change, moved)
            keeping.keep_book_wide(change)


def _split(change: Change, section_id: str, at: str, title: str) -> tuple[str, list[_Moved]]:
    section, movements = _section(change, section_id)
    order = [m["key"] for m in movements]
    if at not in order or order.index(at) == 0:
        raise CannotSplit
    place = order.index(at)
    sections = proposals.sections_in(change.state)
    new_id = arranging.free_id(sections)
    stay, go = movements[:place], movements[place:]
    new = doubt.rewritten(
        "section",
        section,
        {**section, "title": title or section["title"], "words": _words(go), "establishes": []},
    )
    peers = arranging.peers(sections, section.get("parent"))
    peers.insert(peers.index(section_id) + 1, new_id)
    rows = {**sections, section_id: {**section, "words": _words(stay)}, new_id: new}
    for key, body in arranging.ranked(peers, rows, section.get("parent")).items():
        _put(change, key, body)
    whole = _map(change, section_id)
    for owner, movements in ((section_id, stay), (new_id, go)):
        change.put(keys.map_of(owner), doubt.rewritten("map", whole, {"movements": movements}))
    return new_id, [_moved(section_id, new_id, m["key"], m["key"]) for m in go]


def _merge(change: Change, section_id: str, into: str) -> list[_Moved]:
    gone, going = _section(change, section_id)
    kept, staying = _section(change, into)
    if section_id == into or gone.get("parent") != kept.get("parent"):
        raise CannotMerge
    taken = {m["key"] for m in staying}
    moved, added = [], []
    for movement in going:
        key = maps.free_key(movement["key"], taken)
        taken.add(key)
        added.append({**movement, "key": key})
        moved.append(_moved(section_id, into, movement["key"], key))
    joined = doubt.rewritten("map", _map(change, into), {"movements": [*staying, *added]})
    left = doubt.trusted("map", _map(change, section_id)) or {"movements": ()}
    known = {m["key"] for m in left["movements"]}
    doubted = [n["key"] for o, n in zip(going, added, strict=True) if o["key"] not in known]
    change.put(keys.map_of(into), doubt.marked_too(joined, keys.unit(keys.MAP, into), doubted))
    change.put(keys.section(into), _joined(kept, gone))
    for key, body in _without(change, section_id, into).items():
        _put(change, key, body)
    change.drop(keys.section(section_id))
    change.drop(keys.map_of(section_id))
    return moved


def _map(change: Change, section_id: str) -> Body:
    return change.state.entry(keys.map_of(section_id)) or {"movements": ()}


def _joined(kept: Body, gone: Body) -> Body:
    return {
        **kept,
        "words": int(kept.get("words", 0)) + int(gone.get("words", 0)),
        "establishes": _union(kept, gone, "establishes"),
        "uses": _union(kept, gone, "uses"),
        "depends_on": _union(kept, gone, "depends_on"),
    }


def _union(kept: Body, gone: Body, field: str) -> list[str]:
    return list(dict.fromkeys([*kept.get(field, ()), *gone.get(field, ())]))


def _without(change: Change, section_id: str, into: str) -> dict[str, Body | None]:
    """What depended on the section depends on the one that took it in."""
    writes: dict[str, Body | None] = {}
    for other, body in proposals.sections_in(change.state).items():
        depends = list(body.get("depends_on", ()))
        if other != section_id and section_id in depends:
            named = [into if i == section_id else i for i in depends]
            kept = [i for i in dict.fromkeys(named) if i != other]
            writes[keys.section(other)] = {**body, "depends_on": kept}
    return writes


def _settle_maps(change: Change, section_ids: list[str]) -> None:
    """The plan of passages that a split or a join leaves is its author's, and accepted."""
    for section_id in section_ids:
        unit = _unit(change, keys.unit(keys.MAP, section_id))
        body = change.state.entry(keys.map_of(section_id))
        key = keys.map_of(section_id)
        text = candidates.as_text([Operation(key, proposals.expected(body), body)])
        artifact = _given(change, unit, text, [], "person", "", "Split or joined")
        change.put(keys.text(unit.key), candidates.text_entry(artifact, By.PERSON))
        unit.settle()
        unit.save()
        change.concern(unit)


def _move_texts(change: Change, moved: list[_Moved]) -> None:
    for passage in moved:
        old = Unit.objects.select_related("current", "candidate").get(
            project=change.project, key=passage.old
        )
        new = _unit(change, passage.new)
        Finding.objects.open().filter(unit=old).update(unit=new)
        if old.current is None:
            continue
        source = old.current
        body = Blob.objects.values_list("body", flat=True).get(pk=source.digest)
        artifact = _given(
            change, new, body, list(source.paragraphs), source.origin, source.made_by,
            f"Moved here, version {source.number} there",
        )  # fmt: skip
        change.state.know(artifact.digest, body)
        change.put(keys.text(new.key), candidates.text_entry(artifact, By.PERSON))
        for of in (keys.trust, keys.pin):
            standing = change.state.entry(of(old.key))
            if standing is not None:
                change.put(of(new.key), standing)
                change.drop(of(old.key))
        change.drop(keys.text(old.key))
        acceptance.waive(new, artifact, acceptance.gates_of(change, new))
        new.settle()
        new.save()
        change.concern(new)


def _given(
    change: Change,
    unit: Unit,
    text: str,
    paragraphs: list[list[str]],
    origin: str,
    made_by: str,
    cause: str,
) -> Artifact:
    return artifacts.given(
        change.project,
        unit,
        text=text,
        paragraphs=paragraphs,
        origin=origin,
        made_by=made_by,
        cause=cause,
        state=change.state,
        now=change.now,
    )


def _section(change: Change, section_id: str) -> tuple[dict[str, Any], list[Any]]:
    body = change.state.entry(keys.section(section_id))
    if body is None:
        raise Gone
    planned = change.state.entry(keys.map_of(section_id))
    if planned is None:
        raise CannotMerge
    return dict(body), list(planned["movements"])


def _unit(change: Change, key: str) -> Unit:
    return Unit.objects.select_related("current", "candidate").get(project=change.project, key=key)


def _put(change: Change, key: str, body: Body | None) -> None:
    if body is None:
        change.drop(key)
    else:
        change.put(key, body)


def _words(movements: list[Any]) -> int:
    return sum(int(m.get("words", 0)) for m in movements)


def _moved(old_section: str, new_section: str, old_key: str, new_key: str) -> _Moved:
    return _Moved(
        keys.unit(keys.DRAFT, old_section, old_key), keys.unit(keys.DRAFT, new_section, new_key)
    )


def _change(
    project_id: int, reason: str, actor_id: int, now: datetime
) -> AbstractContextManager[Change]:
    return commits.change(
        project_id, kind="outline", reason=reason, by=By.PERSON, actor_id=actor_id, now=now
    )
