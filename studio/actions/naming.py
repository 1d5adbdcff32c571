"""Names for states of a book, a chapter or a section, so that they are found again."""

from datetime import datetime

from django.db import transaction

from studio.actions.refusals import Gone, Refused
from studio.core import keys
from studio.models import Named, Project
from studio.queries.state import DbState

MOST_CHARACTERS = 120


class NoName(Refused):
    """Give it a name, such as “before cutting the anecdote”."""


def name_state(
    project_id: int, section_id: str, name: str, *, actor_id: int, now: datetime
) -> Named:
    """Names what a section, a chapter or ('') the whole book says now."""
    said = " ".join(name.replace("\0", "").split())
    if not said:
        raise NoName
    if len(said) > MOST_CHARACTERS:
        raise NoName(f"At most {MOST_CHARACTERS} characters, please.")
    with transaction.atomic():
        project = Project.locked(project_id)
        if section_id and DbState(project_id).entry(keys.section(section_id)) is None:
            raise Gone
        return Named.objects.create(
            project=project,
            section_id=section_id,
            name=said,
            commit_number=project.commit_number,
            user_id=actor_id,
            made_at=now,
        )


def name_before(project: Project, section_id: str, cause: str, *, actor_id: int | None) -> None:
    """Names what is there before something large is done to it, under the lock that is held; once,
    however often it is tried."""
    said = cause if len(cause) <= MOST_CHARACTERS else f"{cause[: MOST_CHARACTERS - 1]}…"
    facts = {"section_id": section_id, "name": said, "commit_number": project.commit_number}
    Named.objects.get_or_create(project=project, **facts, defaults={"user_id": actor_id})


def forget_name(project_id: int, named_id: int) -> None:
    """Takes a name away; what it named stays among the versions."""
    with transaction.atomic():
        Project.locked(project_id)
        Named.objects.filter(project=project_id, pk=named_id).delete()
