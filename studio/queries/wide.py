"""Sums over a large book: what its board says without going through its steps one by one."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from studio.models import Project, statements
from studio.queries.desk import Desk, View

# From so many steps on a book is summed up, and of each lane the first cards are shown.
MANY = 3000
FEW, MORE = 12, 150

_IS_LARGE = """
    SELECT EXISTS (
        SELECT 1 FROM studio_unit WHERE project_id = %s AND NOT is_retired OFFSET %s
    )
"""
# The same words as `cards.PRECEDENCE` has, in the same order.
_RANK = """
    CASE unit.work
        WHEN 'active' THEN 1 WHEN 'held' THEN 2 WHEN 'review' THEN 3 WHEN 'pending' THEN 4
        ELSE CASE unit.standing WHEN 'none' THEN 5 WHEN 'reopened' THEN 6 ELSE 7 END
    END
"""
_STEPS = f"""
    SELECT unit.section_id, unit.pass_slug, bool_or(unit.movement_key <> '') AS is_prose,
        min(unit.place) AS place, min({_RANK}) AS rank,
        bool_and(unit.work = 'idle' AND unit.standing <> 'none') AS is_settled,
        bool_and(unit.standing = 'accepted') AS is_accepted,
        bool_and(unit.standing = 'accepted' AND unit.work = 'idle') AS is_done,
        bool_or(unit.is_stale) AS is_stale, COALESCE(sum(made.n_words), 0) AS n_words
    FROM studio_unit AS unit LEFT JOIN studio_artifact AS made ON made.id = unit.current_id
    WHERE unit.project_id = %s AND NOT unit.is_retired GROUP BY 1, 2
"""
# A section is in its passages once these are planned, else in its plan.
_SECTIONS = """
    SELECT section_id, min(place) AS place,
        CASE WHEN bool_or(is_prose) AND bool_and(is_prose OR is_settled)
            THEN min(rank) FILTER (WHERE is_prose)
            ELSE min(rank) FILTER (WHERE NOT is_prose) END AS rank,
        bool_and(is_accepted) AS is_accepted, bool_or(is_stale) AS is_stale
    FROM step WHERE section_id <> '' GROUP BY section_id
"""
_UNITS = f"""
    SELECT unit.section_id, unit.place, {_RANK} AS rank, unit.is_stale
    FROM studio_unit AS unit
    WHERE unit.project_id = %s AND NOT unit.is_retired AND unit.section_id <> ''
"""
_LANES = """
    SELECT column_of, is_band, count(*), (array_agg(section_id ORDER BY place))[1:%s]
    FROM (
        SELECT section_id, place, is_stale AND rank >= 6 AS is_band,
            (ARRAY[
                'active', 'review', 'review', 'pending', 'pending', 'accepted', 'accepted'
            ])[rank] AS column_of
        FROM {cards}
    ) AS card GROUP BY 1, 2
"""
_TOTALS = f"""
    WITH step AS MATERIALIZED ({_STEPS}), section AS ({_SECTIONS})
    SELECT 'step', pass_slug, bool_and(is_accepted), bool_and(is_done), sum(n_words)::bigint,
        0::bigint, NULL::text[]
    FROM step GROUP BY pass_slug
    UNION ALL
    SELECT 'sections', '', false, false, count(*) FILTER (WHERE is_accepted), count(*), NULL
    FROM section
"""
_WITH_LANES = f"""
    UNION ALL
    SELECT 'lane', column_of, is_band, false, lane.count, 0, lane.array_agg
    FROM ({_LANES.format(cards="section")}) AS lane
"""
_LANES_OF_UNITS = _LANES.format(cards=f"({_UNITS}) AS unit")
_CONCERNED = """
    (SELECT section_id FROM studio_unit
     WHERE project_id = %s AND NOT is_retired AND work = 'pending' AND n_unmet = 0
     AND (is_granted OR section_id = '' OR %s OR section_id = ANY(%s)) ORDER BY place LIMIT 3)
    UNION
    (SELECT section_id FROM (
        SELECT section_id, min(place) AS place FROM studio_unit
        WHERE project_id = %s AND NOT is_retired AND work IN ('active', 'review', 'held')
        GROUP BY section_id ORDER BY 2 LIMIT %s
    ) AS waiting)
"""


@dataclass(frozen=True, slots=True)
class Lane:
    """How many cards a part of a column has, and the sections of the first."""

    count: int
    sections: tuple[str, ...]


NOTHING = Lane(0, ())


@dataclass(frozen=True, slots=True)
class Totals:
    """What the head and the columns of a board say in numbers."""

    accepted_steps: Mapping[str, bool]
    accepted_words: int
    accepted_sections: int
    section_count: int
    is_all_done: bool
    lanes: Mapping[tuple[str, bool], Lane]


def is_large(project: Project) -> bool:
    """Whether a book has more steps than a board goes through."""
    return bool(statements.value(_IS_LARGE, [project.pk, MANY]))


def totals(project: Project, view: View, *, most: int = FEW) -> Totals:
    """The sums of a book, and of each lane the first places."""
    is_by_unit = view == "units"
    sql = _TOTALS if is_by_unit else _TOTALS + _WITH_LANES
    found = statements.select(sql, [project.pk] if is_by_unit else [project.pk, most])
    steps = [row for row in found if row[0] == "step"]
    ((n_accepted, n_sections),) = [(row[4], row[5]) for row in found if row[0] == "sections"]
    lanes = {(row[1], row[2]): Lane(row[4], tuple(row[6])) for row in found if row[0] == "lane"}
    if is_by_unit:
        rows = statements.select(_LANES_OF_UNITS, [most, project.pk])
        lanes = {(column, is_band): Lane(n, tuple(s)) for column, is_band, n, s in rows}
    return Totals(
        accepted_steps={row[1]: row[2] for row in steps},
        accepted_words=int(sum(row[4] for row in steps)),
        accepted_sections=n_accepted,
        section_count=n_sections,
        is_all_done=bool(steps) and all(row[3] for row in steps),
        lanes=lanes,
    )


def concerned(project: Project) -> set[str]:
    """The places of what comes next, what is written and what waits for the author."""
    is_unbounded = project.autonomy != "ahead"
    asked = [project.pk, is_unbounded, list(project.window), project.pk, MORE]
    return {section_id for (section_id,) in statements.select(_CONCERNED, asked)}


def ahead(project: Project, also: Iterable[str] = ()) -> Desk:
    """A desk with all of a book; of a large one with what comes next, is written or waits, and
    some more sections."""
    if not is_large(project):
        return Desk.of(project)
    return Desk.of_some(project, {"", *concerned(project), *also})
