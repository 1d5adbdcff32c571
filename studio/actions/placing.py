"""Where the sections of a book stand in the order of its steps.

A section that moves gets a place between those that it comes to stand between; all others keep
theirs. Only where there is no room left are all places given anew.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from studio.core import keys, outline
from studio.core.state import Body
from studio.models import Project, statements
from studio.queries import around
from studio.queries.state import DbState

# How far sections stand apart at first, and how near at the least: each passage takes a place.
SPACING, LEAST = 1000, 100
_PLACES = """
    SELECT section_id, min(place) FROM studio_unit
    WHERE project_id = %s AND NOT is_retired AND section_id <> '' AND movement_key = ''
    GROUP BY section_id
"""
_PLACES_OF = _PLACES.replace("GROUP", "AND section_id = ANY(%s) GROUP")
_PLACE = ("parent", "rank")


@dataclass(frozen=True, slots=True)
class Moved:
    """The places of sections that are new or stand elsewhere, and those that end."""

    places: dict[str, int]
    ended: frozenset[str]


def moved(
    project: Project,
    state: DbState,
    writes: Mapping[str, Body | None],
    before: Mapping[str, Body],
) -> Moved | None:
    """Which sections come to stand elsewhere in the order of steps; None if all have to.

    Where all that changes lies in one section, such as a chapter, only what is in it is looked at.
    """
    written = [key for key in writes if keys.kind(key) == "section"]
    above = _above(written, state, before)
    found = _within(project, state, above, written) if above else None
    return found or _in_book(project, state)


def changes_place(old: Body | None, new: Body | None) -> bool:
    """Whether a section comes, goes or stands elsewhere; what it says gives it no other place."""
    return old is None or new is None or any(old.get(f) != new.get(f) for f in _PLACE)


def _in_book(project: Project, state: DbState) -> Moved | None:
    leaves = [node.id for node in outline.leaves(state.outline())]
    had = dict(statements.select(_PLACES, [project.pk]))
    places = _given(leaves, had, 0, None)
    return None if places is None else Moved(places, frozenset(had.keys() - set(leaves)))


def _above(written: Iterable[str], state: DbState, before: Mapping[str, Body]) -> str:
    """The section in which all lies that comes, goes or moves; '' where that is the book."""
    found = set()
    for key in written:
        old, new = before.get(key), state.entry(key)
        if changes_place(old, new):
            found |= {str(body.get("parent") or "") for body in (old, new) if body is not None}
    outer = {one for one in found if not found & set(_path(one, state))}
    only = outer.pop() if len(outer) == 1 else ""
    return only if only and state.entry(keys.section(only)) is not None else ""


def _path(section_id: str, state: DbState) -> Iterator[str]:
    """What a section lies in, from the inside; last the book."""
    here = section_id
    while here:
        body = state.entry(keys.section(here)) or {}
        here = str(body.get("parent") or "")
        yield here


def _within(project: Project, state: DbState, above: str, written: Iterable[str]) -> Moved | None:
    """The same of what lies in one section: the places before and behind it are its bounds."""
    ids = [keys.rest(key) for key in written]
    gone = [one for one in ids if state.entry(keys.section(one)) is None]
    if any(state.group("section", one) for one in gone):
        return None
    leaves = list(_leaves(state, above))
    ends = [around.beside(project, above, side) for side in around.SIDES]
    asked = [project.pk, [*leaves, *ids, above, *filter(None, ends)]]
    had = dict(statements.select(_PLACES_OF, asked))
    if any(end and end not in had for end in ends):
        return None
    begin, end = had.pop(ends[0], 0), had.pop(ends[1], None)
    places = _given(leaves, had, begin, end)
    return None if places is None else Moved(places, frozenset(had.keys() - set(leaves)))


def _leaves(state: DbState, section_id: str) -> Iterator[str]:
    """The sections with prose in one, in order; itself where nothing is in it."""
    below = state.group("section", section_id)
    if not below:
        yield section_id
    for key in sorted(below, key=lambda key: (below[key].get("rank", 0), keys.rest(key))):
        yield from _leaves(state, keys.rest(key))


def _given(
    leaves: Iterable[str], had: Mapping[str, int], begin: int, end: int | None
) -> dict[str, int] | None:
    """The places of those that cannot keep theirs, between two others; None without room."""
    found = list(leaves)
    kept = [(had[one], one) for one in found if one in had and had[one] > begin]
    stay = _in_order([pair for pair in kept if end is None or pair[0] < end])
    places: dict[str, int] = {}
    waiting: list[str] = []
    before = begin
    for one in found:
        if one not in stay:
            waiting.append(one)
            continue
        step = (had[one] - before) // (len(waiting) + 1)
        if waiting and step < LEAST:
            return None
        places |= _between(before, step, waiting)
        before, waiting = had[one], []
    step = SPACING if end is None else (end - before) // (len(waiting) + 1)
    if waiting and step < LEAST:
        return None
    return places | _between(before, step, waiting)


def _between(before: int, step: int, sections: Iterable[str]) -> dict[str, int]:
    return {one: before + step * n for n, one in enumerate(sections, 1)}


def _in_order(placed: list[tuple[int, str]]) -> set[str]:
    """As many of these sections as may keep their places: those of a longest rising sequence."""
    ends: list[int] = []
    last: list[int] = []
    above: list[int] = []
    for at, (place, _) in enumerate(placed):
        n = bisect_left(ends, place)
        above.append(last[n - 1] if n else -1)
        ends[n : n + 1], last[n : n + 1] = [place], [at]
    kept: set[str] = set()
    at = last[-1] if last else -1
    while at >= 0:
        kept.add(placed[at][1])
        at = above[at]
    return kept
