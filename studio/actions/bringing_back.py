"""What was edited in the folder of a book comes back into the book, as its author's word."""

from datetime import datetime

from django.db import transaction

from studio.actions import by_hand, commits, keeping, naming, writing_section
from studio.actions.refusals import Invalid, Moved, Unchanged
from studio.core import keys
from studio.formats.folder.unpack import Unpacked
from studio.models import Project
from studio.models.commit import By
from studio.queries import bringing_back
from studio.queries.bringing_back import Back

CAUSE = "Edited outside"


def bring_back(
    project_id: int, found: Unpacked, *, digest: str, actor_id: int, now: datetime
) -> Back:
    """Writes what a folder changes, in one commit; Moved where that is no longer what was seen.

    A text in a section that has no passages yet is written as by hand, after that.
    """
    with transaction.atomic():
        project = Project.locked(project_id)
        made = bringing_back.back(project, found)
        if made.digest != digest:
            raise Moved("The book says something else now. Look at what the folder changes again.")
        if made.is_nothing:
            raise Unchanged
        if made.problems:
            raise Invalid(" ".join(made.problems))
        if made.texts or made.writes:
            _write(project, made, actor_id, now)
        for section_id, text in made.whole.items():
            by_hand.write_section(project_id, section_id, text, actor_id=actor_id, now=now)
    return made


def _write(project: Project, made: Back, actor_id: int, now: datetime) -> None:
    n = len(made.texts) + len(made.writes)
    reason = f"{CAUSE}, brought back: {n} {'place' if n == 1 else 'places'}"
    with commits.change(
        project.pk, kind="edit", reason=reason, by=By.PERSON, actor_id=actor_id, now=now
    ) as change:
        naming.name_before(change.project, "", f"Before: {reason}", actor_id=actor_id)
        for key, body in made.writes.items():
            change.state.overlay[key] = body
        if {keys.kind(key) for key in made.writes} & {"object", "section"}:
            keeping.keep_book_wide(change)
        for section_id, text in made.texts.items():
            writing_section.write_into(change, section_id, text, cause=CAUSE)
