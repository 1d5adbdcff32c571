"""Sending back all that waits at one place, by one decision."""

from datetime import datetime

from django.db import transaction

from studio.actions import judging, running
from studio.actions.refusals import Moved, NothingToAccept
from studio.core.states import Work
from studio.models import Project, Unit
from studio.queries.seen import seen_digest


def send_back_all(
    project_id: int,
    section_id: str,
    *,
    note: str,
    seen: str,
    step: str = "",
    actor_id: int,
    now: datetime,
) -> None:
    """Sends back what waits in a section ('' for the plan), if it is what was looked at.

    Of one step: that one, with the note, and what waits and follows from it.
    """
    with transaction.atomic():
        Project.locked(project_id)
        if seen and seen != seen_digest(project_id, section_id):
            raise Moved("Something else is there now. Look at it again, then decide.")
        units = Unit.objects.in_project(project_id).filter(section_id=section_id)
        waiting = units.exclude(candidate=None).filter(work__in=[Work.REVIEW, Work.HELD])
        found = list(waiting.order_by("place"))
        noted = [u for u in found if step == u.key or (not step and not u.is_from_text)]
        if not noted:
            raise NothingToAccept
        for unit in _with_followers(noted, found):
            said = note if unit in noted else ""
            judging.send_back(unit.pk, note=said, actor_id=actor_id, now=now)


def _with_followers(chosen: list[Unit], waiting: list[Unit]) -> list[Unit]:
    """These and what waits and requires them, in book order."""
    ids = {unit.pk for unit in chosen}
    for unit in waiting:
        if unit.requirements.filter(needs__in=ids).exists():
            ids.add(unit.pk)
    return [unit for unit in waiting if unit.pk in ids]


def stop_all(project_id: int, section_id: str, *, now: datetime) -> None:
    """Stops what is being written in a section; what arrived is kept."""
    with transaction.atomic():
        Project.locked(project_id)
        units = Unit.objects.in_project(project_id).filter(section_id=section_id)
        running_now = units.filter(work=Work.ACTIVE).order_by("place")
        for unit_id in list(running_now.values_list("pk", flat=True)):
            running.stop_unit(unit_id, now=now)
