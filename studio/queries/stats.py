"""Words and tokens counted: by day, by state, by step and model."""

import csv
import io
from collections.abc import Iterable

from django.conf import settings
from django.db.models import Count, F, Q, Sum
from django.utils import timezone

from studio.core import money, pace
from studio.core.budgets import Purse
from studio.models import Project, Run, Unit, statements
from studio.models.run import RunState
from studio.queries import book_units, costs, frame, spending, words_standing, words_written
from studio.queries.book_units import BookUnits
from studio.queries.plan_steps import NONE, BookSteps
from studio.queries.values.stats import (
    Day,
    Estimate,
    LimitUsed,
    PlaceSpent,
    StatsPage,
    StepSpent,
)

MOST_DAYS, MOST_PLACES = 60, 20
# What is still to be written is priced by so many of its steps.
MOST_PRICED = 300
# What the first half of a step's texts took, and what one of the second half took.
_HALVES = """
    SELECT pass_slug, n,
        percentile_cont(0.5) WITHIN GROUP (ORDER BY tokens) FILTER (WHERE is_first),
        avg(tokens) FILTER (WHERE NOT is_first),
        percentile_cont(0.5) WITHIN GROUP (ORDER BY money) FILTER (WHERE is_first),
        avg(money) FILTER (WHERE NOT is_first)
    FROM (
        SELECT unit.pass_slug, run.tokens_in + run.tokens_out AS tokens, run.money,
            count(*) OVER of_step AS n,
            row_number() OVER (of_step ORDER BY run.id) <= count(*) OVER of_step / 2 AS is_first
        FROM studio_run AS run JOIN studio_unit AS unit ON unit.id = run.unit_id
        WHERE run.project_id = %s AND run.state = 'done' AND run.kind = 'compose'
        WINDOW of_step AS (PARTITION BY unit.pass_slug)
    ) AS took WHERE n > 1 GROUP BY pass_slug, n ORDER BY pass_slug
"""
_UNKNOWN = Q(money__isnull=True) & (Q(tokens_in__gt=0) | Q(tokens_out__gt=0))


def stats_page(project: Project) -> StatsPage:
    """Progress and spending of a book, from its rows."""
    book = book_units.load_some(project, [])
    days = words_written.by_day(project)
    left_words, left_how = _left(project)
    target = int(str(frame.brief_value(project, "words") or 0))
    states, words = words_written.by_state(project, target)
    return StatsPage(
        book=frame.book_head(project),
        days=_with_shares(days[:MOST_DAYS]),
        yours=sum(day.yours for day in days),
        model=sum(day.model for day in days),
        states=states,
        words=words,
        target_words=target,
        spent=_spent(project, book),
        places=_by_place(project),
        limits=tuple(_limit(purse) for purse in project.account(timezone.now()).purses()),
        estimates=_estimates(project, book),
        n_estimated=Run.objects.filter(project=project, is_estimated=True).count(),
        left_words=left_words,
        left_how=left_how,
        standing=words_standing.by_day(project, MOST_DAYS),
        pace=pace.pace(
            target=target,
            there=words,
            due_on=project.due_on,
            today=timezone.localdate(),
        ),
    )


def days_csv(page: StatsPage) -> str:
    """Words by day as a table."""
    return _csv([("Day", "Yours", "The model's")], ((d.on, d.yours, d.model) for d in page.days))


def states_csv(page: StatsPage) -> str:
    """What stood by day as a table."""
    names = tuple(name for _, name in words_standing.STATES)
    rows = ((d.on, *(s.words for s in d.states), d.words) for d in page.standing)
    return _csv([("Day", *names, "In all")], rows)


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


def _with_shares(days: list[Day]) -> tuple[Day, ...]:
    most = max((day.yours + day.model for day in days), default=0) or 1
    return tuple(
        Day(d.on, d.yours, d.model, round(100 * d.yours / most), round(100 * d.model / most))
        for d in days
    )


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
            n_unknown=Count("pk", filter=_UNKNOWN),
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
            cost=_cost(paid, n_priced, n_unknown),
            paid=paid,
        )
        for slug, gate, model, n, n_failed, t_in, t_out, seconds, paid, n_priced, n_unknown in rows
    ]
    return tuple(sorted(found, key=lambda s: (-(s.paid or 0), -s.tokens)))


def _cost(paid: int | None, n_priced: int, n_unknown: int) -> str:
    """What it came to; unknown where no price was, never nought."""
    known = spending.said(paid) if paid else money.FREE if n_priced else ""
    if not n_unknown:
        return known if paid or n_priced else ""
    return f"{known}, and some {money.UNKNOWN}" if paid else money.UNKNOWN


def _by_place(project: Project) -> tuple[PlaceSpent, ...]:
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
            n_unknown=Count("pk", filter=_UNKNOWN),
        )
        .order_by(F("paid").desc(nulls_last=True), "-t")[:MOST_PLACES]
    )
    most = list(rows)
    own = Unit.objects.in_project(project.pk).filter(key__in=[row[0] for row in most])
    book = book_units.load_some(project, set(own.values_list("section_id", flat=True)))
    units = {unit.key: unit for unit in book.units}
    return tuple(
        PlaceSpent(book.name(units[key]), n, tokens, _cost(paid, n_priced, n_unknown))
        for key, n, tokens, paid, n_priced, n_unknown in most
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
    return tuple(
        Estimate(
            _step(slug, "", book), n - n // 2, round(expected), round(took),
            _typical(expected_money), _typical(took_money),
        )
        for slug, n, expected, took, expected_money, took_money in statements.select(
            _HALVES, [project.pk]
        )
    )  # fmt: skip


def _typical(paid: float | None) -> str:
    return money.UNKNOWN if paid is None else spending.said(round(paid))


def _left(project: Project) -> tuple[str, str]:
    """What is still to be spent, as far as it can be foreseen."""
    rows = Unit.objects.in_project(project.pk).filter(current=None, candidate=None)
    n_open = rows.count()
    if not n_open:
        return "", ""
    first = rows.order_by("place").values_list("pk", flat=True)[:MOST_PRICED]
    open_steps = BookSteps(project.pk).with_ids(first)
    cost = costs.estimate(book_units.load_some(project, ()), open_steps, NONE)
    share = n_open / len(open_steps)
    low, high = (round(share * tokens) for tokens in cost.tokens)
    words = f"{n_open:,} more to write: {low:,} to {high:,} tokens"
    if cost.money is not None:
        least, most = (round(share * amount) for amount in cost.money)
        words += f", {spending.between(least, most)}"
    how = "" if n_open == len(open_steps) else f" The first {len(open_steps)} stand for all."
    return words, cost.how + how
