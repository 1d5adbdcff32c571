"""What the tests of plans share: which rows a plan has, and edits by hand."""

from django.utils import timezone

from studio.actions import wording
from studio.queries.values.change_plan import ChangePlan
from tests.stories.desk import Desk

# Days before and after everything that is written in a test, at midnight too.
EARLIER, LATER = "2000-01-01", "2999-12-31"


def seen(plan: ChangePlan) -> dict[str, set[str]]:
    names = ("distrusted", "stale", "rewritten", "possible", "kept")
    return {name: {row.key for row in getattr(plan, name)} for name in names}


def edit(desk: Desk, key: str, *paragraphs: str) -> None:
    wording.edit_text(
        desk.book.unit(key).pk, "\n\n".join(paragraphs), actor_id=desk.book.owner_id,
        cause="Edited", now=timezone.now(),
    )  # fmt: skip
