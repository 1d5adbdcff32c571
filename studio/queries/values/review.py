"""The sweep: one thing at a time over everything that waits for the author."""

from dataclasses import dataclass
from typing import Literal

from studio.queries.values.common import BookHead, Link
from studio.queries.values.pages import PlannedPassage
from studio.queries.values.proposed import Showing
from studio.queries.values.section import Remark, SectionPage

Waiting = Literal["held", "proposal", "distrusted", "stale", "unread"]
Verb = Literal["accepted", "kept", "holds", "read", "retried", "sent", "deferred"]


@dataclass(frozen=True, slots=True)
class SoFar:
    """What was decided in this sweep, in order, and which places were stale when it began."""

    decided: tuple[tuple[str, str], ...] = ()
    stale_before: tuple[str, ...] = ()
    has_begun: bool = False


@dataclass(frozen=True, slots=True)
class SweepItem:
    """One place of the book that waits, and why."""

    id: str
    number: str
    title: str
    kind: Waiting
    is_plan: bool = False
    is_deferred: bool = False
    is_here: bool = False


@dataclass(frozen=True, slots=True)
class Decision:
    """What was decided at a place."""

    verb: Verb
    place: Link


@dataclass(frozen=True, slots=True)
class ReviewPage:
    """The thing that is looked at, what comes next, and what was decided so far."""

    book: BookHead
    items: tuple[SweepItem, ...]
    decisions: tuple[Decision, ...] = ()
    here: SweepItem | None = None
    only: Waiting | Literal[""] = ""
    kinds: tuple[tuple[Waiting, int], ...] = ()
    stamp: str = ""
    place: int = 0
    count: int = 0
    time_left: str = ""
    section: SectionPage | None = None
    showing: Showing = "text"
    remarks: tuple[Remark, ...] = ()
    passages: tuple[PlannedPassage, ...] = ()
    reasons: tuple[Link, ...] = ()
    error: str = ""
    distrust_reason: str = ""
    seen: str = ""
    before: str = ""
    after: str = ""
    can_accept: bool = False
    can_keep: bool = False
    can_retry: bool = False
    now_stale: tuple[Link, ...] = ()
    n_active: int = 0
    # How many were put off in this sweep, and how many wait before those listed and after them.
    n_deferred: int = 0
    n_earlier: int = 0
    n_later: int = 0
    update_url: str = ""

    @property
    def n_waiting(self) -> int:
        """How many places wait at all, of whatever kind."""
        return sum(n for _, n in self.kinds)
