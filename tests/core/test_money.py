"""Money is whole millionths; what is not known is never nought."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.core import money
from studio.core.money import NotMoney, Price


@pytest.mark.parametrize(
    ("price", "tokens", "cost"),
    [
        (Price(150_000, 600_000), (1_000_000, 1_000_000), 750_000),
        (Price(150_000, 600_000), (1_000, 500), 450),
        (Price(1, 0), (1, 0), 1),
        (Price(3_000_000, 15_000_000), (0, 0), 0),
        (Price(0, 0), (9_999, 9_999), 0),
    ],
)
def test_a_call_costs_its_tokens_at_the_price_rounded_up(
    price: Price, tokens: tuple[int, int], cost: int
) -> None:
    assert price.of(*tokens) == cost


@given(*[st.integers(0, 10**9)] * 4)
def test_what_is_rounded_up_is_less_than_a_millionth(a: int, b: int, n: int, m: int) -> None:
    exact = n * a + m * b

    assert 0 <= Price(a, b).of(n, m) * money.MILLION - exact < money.MILLION


def test_a_price_is_known_only_whole() -> None:
    assert money.price(None, 3) is None
    assert money.price(3, None) is None
    assert money.price(0, 0) == Price(0, 0)
    assert Price(0, 0).is_free


def test_a_sum_of_unknowns_is_unknown() -> None:
    assert money.total([None, None]) is None
    assert money.total([]) is None
    assert money.total([None, 3, 0]) == 3


@pytest.mark.parametrize(
    ("said", "millionths"),
    [("0.15", 150_000), ("0,15", 150_000), (" 3 ", 3_000_000), ("0", 0), ("0.000001", 1)],
)
def test_an_amount_is_read_as_it_is_typed(said: str, millionths: int) -> None:
    assert money.parse(said) == millionths


@pytest.mark.parametrize(
    "said", ["", "x", "-1", "0.0000001", "nan", "inf", "1e30", "1.2.3", "1,000.50"]
)
def test_what_is_no_amount_is_refused_in_words(said: str) -> None:
    with pytest.raises(NotMoney, match=r"^[A-Z].*\.$|such as"):
        money.parse(said)


@given(st.integers(0, money.MOST))
def test_a_field_gives_back_what_was_typed(millionths: int) -> None:
    assert money.parse(money.typed(millionths)) == millionths


@pytest.mark.parametrize(
    ("millionths", "currency", "words"),
    [
        (None, "USD", "unknown"),
        (0, "USD", "$0.00"),
        (840_000, "USD", "$0.84"),
        (1_234_567_890, "EUR", "€1,234.57"),
        (4_249, "USD", "$0.0042"),
        (3, "USD", "$0.0001"),
        (2_000_000, "CHF", "CHF 2.00"),
    ],
)
def test_an_amount_is_said_as_people_read_it(
    millionths: int | None, currency: str, words: str
) -> None:
    assert money.said(millionths, currency) == words


@pytest.mark.parametrize(
    ("low", "high", "words"),
    [
        (420_000, 700_000, "$0.42–0.70"),
        (420_000, 420_001, "$0.42"),
        (0, 0, "free"),
        (None, 3, "unknown"),
    ],
)
def test_a_range_is_said_in_one_breath(low: int | None, high: int | None, words: str) -> None:
    assert money.between(low, high, "USD") == words


def test_a_field_of_what_is_unknown_is_empty() -> None:
    assert money.typed(None) == ""
    assert money.typed(150_000) == "0.15"
    assert money.typed(3_000_000) == "3.00"
