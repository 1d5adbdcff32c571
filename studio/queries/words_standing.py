"""What stood of a book's text at the end of each day, as its commits say."""

from collections import Counter
from collections.abc import Iterable
from datetime import date

from django.utils import timezone

from studio.models import Project, statements
from studio.queries.values.stats import DayStanding, Stood

# Which state, as the words by state name it, and in their order.
STATES = (
    ("accepted", "Accepted by you"),
    ("reopened", "Accepted by rule, unread"),
    ("distrusted", "Distrusted"),
)
# A text comes and goes with its entry; while there is a mark of distrust it counts as distrusted.
_MOVES = """
    WITH text AS (
        SELECT entry.since, entry.until, unit.key, made.n_words,
            CASE entry.body->>'by' WHEN 'person' THEN 'accepted' ELSE 'reopened' END AS state
        FROM studio_entry AS entry
        JOIN studio_artifact AS made ON made.id = (entry.body->>'artifact')::bigint
        JOIN studio_unit AS unit ON unit.id = made.unit_id
        WHERE entry.project_id = %s AND entry.kind = 'text'
            AND unit.movement_key <> '' AND made.n_words > 0
    ), doubt AS (
        SELECT text.state, text.n_words, greatest(text.since, mark.since) AS since,
            least(text.until, mark.until) AS until
        FROM text JOIN studio_entry AS mark ON mark.project_id = %s AND mark.kind = 'trust'
            AND mark.key = 'trust/' || text.key
            AND (text.until IS NULL OR mark.since < text.until)
            AND (mark.until IS NULL OR text.since < mark.until)
    ), move AS (
        SELECT since AS number, state, n_words FROM text
        UNION ALL SELECT until, state, -n_words FROM text WHERE until IS NOT NULL
        UNION ALL SELECT since, state, -n_words FROM doubt
        UNION ALL SELECT until, state, n_words FROM doubt WHERE until IS NOT NULL
        UNION ALL SELECT since, 'distrusted', n_words FROM doubt
        UNION ALL SELECT until, 'distrusted', -n_words FROM doubt WHERE until IS NOT NULL
    )
    SELECT (made_at AT TIME ZONE %s)::date AS day, move.state, sum(move.n_words)::bigint
    FROM move JOIN studio_commit AS made ON made.project_id = %s AND made.number = move.number
    GROUP BY day, move.state ORDER BY day
"""


def by_day(project: Project, most: int) -> tuple[DayStanding, ...]:
    """The last days on which that changed, the latest first: what stood when each was over."""
    zone = timezone.get_current_timezone_name()
    moves = statements.select(_MOVES, [project.pk, project.pk, zone, project.pk])
    days = list(_added_up(moves))[-most:]
    highest = max((sum(stood.values()) for _, stood in days), default=0) or 1
    return tuple(_day(on, stood, highest) for on, stood in reversed(days))


def _added_up(moves: Iterable[tuple[date, str, int]]) -> Iterable[tuple[date, Counter[str]]]:
    stood: Counter[str] = Counter()
    last: date | None = None
    for on, state, n_words in moves:
        if last is not None and on != last:
            yield last, stood.copy()
        stood[state] += n_words
        last = on
    if last is not None:
        yield last, stood.copy()


def _day(on: date, stood: Counter[str], highest: int) -> DayStanding:
    parts, start = [], 0.0
    for state, name in STATES:
        share = round(100 * stood[state] / highest, 2)
        parts.append(Stood(state, name, stood[state], share, round(100 - start - share, 2)))
        start += share
    return DayStanding(on, tuple(parts))
