"""Who accepts, how far the machine may run ahead, and why a unit does not start."""

from dataclasses import dataclass

ASK, AHEAD, END = "ask", "ahead", "end"
N_AHEAD = 3
# Why a book stands still that its author, and not the desk, had stand still.
STOPPED, PAUSED = "Stopped by you.", "Paused by you."


def is_judged_by_rule(autonomy: str, judged_by: str) -> bool:
    """Whether policy accepts what a pass produced."""
    return autonomy == END or (autonomy == AHEAD and judged_by == "rule")


def window_size(autonomy: str, *, n_sections_accepted: int) -> int | None:
    """How many unaccepted sections may be worked on: one until the first is accepted, then three;
    None where there is no bound."""
    if autonomy != AHEAD:
        return None
    return N_AHEAD if n_sections_accepted else 1


@dataclass(frozen=True, slots=True)
class Chances:
    """What decides whether a wanted unit may start now; `lacks` is what is missing of models or of
    the limits of the book: no model, coming, resting, paced, limit, day, or ''."""

    is_running: bool
    autonomy: str
    allowance: int
    n_unmet: int
    section_id: str
    window: tuple[str, ...]
    n_active: int
    n_parallel: int
    lacks: str
    is_too_early: bool
    is_granted: bool = False
    is_edited: bool = False


# reason -> words for authors; the first that holds is the answer.
REASONS = {
    "stopped": "The book is stopped.",
    "unmet": "It waits for an earlier step.",
    "edited": "It waits while you edit what it is written from.",
    "window": "It waits until you have read what is written.",
    "asked": "It waits for you to say go.",
    "no model": "No model is set up.",
    "coming": "The small model of this machine is not up yet; it goes on when it is.",
    "resting": "The model rests after failing again and again.",
    "limit": "The limit of this book is reached.",
    "day": "The limit of this book for a day is reached.",
    "paced": "The model may not be asked more often now; it goes on in a moment.",
    "later": "It is tried again in a moment.",
    "busy": "Enough is being written at once.",
}

LACKS = ("no model", "coming", "resting", "limit", "day", "paced")
# What a book stops for, since nothing in it can go on.
STOPS = frozenset({"no model", "coming", "resting", "limit", "day"})
# What passes in a moment, without anybody doing anything.
SOON = ("", "busy", "later", "paced", "coming")


def why_not(c: Chances) -> str:
    """The reason why a unit may not start, or '' when it may.

    What its author confirmed in a plan waits for nobody's leave again.
    """
    asks_leave = not c.is_granted
    blocked = {
        "stopped": asks_leave and not c.is_running,
        "unmet": c.n_unmet > 0,
        "edited": c.is_edited,
        "window": asks_leave
        and c.autonomy == AHEAD
        and bool(c.section_id)
        and c.section_id not in c.window,
        "asked": asks_leave and c.autonomy == ASK and c.allowance < 1,
        **{reason: c.lacks == reason for reason in LACKS},
        "later": c.is_too_early,
        "busy": c.n_active >= c.n_parallel,
    }
    return next((reason for reason in REASONS if blocked[reason]), "")
