"""The board of a book."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from studio.queries.values.common import (
    BookHead,
    GoOn,
    Link,
    Provenance,
    Spent,
    Trouble,
    Wait,
    Work,
)


@dataclass(frozen=True, slots=True)
class Mark:
    """One passage of a section, as a shape on its card."""

    title: str
    state: Work
    is_stale: bool = False
    is_distrusted: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """One bounded piece of work inside a card, listed when the card is opened."""

    key: str
    name: str
    state: Work
    words: int = 0
    note: str = ""
    is_stale: bool = False
    is_distrusted: bool = False
    is_locked: bool = False


@dataclass(frozen=True, slots=True)
class Card:
    """A section in its current step, or a step of the whole book."""

    id: str
    key: str
    number: str
    title: str
    url: str
    step: str
    column: str
    rank: int
    state: Work
    chapter: str
    marks: tuple[Mark, ...] = ()
    steps: tuple[Step, ...] = ()
    words: int = 0
    target_words: int = 0
    reasons: tuple[Link, ...] = ()
    wait: Wait | None = None
    must_fix_count: int = 0
    provenance: Provenance = ""
    accepted_by: Literal["", "you", "rule"] = ""
    error: str = ""
    trouble: Trouble | None = None
    last_sentence: str = ""
    awaits_you: bool = False
    is_distrusted: bool = False
    is_locked: bool = False
    has_draft: bool = False

    @property
    def place(self) -> str:
        """The section that it belongs to; '' for the plan of the book."""
        return self.key.partition("/")[2].partition("/")[0]

    @property
    def pass_slug(self) -> str:
        """The step of the method that it is in."""
        return self.key.partition("/")[0]

    def group(self, by: str) -> str:
        """The group that it stands in on a board by chapter, or by step."""
        return self.chapter if by == "chapter" else self.pass_slug

    @property
    def kinds(self) -> tuple[str, ...]:
        """By what a board may be narrowed to it."""
        found = {
            "you": self.awaits_you,
            "stale": bool(self.reasons),
            "distrusted": self.is_distrusted,
            "failed": bool(self.error),
            "locked": self.is_locked,
            "unread": self.accepted_by == "rule",
        }
        return tuple(name for name, is_so in found.items() if is_so)

    @property
    def done_count(self) -> int:
        """How many of the passages are accepted."""
        return sum(mark.state == "accepted" for mark in self.marks)


@dataclass(frozen=True, slots=True)
class Column:
    """One of the four columns; `band` holds accepted cards whose basis changed."""

    key: Literal["pending", "active", "review", "accepted"]
    cards: tuple[Card, ...]
    band: tuple[Card, ...] = ()
    hidden_count: int = 0

    @property
    def count(self) -> int:
        """All cards of the column, shown or not."""
        return len(self.cards) + len(self.band) + self.hidden_count


@dataclass(frozen=True, slots=True)
class Group:
    """A band of a board: the cards of a chapter, or of a step, by column; its place in the book."""

    id: str
    number: str
    title: str
    columns: tuple[Column, ...]
    rank: int = 0
    rows: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class CheckupNote:
    """What the last check of the book found: what it means, and what is advised."""

    n_found: int
    meanings: tuple[str, ...]
    advice: tuple[str, ...]
    n_mendable: int
    made_at: datetime


@dataclass(frozen=True, slots=True)
class Progress:
    """What stands above the columns."""

    step_number: int
    step_count: int
    step_name: str
    accepted_words: int
    target_words: int
    accepted_sections: int
    section_count: int
    next_words: str
    waiting: tuple[Link, ...]
    spent: Spent
    is_going: bool
    go_on: GoOn | None = None
    is_pausing: bool = False
    resume_words: str = ""
    goes_on_at: datetime | None = None
    resume_ways: tuple[Link, ...] = ()
    blocked_words: str = ""
    interrupted_words: str = ""
    checkup: CheckupNote | None = None


@dataclass(frozen=True, slots=True)
class BoardFilter:
    """A kind of cards that a board may be narrowed to, how many there are, and which kinds the
    board is narrowed to once it is pressed."""

    name: str
    count: int
    is_on: bool = False
    then: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Board:
    """The whole board at one change number."""

    book: BookHead
    progress: Progress
    columns: tuple[Column, ...]
    view: Literal["sections", "units"] = "sections"
    filters: tuple[BoardFilter, ...] = ()
    only: tuple[str, ...] = ()
    # What was typed to find cards by.
    words: str = ""
    # By what it can be grouped, by what it is, and its bands.
    groupings: tuple[str, ...] = ()
    group: str = ""
    groups: tuple[Group, ...] = ()

    @property
    def hidden_count(self) -> int:
        """The cards that are not shown."""
        return sum(column.hidden_count for column in self.columns)
