"""What a book may spend, which models write it in which order, and how it goes about it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.db import transaction

from studio.actions import readiness, running
from studio.actions.announce import announce
from studio.core.budgets import Limits, Purse
from studio.models import Endpoint, Project
from studio.queries import choosing

NO_LIMITS = Limits()
COLUMNS = {
    "money": "money_limit",
    "tokens": "token_limit",
    "day_money": "day_money_limit",
    "day_tokens": "day_token_limit",
}


@dataclass(frozen=True, slots=True)
class BookLimits:
    """The limits of a book; of a day and of one attempt there may be none."""

    tokens: int
    money: int
    day: Limits = NO_LIMITS
    run: Limits = NO_LIMITS


def set_limits(project_id: int, limits: BookLimits, *, now: datetime) -> None:
    """Says what the book may spend: in all, in a day, and for one attempt."""
    with transaction.atomic():
        project = Project.locked(project_id)
        project.token_limit, project.money_limit = limits.tokens, limits.money
        project.day_token_limit, project.day_money_limit = limits.day.tokens, limits.day.money
        project.run_token_limit, project.run_money_limit = limits.run.tokens, limits.run.money
        _done(project, now)


def set_money(project_id: int, amount: int, *, now: datetime) -> None:
    """Says how much money the book may spend in all."""
    with transaction.atomic():
        project = Project.locked(project_id)
        project.money_limit = amount
        _done(project, now)


def raise_limits(project_id: int, *, now: datetime) -> tuple[Purse, ...]:
    """Raises each limit that is nearly or wholly reached, as far as one click does."""
    with transaction.atomic():
        project = Project.locked(project_id)
        needed = choosing.needed(project, now)
        near = [p for p in project.account(now).purses(needed) if p.is_near]
        for purse in near:
            setattr(project, COLUMNS[purse.name], purse.raised)
        _done(project, now)
        return tuple(near)


def set_ways(
    project_id: int,
    *,
    autonomy: str,
    n_parallel: int,
    pauses_while_editing: bool,
    now: datetime,
) -> None:
    """Says how far the book goes by itself, how much is written at once, and whether that pauses
    while its author changes what other texts are written from."""
    with transaction.atomic():
        running.set_autonomy(project_id, autonomy, now=now)
        project = Project.locked(project_id)
        project.n_parallel, project.pauses_while_editing = n_parallel, pauses_while_editing
        _done(project, now)


def set_due(project_id: int, due_on: date | None, *, now: datetime) -> None:
    """Says by which day its author wants the book to have its length, or that there is none."""
    with transaction.atomic():
        project = Project.locked(project_id)
        project.due_on = due_on
        _done(project, now)


def set_models(project_id: int, lists: Mapping[str, Sequence[int]], *, now: datetime) -> None:
    """Says which models write each step, in the order in which they are asked; '' stands for all
    steps without a list of their own. No text becomes stale by it."""
    known = set(Endpoint.objects.values_list("pk", flat=True))
    with transaction.atomic():
        project = Project.locked(project_id)
        found = {
            step: [pk for pk in dict.fromkeys(ids) if pk in known] for step, ids in lists.items()
        }
        project.model_lists = {step: ids for step, ids in found.items() if ids}
        _done(project, now)


def _done(project: Project, now: datetime) -> None:
    project.waits_change = project.next_change()
    project.save()
    readiness.ring_ready(project, now=now)
    announce(project.pk, project.change_number)
