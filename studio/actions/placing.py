"""Where the sections of a book stand in the order of its steps.

A section that moves gets a place between those that it comes to stand between; all others keep
theirs. Only where there is no room left are all places given anew.
"""

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass

from studio.core import outline
from studio.models import Project, statements
from studio.queries.state import DbState

# How far sections stand apart at first, and how near at the least: each passage takes a place.
SPACING, LEAST = 1000, 100
_PLACES = """
    SELECT section_id, min(place) FROM studio_unit
    WHERE project_id = %s AND NOT is_retired AND section_id <> '' AND movement_key = ''
    GROUP BY section_id
"""


@dataclass(frozen=True, slots=True)
class Moved:
    """The places of sections that are new or stand elsewhere, and those that end."""

    places: dict[str, int]
    ended: frozenset[str]


def moved(project: Project, state: DbState) -> Moved | None:
    """Which sections come to stand elsewhere in the order of steps; None if all have to."""
    leaves = [node.id for node in outline.leaves(state.outline())]
    had = dict(statements.select(_PLACES, [project.pk]))
    stay = _in_order([(had[one], one) for one in leaves if one in had])
    places: dict[str, int] = {}
    waiting: list[str] = []
    before = 0
    for one in leaves:
        if one not in stay:
            waiting.append(one)
            continue
        step = (had[one] - before) // (len(waiting) + 1)
        if waiting and step < LEAST:
            return None
        places |= _between(before, step, waiting)
        before, waiting = had[one], []
    places |= _between(before, SPACING, waiting)
    return Moved(places, frozenset(had.keys() - set(leaves)))


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
