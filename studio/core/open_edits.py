"""What an author has open and not finished: the steps that read it wait meanwhile.

An edit is kept by its name (`brief`, `plan/claim-3`, `outline/s2`, `section/s2`), with the
sections whose steps read what it changes, and when there was a sign of life of it.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any

from studio.core import keys
from studio.core.protocol import Protocol
from studio.core.state import Body

Edits = Mapping[str, Mapping[str, Any]]
# Without a sign of life for so long, whoever edits has gone away.
PATIENCE = timedelta(minutes=5)
# So much later a sign of life is written down again.
BEAT = timedelta(seconds=60)
EVERYTHING, BOOK_WIDE = "*", ""


def live(edits: Edits, now: datetime) -> dict[str, tuple[str, ...]]:
    """The edits that are going on, each with the sections that wait for it."""
    return {
        name: tuple(edit["holds"])
        for name, edit in edits.items()
        if abs(now - datetime.fromisoformat(edit["at"])) < PATIENCE
    }


def holding(edits: Edits, section_id: str, now: datetime, *, is_granted: bool = False) -> str:
    """The edit that a step of a section ('' for those of the whole book) waits for, or ''.

    What its author confirmed is written beside their own text: it waits for no typing there.
    """
    found = live(edits, now).items() if edits else ()
    return next(
        (
            name
            for name, holds in found
            if {EVERYTHING, section_id} & set(holds) and not (is_granted and _is_typing(name))
        ),
        "",
    )


def held(edits: Edits, now: datetime) -> tuple[bool, list[str], list[str]]:
    """Whether all steps wait; the sections whose steps do; and those in which one only types."""
    found = live(edits, now).items()
    sections = {one for name, holds in found if not _is_typing(name) for one in holds}
    typed_in = {one for name, holds in found if _is_typing(name) for one in holds}
    return EVERYTHING in sections, sorted(sections - {EVERYTHING}), sorted(typed_in - sections)


def _is_typing(name: str) -> bool:
    return name.startswith("section/")


def with_edit(edits: Edits, name: str, holds: Iterable[str], now: datetime) -> dict[str, Any]:
    """The edits with a sign of life of one; those that are over are forgotten."""
    alive = {key: edits[key] for key in live(edits, now)}
    return {**alive, name: {"at": now.isoformat(), "holds": sorted(set(holds))}}


def is_known(edits: Edits, name: str, now: datetime) -> bool:
    """Whether there was a sign of life of an edit a moment ago."""
    return name in edits and abs(now - datetime.fromisoformat(edits[name]["at"])) < BEAT


def without_written(edits: Edits, written: Iterable[str]) -> dict[str, Any]:
    """The edits that go on after these entries were written: those of other things."""
    over = {name for key in written for name in _names_of(key)}
    return {name: dict(edit) for name, edit in edits.items() if name not in over}


def _names_of(key: str) -> tuple[str, ...]:
    what = keys.rest(key)
    if keys.kind(key) == "brief":
        return ("brief",)
    if keys.kind(key) == "object":
        return (f"plan/{what}",)
    return (f"plan/{what}", f"outline/{what}") if keys.kind(key) == "section" else ()


def readers_of(
    name: str, sections: Mapping[str, Body], objects: Mapping[str, Body], protocol: Protocol
) -> set[str]:
    """The sections whose steps read what an edit of this name changes."""
    kind, _, what = name.partition("/")
    if kind == "section":
        return {what}
    if kind == "outline" or (kind == "plan" and what in sections):
        return _around(what, sections)
    if kind == "plan" and what in objects:
        return {BOOK_WIDE} | _using(what, objects[what], sections, protocol)
    return {EVERYTHING}


def _around(section_id: str, sections: Mapping[str, Body]) -> set[str]:
    """A section, what stands beside and under it, and what builds on it."""
    parent = sections.get(section_id, {}).get("parent")
    near = {i for i, body in sections.items() if body.get("parent") in (parent, section_id)}
    return {section_id} | near | _building_on({section_id}, sections)


def _using(
    object_id: str, body: Body, sections: Mapping[str, Body], protocol: Protocol
) -> set[str]:
    kind = protocol.kinds.get(body["kind"])
    if kind is None or kind.one or kind.name_field or body["kind"] == "constraint":
        return set(sections)
    own = {
        i for i, section in sections.items()
        if object_id in (*section.get("establishes", ()), *section.get("uses", ()))
    }  # fmt: skip
    return own | _building_on(own, sections)


def _building_on(section_ids: set[str], sections: Mapping[str, Body]) -> set[str]:
    return {i for i, body in sections.items() if section_ids & set(body.get("depends_on", ()))}
