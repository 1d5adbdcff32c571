"""Who may still speak for a unit, and the last lines of a change that is not a commit."""

from datetime import datetime

from studio.actions import readiness
from studio.actions.announce import announce
from studio.actions.claims import Claimed
from studio.core.states import Work
from studio.models import Project, Run, Unit
from studio.models.run import RunState


def held(claimed: Claimed) -> tuple[Run, Unit] | tuple[None, None]:
    """The run and its unit, locked, if this token still speaks for the unit."""
    run = (
        Run.objects.select_for_update(of=("self",), no_key=True)
        .select_related("base", "project")
        .filter(pk=claimed.run_id, token=claimed.token, state=RunState.ACTIVE)
        .first()
    )
    unit = Unit.objects.select_related("candidate", "current").get(pk=claimed.unit_id)
    if run is None or unit.token != claimed.token or unit.work != Work.ACTIVE:
        return None, None
    return run, unit


def close(project: Project, unit: Unit, now: datetime) -> None:
    """The last lines of every change that is not a commit."""
    unit.change = project.next_change()
    unit.save()
    readiness.settle(project, [unit.pk])
    project.save()
    readiness.ring_ready(project, now=now)
    announce(project.pk, project.change_number)
