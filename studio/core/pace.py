"""How much a day brings a text to its length by a day that its author set."""

from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True, slots=True)
class Pace:
    """What is left to be written, of what, until when, and what that is a day."""

    target: int
    n_left: int
    due_on: date
    n_days: int

    @property
    def a_day(self) -> int:
        """Words for each of the days that are left, today among them."""
        return -(-self.n_left // self.n_days) if self.n_days else 0

    @property
    def is_reached(self) -> bool:
        return self.n_left == 0

    @property
    def is_over(self) -> bool:
        """The day has passed, and words are missing."""
        return self.n_left > 0 and self.n_days == 0


def pace(*, target: int, there: int, due_on: date | None, today: date) -> Pace | None:
    """What is left, where a length and a day are set."""
    if due_on is None or target <= 0:
        return None
    return Pace(target, max(0, target - there), due_on, max(0, (due_on - today).days + 1))
