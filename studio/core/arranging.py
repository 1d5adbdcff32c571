"""Arranging the outline: what moving a section writes. Pure arithmetic over specifications."""

from collections.abc import Callable, Mapping

from studio.core import keys, outline
from studio.core.proposals import Body

Sections = Mapping[str, Body]
Writes = dict[str, Body | None]


class CannotMove(ValueError):
    """The section cannot go there; the message says why."""


def move(sections: Sections, section_id: str, direction: str) -> Writes:
    """The writes that move a section up, down, in under the one above it, or out."""
    return _MOVES[direction](sections, section_id)


def peers(sections: Sections, parent: str | None) -> list[str]:
    """The ids of the sections below a parent (None: at the top), in order."""
    found = [i for i, body in sections.items() if (body.get("parent") or None) == (parent or None)]
    return sorted(found, key=lambda i: (sections[i].get("rank", 0), i))


def ranked(order: list[str], sections: Sections, parent: str | None) -> Writes:
    """The writes that give sections this order below a parent."""
    return {
        keys.section(i): {**sections[i], "parent": parent or None, "rank": rank}
        for rank, i in enumerate(order, 1)
    }


def below(sections: Sections, section_id: str) -> set[str]:
    """A section and all that stands in it."""
    children = {i for i, body in sections.items() if body.get("parent") == section_id}
    return {section_id}.union(*(below(sections, child) for child in children))


def without(body: Body, object_id: str) -> Body:
    """A section that no longer establishes or uses an object."""
    return {
        **body,
        "establishes": [i for i in body.get("establishes", ()) if i != object_id],
        "uses": [i for i in body.get("uses", ()) if i != object_id],
    }


def in_order(sections: Sections) -> list[str]:
    """The ids of all sections in book order."""
    return [node.id for node in outline.ordered(sections)]


def before_what_they_need(sections: Sections) -> set[tuple[str, str]]:
    """Each section that stands before one that it depends on, with that one."""
    place = {i: n for n, i in enumerate(in_order(sections))}
    return {
        (i, other)
        for i, body in sections.items()
        for other in body.get("depends_on", ())
        if other in place and place[other] > place[i]
    }


def _swap(sections: Sections, section_id: str, step: int) -> Writes:
    parent = sections[section_id].get("parent")
    order = peers(sections, parent)
    here = order.index(section_id)
    there = here + step
    if not 0 <= there < len(order):
        raise CannotMove("It cannot be moved further.")
    order[here], order[there] = order[there], order[here]
    return ranked(order, sections, parent)


def _in(sections: Sections, section_id: str) -> Writes:
    order = peers(sections, sections[section_id].get("parent"))
    here = order.index(section_id)
    if here == 0:
        raise CannotMove("There is nothing above it to move it under.")
    above = order[here - 1]
    return ranked([*peers(sections, above), section_id], sections, above)


def _out(sections: Sections, section_id: str) -> Writes:
    parent = sections[section_id].get("parent")
    if not parent:
        raise CannotMove("It stands at the top already.")
    above = sections[parent].get("parent")
    order = peers(sections, above)
    order.insert(order.index(parent) + 1, section_id)
    return ranked(order, sections, above)


_MOVES: dict[str, Callable[[Sections, str], Writes]] = {
    "up": lambda sections, section_id: _swap(sections, section_id, -1),
    "down": lambda sections, section_id: _swap(sections, section_id, 1),
    "in": _in,
    "out": _out,
}
