"""What a book may spend: in money where the price of a call is known, in tokens where it is not."""

from dataclasses import dataclass
from datetime import date

from studio.core.money import Price

NEAR = 80


@dataclass(frozen=True, slots=True)
class Amount:
    """What calls take of the limits of a book. A call takes of one of the two only."""

    tokens: int = 0
    money: int = 0

    def __add__(self, other: "Amount") -> "Amount":
        return Amount(self.tokens + other.tokens, self.money + other.money)

    def __sub__(self, other: "Amount") -> "Amount":
        return Amount(self.tokens - other.tokens, self.money - other.money)


def taken(price: Price | None, tokens_in: int, tokens_out: int) -> Amount:
    """What a call takes of the limits.

    What costs nothing is counted in tokens as well: some limit holds for every call.
    """
    if price is None or price.is_free:
        return Amount(tokens=tokens_in + tokens_out)
    return Amount(money=price.of(tokens_in, tokens_out))


@dataclass(frozen=True, slots=True)
class Limits:
    """The most that may be spent; None where there is no limit of this kind."""

    tokens: int | None = None
    money: int | None = None


@dataclass(frozen=True, slots=True)
class Account:
    """The limits of a book and of a day, what was spent, and what calls in flight hold back."""

    book: Limits
    day: Limits
    spent: Amount
    spent_today: Amount
    reserved: Amount

    def why_not(self, needed: Amount) -> str:
        """The limit that a call would pass: 'limit' of the book, 'day', or '' where there is
        none."""
        if _is_passed(self.book, self.spent + self.reserved, needed):
            return "limit"
        if _is_passed(self.day, self.spent_today + self.reserved, needed):
            return "day"
        return ""

    @property
    def left(self) -> Amount:
        """What is left of the limits of the book, and of the day where it has one."""
        gone, today = self.spent + self.reserved, self.spent_today + self.reserved
        return Amount(
            _least(_left(self.book.tokens, gone.tokens), _left(self.day.tokens, today.tokens)),
            _least(_left(self.book.money, gone.money), _left(self.day.money, today.money)),
        )


def spent_on(day: date | None, today: date, spent: Amount) -> Amount:
    """What was spent today, where the count was last written on some day."""
    return spent if day == today else Amount()


def percent(gone: int, limit: int) -> int:
    """How much of a limit is gone; never the whole before all of it is."""
    return min(100, 100 * gone // limit) if limit > 0 else 100


def is_near(gone: int, limit: int) -> bool:
    """Whether it is time to say that a limit comes near."""
    return percent(gone, limit) >= NEAR


def raised(limit: int, gone: int) -> int:
    """The limit that one click raises to: as much again, or half as much again as is gone."""
    return max(2 * limit, gone + gone // 2)


def _is_passed(limits: Limits, gone: Amount, needed: Amount) -> bool:
    return any(
        limit is not None and need > 0 and have + need > limit
        for limit, have, need in (
            (limits.tokens, gone.tokens, needed.tokens),
            (limits.money, gone.money, needed.money),
        )
    )


def _left(limit: int | None, gone: int) -> int | None:
    return None if limit is None else max(0, limit - gone)


def _least(*found: int | None) -> int:
    return min((n for n in found if n is not None), default=0)
