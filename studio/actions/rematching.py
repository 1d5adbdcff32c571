"""The passages of a proposed map matched by its author with those that stand."""

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction

from studio.actions import artifacts, leases
from studio.actions.refusals import Moved, NothingToAccept, Refused, Unchanged
from studio.core import keys, maps
from studio.core.proposals import Operation
from studio.core.schemas import NEW
from studio.core.states import Work
from studio.models import Project, Unit
from studio.queries import candidates, map_changes
from studio.queries.seen import seen_digest
from studio.queries.state import DbState


class MatchedTwice(Refused):
    """Two passages of the proposal cannot go on from the same one. Choose another for one."""


def rematch(
    unit_id: int, chosen: Mapping[str, str], *, seen: str = "", actor_id: int, now: datetime
) -> None:
    """Makes a version of a proposed map in which each passage goes on from the one that its author
    says: its text stays then, and is judged by what it was written from."""
    with transaction.atomic():
        unit = Unit.objects.get(pk=unit_id)
        project = Project.locked(unit.project_id)
        unit = Unit.objects.select_related("candidate", "current").get(pk=unit_id)
        if unit.candidate is None or unit.work not in (Work.REVIEW, Work.HELD):
            raise NothingToAccept
        if seen and seen != seen_digest(project.pk, unit.section_id):
            raise Moved("Something else is there now. Look at it again, then decide.")
        operation = _rematched(unit, chosen)
        unit.candidate = artifacts.by_person(
            project,
            unit,
            text=candidates.as_text([operation]),
            paragraphs=[],
            base=unit.candidate,
            reads={},
            actor_id=actor_id,
            name="",
            cause="Passages matched by hand",
            state=DbState(project.pk),
            now=now,
        )
        leases.close(project, unit, now)


def _rematched(unit: Unit, chosen: Mapping[str, str]) -> Operation:
    assert unit.candidate is not None, "the caller looked"
    key = keys.map_of(unit.section_id)
    operation = next(o for o in candidates.operations(unit.candidate) if o.key == key)
    assert operation.body is not None, "a map is proposed"
    before = operation.body["movements"]
    offered = {m["key"] for m in map_changes.standing(unit)} | {NEW}
    wanted = {k: v for k, v in chosen.items() if v in offered}
    try:
        after = maps.rematched(before, wanted, map_changes.used_keys(unit))
    except maps.SameTwice as twice:
        raise MatchedTwice from twice
    if after == before:
        raise Unchanged("They are matched like that already.")
    return Operation(key, operation.expects, {"movements": after})
