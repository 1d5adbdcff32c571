"""What a change would do: shown before anything is written."""

from dataclasses import dataclass
from typing import Literal

from studio.core.budgets import Amount
from studio.queries.values.activity import PartChange
from studio.queries.values.common import BookHead, Link


@dataclass(frozen=True, slots=True)
class PlanRow:
    """One step that a change concerns, with the path from the change to it, in words."""

    key: str
    name: str
    url: str
    state: str
    words: int
    path: tuple[Link, ...] = ()
    is_stale_now: bool = False


@dataclass(frozen=True, slots=True)
class KeptRow:
    """One step that stays as it is, and why."""

    key: str
    name: str
    url: str
    words: int
    why: str


@dataclass(frozen=True, slots=True)
class Cost:
    """What carrying a plan out takes, as ranges; `how` says what the estimate rests on. Money is in
    millionths, None where a price is unknown; `needed` is what is sure to be taken of the limits,
    `left` what there is."""

    calls: tuple[int, int]
    tokens_in: tuple[int, int]
    tokens_out: tuple[int, int]
    seconds: tuple[int, int]
    money: tuple[int, int] | None
    how: str
    needed: Amount
    left: Amount

    @property
    def tokens(self) -> tuple[int, int]:
        return (
            self.tokens_in[0] + self.tokens_out[0],
            self.tokens_in[1] + self.tokens_out[1],
        )

    @property
    def is_over_limit(self) -> bool:
        return self.needed.tokens > self.left.tokens or self.needed.money > self.left.money


@dataclass(frozen=True, slots=True)
class Counts:
    """How many steps a plan concerns, listed or not."""

    distrusted: int = 0
    stale: int = 0
    fresh_again: int = 0
    rewritten: int = 0
    possible: int = 0
    concerned: int = 0
    is_all_prose: bool = True


@dataclass(frozen=True, slots=True)
class ChangePlan:
    """The dry run of an intent; `digest` is what a confirmation must send back."""

    kind: str
    title: str
    digest: str
    stands: str
    distrusted: tuple[PlanRow, ...]
    stale: tuple[PlanRow, ...]
    fresh_again: tuple[PlanRow, ...]
    rewritten: tuple[PlanRow, ...]
    possible: tuple[PlanRow, ...]
    kept: tuple[KeptRow, ...]
    cost: Cost
    n_more: int = 0
    warning: str = ""
    has_changed_basis: bool = False
    is_nothing: bool = False
    ending: tuple[PlanRow, ...] = ()
    notes: tuple[str, ...] = ()
    counts: Counts = Counts()

    @property
    def n_concerned(self) -> int:
        return self.counts.concerned


@dataclass(frozen=True, slots=True)
class RowGroup:
    """Steps of one chapter that a change concerns."""

    title: str
    rows: tuple[PlanRow, ...]
    is_open: bool = True

    @property
    def words(self) -> int:
        return sum(row.words for row in self.rows)


@dataclass(frozen=True, slots=True)
class Marked:
    """A paragraph that was chosen."""

    html: str
    place: Link


@dataclass(frozen=True, slots=True)
class ShapeLine:
    """One place of the outline as it would be; `what` says if it is new, moved or gone."""

    number: str
    level: int
    title: str
    words: int
    what: str


@dataclass(frozen=True, slots=True)
class ChangeChoice:
    """One button of the plan page: what it does and what it costs, in its words."""

    value: Literal["only", "one", "all", "keep", "rest", "whole"]
    words: str
    digest: str
    n_concerned: int = 0
    help: str = ""
    about: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    how: str = ""
    is_main: bool = False
    is_over_limit: bool = False


@dataclass(frozen=True, slots=True)
class ChangePlanPage:
    """The plan page: the dry run, and what may be confirmed."""

    book: BookHead
    plan: ChangePlan
    choices: tuple[ChangeChoice, ...]
    lead: str = ""
    marked: tuple[Marked, ...] = ()
    shape: tuple[ShapeLine, ...] = ()
    parts: tuple[PartChange, ...] = ()
    n_more_parts: int = 0
    distrusted: tuple[RowGroup, ...] = ()
    stale: tuple[RowGroup, ...] = ()
    fresh_again: tuple[RowGroup, ...] = ()
    rewritten: tuple[RowGroup, ...] = ()
    ending: tuple[RowGroup, ...] = ()
    n_rewritten: int = 0
    possible: tuple[RowGroup, ...] = ()
    has_own_kept: bool = False
    asks_reason: bool = False
    asks_instead: bool = False
    is_over_limit: bool = False
