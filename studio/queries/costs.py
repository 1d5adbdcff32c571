"""What composing units costs, as ranges, from what earlier runs of the same took."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from types import MappingProxyType
from typing import NamedTuple

from django.utils import timezone

from studio.core import budgets, keys, operation
from studio.core.budgets import Amount
from studio.core.money import Price
from studio.models import Endpoint, Run, Unit
from studio.models.run import RunState
from studio.queries import endpoints
from studio.queries.book_units import BookUnits
from studio.queries.plan_steps import Row, Step, Steps, section_of
from studio.queries.values.change_plan import Cost

MOST_RUNS, FEW_RUNS = 400, 20
TOKENS_IN, TOKENS_PER_WORD, SECONDS_PER_TOKEN, WORDS = 1500, 1.4, 0.02, 200
# A plan is longer than a passage, and nothing of the book says yet how long.
WORDS_OF_PLAN = 800


@dataclass(frozen=True, slots=True)
class _Took:
    tokens_in: float
    tokens_out: float
    seconds: float


class _Alike(NamedTuple):
    """So many steps of one pass, each of which takes the same."""

    pass_slug: str
    took: _Took
    n: int


Range = tuple[int, int]


def estimate(
    book: BookUnits,
    certain: Steps,
    possible: Steps,
    shares: Mapping[str, float] = MappingProxyType({}),
) -> Cost:
    """Low: every certain unit once. High: the possible ones too, each with one revision.

    Of units with a share, only that much of the text is written.
    """
    known, by_pass = _history(book)
    low = list(_alike(certain, book, known, by_pass, shares))
    high = [*low, *_alike(possible, book, known, by_pass, {})]
    n_gates = {p.slug: len(p.gates) for p in book.protocol.composing}
    n_parallel = max(1, min(book.project.n_parallel, len(certain) or 1))
    prices = _prices(book)
    at_least, at_most = _sum(low), _sum(high)
    return Cost(
        calls=(sum(a.n * (1 + n_gates[a.pass_slug]) for a in low),
               sum(a.n * (1 + 2 * n_gates[a.pass_slug]) for a in high)),
        tokens_in=(round(at_least.tokens_in), round(at_most.tokens_in * 1.5)),
        tokens_out=(round(at_least.tokens_out), round(at_most.tokens_out * 1.5)),
        seconds=(round(at_least.seconds / n_parallel), round(at_most.seconds * 1.5)),
        money=_money(low, high, prices),
        how=_how(certain, known, by_pass),
        needed=_needed(low, prices),
        left=book.project.account(timezone.now()).left,
    )  # fmt: skip


def of_first_plan(user_id: int, steps: Collection[str], model: Endpoint) -> tuple[int, int, int]:
    """The tokens read and written, and the seconds, that the first of these steps takes in a book
    that does not exist yet: what it took in others with this model, else a guess."""
    units = Unit.objects.filter(project__owner_id=user_id, key__in=steps)
    runs = Run.objects.filter(unit__in=units, endpoint__in=[model.pk], kind=operation.COMPOSE)
    rows = (
        runs.filter(state=RunState.DONE, tokens_out__gt=0)
        .order_by("-pk")
        .values_list("tokens_in", "tokens_out", "model_seconds")[:FEW_RUNS]
    )
    found = [_Took(*row) for row in rows]
    took = _median(found) if found else _guessed(WORDS_OF_PLAN)
    return round(took.tokens_in), round(took.tokens_out), round(took.seconds)


def _prices(book: BookUnits) -> dict[str, Price | None]:
    """What the model of each step costs; the first of its list is expected to write."""
    rows = endpoints.known()
    found = {}
    for step in book.protocol.composing:
        listed = endpoints.order(book.project, rows, step.slug)
        found[step.slug] = endpoints.price(listed[0]) if listed else None
    return found


def _alike(
    steps: Steps,
    book: BookUnits,
    known: Mapping[str, _Took],
    by_pass: Mapping[str, _Took],
    shares: Mapping[str, float],
) -> Iterator[_Alike]:
    """What steps take, those together of which nothing else is known than how long they are."""
    for alike, rows in steps.groups.items():
        apart = [row for row in rows if row[2] in known or row[2] in shares]
        usual = by_pass.get(alike.pass_slug)
        if usual is None and alike.is_prose and not alike.words:
            apart = list(rows)
            book.state.fetch(keys.map_of(section_of(row[2])) for row in apart)
        for row in apart:
            key, share = row[2], shares.get(row[2], 1.0)
            took = known.get(key) or usual or _guessed(alike.words or _planned_words(row, book))
            yield _Alike(alike.pass_slug, _share(took, share), 1)
        if len(apart) < len(rows):
            took = usual or _guessed(alike.words or WORDS)
            yield _Alike(alike.pass_slug, took, len(rows) - len(apart))


def _sum(found: Sequence[_Alike]) -> _Took:
    return _Took(
        sum(a.n * a.took.tokens_in for a in found),
        sum(a.n * a.took.tokens_out for a in found),
        sum(a.n * a.took.seconds for a in found),
    )


def _money(
    low: Sequence[_Alike], high: Sequence[_Alike], prices: Mapping[str, Price | None]
) -> Range | None:
    """What it costs in money, where every price is known."""
    if any(prices[one.pass_slug] is None for one in high):
        return None
    amounts = [_amount(one, prices) for one in high]
    return sum(amounts[: len(low)]), sum(amounts) * 3 // 2


def _needed(low: Sequence[_Alike], prices: Mapping[str, Price | None]) -> Amount:
    """What is sure to be taken of the limits."""
    total = Amount()
    for one in low:
        price, took = prices[one.pass_slug], one.took
        each = budgets.taken(price, round(took.tokens_in), round(took.tokens_out))
        total += Amount(one.n * each.tokens, one.n * each.money)
    return total


def _amount(one: _Alike, prices: Mapping[str, Price | None]) -> int:
    price = prices[one.pass_slug]
    return one.n * price.of(round(one.took.tokens_in), round(one.took.tokens_out)) if price else 0


def _history(book: BookUnits) -> tuple[dict[str, _Took], dict[str, _Took]]:
    """What the last run of each unit took, and the median of each pass."""
    rows = (
        Run.objects.filter(project=book.project, state=RunState.DONE, tokens_out__gt=0)
        .order_by("-pk")
        .values_list("unit__key", "kind", "tokens_in", "tokens_out", "model_seconds")[:MOST_RUNS]
    )
    known: dict[str, _Took] = {}
    composed: dict[str, list[_Took]] = {}
    for key, kind, tokens_in, tokens_out, seconds in rows:
        took = _Took(tokens_in, tokens_out, seconds)
        before = known.get(key)
        known[key] = _plus(before, took) if before and kind != operation.COMPOSE else before or took
        composed.setdefault(key.split("/")[0], []).append(took)
    return known, {slug: _median(found) for slug, found in composed.items()}


def _guessed(words: int) -> _Took:
    tokens_out = words * TOKENS_PER_WORD
    return _Took(TOKENS_IN, tokens_out, tokens_out * SECONDS_PER_TOKEN)


def _planned_words(row: Row, book: BookUnits) -> int:
    step = Step(*row)
    planned = book.movement(step).get("words") if step.movement_key else None
    return int(planned or WORDS)


def _share(took: _Took, share: float) -> _Took:
    """The whole is read in any case; only a part of it is written."""
    return _Took(took.tokens_in, took.tokens_out * share, took.seconds * share)


def _plus(one: _Took, other: _Took) -> _Took:
    return _Took(
        one.tokens_in + other.tokens_in,
        one.tokens_out + other.tokens_out,
        one.seconds + other.seconds,
    )


def _median(found: list[_Took]) -> _Took:
    return _Took(
        median(t.tokens_in for t in found),
        median(t.tokens_out for t in found),
        median(t.seconds for t in found),
    )


def _how(certain: Steps, known: Mapping[str, _Took], by_pass: Mapping[str, _Took]) -> str:
    if not certain:
        return "Nothing is written, so it is free."
    if all(key in known for key in certain.keys):
        return "Estimated from the last time the same was written."
    if any(alike.pass_slug in by_pass for alike in certain.groups):
        return "Estimated from what such steps took in this book."
    return "Estimated from the number of words; nothing like it was written here yet."
