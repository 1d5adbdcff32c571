"""Requirements, the window, and the doorbell for what became ready."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.conf import settings
from django.db import connection
from django.db.models import Q

from studio.actions import bell
from studio.core import eligibility
from studio.core.states import Standing, Work
from studio.models import Project, Run, Unit
from studio.models.commit import By
from studio.models.unit import UnitQuerySet

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

_WINDOW = """
    SELECT section_id FROM studio_unit
    WHERE project_id = %s AND section_id <> '' AND NOT is_retired
    GROUP BY section_id
    HAVING bool_or(standing <> 'accepted') OR count(*) FILTER (WHERE movement_key <> '') = 0
    ORDER BY min(place) LIMIT %s
"""


def settle(project: Project, unit_ids: Iterable[int]) -> None:
    """After units changed: meets or unmeets what requires them, and moves the window."""
    concerned = list(unit_ids)
    if concerned:
        meet(project, concerned)
        move_window(project)


def meet(project: Project, unit_ids: Iterable[int]) -> None:
    """Judges the requirements on these units again, and counts those of the units that wait."""
    may_follow_candidates = project.autonomy != eligibility.END
    with connection.cursor() as cursor:
        cursor.execute(_MEET, [may_follow_candidates, list(unit_ids)])
        waiting = [row[0] for row in cursor.fetchall()]
    count(project, waiting)


def count(project: Project, unit_ids: Iterable[int]) -> None:
    """Counts the unmet requirements of units again."""
    with connection.cursor() as cursor:
        cursor.execute(_COUNT, [project.change_number, list(unit_ids)])


def move_window(project: Project) -> None:
    """The sections that may be worked on while staying just ahead of the author."""
    if project.autonomy != eligibility.AHEAD:
        # Nothing bounds the others, so the book need not be looked through.
        project.open_window([])
        return
    is_past_first = Unit.objects.in_project(project.pk).filter(
        standing=Standing.ACCEPTED, accepted_by=By.PERSON, movement_key__gt=""
    )
    size = eligibility.window_size(
        project.autonomy, n_sections_accepted=int(is_past_first.exists())
    )
    with connection.cursor() as cursor:
        cursor.execute(_WINDOW, [project.pk, size])
        project.open_window([row[0] for row in cursor.fetchall()])


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
    n_active = Run.objects.active().filter(project=project).count()
    n_free = project.n_parallel - n_active
    if n_free < 1:
        return []
    wanted = ready_units(project).filter(_unheard(now)).order_by("place")
    return list(wanted.values_list("pk", "section_id")[:n_free])


def _ring(unit_ids: list[int], now: datetime) -> None:
    if unit_ids:
        Unit.objects.filter(pk__in=unit_ids).update(rung_at=now)
        bell.ring(unit_ids)


def _unheard(now: datetime) -> Q:
    is_silent = Q(rung_at=None) | Q(rung_at__lt=now - _ring_again())
    return is_silent & (Q(not_before=None) | Q(not_before__lte=now))


def _ring_again() -> timedelta:
    """A ring that nobody answered for as long as a lease goes unrenewed is taken for lost."""
    return timedelta(seconds=settings.STUDIO.lease_seconds / 3)


def forgotten(*, now: datetime) -> list[int]:
    """The books with a unit that could start and for which no bell is ringing."""
    may_run = Q(project__is_running=True) | Q(is_granted=True)
    units = Unit.objects.ready().filter(may_run, _unheard(now))
    return list(units.values_list("project_id", flat=True).distinct())


def ready_units(project: Project) -> UnitQuerySet:
    """Units that nothing but slots, the limit and the clock keeps from starting."""
    units = Unit.objects.filter(project=project, work=Work.PENDING).ready()
    return units.filter(Q(is_granted=True) | _allowed(project))


def _allowed(project: Project) -> Q:
    """What the book may do by itself: nothing while it is stopped."""
    if not project.is_running:
        return Q(pk__in=[])
    if project.autonomy == eligibility.AHEAD:
        return Q(section_id="") | Q(section_id__in=project.window)
    if project.autonomy == eligibility.ASK and project.allowance < 1:
        return Q(candidate__isnull=False)
    # Not an empty Q: that would vanish from an "or".
    return Q(pk__isnull=False)
