"""What waits for the author of a book: the rule of the room, of its number, and of the board."""

from studio.core.states import Standing, Work
from studio.models.commit import By
from studio.queries.book_units import UnitFacts
from studio.queries.values.review import Waiting


def kind_of(unit: UnitFacts) -> Waiting | None:
    """What makes a unit wait; the same as `Unit.objects.waiting` says."""
    if unit.work == Work.HELD:
        return "held"
    if unit.work == Work.REVIEW:
        return "proposal"
    if unit.work != Work.IDLE:
        return None
    if unit.standing == Standing.REOPENED:
        return "distrusted"
    if unit.is_pinned:
        return None
    if unit.is_stale:
        return "stale"
    is_by_rule = unit.standing == Standing.ACCEPTED and unit.accepted_by == By.POLICY
    return "unread" if is_by_rule and unit.movement_key else None
