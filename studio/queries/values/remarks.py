"""All remarks of a book as a table."""

from dataclasses import dataclass
from datetime import datetime

from studio.queries.values.common import BookHead, Weight


@dataclass(frozen=True, slots=True)
class RemarkRow:
    """One remark in the table."""

    id: str
    weight: Weight
    words: str
    source: str
    quote: str
    state: str
    made_at: datetime
    place: str
    url: str
    is_open: bool
    has_lost_place: bool = False
    is_fixed: bool = False
    can_reopen: bool = False
    both_url: str = ""
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    """One value of a filter, with how many remarks it would show."""

    value: str
    words: str
    count: int
    query: str = ""
    is_chosen: bool = False


@dataclass(frozen=True, slots=True)
class Filter:
    """One question by which the table is narrowed."""

    name: str
    title: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class RemarksPage:
    """The remarks that were asked for; those whose place is gone stand first."""

    book: BookHead
    filters: tuple[Filter, ...]
    lost: tuple[RemarkRow, ...]
    rows: tuple[RemarkRow, ...]
    # Of those in the text that fit: from where on they are shown, and where other parts begin.
    first: int = 0
    n_fit: int = 0
    n_lost: int = 0
    earlier: int | None = None
    later: int = 0
    n_all: int = 0
    query: str = ""

    @property
    def last(self) -> int:
        """The number of the last one in the text that is shown."""
        return self.first + len(self.rows)

    @property
    def has_open(self) -> bool:
        """Whether some of what is shown can be settled."""
        return any(row.is_open for row in (*self.lost, *self.rows))

    @property
    def has_fixed(self) -> bool:
        """Whether some of what is shown is to be looked at again."""
        return any(row.is_fixed for row in (*self.lost, *self.rows))

    @property
    def has_closed(self) -> bool:
        """Whether some of what is shown can be opened again."""
        return any(row.can_reopen for row in (*self.lost, *self.rows))
