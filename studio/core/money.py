"""Money in whole millionths of a currency, never in fractions; what is not known stays unknown."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation

MILLION = 1_000_000
MOST = 10**15
UNKNOWN, FREE = "unknown", "free"
SIGNS = {"USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥", "INR": "₹"}


class NotMoney(ValueError):
    """Write an amount such as 0.15."""


@dataclass(frozen=True, slots=True)
class Price:
    """What a million tokens cost, in millionths of the currency: those read, those written."""

    tokens_in: int
    tokens_out: int

    @property
    def is_free(self) -> bool:
        """Whether somebody said that it costs nothing; not that nobody said what it costs."""
        return self.tokens_in == 0 and self.tokens_out == 0

    def of(self, tokens_in: int, tokens_out: int) -> int:
        """What a call costs. Rounded up, so that no limit is passed by what was rounded off."""
        return -(-(tokens_in * self.tokens_in + tokens_out * self.tokens_out) // MILLION)


def price(tokens_in: int | None, tokens_out: int | None) -> Price | None:
    """A price of which both sides are known, else none."""
    return None if tokens_in is None or tokens_out is None else Price(tokens_in, tokens_out)


def total(amounts: Iterable[int | None]) -> int | None:
    """The sum of what is known; None where nothing is."""
    known = [amount for amount in amounts if amount is not None]
    return sum(known) if known else None


def parse(said: str) -> int:
    """An amount as somebody typed it, in millionths; NotMoney says what is wrong with it."""
    try:
        amount = Decimal(said.strip().replace(",", ".") or "x")
    except InvalidOperation as error:
        raise NotMoney(str(NotMoney.__doc__)) from error
    if not amount.is_finite() or amount < 0:
        raise NotMoney("An amount is nought or more, such as 0.15.")
    millionths = amount * MILLION
    if millionths != millionths.to_integral_value():
        raise NotMoney("At most six digits after the point can be used.")
    if millionths > MOST:
        raise NotMoney(f"At most {MOST // MILLION:,} can be used.")
    return int(millionths)


def typed(millionths: int | None) -> str:
    """An amount as it stands in a field: no more digits than it needs, but two."""
    if millionths is None:
        return ""
    whole, rest = divmod(millionths, MILLION)
    digits = f"{rest:06}".rstrip("0").ljust(2, "0")
    return f"{whole}.{digits}"


def said(millionths: int | None, currency: str) -> str:
    """An amount as people read it: $0.84, and more digits only where there would be none."""
    if millionths is None:
        return UNKNOWN
    return f"{sign(currency)}{_digits(millionths)}"


def between(low: int | None, high: int | None, currency: str) -> str:
    """A range as people read it: $0.42–0.70."""
    if low is None or high is None:
        return UNKNOWN
    if low == high == 0:
        return FREE
    few, most = _digits(low), _digits(high)
    return said(high, currency) if few == most else f"{sign(currency)}{few}–{most}"


def sign(currency: str) -> str:
    """What stands before an amount of a currency."""
    return SIGNS.get(currency, f"{currency} ")


def _digits(millionths: int) -> str:
    places = "0.01" if millionths == 0 or millionths >= MILLION // 100 else "0.0001"
    shown = (Decimal(millionths) / MILLION).quantize(Decimal(places), ROUND_HALF_UP)
    return f"{max(shown, Decimal(places)) if millionths else shown:,}"
