"""Claims: a worker takes a unit that may start, under a lease, with a fencing token."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction

from studio.actions import bell, orders, resting
from studio.actions.announce import announce
from studio.core import eligibility, operation
from studio.core.operation import Due, GateRecord
from studio.core.protocol import Protocol
from studio.core.states import Work
from studio.models import Artifact, Project, Run, Unit, statements
from studio.queries import chances, choosing, remembered, verdicts
from studio.queries.chances import BookChances
from studio.queries.choosing import Choice
from studio.queries.verdicts import Verdicts

_LEASE = "statement_timestamp() + make_interval(secs => %s)"
_RENEW = f"""
    UPDATE studio_run SET lease_until = {_LEASE}
    WHERE id = ANY(%s) AND state = 'active' AND NOT is_stop_asked RETURNING id
"""


@dataclass(frozen=True, slots=True)
class Claimed:
    """A run that this worker may carry out while its lease lasts."""

    run_id: int
    unit_id: int
    project_id: int
    token: int


def claim(unit_id: int, *, worker: str, now: datetime) -> Claimed | str:
    """Takes a unit to work, or says why not (a reason of core.eligibility, or 'gone')."""
    project_id = statements.value("SELECT project_id FROM studio_unit WHERE id = %s", [unit_id])
    if project_id is None:
        return "gone"
    with transaction.atomic():
        project = Project.locked(project_id)
        unit = unit_at_hand(unit_id)
        if unit.work != Work.PENDING or unit.is_retired:
            return begun(project_id, worker=worker, now=now) or "gone"
        book = chances.to_claim(project, now)
        reason = chances.of_unit(book, unit, now)
        if reason:
            _answer(project, unit, book, reason, now)
            return reason
        claimed = _take(project, unit, book, worker=worker, now=now)
        project.write()
        announce(project.pk, project.change_number)
        return claimed


def chain(
    project: Project,
    unit: Unit,
    due: Due,
    book: BookChances,
    said: Verdicts,
    *,
    worker: str,
    now: datetime,
) -> Claimed:
    """The next run of a unit whose last one was just handed in, in the same transaction."""
    return _start(project, unit, due, book, said, worker=worker, now=now)


def unit_at_hand(unit_id: int) -> Unit:
    """A unit with its text and its candidate."""
    unit = statements.row(Unit, "id = %s", [unit_id])
    assert unit is not None, "units are retired, never removed"
    texts = statements.by_id(Artifact, [unit.current_id, unit.candidate_id])
    unit.current = texts.get(unit.current_id or 0)
    unit.candidate = texts.get(unit.candidate_id or 0)
    return unit


def take(project: Project, unit_id: int, *, worker: str, now: datetime) -> Claimed | None:
    """Takes a ready unit in a transaction that holds its book already; None if it may not start."""
    unit = unit_at_hand(unit_id)
    book = chances.to_claim(project, now)
    if chances.of_unit(book, unit, now):
        return None
    claimed = _take(project, unit, book, worker=worker, now=now)
    project.write()
    announce(project.pk, project.change_number)
    return claimed


def begun(project_id: int, *, worker: str, now: datetime) -> Claimed | None:
    """The run that this very call began already, when the answer to its commit was lost."""
    run = Run.objects.active().filter(project=project_id, worker=worker, started_at=now).first()
    return Claimed(run.pk, run.unit_id, run.project_id, run.token) if run else None


def due(unit: Unit, protocol: Protocol, said: Verdicts) -> Due:
    """What a unit needs next, from what is on record."""
    gates = protocol.passes[unit.pass_slug].gates
    candidate = unit.candidate
    if unit.is_from_text:
        return operation.due(has_candidate=candidate is not None, gates=(), is_from_text=True)
    if candidate is None:
        names = tuple(GateRecord(gate, "", 0, 0, 0) for gate in gates)
        parts = bool(orders.parts(unit))
        return operation.due(has_candidate=False, gates=names, rewrites_parts=parts)
    records = tuple(_record(unit, candidate, gate, protocol, said) for gate in gates)
    return operation.due(has_candidate=True, gates=records)


def renew(leases: list[Claimed], *, seconds: float) -> set[int]:
    """Renews leases by the database's clock; returns the runs whose lease is lost."""
    ids = [lease.run_id for lease in leases]
    held = statements.select(_RENEW, [float(seconds), ids])
    return set(ids) - {run_id for (run_id,) in held}


def _answer(project: Project, unit: Unit, book: BookChances, reason: str, now: datetime) -> None:
    """What a refused claim leaves behind: a unit that may be rung for as soon as the reason is
    gone, and a book that says why it stopped. Never a ring, since answering one must not cause
    one; but for a model that may be asked again at a known time."""
    unit.rung_at = None
    if reason == "paced":
        _come_back(unit, book.choice(unit.pass_slug, unit.n_given_up).wait, now)
    unit.write()
    if reason in eligibility.STOPS and project.is_running and book.n_active == 0:
        until = resting.until(book, unit, reason, now)
        project.pause(_why_stopped(book, reason), until=until)
        project.next_change()
        project.save()
        announce(project.pk, project.change_number)


def _come_back(unit: Unit, wait: timedelta, now: datetime) -> None:
    unit.not_before = now + wait
    bell.ring([unit.pk], at=unit.not_before)


def _why_stopped(book: BookChances, reason: str) -> str:
    words = book.choices.resting_words() if reason == choosing.RESTING else ""
    return words or eligibility.REASONS[reason]


def _take(
    project: Project, unit: Unit, book: BookChances, *, worker: str, now: datetime
) -> Claimed:
    said = verdicts.of_unit(unit.pk)
    found = due(unit, remembered.protocol_of(project), said)
    is_asked = found.kind == operation.COMPOSE and project.autonomy == eligibility.ASK
    if is_asked and not unit.is_granted:
        project.allowance -= 1
    unit.claim()
    return _start(project, unit, found, book, said, worker=worker, now=now)


def _start(
    project: Project,
    unit: Unit,
    found: Due,
    book: BookChances,
    said: Verdicts,
    *,
    worker: str,
    now: datetime,
) -> Claimed:
    order, base = orders.order(unit, found, said)
    choice = book.choice(unit.pass_slug, unit.n_given_up, found.asks)
    run = Run(
        project=project,
        unit=unit,
        kind=found.kind,
        gate=found.gate,
        token=unit.token,
        worker=worker,
        base=base,
        base_commit=project.commit_number,
        order=order,
        started_at=now,
    )
    run.ask(choice.row, choice.price, instead_of=choice.asked)
    run.reserve(choice.tokens, choice.amount)
    statements.insert(run, lease_until=(_LEASE, [float(settings.STUDIO.lease_seconds)]))
    _count(choice, run, now)
    project.reserve(choice.amount)
    unit.change = project.next_change()
    unit.write()
    return Claimed(run.pk, unit.pk, project.pk, unit.token)


def _count(choice: Choice, run: Run, now: datetime) -> None:
    """A call counts against the rate limits of its model, and tries one that rested."""
    row = choice.row
    if choice.opens_trial:
        row.try_out(run.pk, now)
        row.save(update_fields=["open_until", "trial_run"])
    if row.is_paced:
        row.take(choice.paced_tokens, now)
        row.save(update_fields=["requests_full_at", "tokens_full_at"])


def _record(
    unit: Unit, candidate: Artifact, gate: str, protocol: Protocol, said: Verdicts
) -> GateRecord:
    verdict = said.of(gate, candidate)
    if not verdict and not said.unjudged(gate, candidate):
        verdict = "passed"
    n_revisions = n_to_revise = 0
    if verdict == "failed":
        n_revisions = _n_revisions(unit, gate)
        n_to_revise = len(orders.to_revise(candidate, gate))
    return GateRecord(gate, verdict, n_revisions, protocol.gates[gate].revisions, n_to_revise)


def _n_revisions(unit: Unit, gate: str) -> int:
    """How often a unit was revised for a gate since it was wanted."""
    since = unit.wanted_at or unit.project.created_at
    revisions = Run.objects.filter(unit=unit, kind=operation.REVISE, gate=gate)
    return revisions.filter(started_at__gte=since).count()
