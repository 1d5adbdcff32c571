import itertools

import pytest

from studio.core.states import (
    STANDING_MOVES,
    WORK_MOVES,
    IllegalMove,
    Standing,
    Work,
    move_standing,
    move_work,
)

IDLE, P, A, R, H = Work.IDLE, Work.PENDING, Work.ACTIVE, Work.REVIEW, Work.HELD

LEGAL = {
    "want": ({IDLE, H, R}, P),
    "claim": ({P}, A),
    "release": ({A}, P),
    "offer": ({A, IDLE, P, H}, R),
    "hold": ({A, P, R}, H),
    "send back": ({R, H, IDLE}, P),
    "settle": ({IDLE, P, A, R, H}, IDLE),
    "withdraw": ({P, H, R}, IDLE),
}


@pytest.mark.parametrize(("event", "now"), list(itertools.product(WORK_MOVES, Work)))
def test_work_moves_as_the_table_says_and_in_no_other_way(event: str, now: Work) -> None:
    sources, target = LEGAL[event]

    if now in sources:
        assert move_work(now, event) == target
    else:
        with pytest.raises(IllegalMove):
            move_work(now, event)


def test_every_state_of_work_can_be_left_and_reached() -> None:
    reached = {target for _, target in WORK_MOVES.values()}

    assert reached == set(Work)
    assert all(any(s in sources and t != s for sources, t in WORK_MOVES.values()) for s in Work)


def test_only_pending_work_can_be_claimed() -> None:
    assert [s for s in Work if s in WORK_MOVES["claim"][0]] == [Work.PENDING]


@pytest.mark.parametrize(
    ("now", "event", "then"),
    [
        (Standing.NONE, "accept", Standing.ACCEPTED),
        (Standing.REOPENED, "accept", Standing.ACCEPTED),
        (Standing.ACCEPTED, "reopen", Standing.REOPENED),
        (Standing.REOPENED, "clear", Standing.NONE),
        (Standing.NONE, "reopen", None),
    ],
)
def test_standing_moves_as_the_table_says(now: Standing, event: str, then: Standing | None) -> None:
    if then is None:
        with pytest.raises(IllegalMove):
            move_standing(now, event)
    else:
        assert move_standing(now, event) == then


def test_states_that_do_not_exist_are_refused() -> None:
    with pytest.raises(ValueError, match="sleeping"):
        move_work("sleeping", "claim")
    with pytest.raises(KeyError):
        move_standing(Standing.NONE, next(iter(set(WORK_MOVES) - set(STANDING_MOVES))))
