"""The ends of a run that brought nothing: failed, stopped, given back, or lost with its lease."""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta

from django.db import InterfaceError, OperationalError, transaction
from django.utils import timezone

from studio.actions import bell, judgement, leases, leave, partials, readiness, resting
from studio.actions.claims import Claimed
from studio.actions.partials import Arrived
from studio.core import eligibility, operation
from studio.core.budgets import Amount
from studio.core.states import Work
from studio.models import Project, Reply, Run, Unit
from studio.models.run import RunState
from studio.queries import endpoints
from studio.queries.endpoints import GATE

logger = logging.getLogger(__name__)
INTERRUPTED = "The program that wrote this was interrupted."
MOST_LOSSES = 12
# When a model has rested, others try it before the step that it failed last.
AFTER_OTHERS = timedelta(seconds=5)
# No calendar holds what some servers ask for.
_MOST_SECONDS = 10 * 365 * 86_400.0


def fail(
    claimed: Claimed,
    outcome: str,
    words: str,
    *,
    spread: float,
    now: datetime,
    retry_after: float | None = None,
    is_permanent: bool = False,
    pauses_book: bool = False,
    adopted: Reply | None = None,
    arrived: Arrived | None = None,
) -> None:
    """Records a run that came to nothing. It is tried again later, a bounded number of times; then
    the next model of its list is asked, if there is one, and else the unit is held for a person.
    Faults of the server itself pause the book instead."""
    with transaction.atomic():
        project = Project.locked(claimed.project_id)
        found = leases.held(claimed)
        if found is None:
            return
        run, unit = found
        run.fail(outcome, words, now=now)
        if adopted is not None:
            leases.adopt(run, adopted)
        _settle_money(project, run, arrived, now)
        run.save()
        if outcome in operation.OF_TEXT:
            unit.continues_id = None
        partials.keep(run, unit, arrived)
        unit.n_attempts += not _comes_on(run, unit)
        fails_alone = _fails_alone(run, unit)
        is_long = pauses_book and operation.asks_for_long(retry_after)
        is_over, until = _given_up(
            run, unit, is_over=is_permanent or is_long, is_permanent=is_permanent,
            fails_alone=fails_alone, asked=retry_after, now=now,
        )  # fmt: skip
        if not is_over:
            _try_again(unit, outcome, retry_after, spread=spread, now=now)
        elif falls_back(project, run, unit, outcome):
            unit.release()
            bell.ring([unit.pk])
        elif pauses_book and not fails_alone:
            _stand_still(project, unit, words + _until(retry_after, now), until)
        elif run.kind == operation.GATE:
            judgement.not_evaluated(project, run, unit, now)
        else:
            unit.hold(outcome, words)
        _keep_leave(project, run, unit)
        leases.close(project, unit, now)


def _given_up(
    run: Run, unit: Unit, *, is_over: bool, is_permanent: bool, fails_alone: bool,
    asked: float | None, now: datetime,
) -> tuple[bool, datetime | None]:  # fmt: skip
    """Whether a unit was tried often enough with its model, and until when that model rests."""
    is_over = is_over or unit.n_attempts >= operation.MAX_ATTEMPTS * (2 if fails_alone else 1)
    is_book_over = is_over and not fails_alone
    rest = resting.after_failure(
        run, now, is_over=is_book_over, is_permanent=is_permanent, asked=asked
    )
    return is_over or rest.was_trial, rest.until


def _try_again(
    unit: Unit, outcome: str, retry_after: float | None, *, spread: float, now: datetime
) -> None:
    is_away = outcome == "unreachable"
    wait = operation.backoff(
        unit.n_attempts, retry_after=retry_after, spread=spread, is_away=is_away
    )
    unit.release(not_before=now + timedelta(seconds=wait))
    bell.ring([unit.pk], at=unit.not_before)


def _comes_on(run: Run, unit: Unit) -> bool:
    """Whether a text that met its limit has grown: then it is gone on from, and that is no failure
    of its model, as long as it comes to an end at some time."""
    if run.outcome != "truncated" or unit.continues_id != run.pk:
        return False
    since = unit.wanted_at or run.started_at
    met = unit.runs.filter(outcome="truncated", started_at__gte=since)
    return met.count() <= operation.MOST_CONTINUED


def falls_back(project: Project, run: Run, unit: Unit, outcome: str) -> bool:
    """Whether the unit goes on with the next model of its list after the one of this run."""
    if outcome in resting.OURS:
        return False
    step = f"{GATE}{run.gate}" if run.kind == operation.GATE else unit.pass_slug
    listed = [row.pk for row in endpoints.order(project, endpoints.known(), step)]
    place = listed.index(run.endpoint_id) if run.endpoint_id in listed else unit.n_given_up
    if place + 1 >= len(listed):
        return False
    unit.n_given_up, unit.n_attempts = place + 1, 0
    return True


def _fails_alone(run: Run, unit: Unit) -> bool:
    """Whether the server had answered since this step had its book stand still, and failed at it
    again: if it goes on so, it is this step that needs a person, and not the book."""
    is_fault = run.outcome in resting.RESTS_MODEL & resting.PASSES and not run.is_trial
    return is_fault and unit.n_attempts > operation.MAX_ATTEMPTS


def _stand_still(project: Project, unit: Unit, words: str, until: datetime | None) -> None:
    """The book waits: for a person, or until its model has rested; its step lost nothing by it."""
    unit.release(not_before=until + AFTER_OTHERS if until else None)
    unit.n_attempts = unit.n_attempts if until else 0
    if until is None:
        leave.take(project)
        unit.is_granted = False
    project.pause(words, until=until)


def _until(retry_after: float | None, now: datetime) -> str:
    if retry_after is None or not operation.asks_for_long(retry_after):
        return ""
    then = timezone.localtime(now + timedelta(seconds=min(retry_after, _MOST_SECONDS)))
    is_today = then.date() == timezone.localdate(now)
    return f" It asks to wait until {then:%H:%M}{'' if is_today else f' on {then:%-d %B %Y}'}."


def stopped(claimed: Claimed, *, now: datetime, arrived: Arrived | None = None) -> None:
    """Ends a run that its author stopped: what had arrived is kept with it.

    If only this unit was stopped, it is held until somebody says go.
    """
    _end(claimed, now, lambda run: run.stop(now=now), arrived=arrived)


def let_go(claimed: Claimed, words: str, *, now: datetime) -> None:
    """Gives a unit back that this worker cannot finish, for another to take up."""
    _end(claimed, now, lambda run: run.lose(words, now=now))


def reap(*, now: datetime) -> int:
    """Takes back the units of runs whose lease has ended by the database's clock."""
    expired = Run.objects.expired().order_by("lease_until")[:100]
    lost = [Claimed(r.pk, r.unit_id, r.project_id, r.token) for r in expired]
    return sum(_took_back(lease, now) for lease in lost)


def ring_forgotten(*, now: datetime) -> int:
    """Rings for units of running books that may start but whose doorbell was lost."""
    n = 0
    for project_id in readiness.forgotten(now=now):
        with transaction.atomic():
            project = Project.locked(project_id)
            n += len(readiness.ring_ready(project, now=now))
    return n


def _took_back(lease: Claimed, now: datetime) -> bool:
    try:
        _end(lease, now, lambda run: run.lose(INTERRUPTED, now=now), only_expired=True)
    except (OperationalError, InterfaceError):
        raise
    except Exception:
        # One book that cannot be mended must not keep the leases of all others.
        logger.exception("the lease of run %s cannot be taken back", lease.run_id)
        return False
    return True


def _end(
    claimed: Claimed,
    now: datetime,
    ended: Callable[[Run], None],
    *,
    only_expired: bool = False,
    arrived: Arrived | None = None,
) -> None:
    with transaction.atomic():
        project = Project.locked(claimed.project_id)
        run, unit = leases.held(claimed) or (leases.left_alone(claimed), None)
        if run is None:
            return
        if only_expired and not Run.objects.expired().filter(pk=run.pk).exists():
            return
        ended(run)
        _settle_money(project, run, arrived, now)
        run.save()
        resting.let_go(run, now)
        if unit is None:
            project.save()
            return
        partials.keep(run, unit, arrived) if arrived else partials.keep_of_lost(run, unit)
        put_down(project, run, unit)
        _hold_if_fatal(run, unit)
        _keep_leave(project, run, unit)
        leases.close(project, unit, now)


def put_down(project: Project, run: Run, unit: Unit) -> None:
    """A unit goes back to those that wait, unless it was this unit that its author stopped."""
    if run.is_stop_asked and project.is_running:
        unit.hold("stopped", eligibility.STOPPED)
    else:
        unit.release()


def _keep_leave(project: Project, run: Run, unit: Unit) -> None:
    """What its author gave leave for, once, is tried again without being asked for again."""
    took_leave = run.kind == operation.COMPOSE and not unit.is_granted
    if took_leave and unit.work == Work.PENDING and project.is_running:
        project.allowance += project.autonomy == eligibility.ASK


def _hold_if_fatal(run: Run, unit: Unit) -> None:
    """Interruption is normal; but what interrupts its writer every time is held for a person."""
    recent = unit.runs.exclude(pk=run.pk).order_by("-pk").values_list("state", flat=True)
    before = list(recent[: MOST_LOSSES - 1])
    is_fatal = len(before) == MOST_LOSSES - 1 and set(before) == {RunState.LOST}
    if run.state == RunState.LOST and is_fatal and unit.work == Work.PENDING:
        words = f"The program was interrupted {MOST_LOSSES} times in a row while it wrote this."
        unit.hold("lost", words)


def _settle_money(project: Project, run: Run, arrived: Arrived | None, now: datetime) -> None:
    """A call that vanished is charged what was reserved for it, and one that broke off what it had
    used by then; both are marked as estimated."""
    spent = Amount()
    if run.state == RunState.LOST and run.tokens_reserved:
        spent = run.vanish()
    elif arrived is not None and any(arrived.used) and run.tokens_reserved:
        spent = run.cost(*arrived.used, is_estimated=True)
    project.charge(reserved=run.settle(), spent=spent, now=now)
