"""Asks for units to be composed again, beside their text."""

from datetime import datetime

from django.db import transaction

from studio.actions import readiness
from studio.actions.announce import announce
from studio.core.states import Work
from studio.models import Project, Unit
from studio.models.artifact import Origin


def recompose_stale(project_id: int, *, now: datetime) -> list[str]:
    """Wants every unit whose basis changed and whose text a model wrote; returns their keys.

    What a person wrote, and what is locked, stays as it is. While a book-wide step is stale, only
    those are wanted: what comes of them decides what else is still stale.
    """
    with transaction.atomic():
        project = Project.locked(project_id)
        stale = Unit.objects.in_project(project_id).filter(
            is_stale=True,
            is_pinned=False,
            work=Work.IDLE,
            current__origin=Origin.MODEL,
        )
        found = list(stale.order_by("place"))
        found = [unit for unit in found if not unit.section_id] or found
        number = project.next_change()
        for unit in found:
            unit.want(now=now)
            unit.change = number
            unit.save()
        readiness.settle(project, [unit.pk for unit in found])
        project.save()
        readiness.ring_ready(project, now=now)
        announce(project.pk, project.change_number)
        return [unit.key for unit in found]
