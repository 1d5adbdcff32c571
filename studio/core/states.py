"""The two axes of a unit and their legal moves: data, read by the unit's own methods.

Standing says what cells, requirements and exports may rely on; work says what dispatch does.
"""

from enum import StrEnum


class Standing(StrEnum):
    NONE = "none"
    ACCEPTED = "accepted"
    REOPENED = "reopened"


class Work(StrEnum):
    IDLE = "idle"
    PENDING = "pending"
    ACTIVE = "active"
    REVIEW = "review"
    HELD = "held"


# event -> (from, to). A move that is not here is a mistake of the program, never of the author.
WORK_MOVES: dict[str, tuple[frozenset[Work], Work]] = {
    "want": (frozenset({Work.IDLE, Work.HELD, Work.REVIEW}), Work.PENDING),
    "claim": (frozenset({Work.PENDING}), Work.ACTIVE),
    "release": (frozenset({Work.ACTIVE}), Work.PENDING),
    "offer": (frozenset({Work.ACTIVE, Work.IDLE, Work.PENDING, Work.HELD}), Work.REVIEW),
    "hold": (frozenset({Work.ACTIVE, Work.PENDING, Work.REVIEW}), Work.HELD),
    "send back": (frozenset({Work.REVIEW, Work.HELD, Work.IDLE}), Work.PENDING),
    "settle": (frozenset(Work), Work.IDLE),
    "withdraw": (frozenset({Work.PENDING, Work.HELD, Work.REVIEW}), Work.IDLE),
}

STANDING_MOVES: dict[str, tuple[frozenset[Standing], Standing]] = {
    "accept": (frozenset(Standing), Standing.ACCEPTED),
    "reopen": (frozenset({Standing.ACCEPTED, Standing.REOPENED}), Standing.REOPENED),
    "clear": (frozenset(Standing), Standing.NONE),
}


class IllegalMove(Exception):
    """A state was asked to move where the table has no such move."""


def move_work(now: str, event: str) -> Work:
    """The work state after an event; raises IllegalMove where there is no such move."""
    sources, target = WORK_MOVES[event]
    if Work(now) not in sources:
        raise IllegalMove(f"work cannot {event} from {now}")
    return target


def move_standing(now: str, event: str) -> Standing:
    """The standing after an event; raises IllegalMove where there is no such move."""
    sources, target = STANDING_MOVES[event]
    if Standing(now) not in sources:
        raise IllegalMove(f"standing cannot {event} from {now}")
    return target
