"""Edits of the outline: sections added, removed and moved, and what is stated of each."""

from collections.abc import Iterable, Mapping
from typing import Any

from studio.core import arranging, keys
from studio.core.arranging import CannotMove
from studio.core.editing import Plan, Writes
from studio.core.intent import DIRECTIONS, BadIntent, Intent
from studio.core.state import Body

MOST_WORDS, MOST_SECTIONS, MOST_DEPTH = 20_000, 500, 6
USUAL_WORDS = 600
TEXTS = {"title": 200, "synopsis": 2000, "done_when": 1000, "reader_state": 1000}
TOP = "top"


def add(intent: Intent, plan: Plan) -> Writes:
    """Sections at a place, each below the one above it that stands less deep."""
    if len(intent.items) > MOST_SECTIONS:
        raise BadIntent(f"At most {MOST_SECTIONS} sections at a time, please.", "titles")
    parent, order, place = _place(intent, plan)
    sections: dict[str, Body] = dict(plan.sections)
    first = int(plan.free_id("section", "s")[1:])
    above: list[tuple[int, str]] = []
    new: dict[str | None, list[str]] = {}
    for n, item in enumerate(intent.items, first):
        section_id, depth = f"s{n}", int(item.get("depth", 0))
        above = [pair for pair in above if pair[0] < depth]
        if len(above) >= MOST_DEPTH:
            raise BadIntent(f"At most {MOST_DEPTH} sections inside one another.", "titles")
        below = above[-1][1] if above else parent
        sections[section_id] = _listed(item, below) if intent.items[1:] else _section(item, below)
        new.setdefault(below, []).append(section_id)
        above.append((depth, section_id))
    top = [*order[:place], *new.pop(parent, []), *order[place:]]
    writes = arranging.ranked(top, sections, parent)
    for below, ids in new.items():
        writes |= arranging.ranked(ids, sections, below)
    return writes


def remove(intent: Intent, plan: Plan) -> Writes:
    """Takes a section and all below it out of the outline; texts are kept in the history."""
    section_id = keys.rest(intent.thing)
    title = plan.section(section_id)["title"]
    gone = arranging.below(plan.sections, section_id)
    if len(gone) == len(plan.sections):
        raise BadIntent(f"“{title}” is all that the outline has; a book needs a section.")
    writes: Writes = {keys.section(i): None for i in gone}
    return {**writes, **depending_on(gone, plan)}


def move(intent: Intent, plan: Plan) -> Writes:
    """Moves a section up, down, in or out, or to a place below another one."""
    section_id = keys.rest(intent.thing)
    own = plan.section(section_id)
    if intent.to in DIRECTIONS:
        try:
            writes = arranging.move(plan.sections, section_id, intent.to)
        except CannotMove as cannot:
            raise BadIntent(str(cannot)) from cannot
    else:
        parent, order, place = _place(intent, plan, moving=section_id)
        if parent in arranging.below(plan.sections, section_id):
            raise BadIntent("A section cannot be moved into itself.")
        order.insert(place, section_id)
        writes = arranging.ranked(order, plan.sections, parent)
    key = keys.section(section_id)
    return {**writes, key: _in_role(own, writes.get(key) or own)}


def depending_on(gone: Iterable[str], plan: Plan, instead: str = "") -> Writes:
    """Sections that depended on others which are gone depend on them no more, or on another."""
    left = set(gone)
    writes: Writes = {}
    for other, body in plan.sections.items():
        depends = list(body.get("depends_on", ()))
        if other in left or not left & set(depends):
            continue
        named = dict.fromkeys(instead if i in left else i for i in depends)
        writes[keys.section(other)] = {
            **body, "depends_on": [i for i in named if i not in ("", other)],
        }  # fmt: skip
    return writes


def checked(values: Mapping[str, Any], *, of: str = "") -> dict[str, Any]:
    """What may be stated of a section, if each of it is as it must be."""
    if unknown := sorted(set(values) - {*TEXTS, "words"}):
        known = ", ".join(sorted([*TEXTS, "words"]))
        raise BadIntent(
            f"{of or 'A section'} has no field {', '.join(unknown)}; it has: {known}.", unknown[0]
        )
    clean: dict[str, Any] = {}
    for name in (n for n in TEXTS if n in values):
        clean[name] = str(values[name] or "").replace("\0", "").strip()
        if len(clean[name]) > TEXTS[name]:
            raise BadIntent(f"At most {TEXTS[name]:,} characters, please.", name)
    if "title" in clean and not clean["title"]:
        raise BadIntent("Give it a title.", "title")
    if "words" in values:
        clean["words"] = number(values["words"])
        if clean["words"] > MOST_WORDS:
            raise BadIntent(f"Write a number of words up to {MOST_WORDS:,}.", "words")
    return clean


def number(value: object) -> int:
    """A number as people write it."""
    said = str(value).replace(",", "").strip()
    if not said.isdecimal() or len(said) > 9:
        raise BadIntent(f"“{said[:40]}” is no number.", "words")
    return int(said)


def _listed(item: Mapping[str, Any], parent: str | None) -> Body:
    """One section of several: what is wrong with it says with which."""
    try:
        return _section(item, parent)
    except BadIntent as bad:
        title = str(item["title"])
        named = title if len(title) <= 40 else f"{title[:39]}…"
        raise BadIntent(f"“{named}”: {bad}", bad.field) from bad


def _section(item: Mapping[str, Any], parent: str | None) -> Body:
    values = {k: v for k, v in item.items() if k != "depth"}
    return {
        "parent": parent,
        "rank": 0,
        "role": "section" if parent else "chapter",
        "synopsis": "",
        "words": USUAL_WORDS,
        "establishes": [],
        "uses": [],
        "depends_on": [],
        "done_when": "",
        **checked(values),
    }


def _place(intent: Intent, plan: Plan, *, moving: str = "") -> tuple[str | None, list[str], int]:
    """The parent, its sections in order without the one that moves, and the place among them."""
    peer = intent.after or intent.before
    peer = peer.removeprefix("section/")
    under = intent.under.removeprefix("section/")
    if peer:
        plan.section(peer)
    if under not in ("", TOP):
        plan.section(under)
    parent = (plan.sections[peer].get("parent") if peer else under) or None
    parent = None if parent == TOP else parent
    if peer and under and (under if under != TOP else None) != parent:
        raise BadIntent(f"The section “{peer}” does not stand there; leave --under out.")
    order = [i for i in arranging.peers(plan.sections, parent) if i != moving]
    if not peer or peer == moving:
        return parent, order, len(order)
    return parent, order, order.index(peer) + (1 if intent.after else 0)


def _in_role(before: Body, after: Body) -> Body:
    """A chapter that comes to stand in another section is a section, and the other way round."""
    was_top, is_top = not before.get("parent"), not after.get("parent")
    if was_top == is_top or after.get("role") not in ("chapter", "section"):
        return after
    return {**after, "role": "chapter" if is_top else "section"}
