"""Models that rest after failing, and when the books that wait for them go on by themselves.

A server that is away, too busy or out of order comes back; a key that is wrong does not. So a book
that stood still for the first kind is tried again, by one call, when its model has rested; for the
second kind it waits for a person.
"""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from django.utils import timezone

from studio.core import eligibility
from studio.models import Endpoint, Run, Unit, statements
from studio.queries import choosing
from studio.queries.chances import BookChances

# Faults of a model's server, which rests after too many; those of them that pass by; and faults
# of ours, which say nothing about a model.
RESTS_MODEL = frozenset(
    {"unreachable", "timeout", "unauthorised", "forbidden", "no_model", "server_error"}
)
PASSES = frozenset({"unreachable", "timeout", "server_error", "rate_limited"})
OURS = frozenset({"mistake", "too_dear"})
# How long the model of this machine takes to come up, again and again if need be.
COMES_UP = timedelta(seconds=15)
_STATE = ("n_failures", "open_until", "failure_words", "trial_run")
_LET_GO = """
    UPDATE studio_endpoint SET open_until = %s, trial_run = NULL WHERE id = %s AND trial_run = %s
"""
# Books that somebody else holds learn of it when their own time comes.
_BRING_FORWARD = """
    UPDATE studio_project SET resumes_at = %s WHERE id IN (
        SELECT id FROM studio_project WHERE resumes_at > %s AND pause_reason <> %s
        FOR NO KEY UPDATE SKIP LOCKED
    )
"""
_DUE = """
    SELECT id FROM studio_project WHERE NOT is_running AND (resumes_at <= %s OR resumes_at > %s)
"""


@dataclass(frozen=True, slots=True)
class Rest:
    """What became of the model of a run that failed: whether the run was the one that tried it,
    and until when it rests, if that is all there is to wait for."""

    was_trial: bool = False
    until: datetime | None = None


def after_failure(
    run: Run, now: datetime, *, is_over: bool, is_permanent: bool, asked: float | None
) -> Rest:
    """Counts what a failed run says of its model; after too many faults, or when one step tried in
    vain as often as it may, the model rests."""
    is_fault = run.outcome in RESTS_MODEL or (run.outcome == "rate_limited" and is_over)
    if not is_fault and not run.is_trial:
        return Rest()
    row = Endpoint.objects.select_for_update(no_key=True).filter(pk=run.endpoint_id or 0).first()
    if row is None:
        return Rest()
    was_trial = row.trial_run == run.pk
    if is_fault or (was_trial and run.outcome == "rate_limited"):
        is_enough = is_over or was_trial
        row.fail(run.words, now, is_enough=is_enough, run_id=run.pk, asked=asked)
    elif was_trial and run.outcome in OURS:
        row.ease(now)
    elif was_trial:
        row.recover()
    row.save(update_fields=_STATE)
    is_passing = run.outcome in PASSES and not is_permanent and not row.circuit.is_given_up
    return Rest(was_trial, row.open_until if is_passing else None)


def let_go(run: Run, now: datetime) -> None:
    """A run that was to try its model ended without a word: the next one may."""
    if run.is_trial:
        statements.do(_LET_GO, [now, run.endpoint_id, run.pk])


def recovered(row: Endpoint, now: datetime) -> None:
    """A model answers, or was set up anew: books that wait for it go on."""
    row.recover()
    row.save(update_fields=_STATE)
    bring_forward(now)


def bring_forward(now: datetime) -> None:
    """Books that stand still until a model has rested are looked at now."""
    statements.do(_BRING_FORWARD, [now, now, eligibility.REASONS["day"]])


def until(book: BookChances, unit: Unit, reason: str, now: datetime) -> datetime | None:
    """When what keeps a book from going on is over by itself; None where it is not."""
    if reason == "day":
        return timezone.make_aware(datetime.combine(_tomorrow(now), time()))
    if reason == choosing.COMING:
        return now + COMES_UP
    if reason == choosing.RESTING:
        return book.choices.rested_at(unit.pass_slug, unit.n_given_up)
    return None


def _tomorrow(now: datetime) -> date:
    """By the clock of this desk: a day ends at its midnight."""
    return timezone.localdate(now) + timedelta(days=1)


def due(now: datetime, longest: timedelta) -> list[int]:
    """The books that go on by themselves now. A time that is further off than any that is given
    comes of a clock that was put back."""
    return [project_id for (project_id,) in statements.select(_DUE, [now, now + longest])]
