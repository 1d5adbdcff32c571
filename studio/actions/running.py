"""Resume and stop: of a book, of one unit; how far it may run by itself; what it may spend."""

from datetime import datetime

from django.db import transaction
from django.db.models import Q

from studio.actions import leases, leave, readiness, resting
from studio.actions.announce import announce
from studio.actions.refusals import Refused
from studio.core import budgets, eligibility
from studio.core.budgets import Limits
from studio.core.circuits import LONGEST_ASKED
from studio.core.states import Work
from studio.models import Endpoint, Project, Run, Unit
from studio.models.project import Autonomy
from studio.models.run import RunState


class NotHeld(Refused):
    """Nothing is held up here."""


def resume(project_id: int, *, now: datetime) -> None:
    """Lets the book go on with its next steps; units that were held are tried again."""
    with transaction.atomic():
        project = Project.locked(project_id)
        project.start(allowance=1 if project.autonomy == eligibility.ASK else 0)
        Run.objects.active().filter(project=project).update(is_stop_asked=False)
        _ease_models(now)
        units = Unit.objects.in_project(project_id)
        put_off = units.filter(work=Work.PENDING, n_attempts__gt=0)
        put_off.update(n_attempts=0, not_before=None)
        held = units.filter(work=Work.HELD)
        for unit in held.filter(Q(candidate=None) | Q(held_reason__in=["stopped", "lost"])):
            unit.want(now=now, goes_on=True)
            unit.change = project.change_number + 1
            unit.save()
        leave.give_back(project)
        _done(project, now)


def _ease_models(now: datetime) -> None:
    """Models that rest may be tried at once: somebody said to go on."""
    for row in Endpoint.objects.select_for_update(no_key=True).filter(open_until__gt=now):
        row.ease(now)
        row.save(update_fields=["open_until", "trial_run"])


def go_on(*, now: datetime) -> int:
    """Lets books go on that only had to wait: until their model had rested, or for the next day.
    What is held stays with its author. Returns how many."""
    n = 0
    for project_id in resting.due(now, LONGEST_ASKED):
        with transaction.atomic():
            project = Project.locked(project_id)
            if project.resumes_at is None or now < project.resumes_at <= now + LONGEST_ASKED:
                continue
            project.start(allowance=1 if project.autonomy == eligibility.ASK else 0)
            _done(project, now)
            n += 1
    return n


def stop(project_id: int, *, reason: str = eligibility.STOPPED, now: datetime) -> None:
    """Starts nothing more, and asks all that is being written to stop; what arrived is kept."""
    with transaction.atomic():
        project = Project.locked(project_id)
        project.pause(reason)
        Run.objects.active().filter(project=project).update(is_stop_asked=True)
        _start_nothing(project, now)


def pause(project_id: int, *, now: datetime) -> None:
    """Starts nothing more; what is being written comes to its end."""
    with transaction.atomic():
        project = Project.locked(project_id)
        project.pause(eligibility.PAUSED)
        _start_nothing(project, now)


def stop_everything(owner_id: int, *, now: datetime) -> int:
    """Stops all books of a person; returns how many something was going on in."""
    is_written, is_granted = Q(runs__state=RunState.ACTIVE), Q(units__is_granted=True)
    rows = Project.objects.filter(owner=owner_id)
    will_go = Q(is_running=True) | ~Q(resumes_at=None)
    going = rows.filter(will_go | is_written | is_granted).distinct()
    ids = list(going.values_list("pk", flat=True))
    for project_id in ids:
        stop(project_id, now=now)
    return len(ids)


def stop_unit(unit_id: int, *, now: datetime) -> None:
    """Stops what is being written at one unit and holds it until somebody says go."""
    with transaction.atomic():
        unit = Unit.objects.get(pk=unit_id)
        project = Project.locked(unit.project_id)
        unit.refresh_from_db()
        Run.objects.active().filter(unit=unit).update(is_stop_asked=True)
        if unit.work == Work.PENDING:
            unit.hold("stopped", eligibility.STOPPED)
        leases.close(project, unit, now)


def retry(unit_id: int, *, note: str = "", now: datetime) -> None:
    """Tries a unit that is held again."""
    with transaction.atomic():
        unit = Unit.objects.get(pk=unit_id)
        project = Project.locked(unit.project_id)
        unit.refresh_from_db()
        if unit.work != Work.HELD:
            raise NotHeld
        _ease_models(now)
        if unit.held_reason != "stopped":
            unit.candidate = None
        unit.want(now=now, note=note)
        if unit.plan:
            unit.grant()
        leases.close(project, unit, now)


def set_autonomy(project_id: int, autonomy: str, *, now: datetime) -> None:
    """Says how far the book may run by itself."""
    with transaction.atomic():
        project = Project.locked(project_id)
        project.autonomy = Autonomy(autonomy)
        project.next_change()
        waiting = Unit.objects.in_project(project_id).filter(work=Work.REVIEW)
        readiness.meet(project, list(waiting.values_list("pk", flat=True)))
        readiness.move_window(project)
        _done(project, now)


def set_limit(project_id: int, tokens: int, *, now: datetime) -> None:
    """Says how many tokens the book may spend in all."""
    with transaction.atomic():
        project = Project.locked(project_id)
        project.token_limit = tokens
        if project.day_token_limit is not None:
            least = budgets.of_day(Limits(tokens)).tokens or 0
            project.day_token_limit = max(project.day_token_limit, least)
        _done(project, now)


def _start_nothing(project: Project, now: datetime) -> None:
    leave.take(project)
    _done(project, now)


def _done(project: Project, now: datetime) -> None:
    project.next_change()
    project.save()
    readiness.ring_ready(project, now=now)
    announce(project.pk, project.change_number)
