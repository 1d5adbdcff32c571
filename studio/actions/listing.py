"""Adding several sections from a list that its author typed."""

from datetime import datetime

from django.db import transaction

from studio.actions import editing
from studio.actions.editing import BadField
from studio.core import keys
from studio.models import Project
from studio.queries.proposed import proposed_state

MOST_LINES = 200


def add_sections(project_id: int, text: str, *, actor_id: int, now: datetime) -> int:
    """Adds one section for each line, below the line above it that is set in less."""
    lines = titles(text)
    if not lines:
        raise BadField("titles", "Write one title a line.")
    if len(lines) > MOST_LINES:
        raise BadField("titles", f"At most {MOST_LINES} lines at a time, please.")
    above: list[tuple[int, str]] = []
    with transaction.atomic():
        project = Project.locked(project_id)
        for depth, title in lines:
            above = [pair for pair in above if pair[0] < depth]
            parent = above[-1][1] if above else None
            before = _ids(project)
            editing.add_section(
                project_id, parent=parent, after="", title=title, actor_id=actor_id, now=now
            )
            above.append((depth, (_ids(project) - before).pop()))
    return len(lines)


def titles(text: str) -> list[tuple[int, str]]:
    """The lines of a list that say something, with how far each is set in."""
    lines = [line.expandtabs(2).rstrip() for line in text.splitlines()]
    return [(len(line) - len(line.lstrip()), line.strip().lstrip("-*• ")) for line in lines if line]


def _ids(project: Project) -> set[str]:
    state, _ = proposed_state(project)
    return {keys.rest(key) for key in state.kind("section")}
