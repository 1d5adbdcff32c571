"""Armed units: composed again only if what their plan composed again really changed them.

An armed unit that became stale is wanted. Where its plan has nothing more at work, what waited for
its first section is wanted next, and what stayed fresh is disarmed: unchanged.
"""

from datetime import datetime

from django.db.models import Q

from studio.core.states import Standing, Work
from studio.models import Project, Unit, statements

_ARMED = "project_id = %s AND is_armed AND NOT is_retired ORDER BY place"
AT_WORK = (Work.PENDING, Work.ACTIVE, Work.REVIEW, Work.HELD)


def follow(project: Project, *, now: datetime) -> set[int]:
    """Looks at the armed units of a book again; returns those that are wanted or disarmed now."""
    armed = statements.rows(Unit, _ARMED, [project.pk])
    if not armed:
        return set()
    busy = _busy_plans(project, {unit.plan for unit in armed})
    return {unit.pk for unit in armed if _follow_one(unit, busy, now)}


def _follow_one(unit: Unit, busy: set[int], now: datetime) -> bool:
    if unit.work != Work.IDLE or unit.is_pinned:
        return False
    waits_for_first = unit.standing == Standing.REOPENED
    # While what it requires is being composed again, it is not known whether it stays stale.
    is_judged = unit.n_unmet == 0 or unit.plan not in busy
    is_due = unit.plan not in busy if waits_for_first else unit.is_stale and is_judged
    if is_due:
        unit.want(now=now)
        unit.grant()
        unit.disarm()
    elif unit.plan not in busy:
        unit.disarm()
    else:
        return False
    unit.save()
    return True


def _busy_plans(project: Project, plans: set[int]) -> set[int]:
    """The plans of which something is still wanted, written or waiting to be judged, or whose
    first section has no text that its author relies on."""
    is_open = Q(work__in=AT_WORK) | Q(standing=Standing.REOPENED)
    at_work = Unit.objects.in_project(project.pk).filter(is_open, plan__in=plans, is_armed=False)
    return set(at_work.values_list("plan", flat=True))
