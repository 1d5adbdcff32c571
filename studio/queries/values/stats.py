"""Words and tokens of a book, counted."""

from dataclasses import dataclass
from datetime import date

from studio.core.pace import Pace
from studio.queries.values.common import BookHead, Link


@dataclass(frozen=True, slots=True)
class Day:
    """The words of one day: those its author wrote, and those the model wrote."""

    on: date
    yours: int
    model: int
    yours_share: int = 0
    model_share: int = 0


@dataclass(frozen=True, slots=True)
class StateShare:
    """How many words are in a state, and where its stretch of the bar begins, in percent."""

    state: str
    words: str
    count: int
    n_sections: int
    percent: int
    start: int = 0


@dataclass(frozen=True, slots=True)
class StepSpent:
    """What one step took with one model."""

    step: str
    model: str
    n_attempts: int
    n_failed: int
    tokens_in: int
    tokens_out: int
    minutes: float
    share: int = 0
    cost: str = ""
    paid: int | None = None

    @property
    def tokens(self) -> int:
        return self.tokens_in + self.tokens_out


@dataclass(frozen=True, slots=True)
class Estimate:
    """What was to be expected of texts of one step, and what they took: in tokens and in money."""

    step: str
    n_texts: int
    expected: int
    actual: int
    expected_cost: str = ""
    actual_cost: str = ""


@dataclass(frozen=True, slots=True)
class PlaceSpent:
    """What one step of one place took."""

    name: str
    n_attempts: int
    tokens: int
    cost: str


@dataclass(frozen=True, slots=True)
class LimitUsed:
    """One limit, and how much of it is gone."""

    name: str
    gone: str
    most: str
    percent: int
    is_near: bool


@dataclass(frozen=True, slots=True)
class Stood:
    """What stood in one state when a day was over; how high it is drawn, and from where."""

    state: str
    name: str
    words: int
    height: float
    top: float


@dataclass(frozen=True, slots=True)
class DayStanding:
    """What stood of the text when a day was over."""

    on: date
    states: tuple[Stood, ...]

    @property
    def words(self) -> int:
        """All of it."""
        return sum(stood.words for stood in self.states)


@dataclass(frozen=True, slots=True)
class Column:
    """A day as it is drawn: where it stands, how wide it is."""

    day: DayStanding
    left: float
    width: float


@dataclass(frozen=True, slots=True)
class StatsPage:
    """Progress and spending of a book."""

    book: BookHead
    days: tuple[Day, ...]
    yours: int
    model: int
    states: tuple[StateShare, ...]
    words: int
    target_words: int
    spent: tuple[StepSpent, ...]
    places: tuple[PlaceSpent, ...] = ()
    limits: tuple[LimitUsed, ...] = ()
    estimates: tuple[Estimate, ...] = ()
    left_words: str = ""
    left_how: str = ""
    n_estimated: int = 0
    standing: tuple[DayStanding, ...] = ()
    pace: Pace | None = None

    @property
    def columns(self) -> tuple[Column, ...]:
        """The days in the order of the calendar, beside each other."""
        width = min(25.0, round(100 / max(1, len(self.standing)), 3))
        days = reversed(self.standing)
        return tuple(Column(day, round(n * width, 3), width) for n, day in enumerate(days))


@dataclass(frozen=True, slots=True)
class Since:
    """What happened since the author was here last, and where that was."""

    sections: int
    failed: int
    spent: str
    url: str
    place: Link | None = None

    @property
    def is_news(self) -> bool:
        """Whether anything happened."""
        return bool(self.sections or self.failed or self.spent)
