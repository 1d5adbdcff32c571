"""When a model server that fails rests, and which model of a list is asked next."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

# Of many steps at once; one step that tried in vain as often as it may is enough by itself.
MOST_FAILURES = 12
FIRST_REST, LONGEST_REST = 5.0, 3600.0
TRIAL = timedelta(seconds=120)
# A server that asks for more is asked again by then; a clock that was put back makes nobody wait.
LONGEST_ASKED = timedelta(days=31)
# After more than a day of trials in vain, a person has to say go on.
MOST_TRIALS = 36


@dataclass(frozen=True, slots=True)
class Circuit:
    """How often a server failed in a row, and until when it is left alone."""

    n_failures: int = 0
    open_until: datetime | None = None

    def state(self, now: datetime) -> Literal["closed", "open", "trial"]:
        """Whether it may be asked, is left alone, or may be asked by one call that tries it."""
        if self.open_until is None:
            return "closed"
        return "open" if now < self.open_until <= now + LONGEST_ASKED else "trial"

    @property
    def is_given_up(self) -> bool:
        """Whether it was tried in vain for so long that nobody tries it unasked."""
        return self.n_failures > MOST_FAILURES + MOST_TRIALS

    def failed(
        self, now: datetime, *, is_enough: bool = False, asked: float | None = None
    ) -> "Circuit":
        """After a failure of the server: it rests, each time for twice as long, once it failed
        too often, or when asking again is known to be in vain; as long as it asks for at least."""
        n = max(self.n_failures + 1, MOST_FAILURES if is_enough else 0)
        if n < MOST_FAILURES:
            return Circuit(n, None)
        seconds = min(LONGEST_REST, FIRST_REST * 2.0 ** min(10, n - MOST_FAILURES))
        seconds = min(LONGEST_ASKED.total_seconds(), max(seconds, asked or 0.0))
        return Circuit(n, now + timedelta(seconds=seconds))

    def tried(self, now: datetime) -> "Circuit":
        """While one call tries it, the others go on leaving it alone."""
        return Circuit(self.n_failures, now + TRIAL)

    def eased(self, now: datetime) -> "Circuit":
        """After somebody said to go on: the next call tries it."""
        return Circuit(self.n_failures, now) if self.open_until else self


@dataclass(frozen=True, slots=True)
class Chosen:
    """A model of a list, by its place there."""

    place: int
    is_trial: bool


def choose(circuits: Sequence[Circuit], n_given_up: int, now: datetime) -> Chosen | None:
    """The first model of a list that a step has not given up and that may be asked; None when
    all of those rest."""
    for place, circuit in enumerate(circuits):
        if place >= n_given_up and (state := circuit.state(now)) != "open":
            return Chosen(place, state == "trial")
    return None
