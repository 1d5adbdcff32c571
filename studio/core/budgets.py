"""What a book may spend: in money where the price of a call is known, in tokens where it is not."""

from dataclasses import dataclass
from datetime import date

from studio.core.money import Price

NEAR = 80
# However much a model takes, no reply is longer, and no prompt much longer.
MOST_TOKENS = 16_000


@dataclass(frozen=True, slots=True)
class Amount:
    """What calls take of the limits of a book. A call takes of one of the two only."""

    tokens: int = 0
    money: int = 0

    def __add__(self, other: "Amount") -> "Amount":
        return Amount(self.tokens + other.tokens, self.money + other.money)

    def __sub__(self, other: "Amount") -> "Amount":
        return Amount(self.tokens - other.tokens, self.money - other.money)


@dataclass(frozen=True, slots=True)
class Limits:
    """The most that may be spent; None where there is no limit of this kind."""

    tokens: int | None = None
    money: int | None = None


# What a day may take of a new book's limit, and one attempt. Where that limit is low, they may take
# all of it: a small book is not kept until tomorrow, nor a dear model from its first call.
_DAY_SHARE, _RUN_SHARE = 2, 10
_DAY = Limits(500_000, 5_000_000)
# More than any attempt takes that goes as it should, since prompt and reply are bounded.
_RUN = Limits(64_000, 2_000_000)


def of_day(book: Limits) -> Limits:
    """What a new book may spend in a day."""
    return Limits(
        _part(book.tokens, _DAY_SHARE, _DAY.tokens), _part(book.money, _DAY_SHARE, _DAY.money)
    )


def of_run(book: Limits) -> Limits:
    """What one attempt of a new book may take."""
    tokens = None if book.tokens is None else min(book.tokens, _RUN.tokens or 0)
    return Limits(tokens, _part(book.money, _RUN_SHARE, _RUN.money))


def _part(limit: int | None, share: int, least: int | None) -> int | None:
    return None if limit is None else max(limit // share, min(limit, least or 0))


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
        passed = [purse.name for purse in self.purses(needed) if purse.is_reached]
        if not passed:
            return ""
        return "limit" if {"money", "tokens"} & set(passed) else "day"

    def purses(self, needed: Amount = Amount()) -> tuple["Purse", ...]:
        """Every limit there is, with what is gone of it and what the next call may take."""
        spent, today, held = self.spent, self.spent_today, self.reserved
        found = (
            ("money", self.book.money, spent.money, held.money, needed.money),
            ("tokens", self.book.tokens, spent.tokens, held.tokens, needed.tokens),
            ("day_money", self.day.money, today.money, held.money, needed.money),
            ("day_tokens", self.day.tokens, today.tokens, held.tokens, needed.tokens),
        )
        return tuple(
            Purse(name, limit, has + back, need, held=back)
            for name, limit, has, back, need in found
            if limit is not None
        )

    @property
    def left(self) -> Amount:
        """What is left of the limits of the book, and of the day where it has one."""
        left = {purse.name: purse.left for purse in self.purses()}
        return Amount(
            min(left["tokens"], left.get("day_tokens", left["tokens"])),
            min(left["money"], left.get("day_money", left["money"])),
        )


@dataclass(frozen=True, slots=True)
class Purse:
    """One limit: of a book or of a day, in money or in tokens. What is gone of it was spent, or is
    held back for calls in flight."""

    name: str
    limit: int
    gone: int
    needed: int = 0
    held: int = 0

    @property
    def spent(self) -> int:
        return self.gone - self.held

    @property
    def left(self) -> int:
        return max(0, self.limit - self.gone)

    @property
    def percent(self) -> int:
        """How much of it is gone; never the whole before all of it is."""
        return min(100, 100 * self.gone // self.limit) if self.limit > 0 else 100

    @property
    def is_reached(self) -> bool:
        """Whether the next call would pass it."""
        return self.needed > 0 and self.gone + self.needed > self.limit

    @property
    def is_near(self) -> bool:
        """Whether it is time to say that it comes near."""
        return self.is_reached or self.percent >= NEAR

    @property
    def raised(self) -> int:
        """What one click raises it to: at least twice, and far enough to go on."""
        return max(2 * self.limit, self.gone + self.gone // 2, self.gone + 4 * self.needed)


def most_of_call(context_tokens: int) -> tuple[int, int]:
    """The most that one call could read and write, before its prompt is known."""
    written = min(context_tokens, MOST_TOKENS)
    return min(context_tokens, 2 * MOST_TOKENS) - written, written


def taken(price: Price | None, tokens_in: int, tokens_out: int) -> Amount:
    """What a call takes of the limits.

    What costs nothing is counted in tokens as well: some limit holds for every call.
    """
    if price is None or price.is_free:
        return Amount(tokens=tokens_in + tokens_out)
    return Amount(money=price.of(tokens_in, tokens_out))


def spent_on(day: date | None, today: date, spent: Amount) -> Amount:
    """What was spent today, where the count was last written on some day."""
    return spent if day == today else Amount()
