"""What is due at a unit, decided from what is on record and from nothing else.

A worker that was killed anywhere is followed by one that asks the same question and gets the
answer that goes on from the last thing written.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

COMPOSE, GATE, REVISE, REWRITE, JUDGE = "compose", "gate", "revise", "rewrite", "judge"
# The plan of a section, read off its text.
UPDATE = "update"
MAX_ATTEMPTS = 4
# How often a text that met the limit of its model is gone on from, while it grows.
MOST_CONTINUED = 12
# Seconds. A server that asks for more has the book wait for its author, who learns until when.
LONGEST_WAIT = 600.0
# What is wrong with a reply itself: its model is told so when it is asked again.
OF_TEXT = frozenset({
    "empty", "truncated", "echo", "refusal", "reasoning", "preamble", "language", "structure",
    "bad_json", "contradiction",
})  # fmt: skip
# Among the paragraphs that are to be written anew: the whole text, though only parts of it are
# distrusted.
ALL = "*"
# What is asked of the plan of a section instead: that it is brought up to its text.
FROM_TEXT = "text"


@dataclass(frozen=True, slots=True)
class Due:
    """The next run of a unit; `judge` when only a judgement is missing."""

    kind: str
    gate: str = ""

    @property
    def asks(self) -> str:
        """The check whose models it asks, where it asks other than its step."""
        return self.gate if self.kind == GATE else ""


@dataclass(frozen=True, slots=True)
class GateRecord:
    """The latest verdict of a gate on the candidate's own text: '' when there is none.

    `n_to_revise` counts the paragraphs against which something is still held: its author may have
    set the remarks aside meanwhile.
    """

    gate: str
    verdict: str
    n_revisions: int
    max_revisions: int
    n_to_revise: int


def due(
    *,
    has_candidate: bool,
    gates: tuple[GateRecord, ...],
    rewrites_parts: bool = False,
    is_from_text: bool = False,
) -> Due:
    """Compose, then each gate in order, with a bounded number of revisions, then judgement.

    Where only some paragraphs are distrusted, or asked for, just these are rewritten. A plan that
    is to be read off its text is not composed.
    """
    if is_from_text:
        return Due(JUDGE if has_candidate else UPDATE)
    if not has_candidate and rewrites_parts:
        return Due(REWRITE, gates[0].gate if gates else "")
    if not has_candidate:
        return Due(COMPOSE)
    for record in gates:
        if not record.verdict:
            return Due(GATE, record.gate)
        may_revise = record.n_to_revise > 0 and record.n_revisions < record.max_revisions
        if record.verdict == "failed" and may_revise:
            return Due(REVISE, record.gate)
    return Due(JUDGE)


def backoff(
    n_attempts: int, *, retry_after: float | None, spread: float, is_away: bool = False
) -> float:
    """Seconds until the next attempt: what the server asked for, else 1, 2, 4 … 60, and up to half
    as much again by `spread` (0 to 1), so that many units do not return at once.

    A server that is away gets 2, 6, 18: as long as one needs that is started again, so that
    nobody has to say go on after it.
    """
    n = max(0, n_attempts - 1)
    base = min(60.0, 2.0 * 3.0**n if is_away else 2.0**n)
    return min(LONGEST_WAIT, max(retry_after or 0.0, base) * (1 + spread / 2))


def is_too_early(not_before: datetime | None, now: datetime) -> bool:
    """Whether a next attempt has to wait still. A wait that is longer than any that is given comes
    of a clock that was put back since, and is none."""
    if not_before is None:
        return False
    return now < not_before <= now + timedelta(seconds=LONGEST_WAIT)


def asks_for_long(retry_after: float | None) -> bool:
    """Whether a server asks to be left alone for longer than an attempt is put off."""
    return retry_after is not None and retry_after > LONGEST_WAIT
