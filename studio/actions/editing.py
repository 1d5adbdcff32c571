"""What an author changes in the plan without asking first: only what no text was written from.

The plan is one document to its author. While a proposal of it waits, an edit makes the author's
version of the proposal; once it is accepted, an edit is a commit. An edit that reaches a text is
foreseen: its plan comes first.
"""

from datetime import datetime

from django.db import transaction

from studio.actions import planned
from studio.actions.refusals import Unchanged
from studio.core.intent import Intent
from studio.models import Project
from studio.queries import book_units, plan_notes
from studio.queries.dry_run import dry_run


class Foreseen(Exception):
    """This would show on texts that were written from it: the plan of the change comes first."""

    def __init__(self, intent: Intent) -> None:
        super().__init__()
        self.intent = intent


def edit(project_id: int, intent: Intent, *, actor_id: int, now: datetime) -> str:
    """Carries an edit out and returns what was done, if it reaches no text; else raises Foreseen.

    BadIntent where it cannot be so, Unchanged where nothing would be different.
    """
    with transaction.atomic():
        project = Project.locked(project_id)
        book = book_units.load_some(project, ())
        dry = dry_run(project, intent, book)
        if not dry.resolved.is_writing:
            raise Unchanged
        if dry.reaches_text:
            raise Foreseen(intent)
        title = plan_notes.title(intent, dry.resolved, book)
        planned.carry_out_locked(project, intent, dry, title, actor_id=actor_id, now=now)
        return title
