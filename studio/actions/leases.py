"""Who may still speak for a unit, and the last lines of a change that is not a commit."""

from datetime import datetime

from studio.actions import arming, readiness
from studio.actions.announce import announce
from studio.actions.claims import Claimed
from studio.core.states import Work
from studio.models import Artifact, Project, Reply, Run, Unit, statements


def held(claimed: Claimed) -> tuple[Run, Unit] | None:
    """The run and its unit, locked, if this token still speaks for the unit."""
    run = left_alone(claimed)
    unit = statements.row(Unit, "id = %s", [claimed.unit_id])
    assert unit is not None, "units are retired, never removed"
    if run is None or unit.token != claimed.token or unit.work != Work.ACTIVE:
        return None
    texts = statements.by_id(Artifact, [run.base_id, unit.current_id, unit.candidate_id])
    run.base = texts.get(run.base_id or 0)
    unit.current = texts.get(unit.current_id or 0)
    unit.candidate = texts.get(unit.candidate_id or 0)
    return run, unit


def left_alone(claimed: Claimed) -> Run | None:
    """The run, locked, if it is active still although its unit has gone on without it."""
    live = "id = %s AND token = %s AND state = 'active' FOR NO KEY UPDATE"
    return statements.row(Run, live, [claimed.run_id, claimed.token])


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
    unit.write()
    readiness.settle(project, _with_armed(project, unit, now))
    project.write()
    announce(project.pk, project.change_number)


def _with_armed(project: Project, unit: Unit, now: datetime) -> list[int]:
    """The unit, and those that waited for what its plan would bring."""
    others = arming.follow(project, now=now)
    if others:
        Unit.objects.filter(pk__in=others).update(change=project.change_number)
    return [unit.pk, *others]
