"""No minute has more in it than its limit, wherever it begins."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.core.pacing import Bucket

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


def begun(per_minute: int, amounts: list[int], pauses: list[float]) -> list[tuple[float, int]]:
    """When each call begins that comes after a pause and waits as long as it is told to."""
    bucket, now, found = Bucket(per_minute), NOW, []
    for amount, pause in zip(amounts, pauses, strict=True):
        now += timedelta(seconds=pause)
        # A millionth more, since time stamps are no finer.
        now += timedelta(seconds=bucket.wait(amount, now), microseconds=1)
        bucket = bucket.take(amount, now)
        found.append(((now - NOW).total_seconds(), amount))
    return found


@given(
    st.integers(1, 200),
    st.lists(st.tuples(st.integers(1, 50), st.floats(0, 30)), min_size=1, max_size=60),
)
def test_no_minute_holds_more_than_is_allowed(
    per_minute: int, calls: list[tuple[int, float]]
) -> None:
    amounts = [min(amount, per_minute) for amount, _ in calls]

    times = begun(per_minute, amounts, [pause for _, pause in calls])

    for start, _ in times:
        assert sum(n for at, n in times if start <= at < start + 59.999) <= per_minute


@pytest.mark.parametrize("per_minute", [1, 6, 60])
def test_one_after_another_they_come_at_the_rate_of_the_limit_or_near_it(per_minute: int) -> None:
    n = 4 * per_minute

    last, _ = begun(per_minute, [1] * n, [0.0] * n)[-1]

    assert 150 <= last <= 330


def test_what_is_given_back_may_be_taken_again() -> None:
    full = Bucket(60).take(10_000, NOW)

    assert full.wait(1, NOW) > 60
    assert full.take(-10_000, NOW).wait(1, NOW) == 0


def test_more_than_a_bucket_holds_waits_until_it_is_full() -> None:
    bucket = Bucket(60)

    assert bucket.wait(1_000, NOW) == 0
    assert bucket.take(1_000, NOW).wait(1_000, NOW) > 1_000
