"""Values that several screens share."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

Work = Literal["none", "pending", "active", "review", "held", "accepted", "reopened"]
Provenance = Literal["", "model", "edited", "yours"]
Weight = Literal["must", "should", "idea"]


@dataclass(frozen=True, slots=True)
class Link:
    """A line of words that leads to a page."""

    words: str
    url: str = ""
    count: int = 0


@dataclass(frozen=True, slots=True)
class Wait:
    """What something waits for, and who must act: "you" or "the desk"."""

    words: str
    who: str
    url: str = ""


@dataclass(frozen=True, slots=True)
class Way:
    """A way on that is offered: a link, or a form that does it at once."""

    words: str
    url: str
    is_form: bool = False
    is_main: bool = False


@dataclass(frozen=True, slots=True)
class Trouble:
    """What went wrong at a place or was left unfinished, the ways on, and when the desk tries
    again by itself."""

    words: str
    ways: tuple[Way, ...]
    is_failure: bool = False
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class Spent:
    """Spending against the limit of the book, as words and as a share in percent."""

    words: str
    share: int
    is_near: bool = False
    raises: str = ""


@dataclass(frozen=True, slots=True)
class Pill:
    """What is being written now, for the head of every page of a book."""

    active_count: int = 0
    queued_count: int = 0
    is_going: bool = False


@dataclass(frozen=True, slots=True)
class BookHead:
    """The book that a page belongs to."""

    slug: str
    title: str
    language: str
    direction: Literal["ltr", "rtl"]
    change_number: int
    pill: Pill
    is_demo_model: bool = False
    has_model: bool = True
    can_demonstrate: bool = False
    waiting_count: int = 0


@dataclass(frozen=True, slots=True)
class GoOn:
    """The one thing to press to go on with a book, which says what that is."""

    words: str
    url: str
    is_form: bool = False
