from datetime import date

import pytest

from studio.core.pace import pace

DUE = date(2027, 3, 1)


@pytest.mark.parametrize(
    ("there", "today", "left", "days", "a_day"),
    [
        (0, date(2027, 2, 20), 80_000, 10, 8_000),
        (79_999, date(2027, 2, 27), 1, 3, 1),
        (8_000, DUE, 72_000, 1, 72_000),
        (90_000, DUE, 0, 1, 0),
        (8_000, date(2027, 3, 2), 72_000, 0, 0),
    ],
)
def test_what_is_left_is_shared_among_the_days(
    there: int, today: date, left: int, days: int, a_day: int
) -> None:
    found = pace(target=80_000, there=there, due_on=DUE, today=today)

    assert found is not None
    assert (found.n_left, found.n_days, found.a_day) == (left, days, a_day)
    assert found.is_reached == (left == 0)
    assert found.is_over == (left > 0 and days == 0)


def test_without_a_day_or_a_length_there_is_no_pace() -> None:
    assert pace(target=0, there=1, due_on=DUE, today=DUE) is None
    assert pace(target=100, there=1, due_on=None, today=DUE) is None
