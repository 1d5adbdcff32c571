"""What waits for the author, place by place in book order, counted and narrowed in the database."""

from collections.abc import Iterable
from dataclasses import dataclass

from studio.models import Project, statements
from studio.queries.values.review import Waiting

PLAN = "plan"
# So many are listed before the one that is looked at, and after it.
BEFORE, AFTER = 20, 130
# The first that a place has is what is asked about it.
KINDS: tuple[Waiting, ...] = ("held", "proposal", "distrusted", "stale", "unread")
_RANK = """
    CASE WHEN work = 'held' THEN 1 WHEN work = 'review' THEN 2 WHEN work <> 'idle' THEN NULL
        WHEN standing = 'reopened' THEN 3 WHEN is_pinned THEN NULL WHEN is_stale THEN 4
        WHEN standing = 'accepted' AND accepted_by = 'policy' AND movement_key <> '' THEN 5 END
"""
_OPEN = f"""
    FROM studio_unit WHERE project_id = %s AND NOT is_retired AND (
        work IN ('held', 'review') OR work = 'idle' AND (standing = 'reopened'
        OR NOT is_pinned AND (is_stale OR standing = 'accepted' AND accepted_by = 'policy'))
    ) AND {_RANK} IS NOT NULL
"""
_WAITING = f"""
    waiting AS MATERIALIZED (
        SELECT COALESCE(NULLIF(section_id, ''), '{PLAN}') AS id, min(place) AS place,
            min({_RANK}) AS rank {_OPEN} GROUP BY 1
    )
"""
_STAMP = f"""
    SELECT md5(string_agg((id, current_id, candidate_id, work, held_words)::text, '' ORDER BY id))
    {_OPEN}
"""
_LISTED = f"""
    WITH {_WAITING}, item AS (
        SELECT id, rank, row_number() OVER (ORDER BY place, id) AS n, id = ANY(%s) AS is_deferred
        FROM waiting WHERE %s = 0 OR rank = %s
    ), here AS (
        SELECT n FROM item WHERE id = %s OR NOT is_deferred ORDER BY id = %s DESC, n LIMIT 1
    )
    SELECT id, rank, n, is_deferred, n = (SELECT n FROM here),
        n BETWEEN COALESCE((SELECT n FROM here), 1) - %s AND COALESCE((SELECT n FROM here), 1) + %s
    FROM item WHERE id = ANY(%s)
    OR n BETWEEN COALESCE((SELECT n FROM here), 1) - %s AND COALESCE((SELECT n FROM here), 1) + %s
    ORDER BY n
"""
_COUNTED = f"WITH {_WAITING} SELECT rank, count(*) FROM waiting GROUP BY rank"
_WORDS = """
    SELECT COALESCE(NULLIF(section_id, ''), 'plan'), sum(COALESCE(
        NULLIF((SELECT n_words FROM studio_artifact WHERE id = unit.candidate_id), 0),
        (SELECT n_words FROM studio_artifact WHERE id = unit.current_id), 0
    ))::bigint
    FROM studio_unit AS unit
    WHERE project_id = %s AND NOT is_retired AND section_id = ANY(%s) GROUP BY 1
"""
_STALE = """
    SELECT COALESCE(NULLIF(section_id, ''), 'plan') FROM studio_unit
    WHERE project_id = %s AND NOT is_retired AND is_stale
    AND COALESCE(NULLIF(section_id, ''), 'plan') <> ALL(%s)
    GROUP BY 1 ORDER BY min(place) LIMIT %s
"""


@dataclass(frozen=True, slots=True)
class Place:
    """A place that waits: the n-th of those that are looked through."""

    id: str
    kind: Waiting
    n: int
    is_deferred: bool
    is_here: bool
    words: int


@dataclass(frozen=True, slots=True)
class Queue:
    """The places around the one that is looked at, and how many there are."""

    places: tuple[Place, ...]
    # Of those that were decided, which wait on.
    decided: frozenset[str]
    kinds: tuple[tuple[Waiting, int], ...]
    count: int
    n_deferred: int

    @property
    def here(self) -> Place | None:
        return next((place for place in self.places if place.is_here), None)


def queue(
    project: Project, *, at: str, only: str, decided: Iterable[str], deferred: Iterable[str]
) -> Queue:
    """What waits, or what waits in one way; `at` names the place that is looked at."""
    rank = KINDS.index(only) + 1 if only in KINDS else 0
    put_off, near = list(deferred), (BEFORE, AFTER)
    asked = [put_off, rank, rank, at, at, *near, list(decided), *near]
    rows = statements.select(_LISTED, [project.pk, *asked])
    shown = [row[:5] for row in rows if row[5]]
    words = _words(project, [row[0] for row in shown])
    kinds = dict(statements.select(_COUNTED, [project.pk]))
    return Queue(
        places=tuple(
            Place(i, KINDS[r - 1], n, is_deferred, bool(is_here), words.get(i, 0))
            for i, r, n, is_deferred, is_here in shown
        ),
        decided=frozenset(row[0] for row in rows),
        kinds=tuple((kind, n) for r, kind in enumerate(KINDS, 1) if (n := kinds.get(r, 0))),
        count=kinds.get(rank, 0) if rank else sum(kinds.values()),
        # What was put off was decided so.
        n_deferred=sum(row[3] for row in rows),
    )


def stamp(project: Project) -> str:
    """What waits at all, as a digest: while it stays, an open sweep is as it was."""
    return str(statements.value(_STAMP, [project.pk]) or "")


def stale_since(project: Project, before: Iterable[str], most: int) -> list[str]:
    """The first places whose basis changed and had not at a time before."""
    return [one for (one,) in statements.select(_STALE, [project.pk, list(before), most])]


def _words(project: Project, places: list[str]) -> dict[str, int]:
    sections = ["" if place == PLAN else place for place in places]
    return dict(statements.select(_WORDS, [project.pk, sections]))
