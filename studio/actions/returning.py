"""Sending back all that waits at one place, by one decision."""

from datetime import datetime

from django.db import transaction

from studio.actions import judging, running
from studio.actions.refusals import Moved, NothingToAccept
from studio.core.states import Work
from studio.models import Project, Unit
from studio.queries.seen import seen_digest


def send_back_all(
    project_id: int, section_id: str, *, note: str, seen: str, actor_id: int, now: datetime
) -> None:
    """Sends back what waits in a section ('' for the plan), if it is what was looked at."""
    with transaction.atomic():
        Project.locked(project_id)
        if seen and seen != seen_digest(project_id, section_id):
            raise Moved("Something else is there now. Look at it again, then decide.")
        units = Unit.objects.in_project(project_id).filter(section_id=section_id)
        waiting = units.exclude(candidate=None).filter(work__in=[Work.REVIEW, Work.HELD])
        unit_ids = list(waiting.order_by("place").values_list("pk", flat=True))
        if not unit_ids:
            raise NothingToAccept
        for unit_id in unit_ids:
            judging.send_back(unit_id, note=note, actor_id=actor_id, now=now)


def stop_all(project_id: int, section_id: str, *, now: datetime) -> None:
    """Stops what is being written in a section; what arrived is kept."""
    with transaction.atomic():
        Project.locked(project_id)
        units = Unit.objects.in_project(project_id).filter(section_id=section_id)
        running_now = units.filter(work=Work.ACTIVE).order_by("place")
        for unit_id in list(running_now.values_list("pk", flat=True)):
            running.stop_unit(unit_id, now=now)
