"""Who may still speak for a unit, and the last lines of a change that is not a commit."""

from datetime import datetime

from studio.actions import arming, readiness
from studio.actions.announce import announce
from studio.actions.claims import Claimed
from studio.core.states import Work
from studio.models import Project, Reply, Run, Unit
from studio.models.run import RunState


def held(claimed: Claimed) -> tuple[Run, Unit] | None:
    """The run and its unit, locked, if this token still speaks for the unit."""
    run = (
        Run.objects.select_for_update(of=("self",), no_key=True)
        .select_related("base")
        .filter(pk=claimed.run_id, token=claimed.token, state=RunState.ACTIVE)
        .first()
    )
    unit = Unit.objects.select_related("candidate", "current").get(pk=claimed.unit_id)
    if run is None or unit.token != claimed.token or unit.work != Work.ACTIVE:
        return None
    return run, unit


def left_alone(claimed: Claimed) -> Run | None:
    """The run, locked, if it is active still although its unit has gone on without it."""
    return (
        Run.objects.active()
        .select_for_update(of=("self",), no_key=True)
        .filter(pk=claimed.run_id, token=claimed.token)
        .first()
    )


def adopt(run: Run, reply: Reply) -> None:
    """Says that a reply which had arrived for an earlier run was used by this one, for good or ill:
    a useless reply must not be tried for ever."""
    Reply.objects.filter(pk=reply.pk, adopted_by=None).update(adopted_by=run)


def close(project: Project, unit: Unit, now: datetime) -> None:
    """The last lines of every change that is not a commit."""
    _settle(project, unit, now)
    readiness.ring_ready(project, now=now)


def close_and_spare(project: Project, unit: Unit, now: datetime) -> int | None:
    """The same after a hand-in, which may go straight on with a unit of the same section."""
    _settle(project, unit, now)
    return readiness.ring_but_one(project, unit.section_id, now=now)


def _settle(project: Project, unit: Unit, now: datetime) -> None:
    unit.change = project.next_change()
    unit.save()
    readiness.settle(project, _with_armed(project, unit, now))
    project.save()
    announce(project.pk, project.change_number)


def _with_armed(project: Project, unit: Unit, now: datetime) -> list[int]:
    """The unit, and those that waited for what its plan would bring."""
    others = arming.follow(project, now=now)
    Unit.objects.filter(pk__in=others).update(change=project.change_number)
    return [unit.pk, *others]
