"""An author has something open: the steps that read it wait until it is saved or let go."""

import re
from datetime import datetime

from django.db import transaction

from studio.actions import readiness
from studio.actions.announce import announce
from studio.core import keys, open_edits
from studio.core.protocol import protocol_of
from studio.models import Project
from studio.queries.state import DbState

NAME = re.compile(r"brief|(?:plan|outline|section)/[\w-]{1,60}")


def begin(project_id: int, name: str, *, now: datetime) -> None:
    """A sign of life of an edit: while there is one, what reads it does not start."""
    edits = Project.objects.values_list("open_edits", flat=True).get(pk=project_id)
    if not NAME.fullmatch(name) or open_edits.is_known(edits, name, now):
        return
    with transaction.atomic():
        project = Project.locked(project_id)
        holds = _readers(project, name)
        project.open_edits = open_edits.with_edit(project.open_edits, name, holds, now)
        _tell(project)


def end(project_id: int, name: str, *, now: datetime) -> None:
    """An edit was let go, or saved without a change of the plan: what waited for it starts."""
    if name not in Project.objects.values_list("open_edits", flat=True).get(pk=project_id):
        return
    with transaction.atomic():
        project = Project.locked(project_id)
        project.open_edits = {k: edit for k, edit in project.open_edits.items() if k != name}
        _tell(project)
        readiness.ring_ready(project, now=now)


def _tell(project: Project) -> None:
    project.waits_change = project.next_change()
    project.write()
    announce(project.pk, project.change_number)


def _readers(project: Project, name: str) -> set[str]:
    state = DbState(project.pk)
    sections, objects = (
        {keys.rest(key): body for key, body in state.kind(kind).items()}
        for kind in ("section", "object")
    )
    protocol = protocol_of(state)
    return open_edits.readers_of(name, sections, objects, protocol)
