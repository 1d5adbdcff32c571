"""The shelf of books."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from studio.queries.values.common import GoOn, Spent


@dataclass(frozen=True, slots=True)
class Share:
    """One stretch of a stacked bar: a state, its part and where it starts, in percent."""

    state: str
    name: str
    count: int
    percent: int
    start: int = 0


@dataclass(frozen=True, slots=True)
class LibraryBook:
    """One book on the shelf."""

    slug: str
    title: str
    language: str
    direction: Literal["ltr", "rtl"]
    intention: str
    method: str
    words: int
    target_words: int
    shares: tuple[Share, ...]
    status: str
    changed_at: datetime
    spent: Spent
    is_going: bool = False
    waiting_count: int = 0
    go_on: GoOn | None = None
    month: str = ""

    @property
    def share_written(self) -> float:
        """How much of what it is to be is written."""
        return self.words / self.target_words if self.target_words else 0.0


@dataclass(frozen=True, slots=True)
class Shelf:
    """The books of an author in the order that was asked for."""

    books: tuple[LibraryBook, ...]
    sort: str
    n_put_away: int = 0
