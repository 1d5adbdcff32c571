"""Attempts: what is being written, what follows, and what came of those before."""

from dataclasses import dataclass
from datetime import datetime

from studio.queries.values.common import BookHead, GoOn, Link, Trouble, Wait
from studio.queries.values.remarks import Choice


@dataclass(frozen=True, slots=True)
class AttemptRow:
    """One attempt in a list."""

    id: int
    name: str
    what: str
    state: str
    state_words: str
    number: int
    model: str
    tokens_in: int
    tokens_out: int
    is_estimated: bool
    seconds: float
    started_at: datetime
    ended_at: datetime | None
    words: str = ""
    last_sentence: str = ""
    is_stopping: bool = False
    cost: str = ""
    instead_of: str = ""


@dataclass(frozen=True, slots=True)
class NextStep:
    """A step that has not begun, and what it waits for."""

    name: str
    url: str
    wait: Wait | None


@dataclass(frozen=True, slots=True)
class Course:
    """How far the book has come, and how it goes on."""

    n_done: int
    n_all: int
    minutes_left: int
    is_going: bool
    next_words: str
    blocked_words: str
    go_on: GoOn | None
    autonomy: str


@dataclass(frozen=True, slots=True)
class AttemptsPage:
    """What is being written, what follows, what waits for its author, and what came before."""

    book: BookHead
    active: tuple[AttemptRow, ...]
    queued: tuple[NextStep, ...]
    waiting: tuple[Link, ...]
    past: tuple[AttemptRow, ...]
    choices: tuple[Choice, ...]
    section: str = ""
    section_words: str = ""
    older: int = 0
    n_queued: int = 0
    n_blocked: int = 0
    course: Course | None = None


@dataclass(frozen=True, slots=True)
class Moment:
    """One moment of an attempt."""

    at: datetime
    words: str
    url: str = ""


@dataclass(frozen=True, slots=True)
class Said:
    """What was said to the model in one part, or what it answered."""

    who: str
    text: str


@dataclass(frozen=True, slots=True)
class PromptSent:
    """A prompt put together again from what is on record. `is_exact`: None where nobody can say."""

    parts: tuple[Said, ...] = ()
    is_exact: bool | None = None
    gone: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    why_not: str = ""


@dataclass(frozen=True, slots=True)
class AttemptPage:
    """One attempt: what it was told, what it answered, what came of it."""

    book: BookHead
    row: AttemptRow
    place: Link
    outcome: str
    moments: tuple[Moment, ...]
    prompt: PromptSent
    written_from: tuple[Link, ...]
    answer: str = ""
    has_answer: bool = False
    partial: str = ""
    others: tuple[AttemptRow, ...] = ()
    raw: tuple[tuple[str, str], ...] = ()
    can_stop: bool = False
    can_retry: bool = False
    trouble: Trouble | None = None
