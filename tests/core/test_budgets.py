"""Limits of a book and of a day, in money or in tokens."""

from dataclasses import replace
from datetime import date

import pytest

from studio.core import budgets
from studio.core.budgets import Account, Amount, Limits, Purse, taken
from studio.core.money import Price

EMPTY = Account(Limits(1_000, 1_000), Limits(), Amount(), Amount(), Amount())


@pytest.mark.parametrize(
    ("price", "amount"),
    [
        (None, Amount(tokens=150)),
        (Price(0, 0), Amount(tokens=150)),
        (Price(1_000_000, 2_000_000), Amount(money=200)),
    ],
)
def test_a_call_takes_money_where_it_costs_some_and_tokens_elsewhere(
    price: Price | None, amount: Amount
) -> None:
    assert taken(price, 100, 50) == amount


@pytest.mark.parametrize(
    ("account", "needed", "limit"),
    [
        (EMPTY, Amount(tokens=1_000), ""),
        (EMPTY, Amount(tokens=1_001), "limit"),
        (EMPTY, Amount(money=1_000), ""),
        (EMPTY, Amount(money=1_001), "limit"),
        (replace(EMPTY, spent=Amount(money=900)), Amount(money=101), "limit"),
        (replace(EMPTY, reserved=Amount(money=900)), Amount(money=101), "limit"),
        # What is gone of the one says nothing about the other.
        (replace(EMPTY, spent=Amount(tokens=5_000)), Amount(money=1_000), ""),
        (replace(EMPTY, day=Limits(500)), Amount(tokens=501), "day"),
        (replace(EMPTY, day=Limits(500)), Amount(money=501), ""),
        (
            replace(EMPTY, day=Limits(500), spent_today=Amount(300), reserved=Amount(100)),
            Amount(tokens=101),
            "day",
        ),
        # What is spent on other days counts for the book alone.
        (replace(EMPTY, day=Limits(500), spent=Amount(900)), Amount(tokens=100), ""),
    ],
)
def test_the_limit_that_a_call_would_pass_is_named(
    account: Account, needed: Amount, limit: str
) -> None:
    assert account.why_not(needed) == limit


def test_what_is_left_is_the_lesser_of_book_and_day() -> None:
    account = replace(EMPTY, day=Limits(tokens=500), spent=Amount(700, 250), reserved=Amount(100))

    assert account.left == Amount(tokens=200, money=750)


def test_a_new_day_begins_with_nothing_spent() -> None:
    yesterday, today = date(2026, 3, 1), date(2026, 3, 2)

    assert budgets.spent_on(yesterday, today, Amount(5)) == Amount()
    assert budgets.spent_on(today, today, Amount(5)) == Amount(5)
    assert budgets.spent_on(None, today, Amount(5)) == Amount()


@pytest.mark.parametrize(
    ("purse", "percent", "is_near"),
    [
        (Purse("money", 100, 0), 0, False),
        (Purse("money", 100, 79), 79, False),
        (Purse("money", 100, 80), 80, True),
        (Purse("money", 1_000, 999), 99, True),
        (Purse("money", 1_000, 1_000), 100, True),
        (Purse("money", 0, 0), 100, True),
        (Purse("money", 100, 10, needed=91), 10, True),
    ],
)
def test_four_fifths_of_a_limit_are_near_it_and_so_is_what_the_next_call_would_pass(
    purse: Purse, percent: int, is_near: bool
) -> None:
    assert (purse.percent, purse.is_near) == (percent, is_near)


@pytest.mark.parametrize(
    ("purse", "raised"),
    [
        (Purse("money", 100, 90), 200),
        (Purse("money", 100, 1_000), 1_500),
        (Purse("money", 100, 10, needed=500), 2_010),
    ],
)
def test_one_click_raises_a_limit_far_enough_to_go_on(purse: Purse, raised: int) -> None:
    assert purse.raised == raised


def test_a_book_has_as_many_purses_as_limits() -> None:
    account = replace(EMPTY, day=Limits(money=500))

    assert [purse.name for purse in account.purses()] == ["money", "tokens", "day_money"]


@pytest.mark.parametrize("context", [1_024, 16_384, 32_000, 1_000_000])
def test_a_call_never_takes_more_than_its_context(context: int) -> None:
    read, written = budgets.most_of_call(context)

    assert read >= 0
    assert read + written == min(context, 32_000)


@pytest.mark.parametrize(
    ("book", "day", "run"),
    [
        (Limits(2_000_000, 20_000_000), Limits(1_000_000, 10_000_000), Limits(64_000, 2_000_000)),
        (Limits(700_000, 6_000_000), Limits(500_000, 5_000_000), Limits(64_000, 2_000_000)),
        (Limits(30_000, 1_000_000), Limits(30_000, 1_000_000), Limits(30_000, 1_000_000)),
        (Limits(10**9, 10**9), Limits(5 * 10**8, 5 * 10**8), Limits(64_000, 10**8)),
        (Limits(), Limits(), Limits()),
    ],
)
def test_a_new_book_has_limits_for_a_day_and_for_one_attempt(
    book: Limits, day: Limits, run: Limits
) -> None:
    assert (budgets.of_day(book), budgets.of_run(book)) == (day, run)


def test_one_attempt_of_a_new_book_may_be_as_long_as_the_longest_call() -> None:
    tokens_in, tokens_out = budgets.most_of_call(10**7)

    most = budgets.of_run(Limits(2_000_000, None)).tokens

    assert most is not None
    assert most >= 1.5 * (tokens_in + tokens_out)
