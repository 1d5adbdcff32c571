"""What arrived of an attempt that did not come to its end: kept, gone on from, or put away."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from django.db import transaction

from studio.actions import leases
from studio.actions.refusals import Refused
from studio.core import beginnings, operation, prose
from studio.core.states import Work
from studio.models import Partial, Project, Reply, Run, Unit
from studio.queries import partials


class NothingKept(Refused):
    """Nothing unfinished is kept here any more."""


class HasMoved(Refused):
    """What it was written from has changed since, so it can only be written again."""


@dataclass(frozen=True, slots=True)
class Arrived:
    """What had arrived of a reply, what its prompt was made from, and about how many tokens the
    two have."""

    text: str
    reads: Mapping[str, str] = field(default_factory=dict)
    used: tuple[int, int] = (0, 0)


def keep(run: Run, unit: Unit, arrived: Arrived | None) -> None:
    """Keeps with a run what had arrived; the next attempt at a passage goes on from it."""
    if arrived is not None and arrived.text.strip():
        facts = {"text": arrived.text, "reads": dict(arrived.reads)}
        Partial.objects.update_or_create(run=run, defaults=facts)
        _go_on_from(run, unit, arrived.text)


def keep_of_lost(run: Run, unit: Unit) -> None:
    """The same where nobody is there to say what had arrived; a whole reply is taken up anyway."""
    text = Partial.objects.filter(run=run).values_list("text", flat=True).first()
    if text and not Reply.objects.filter(run=run).exists():
        _go_on_from(run, unit, text)


def go_on(unit_id: int, *, now: datetime) -> None:
    """Has the beginning that is kept gone on from."""
    with transaction.atomic():
        project, unit = _waiting(unit_id)
        found = partials.kept(project.pk).get(unit.pk)
        if found is None:
            raise NothingKept
        if not partials.beginning(unit, found.run_id):
            raise HasMoved
        _begin(project, unit, found.run_id, now)


def again(unit_id: int, *, now: datetime) -> None:
    """Has a passage written again from its beginning."""
    with transaction.atomic():
        project, unit = _waiting(unit_id)
        _begin(project, unit, None, now)


def discard(unit_id: int, *, now: datetime) -> None:
    """Puts away what is kept; the passage waits as before."""
    with transaction.atomic():
        project, unit = _waiting(unit_id)
        unit.continues_id = None
        Partial.objects.filter(run__unit=unit).exclude(run__state="active").delete()
        leases.close(project, unit, now)


def _go_on_from(run: Run, unit: Unit, text: str) -> None:
    n_words = prose.count_words(beginnings.beginning(text))
    is_prose = run.kind == operation.COMPOSE and unit.movement_key != ""
    if is_prose and n_words > prose.count_words(str(run.order.get("partial", ""))):
        unit.continues_id = run.pk


def _waiting(unit_id: int) -> tuple[Project, Unit]:
    project_id = Unit.objects.values_list("project_id", flat=True).get(pk=unit_id)
    project = Project.locked(project_id)
    unit = Unit.objects.get(pk=unit_id)
    if unit.work not in (Work.HELD, Work.PENDING):
        raise NothingKept
    return project, unit


def _begin(project: Project, unit: Unit, run_id: int | None, now: datetime) -> None:
    """Its author said so: it starts whatever else waits."""
    if unit.work == Work.HELD:
        if unit.held_reason != "stopped":
            unit.candidate = None
        unit.want(now=now)
    unit.not_before, unit.n_attempts, unit.continues_id = None, 0, run_id
    unit.grant()
    leases.close(project, unit, now)
