"""Requirements, the window, and the doorbell for what became ready."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.conf import settings
from django.utils import timezone

from studio.actions import bell, window
from studio.core import eligibility, open_edits, operation
from studio.models import Project, statements
from studio.queries import chances

_MEET = """
    UPDATE studio_requirement AS requirement SET is_met = judged.is_met
    FROM (
        SELECT r.id, (
            (needed.standing = 'accepted' AND NOT needed.is_stale)
            OR (r.is_after AND %s AND needed.work = 'review')
            OR needed.is_retired
        ) AS is_met
        FROM studio_requirement AS r JOIN studio_unit AS needed ON needed.id = r.needs_id
        WHERE r.needs_id = ANY(%s)
    ) AS judged
    WHERE requirement.id = judged.id AND requirement.is_met <> judged.is_met
    RETURNING requirement.unit_id
"""

_COUNT = """
    UPDATE studio_unit AS unit SET n_unmet = counted.n, change = %s
    FROM (
        SELECT u.id, count(r.id) FILTER (WHERE NOT r.is_met) AS n
        FROM studio_unit AS u LEFT JOIN studio_requirement AS r ON r.unit_id = u.id
        WHERE u.id = ANY(%s) GROUP BY u.id
    ) AS counted
    WHERE unit.id = counted.id AND unit.n_unmet <> counted.n
"""

# The words of the partial index, so that the planner finds it whatever the parameters.
_WANTED = "unit.work = 'pending' AND unit.n_unmet = 0 AND NOT unit.is_retired"
_READY = f"""
    SELECT unit.id, unit.section_id FROM studio_unit AS unit
    WHERE unit.project_id = %s AND {_WANTED}
    AND (unit.is_granted OR (
        %s AND (%s OR unit.section_id = '' OR unit.section_id = ANY(%s))
        AND (%s OR unit.candidate_id IS NOT NULL)
    ))
    AND NOT (%s OR unit.section_id = ANY(%s) OR (unit.section_id = ANY(%s) AND NOT unit.is_granted))
"""
# What lies too far ahead was written by a clock that was put back since.
_FREE = f"greatest(0, %s - ({chances.N_ACTIVE}))"
_UNHEARD = """
    AND (unit.rung_at IS NULL OR unit.rung_at NOT BETWEEN %s AND %s)
    AND (unit.not_before IS NULL OR unit.not_before <= %s OR unit.not_before > %s)
"""
_FORGOTTEN = f"""
    SELECT DISTINCT unit.project_id
    FROM studio_unit AS unit JOIN studio_project AS project ON project.id = unit.project_id
    WHERE {_WANTED} AND (project.is_running OR unit.is_granted)
"""


def settle(project: Project, unit_ids: Iterable[int], *, is_moved: bool = False) -> None:
    """After units changed, and perhaps their places: meets or unmeets what requires them, and
    moves the window."""
    concerned = list(unit_ids)
    if not concerned:
        return
    meet(project, concerned)
    if is_moved or project.autonomy != eligibility.AHEAD or window.may_move(project, concerned):
        move_window(project)


def meet(project: Project, unit_ids: Iterable[int]) -> None:
    """Judges the requirements on these units again, and counts those of the units that wait."""
    may_follow_candidates = project.autonomy != eligibility.END
    met = statements.select(_MEET, [may_follow_candidates, list(unit_ids)])
    count(project, [unit_id for (unit_id,) in met])


def count(project: Project, unit_ids: Iterable[int]) -> None:
    """Counts the unmet requirements of units again."""
    waiting = list(unit_ids)
    if waiting:
        statements.do(_COUNT, [project.change_number, waiting])


def move_window(project: Project) -> None:
    """The sections that may be worked on while staying just ahead of the author."""
    if project.autonomy != eligibility.AHEAD:
        # Nothing bounds the others, so the book need not be looked through.
        project.open_window([])
        return
    project.open_window(window.sections(project))


def ring_ready(project: Project, *, now: datetime) -> list[int]:
    """Rings for ready units that may start, no more than the project has slots for."""
    found = [pk for pk, _ in _to_ring(project, now)]
    _ring(found, now)
    return found


def ring_but_one(project: Project, section_id: str, *, now: datetime) -> int | None:
    """The same, but leaves one of a section to the caller, who goes straight on with it: the next
    passage then starts without a bell. Other books wait no longer for that than a section lasts."""
    found = _to_ring(project, now)
    spared = next((pk for pk, section in found if section and section == section_id), None)
    _ring([pk for pk, _ in found if pk != spared], now)
    return spared


def ring(unit_id: int, *, now: datetime) -> None:
    """Rings for a unit that was spared, where its caller does not go on with it."""
    _ring([unit_id], now)


def _to_ring(project: Project, now: datetime) -> list[tuple[int, str]]:
    slots = [project.n_parallel, project.pk]
    parameters = [*_allowed(project, now), *_unheard(now), *slots]
    return statements.select(f"{_READY} {_UNHEARD} ORDER BY place LIMIT {_FREE}", parameters)


def _ring(unit_ids: list[int], now: datetime) -> None:
    if unit_ids:
        statements.do("UPDATE studio_unit SET rung_at = %s WHERE id = ANY(%s)", [now, unit_ids])
        bell.ring(unit_ids)


def _unheard(now: datetime) -> list[object]:
    longest = timedelta(seconds=operation.LONGEST_WAIT)
    return [now - _ring_again(), now + _ring_again(), now, now + longest]


def _ring_again() -> timedelta:
    """A ring that nobody answered for as long as a lease goes unrenewed is taken for lost."""
    return timedelta(seconds=settings.STUDIO.lease_seconds / 3)


def forgotten(*, now: datetime) -> list[int]:
    """The books with a unit that could start and for which no bell is ringing."""
    found = statements.select(f"{_FORGOTTEN} {_UNHEARD}", _unheard(now))
    return [project_id for (project_id,) in found]


def ready(project: Project, *, most: int | None = None, now: datetime | None = None) -> list[int]:
    """The units that nothing but slots, the limit and the clock keeps from starting, in order."""
    allowed = _allowed(project, now or timezone.now())
    found = statements.select(f"{_READY} ORDER BY place LIMIT %s", [*allowed, most])
    return [unit_id for unit_id, _ in found]


def _allowed(project: Project, now: datetime) -> list[object]:
    """What the book may do by itself: nothing while it is stopped, nor what reads what its author
    has open."""
    is_bounded = project.autonomy == eligibility.AHEAD
    must_ask = project.autonomy == eligibility.ASK and project.allowance < 1
    by_itself = [project.is_running, not is_bounded, list(project.window), not must_ask]
    edits = project.open_edits if project.pauses_while_editing else {}
    return [project.pk, *by_itself, *open_edits.held(edits, now)]
