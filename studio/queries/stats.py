"""Words and tokens counted: by day, by state, by step and model."""

import csv
import io
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from datetime import date
from statistics import mean, median

from django.conf import settings
from django.db.models import Count, F, Q, Sum
from django.db.models.functions import TruncDate
from django.utils import timezone

from studio.core import money, operation, prose
from studio.core.budgets import Purse
from studio.core.states import Standing, Work
from studio.models import Artifact, Blob, Project, Run
from studio.models.artifact import Origin
from studio.models.run import RunState
from studio.queries import book_units, costs, frame, spending
from studio.queries.book_units import BookUnits, UnitFacts
from studio.queries.values.stats import (
    Day,
    Estimate,
    LimitUsed,
    PlaceSpent,
    StateShare,
    StatsPage,
    StepSpent,
)

MOST_DAYS, MOST_PLACES = 60, 20
# A text that is kept or taken back was not written that day.
NOT_WRITTEN = ("Kept as it is", "Taken back")
_STATES = (
    ("accepted", "Accepted by you"),
    ("reopened", "Accepted by rule, unread"),
    ("stale", "Basis changed"),
    ("distrusted", "Distrusted"),
    ("review", "In review"),
)


def stats_page(project: Project) -> StatsPage:
    """Progress and spending of a book, from its rows."""
    book = book_units.load(project)
    passages = [u for u in book.units if u.movement_key]
    days = _days(project)
    left_words, left_how = _left(book)
    target = int(str(frame.brief_value(project, "words") or 0))
    return StatsPage(
        book=frame.book_head(project),
        days=_with_shares(days[:MOST_DAYS]),
        yours=sum(day.yours for day in days),
        model=sum(day.model for day in days),
        states=_by_state(passages, book, target),
        words=sum(u.words for u in passages),
        target_words=target,
        spent=_spent(project, book),
        places=_by_place(project, book),
        limits=tuple(_limit(purse) for purse in project.account(timezone.now().date()).purses()),
        estimates=_estimates(project, book),
        n_estimated=Run.objects.filter(project=project, is_estimated=True).count(),
        left_words=left_words,
        left_how=left_how,
    )


def days_csv(page: StatsPage) -> str:
    """Words by day as a table."""
    return _csv([("Day", "Yours", "The model's")], ((d.on, d.yours, d.model) for d in page.days))


def tokens_csv(page: StatsPage) -> str:
    """Tokens by step and model as a table."""
    head = ("Step", "Model", "Attempts", "Came to nothing", "Tokens in", "Tokens out", "Minutes")
    return _csv([(*head, f"Cost in {settings.STUDIO.currency}")], map(_as_row, page.spent))


def _as_row(s: StepSpent) -> tuple[object, ...]:
    counts = (s.n_attempts, s.n_failed, s.tokens_in, s.tokens_out, s.minutes)
    return (s.step, s.model, *counts, money.typed(s.paid))


def _csv(head: list[tuple[str, ...]], rows: Iterable[tuple[object, ...]]) -> str:
    out = io.StringIO()
    csv.writer(out).writerows([*head, *rows])
    return out.getvalue()


def _days(project: Project) -> list[Day]:
    """The days on which something was written, the latest first; deletions never subtract."""
    zone = timezone.get_current_timezone()
    rows = list(
        Artifact.objects.filter(project=project)
        .exclude(unit__movement_key="")
        .annotate(on=TruncDate("made_at", tzinfo=zone))
        .values_list("on", "origin", "cause", "n_words", "base__n_words", "run__kind",
                     "digest", "base__digest")
    )  # fmt: skip
    own = [row for row in rows if row[1] == Origin.PERSON]
    bodies = _bodies({digest for row in own for digest in row[6:] if digest})
    counted: dict[date, dict[str, int]] = defaultdict(lambda: {"person": 0, "model": 0})
    for on, origin, cause, n_words, base_words, kind, digest, base in rows:
        if cause.startswith(NOT_WRITTEN):
            continue
        if origin == Origin.PERSON:
            counted[on][origin] += _typed(bodies[digest], bodies.get(base or "", ""))
        else:
            is_whole = kind in (None, operation.COMPOSE)
            counted[on][origin] += n_words if is_whole else max(0, n_words - (base_words or 0))
    return [Day(on, n["person"], n["model"]) for on, n in sorted(counted.items(), reverse=True)]


def _bodies(digests: set[str]) -> dict[str, str]:
    return dict(Blob.objects.filter(pk__in=digests).values_list("pk", "body"))


def _typed(new: str, old: str) -> int:
    """About how many words were typed to make one text of another: those it has that the other
    had not, or, where a script has no blanks, by how much it grew."""
    words = Counter(new.split()) - Counter(old.split())
    return max(words.total(), prose.count_words(new) - prose.count_words(old))


def _with_shares(days: list[Day]) -> tuple[Day, ...]:
    most = max((day.yours + day.model for day in days), default=0) or 1
    return tuple(
        Day(d.on, d.yours, d.model, round(100 * d.yours / most), round(100 * d.model / most))
        for d in days
    )


def _by_state(units: list[UnitFacts], book: BookUnits, target: int) -> tuple[StateShare, ...]:
    counts: dict[str, int] = defaultdict(int)
    places: dict[str, set[str]] = defaultdict(set)
    for unit in units:
        if unit.words:
            counts[state := _state(unit, book)] += unit.words
            places[state].add(unit.section_id)
    missing = max(0, target - sum(counts.values()))
    whole = max(1, sum(counts.values()) + missing)
    found: list[StateShare] = []
    named = [*_STATES, ("none", "To be written")]
    counts["none"] = missing
    start = 0
    for state, words in named:
        if count := counts[state]:
            percent = round(100 * count / whole)
            found.append(StateShare(state, words, count, len(places[state]), percent, start))
            start += percent
    return tuple(found)


def _state(unit: UnitFacts, book: BookUnits) -> str:
    if unit.candidate_id and unit.work != Work.IDLE:
        return "review"
    if unit.key in book.distrusted:
        return "distrusted"
    if unit.is_stale:
        return "stale"
    is_yours = unit.standing == Standing.ACCEPTED and unit.accepted_by == "person"
    return "accepted" if is_yours else "reopened"


def _spent(project: Project, book: BookUnits) -> tuple[StepSpent, ...]:
    rows = (
        Run.objects.filter(project=project)
        .order_by()
        .values_list("unit__pass_slug", "gate", "model")
        .annotate(
            n=Count("pk"),
            n_failed=Count("pk", filter=Q(state=RunState.FAILED)),
            t_in=Sum("tokens_in"),
            t_out=Sum("tokens_out"),
            seconds=Sum("model_seconds"),
            paid=Sum("money"),
            n_priced=Count("pk", filter=Q(money__isnull=False)),
        )
    )
    whole = max(1, sum(row[5] + row[6] for row in rows))
    found = [
        StepSpent(
            step=_step(slug, gate, book),
            model=model or "unknown",
            n_attempts=n,
            n_failed=n_failed,
            tokens_in=t_in,
            tokens_out=t_out,
            minutes=round(seconds / 60, 1),
            share=round(100 * (t_in + t_out) / whole),
            cost=_cost(paid, n_priced, t_in + t_out),
            paid=paid,
        )
        for slug, gate, model, n, n_failed, t_in, t_out, seconds, paid, n_priced in rows
    ]
    return tuple(sorted(found, key=lambda s: (-(s.paid or 0), -s.tokens)))


def _cost(paid: int | None, n_priced: int, tokens: int) -> str:
    """What it came to; unknown where no price was, never nought."""
    if not tokens and not paid:
        return ""
    return spending.said(paid) if paid else money.FREE if n_priced else money.UNKNOWN


def _by_place(project: Project, book: BookUnits) -> tuple[PlaceSpent, ...]:
    """What the texts took that took most, and what they came to."""
    rows = (
        Run.objects.filter(project=project)
        .order_by()
        .values_list("unit__key")
        .annotate(
            n=Count("pk"),
            t=Sum(F("tokens_in") + F("tokens_out")),
            paid=Sum("money"),
            n_priced=Count("pk", filter=Q(money__isnull=False)),
        )
        .order_by(F("paid").desc(nulls_last=True), "-t")[:MOST_PLACES]
    )
    units = {unit.key: unit for unit in book.units}
    return tuple(
        PlaceSpent(book.name(units[key]), n, tokens, _cost(paid, n_priced, tokens))
        for key, n, tokens, paid, n_priced in rows
        if key in units
    )


def _limit(purse: Purse) -> LimitUsed:
    name = f"{'Today' if spending.is_of_day(purse) else 'In all'}"
    is_money = spending.is_money(purse)
    spent = spending.said(purse.spent) if is_money else f"{purse.spent:,} tokens"
    most = spending.limit(purse, purse.limit).removesuffix(" a day")
    return LimitUsed(name, spent, most, purse.percent, purse.is_near)


def _step(slug: str, gate: str, book: BookUnits) -> str:
    step = book.protocol.passes.get(slug)
    name = step.title if step else slug
    found = book.protocol.gates.get(gate)
    return f"{name}: {found.title if found else gate}" if gate else name


def _estimates(project: Project, book: BookUnits) -> tuple[Estimate, ...]:
    """How far the estimates of this desk can be relied on in this book: what the first half of a
    step's texts let expect of one, beside what one of the second half took."""
    rows = Run.objects.filter(project=project, state=RunState.DONE, kind=operation.COMPOSE)
    took: dict[str, list[tuple[int, int | None]]] = defaultdict(list)
    for slug, tokens, paid in rows.order_by("pk").values_list(
        "unit__pass_slug", F("tokens_in") + F("tokens_out"), "money"
    ):
        took[slug].append((tokens, paid))
    many = {slug: found for slug, found in took.items() if len(found) > 1}
    return tuple(_estimate(_step(slug, "", book), found) for slug, found in many.items())


def _estimate(step: str, took: list[tuple[int, int | None]]) -> Estimate:
    half = len(took) // 2
    tokens, paid = [t for t, _ in took], [p for _, p in took]
    return Estimate(
        step,
        len(took) - half,
        round(median(tokens[:half])),
        round(mean(tokens[half:])),
        _typical(paid[:half], median),
        _typical(paid[half:], mean),
    )


def _typical(paid: list[int | None], of: Callable[[list[int]], float]) -> str:
    known = [amount for amount in paid if amount is not None]
    return spending.said(round(of(known))) if known else money.UNKNOWN


def _left(book: BookUnits) -> tuple[str, str]:
    """What is still to be spent, as far as it can be foreseen."""
    open_steps = [u for u in book.units if not u.current_id and not u.candidate_id]
    if not open_steps:
        return "", ""
    cost = costs.estimate(book, open_steps, [])
    low, high = cost.tokens
    words = f"{len(open_steps)} more to write: {low:,} to {high:,} tokens"
    if cost.money is not None:
        words += f", {spending.between(*cost.money)}"
    return words, cost.how
