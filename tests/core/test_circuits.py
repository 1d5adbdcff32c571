"""A server that fails again and again rests, and one call tries it before the others do."""

from datetime import UTC, datetime, timedelta

import pytest

from studio.core.circuits import (
    LONGEST_ASKED,
    MOST_FAILURES,
    MOST_TRIALS,
    TRIAL,
    Chosen,
    Circuit,
    choose,
)

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
CLOSED, OPEN, RESTED = Circuit(), Circuit(12, NOW + MINUTE), Circuit(12, NOW - MINUTE)


def after(*waits: timedelta) -> Circuit:
    """The circuit after a failure, and one more after each wait."""
    circuit, now = CLOSED.failed(NOW), NOW
    for wait in waits:
        now += wait
        circuit = circuit.failed(now)
    return circuit


def test_a_few_failures_do_not_open_it() -> None:
    assert after(*[MINUTE] * (MOST_FAILURES - 2)).state(NOW) == "closed"


def test_after_too_many_it_rests_and_then_is_tried() -> None:
    circuit = after(*[timedelta()] * (MOST_FAILURES - 1))

    assert circuit.state(NOW + timedelta(seconds=4)) == "open"
    assert circuit.state(NOW + timedelta(seconds=5)) == "trial"


def test_a_failed_trial_makes_it_rest_for_twice_as_long_up_to_an_hour() -> None:
    circuit, rests = after(*[timedelta()] * (MOST_FAILURES - 1)), []
    for _ in range(12):
        circuit = circuit.failed(NOW)
        assert circuit.open_until is not None
        rests.append((circuit.open_until - NOW).total_seconds())

    assert rests == [10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600, 3600]


def test_after_more_than_a_day_in_vain_nobody_tries_it_unasked() -> None:
    circuit, now = CLOSED.failed(NOW, is_enough=True), NOW
    for _ in range(MOST_TRIALS):
        assert not circuit.is_given_up
        assert circuit.open_until is not None
        now = circuit.open_until
        circuit = circuit.failed(now)

    assert not circuit.is_given_up
    assert now - NOW > timedelta(days=1)
    assert circuit.failed(now).is_given_up


def test_it_is_left_alone_for_as_long_as_it_asks_for_within_reason() -> None:
    asked = CLOSED.failed(NOW, is_enough=True, asked=900.0)
    for_ever = CLOSED.failed(NOW, is_enough=True, asked=1e12)

    assert asked.state(NOW + 14 * MINUTE) == "open"
    assert asked.state(NOW + 15 * MINUTE) == "trial"
    assert for_ever.open_until == NOW + LONGEST_ASKED


def test_after_a_clock_was_put_back_it_is_not_left_alone_for_ever() -> None:
    assert OPEN.state(NOW - timedelta(days=300)) == "trial"


def test_what_asking_again_does_not_mend_opens_it_at_once() -> None:
    assert CLOSED.failed(NOW, is_enough=True).state(NOW) == "open"


def test_while_one_call_tries_it_the_others_leave_it_alone() -> None:
    tried = RESTED.tried(NOW)

    assert tried.state(NOW) == "open"
    assert tried.state(NOW + TRIAL) == "trial"


def test_going_on_tries_it_at_once() -> None:
    assert OPEN.eased(NOW).state(NOW) == "trial"
    assert CLOSED.eased(NOW) == CLOSED


@pytest.mark.parametrize(
    ("circuits", "n_given_up", "chosen"),
    [
        ([CLOSED, CLOSED], 0, Chosen(0, False)),
        ([CLOSED, CLOSED], 1, Chosen(1, False)),
        ([OPEN, CLOSED], 0, Chosen(1, False)),
        ([RESTED, CLOSED], 0, Chosen(0, True)),
        ([OPEN, OPEN], 0, None),
        ([CLOSED], 1, None),
        ([], 0, None),
    ],
)
def test_the_first_model_that_may_be_asked_is(
    circuits: list[Circuit], n_given_up: int, chosen: Chosen | None
) -> None:
    assert choose(circuits, n_given_up, NOW) == chosen
