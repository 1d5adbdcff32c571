"""Sums over a large book: what its board says without going through its steps one by one."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from studio.models import Project, statements
from studio.queries import sequence
from studio.queries.desk import Desk, View

# From so many steps on a book is summed up, and of each lane the first cards are shown.
MANY = 3000
FEW, MORE = 12, 150

# In an order that an index has: else the rows of other books might be looked through.
_IS_LARGE = """
    SELECT EXISTS (
        SELECT 1 FROM studio_unit WHERE project_id = %s AND NOT is_retired
        ORDER BY section_id, place OFFSET %s LIMIT 1
    )
"""
# The same words as `cards.PRECEDENCE` has, in the same order.
RANK = """
    CASE unit.work
        WHEN 'active' THEN 1 WHEN 'held' THEN 2 WHEN 'review' THEN 3 WHEN 'pending' THEN 4
        ELSE CASE unit.standing WHEN 'none' THEN 5 WHEN 'reopened' THEN 6 ELSE 7 END
    END
"""
# The kinds of cards as `values.Card.kinds` has them, each a bit.
KINDS = ("you", "stale", "distrusted", "failed", "locked", "unread")
# What a card says follows from these facts of its steps: those that share them are told once.
_ALIKE = """
    SELECT unit.section_id, unit.pass_slug, unit.movement_key <> '' AS is_prose, unit.work,
        unit.standing, unit.accepted_by, unit.held_reason, unit.is_stale, unit.is_pinned,
        unit.key IN (
            SELECT substr(key, 7) FROM studio_entry
            WHERE project_id = %s AND until IS NULL AND kind = 'trust'
        ) AS is_distrusted, {place} AS place, {n_words} AS n_words
    FROM studio_unit AS unit {made} WHERE unit.project_id = %s AND NOT unit.is_retired
"""
_EACH = _ALIKE.format(place="unit.place", n_words="0", made="")
_TOLD = f"""
    SELECT unit.section_id, unit.pass_slug, unit.place, unit.is_stale, unit.is_pinned, is_prose,
        is_distrusted, n_words, {RANK} AS rank,
        unit.work = 'idle' AND unit.standing <> 'none' AS is_settled,
        unit.standing = 'accepted' AS is_accepted, unit.accepted_by = 'person' AS is_by_person,
        unit.standing = 'accepted' AND unit.work = 'idle' AS is_done,
        unit.work IN ('held', 'review') OR unit.work = 'idle' AND (unit.standing = 'reopened'
            OR NOT unit.is_pinned AND (unit.is_stale OR unit.standing = 'accepted'
            AND unit.accepted_by = 'policy' AND is_prose)) AS is_yours,
        unit.work = 'held' AND unit.held_reason NOT IN ('', 'stopped') AS is_failed
    FROM ({{units}}) AS unit
"""
_GROUPED = _ALIKE + " GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10"
# Only a list in the order of their words looks up how many words there are.
_UNCOUNTED = _TOLD.format(units=_GROUPED.format(place="min(unit.place)", n_words="0", made=""))
_COUNTED = _TOLD.format(
    units=_GROUPED.format(
        place="min(unit.place)",
        n_words="COALESCE(sum(made.n_words), 0)",
        made="LEFT JOIN studio_artifact AS made ON made.id = unit.current_id",
    )
)
# A section is in its passages once these are planned, else in its plan.
_IN_PROSE = "bool_or(is_prose) AND bool_and(is_prose OR is_settled)"
_SHOWN = {
    "rank": "min", "is_failed": "bool_or", "is_pinned": "bool_and", "is_accepted": "bool_and",
    "is_by_person": "bool_and",
}  # fmt: skip
_BOTH = ", ".join(
    f"{gathered}({name}) FILTER (WHERE {is_so}is_prose) AS {of}_{name}"
    for name, gathered in _SHOWN.items()
    for of, is_so in (("text", ""), ("plan", "NOT "))
)
_CHOSEN = ", ".join(
    f"CASE WHEN is_in_prose THEN text_{name} ELSE plan_{name} END AS {name}" for name in _SHOWN
)
_SECTIONS = f"""
    SELECT section_id, place, rank, is_all_accepted AS is_accepted, is_stale, n_words,
        is_yours::int | is_stale::int * 2 | is_distrusted::int * 4 | is_failed::int * 8
        | is_pinned::int * 16 | (is_accepted AND NOT is_by_person)::int * 32 AS kinds
    FROM (
        SELECT section_id, place, is_all_accepted, is_stale, is_yours, is_distrusted, n_words,
            {_CHOSEN}
        FROM (
            SELECT section_id, min(place) AS place, bool_and(is_accepted) AS is_all_accepted,
                bool_or(is_stale) AS is_stale, bool_or(is_yours) AS is_yours,
                bool_or(is_distrusted) AS is_distrusted, sum(n_words) AS n_words,
                {_IN_PROSE} AS is_in_prose, {_BOTH}
            FROM step WHERE section_id <> '' GROUP BY section_id
        ) AS step
    ) AS card
"""
_UNITS = f"""
    SELECT section_id, place, rank, is_accepted, is_stale, 0 AS n_words,
        is_yours::int | is_stale::int * 2 | is_distrusted::int * 4 | is_failed::int * 8
        | is_pinned::int * 16 | (is_accepted AND NOT is_by_person)::int * 32 AS kinds
    FROM ({_TOLD.format(units=_EACH)}) AS unit WHERE section_id <> ''
"""
_COLUMN = """
    (ARRAY['active', 'review', 'review', 'pending', 'pending', 'accepted', 'accepted'])[rank]
"""
_FITS = "kinds & %s = %s AND (%s OR section_id IN ({titled}))"
_LANES = f"""
    SELECT column_of, is_band, count(*), (array_agg(section_id ORDER BY place))[1:%s]
    FROM (
        SELECT section_id, place, is_stale AND rank >= 6 AS is_band, {_COLUMN} AS column_of
        FROM card WHERE {_FITS}
    ) AS card GROUP BY 1, 2
"""
_NUMBERS = ", ".join(f"count(*) FILTER (WHERE kinds & {1 << n} > 0)" for n in range(len(KINDS)))
_TOTALS = f"""
    WITH step AS MATERIALIZED ({_UNCOUNTED}), section AS MATERIALIZED ({_SECTIONS})
    SELECT 'step', pass_slug, bool_and(is_accepted), bool_and(is_done),
        bool_or(is_yours AND section_id = '')::int::bigint, 0::bigint, NULL::text[], NULL::bigint[]
    FROM step GROUP BY pass_slug
    UNION ALL
    SELECT 'sections', '', false, false, count(*) FILTER (WHERE is_accepted), count(*), NULL, NULL
    FROM section
"""
_WITH_LANES = f"""
    UNION ALL
    SELECT 'lane', column_of, is_band, false, lane.count, 0, lane.array_agg, NULL
    FROM ({_LANES.replace("FROM card", "FROM section AS card")}) AS lane
    UNION ALL
    SELECT 'kinds', '', false, false, 0, 0, NULL, ARRAY[{_NUMBERS}] FROM section
"""
_LANES_OF_UNITS = f"""
    WITH card AS MATERIALIZED ({_UNITS}), lane AS ({_LANES})
    SELECT column_of, is_band, lane.count, lane.array_agg, NULL::bigint[] FROM lane
    UNION ALL SELECT '', false, 0, NULL, ARRAY[{_NUMBERS}] FROM card
"""
_ORDERS = {
    "state": f"array_position(ARRAY['pending', 'active', 'review', 'accepted'], {_COLUMN})",
    "words": "n_words DESC",
    "remarks": """(
        SELECT count(*) FROM studio_finding AS finding
        JOIN studio_unit AS unit ON unit.id = finding.unit_id
        WHERE unit.project_id = %s AND unit.section_id = section.section_id
        AND NOT unit.is_retired AND finding.state = 'open' AND finding.severity = 'must_fix'
    ) DESC""",
}
_PAGE = f"""
    WITH step AS MATERIALIZED ({{steps}}), section AS MATERIALIZED ({_SECTIONS})
    SELECT section_id, count(*) OVER () FROM section WHERE {_FITS}
    ORDER BY {{order}}place OFFSET %s LIMIT %s
"""
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
_LINES = ("lane", "kinds")


@dataclass(frozen=True, slots=True)
class Totals:
    """What the head and the columns of a board say in numbers."""

    accepted_steps: Mapping[str, bool]
    accepted_sections: int
    section_count: int
    is_all_done: bool
    lanes: Mapping[tuple[str, bool], Lane]
    # How many cards there are of each kind.
    kinds: Mapping[str, int] = field(default_factory=dict)
    # How many places wait for the author, where cards are places.
    n_waiting: int | None = None


@dataclass(frozen=True, slots=True)
class Narrowed:
    """What the cards of a board are narrowed to: kinds, and words of a number or title."""

    kinds: tuple[str, ...] = ()
    words: tuple[str, ...] = ()

    def fits(self, project: Project) -> tuple[str, list[object]]:
        """The sections with such a title as SQL, and what both conditions are told."""
        mask = sum(1 << KINDS.index(kind) for kind in self.kinds)
        titled, told = sequence.titled(project.pk, self.words)
        return titled, [mask, mask, not self.words, *told]


ALL = Narrowed()


def is_large(project: Project) -> bool:
    """Whether a book has more steps than a board goes through."""
    return bool(statements.value(_IS_LARGE, [project.pk, MANY]))


def totals(project: Project, view: View, *, most: int = FEW, narrowed: Narrowed = ALL) -> Totals:
    """The sums of a book, and of each lane the first places."""
    is_by_unit = view == "units"
    titled, told = narrowed.fits(project)
    own, lane = [project.pk, project.pk], [most, *told]
    sql = _TOTALS if is_by_unit else _TOTALS + _WITH_LANES.format(titled=titled)
    found = statements.select(sql, own if is_by_unit else [*own, *lane])
    steps = [row for row in found if row[0] == "step"]
    ((n_accepted, n_sections),) = [(row[4], row[5]) for row in found if row[0] == "sections"]
    rows = [(row[1], row[2], row[4], row[6], row[7]) for row in found if row[0] in _LINES]
    if is_by_unit:
        rows = statements.select(_LANES_OF_UNITS.format(titled=titled), [*own, *lane])
    kinds = next(dict(zip(KINDS, row[4], strict=True)) for row in rows if not row[0])
    return Totals(
        accepted_steps={row[1]: row[2] for row in steps},
        accepted_sections=n_accepted,
        section_count=n_sections,
        is_all_done=bool(steps) and all(row[3] for row in steps),
        lanes={(column, band): Lane(n, tuple(s)) for column, band, n, s, _ in rows if column},
        kinds=kinds,
        n_waiting=None if is_by_unit else kinds["you"] + max((row[4] for row in steps), default=0),
    )


def page(
    project: Project, narrowed: Narrowed, *, sort: str, first: int, most: int
) -> tuple[list[str], int]:
    """So many sections of a list from one on, and how many fit."""
    titled, told = narrowed.fits(project)
    order = _ORDERS.get(sort, "")
    steps = _COUNTED if sort == "words" else _UNCOUNTED
    sql = _PAGE.format(titled=titled, order=f"{order}, " if order else "", steps=steps)
    ordered = [project.pk] if sort == "remarks" else []
    asked = [project.pk, project.pk, *told, *ordered, first, most]
    found = statements.select(sql, asked)
    return [section_id for section_id, _ in found], found[0][1] if found else 0


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
