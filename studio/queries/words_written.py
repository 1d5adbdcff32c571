"""The words of a book, summed: by the day of their writing, and by what stands of them."""

from collections import Counter, defaultdict
from datetime import date

from django.db.models import F, IntegerField, Q, QuerySet, Sum
from django.db.models.functions import Coalesce, Greatest, TruncDate
from django.utils import timezone

from studio.core import operation, prose
from studio.models import Artifact, Blob, Project, statements
from studio.models.among import among
from studio.models.artifact import Origin
from studio.queries.values.stats import Day, StateShare

# A text that is kept, taken back or brought in was not written that day.
RESTORED = "Taken back"
NOT_WRITTEN = ("Kept as it is", RESTORED, "Brought in", "Came with the example")
STATES = (
    ("accepted", "Accepted by you"),
    ("reopened", "Accepted by rule, unread"),
    ("stale", "Basis changed"),
    ("distrusted", "Distrusted"),
    ("review", "In review"),
)
_BY_STATE = """
    SELECT state, sum(n_words)::bigint, count(DISTINCT section_id) FROM (
        SELECT unit.section_id, COALESCE(NULLIF(proposed.n_words, 0), current.n_words) AS n_words,
            CASE WHEN unit.candidate_id IS NOT NULL AND unit.work <> 'idle' THEN 'review'
                WHEN unit.key IN (
                    SELECT substr(key, 7) FROM studio_entry
                    WHERE project_id = %s AND until IS NULL AND kind = 'trust'
                ) THEN 'distrusted'
                WHEN unit.is_stale THEN 'stale'
                WHEN unit.standing = 'accepted' AND unit.accepted_by = 'person' THEN 'accepted'
                ELSE 'reopened' END AS state
        FROM studio_unit AS unit
        LEFT JOIN studio_artifact AS current ON current.id = unit.current_id
        LEFT JOIN studio_artifact AS proposed ON proposed.id = unit.candidate_id
        WHERE unit.project_id = %s AND NOT unit.is_retired AND unit.movement_key <> ''
    ) AS passage WHERE n_words > 0 GROUP BY state
"""


def texts(project: Project) -> QuerySet[Artifact]:
    """The versions that somebody wrote when they were made."""
    rows = Artifact.objects.filter(project=project)
    for cause in NOT_WRITTEN:
        rows = rows.exclude(cause__startswith=cause)
    return rows


def by_day(project: Project) -> list[Day]:
    """The days on which something was written, the latest first; deletions never subtract."""
    zone = timezone.get_current_timezone()
    rows = (
        texts(project)
        .exclude(unit__movement_key="")
        .order_by()
        .annotate(on=TruncDate("made_at", tzinfo=zone))
    )
    counted: dict[date, Counter[str]] = defaultdict(Counter)
    # What the model wrote: a whole text as it is, else what it has more than the one before.
    is_whole = Q(run=None) | Q(run__kind=operation.COMPOSE)
    more = Greatest(F("n_words") - Coalesce(F("base__n_words"), 0), 0, output_field=IntegerField())
    by_model = rows.exclude(origin=Origin.PERSON).values_list("on")
    whole = by_model.filter(is_whole).annotate(n=Sum("n_words"))
    for on, n in (*whole, *by_model.exclude(is_whole).annotate(n=Sum(more))):
        counted[on][Origin.MODEL] += n
    own = list(rows.filter(origin=Origin.PERSON).values_list("on", "digest", "base__digest"))
    bodies = _bodies({digest for row in own for digest in row[1:] if digest})
    for on, digest, base in own:
        counted[on][Origin.PERSON] += _typed(bodies[digest], bodies.get(base or "", ""))
    return [
        Day(on, n[Origin.PERSON], n[Origin.MODEL])
        for on, n in sorted(counted.items(), reverse=True)
    ]


def by_state(project: Project, target: int) -> tuple[tuple[StateShare, ...], int]:
    """What stands of the text, in words and sections, with what is missing; and all its words."""
    found = statements.select(_BY_STATE, [project.pk, project.pk])
    counts = {state: (words, n_places) for state, words, n_places in found}
    total = sum(words for words, _ in counts.values())
    missing = max(0, target - total)
    whole, start = max(1, total + missing), 0
    shares: list[StateShare] = []
    for state, named in [*STATES, ("none", "To be written")]:
        words, n_places = counts.get(state, (missing if state == "none" else 0, 0))
        if words:
            percent = round(100 * words / whole)
            shares.append(StateShare(state, named, words, n_places, percent, start))
            start += percent
    return tuple(shares), total


def _bodies(digests: set[str]) -> dict[str, str]:
    return dict(Blob.objects.filter(pk__in=among(digests)).values_list("pk", "body"))


def _typed(new: str, old: str) -> int:
    """About how many words were typed to make one text of another: those it has that the other
    had not, or, where a script has no blanks, by how much it grew."""
    words = Counter(new.split()) - Counter(old.split())
    return max(words.total(), prose.count_words(new) - prose.count_words(old))
