"""What was spent and may be spent, in the words that people read."""

from datetime import datetime

from django.conf import settings
from django.utils import timezone

from studio.core import budgets, eligibility, money
from studio.core.budgets import Limits, Purse, taken
from studio.models import Project, Run
from studio.queries.values.common import Spent

LIMITS = frozenset(eligibility.REASONS[reason] for reason in ("limit", "day"))


def said(millionths: int | None) -> str:
    """An amount in the currency of this desk; 'unknown' where nobody said what a token costs."""
    return money.said(millionths, settings.STUDIO.currency)


def between(low: int | None, high: int | None) -> str:
    """A range of amounts in the currency of this desk."""
    return money.between(low, high, settings.STUDIO.currency)


def currency() -> str:
    """What stands before an amount."""
    return money.sign(settings.STUDIO.currency).strip()


def spent(project: Project, now: datetime | None = None) -> Spent:
    """Spending against the limits, of a day only where that comes near; what was not spent of is
    not shown."""
    account = project.account(now or timezone.now())
    gone = [purse for purse in account.purses() if purse.gone]
    shown = [purse for purse in gone if not is_of_day(purse) or purse.is_near]
    near = [purse for purse in gone if purse.is_near]
    return Spent(
        words=" and ".join(of_limit(purse) for purse in shown),
        share=max((purse.percent for purse in gone), default=0),
        is_near=bool(near) or is_stopped_by_limit(project),
        raises=f"Raise to {', '.join(limit(p, p.raised) for p in near)}" if near else "",
    )


def paid(run: Run) -> str:
    """What an attempt cost; '' where it took nothing yet."""
    if run.money is None:
        return money.UNKNOWN if run.tokens_in or run.tokens_out else ""
    return said(run.money) if run.money else money.FREE


def is_stopped_by_limit(project: Project) -> bool:
    """Whether a book stopped because the next call would pass a limit."""
    return not project.is_running and project.pause_reason in LIMITS


def of_limit(purse: Purse) -> str:
    """What was spent of one limit, and what may come to it, such as $0.84 of $20.00."""
    of = "today " if is_of_day(purse) else ""
    if is_money(purse):
        words, held = f"{said(purse.spent)} of {said(purse.limit)}", said(purse.held)
    else:
        words, held = f"{purse.spent:,} of {purse.limit:,} tokens", f"{purse.held:,}"
    return f"{of}{words}" + (f" (up to {held} more by what is being written)" if purse.held else "")


def limit(purse: Purse, amount: int) -> str:
    """An amount of what a limit counts."""
    of = " a day" if is_of_day(purse) else ""
    return f"{said(amount) if is_money(purse) else f'{amount:,} tokens'}{of}"


def of_new_book() -> tuple[str, str, str]:
    """What a new book may spend in all, in a day, and for one attempt."""
    env = settings.STUDIO
    book = Limits(env.token_limit, env.money_limit * money.MILLION)
    in_all, day, run = (_either(one) for one in (book, budgets.of_day(book), budgets.of_run(book)))
    return in_all, day, run


def _either(limits: Limits) -> str:
    return f"{said(limits.money)} or {_tokens(limits.tokens or 0)}"


def is_money(purse: Purse) -> bool:
    return purse.name.endswith("money")


def is_of_day(purse: Purse) -> bool:
    return purse.name.startswith("day_")


class TooDear(Exception):
    """One attempt could take more than its book allows for one."""


def most_of(n_tokens: int, max_tokens: int) -> tuple[int, int]:
    """What a call may take, once its prompt is there; the prompt could only be estimated."""
    return n_tokens + n_tokens // 5, max_tokens


def check(run: Run, tokens_in: int, tokens_out: int) -> None:
    """Refuses an attempt that could go over what the book allows for one."""
    amount = taken(run.price, tokens_in, tokens_out)
    project = run.project
    for need, most, words in (
        (amount.money, project.run_money_limit, said),
        (amount.tokens, project.run_token_limit, _tokens),
    ):
        if most is not None and need > most:
            raise TooDear(
                f"This could take {words(need)}, and one attempt may take {words(most)} at most. "
                "Raise that limit in the settings of the book, or choose another model there."
            )


def is_scarce(run: Run, now: datetime) -> bool:
    """Whether so little is left of a limit that another call may wait for what this one holds
    back."""
    account = run.project.account(now)
    return any(p.left < 2 * p.needed for p in account.purses(run.reserved))


def _tokens(n: int) -> str:
    return f"{n:,} tokens"
