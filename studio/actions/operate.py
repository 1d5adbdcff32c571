"""What a run brings in: partial text, the whole reply, its product.

Each function is one transaction. A hand-in asks first whether the run is still the one that may
speak for its unit; the journal of a whole reply does not ask.
"""

from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType

from django.db import transaction

from studio.actions import (
    artifacts,
    claims,
    endings,
    judgement,
    leases,
    readiness,
    resting,
)
from studio.actions.announce import announce
from studio.actions.claims import Claimed
from studio.core import keys, operation
from studio.core.budgets import Amount, taken
from studio.core.digest import digest
from studio.core.operation import Due
from studio.llm.calls import Reply as Received
from studio.models import Endpoint, Finding, Partial, Project, Reply, Review, Run, Unit, statements
from studio.models.finding import Severity
from studio.models.review import Verdict
from studio.models.run import LINE_END, RunState
from studio.queries import chances, remembered, verdicts
from studio.queries.briefs import Brief
from studio.queries.products import Product
from studio.queries.state import DbState
from studio.queries.verdicts import Verdicts

_NO_READS: Mapping[str, str] = MappingProxyType({})
_WITH_REPLY = """
    studio_run AS run LEFT JOIN studio_reply AS reply ON reply.run_id = run.id WHERE run.id = %s
"""
# Of a run that came to its end with a product or a failure, the reply was used or is of no use.
_UNUSED = """
    unit_id = %s AND prompt_digest = %s AND adopted_by_id IS NULL AND run_id <> %s
    AND (SELECT state FROM studio_run AS run WHERE run.id = run_id) NOT IN ('done', 'failed')
    ORDER BY id LIMIT 1
"""
_RECOVERED = """
    UPDATE studio_endpoint
    SET n_failures = 0, open_until = NULL, trial_run = NULL, failure_words = '' WHERE id = %s
"""


def journal(claimed: Claimed, brief: Brief, received: Received, *, now: datetime) -> None:
    """Keeps a whole reply before it is read, whether or not the lease still holds."""
    with transaction.atomic():
        # Locked before any text is written, so that two runs of a book never wait for each other.
        project = Project.locked(claimed.project_id)
        names = {"run": Run, "reply": Reply}
        run, known = statements.joined(names, _WITH_REPLY, [claimed.run_id])
        if known is not None:
            return
        text = received.text + LINE_END
        artifacts.keep_texts([text, *(cell.text for cell in brief.cells)])
        reply = Reply(
            run_id=claimed.run_id,
            unit_id=claimed.unit_id,
            prompt_digest=brief.digest,
            digest=digest(text),
            finish=received.finish,
            model=received.model,
            tokens_in=received.usage.prompt_tokens,
            tokens_out=received.usage.completion_tokens,
            is_estimated=received.usage.is_estimated,
            arrived_at=now,
        )
        statements.insert(reply)
        _charge(project, run, brief, received, now)


def unused_reply(claimed: Claimed, brief: Brief) -> tuple[Reply, str] | None:
    """A reply to the same prompt of the same unit that arrived, but was never used."""
    wanted = [claimed.unit_id, brief.digest, claimed.run_id]
    found = statements.row(Reply, _UNUSED, wanted)
    return (found, found.text) if found else None


def partial(
    claimed: Claimed, text: str, *, now: datetime, reads: Mapping[str, str] = _NO_READS
) -> None:
    """Shows what has streamed so far, with what the prompt was made from.

    Nothing rests on it, so it does not wait for the disk.
    A run that is just being handed in is left alone: its text is whole.
    """
    with transaction.atomic():
        _without_waiting()
        active = Run.objects.active().filter(pk=claimed.run_id)
        if not active.select_for_update(no_key=True, skip_locked=True).exists():
            return
        Partial.objects.bulk_create(
            [Partial(run_id=claimed.run_id, text=text, reads=dict(reads), written_at=now)],
            update_conflicts=True,
            unique_fields=["run"],
            update_fields=["text", "written_at"],
        )
        number = Project.objects.values_list("change_number", flat=True).get(pk=claimed.project_id)
        announce(claimed.project_id, number)


def hand_in(
    claimed: Claimed,
    brief: Brief,
    product: Product,
    *,
    adopted: Reply | None = None,
    worker: str,
    now: datetime,
) -> Claimed | None:
    """Takes a product from the run that holds the lease; returns the unit's next run, if any.

    Handing in twice, or after the lease was lost, changes nothing. `worker` is '' where nobody is
    there to go on with a next run.
    """
    with transaction.atomic():
        project = Project.locked(claimed.project_id)
        found = leases.held(claimed)
        if found is None:
            return claims.begun(claimed.project_id, worker=worker, now=now)
        run, unit = found
        run.project = project
        if adopted is not None:
            leases.adopt(run, adopted)
            run.model, run.money = adopted.model, 0
        if product.verdict is None:
            _take_candidate(project, run, unit, brief, product, now)
        else:
            _take_verdict(run, unit, brief, product)
        project.charge(reserved=run.settle(), spent=Amount(), now=now)
        run.finish(product.left_out_words, now=now)
        run.write()
        statements.do("DELETE FROM studio_partial WHERE run_id = %s", [run.pk])
        return _go_on(project, run, unit, worker=worker, now=now)


def _take_candidate(
    project: Project, run: Run, unit: Unit, brief: Brief, product: Product, now: datetime
) -> None:
    remarks = [{"kind": r.kind, "words": r.words, "quote": r.quote} for r in product.remarks]
    artifact = artifacts.by_model(
        run,
        unit,
        text=product.text,
        paragraphs=product.paragraphs,
        remarks=remarks,
        reads=brief.reads,
        state=_state_around(brief, project),
        now=now,
    )
    if run.kind == operation.REVISE:
        settled = Finding.objects.open().filter(artifact=run.base, source=run.gate)
        settled.update(state="fixed")
    unit.candidate = artifact
    unit.continues_id = None


def _state_around(brief: Brief, project: Project) -> DbState:
    """The state of now, with what the cells of this very place are made of brought in at once:
    nobody has read these before, so they are computed here."""
    state = DbState(project.pk, known=remembered.at(project))
    own = [cell for cell in brief.cells if keys.kind(cell.key) in ("movement", "before", "after")]
    state.fetch(source for cell in own for source in cell.sources if ":" not in source)
    return state


def _take_verdict(run: Run, unit: Unit, brief: Brief, product: Product) -> None:
    verdict, candidate = product.verdict, unit.candidate
    assert verdict is not None, "the caller looked"
    assert candidate is not None, "a gate judges a candidate"
    run.reads = dict(brief.reads)
    review = Review(
        project_id=run.project_id,
        unit=unit,
        artifact=candidate,
        gate=run.gate,
        digest=candidate.digest,
        verdict=Verdict.PASSED if verdict.is_passed else Verdict.FAILED,
        passed=list(verdict.passed),
        n_discarded=verdict.n_discarded,
        run=run,
    )
    statements.insert(review)
    findings = [
        Finding(
            project_id=run.project_id,
            unit=unit,
            artifact=candidate,
            source=run.gate,
            severity=Severity.MUST_FIX if held.must_fix else Severity.SHOULD,
            kind=held.kind,
            words=held.words,
            paragraph_id=held.anchor.paragraph_id,
            quote=held.anchor.quote,
            prefix=held.anchor.prefix,
            suffix=held.anchor.suffix,
            run=run,
        )
        for held in verdict.held
    ]
    statements.insert_all(findings)


def _go_on(project: Project, run: Run, unit: Unit, *, worker: str, now: datetime) -> Claimed | None:
    """After a hand-in: the next run of the unit at once, or a candidate to be judged."""
    protocol = remembered.protocol_of(project)
    said = verdicts.of_unit(unit.pk)
    found = claims.due(unit, protocol, said)
    if found.kind == operation.JUDGE:
        spared = judgement.judge(project, unit, said, now)
        goes_on = "" if run.is_stop_asked else worker
        return _go_on_with(project, spared, worker=goes_on, now=now) if spared else None
    if run.is_stop_asked:
        # The stop came while the reply was on its way: it is kept, and nothing more is asked for.
        endings.put_down(project, run, unit)
        leases.close(project, unit, now)
        return None
    return _chain(project, unit, found, said, worker=worker, now=now)


def _go_on_with(project: Project, unit_id: int, *, worker: str, now: datetime) -> Claimed | None:
    """The next passage of the section at once, in the transaction that made it ready."""
    claimed = claims.take(project, unit_id, worker=worker, now=now) if worker else None
    if claimed is None:
        readiness.ring(unit_id, now=now)
    return claimed


def _chain(
    project: Project, unit: Unit, found: Due, said: Verdicts, *, worker: str, now: datetime
) -> Claimed | None:
    """Goes straight on if the book still runs and its limit allows; else leaves it pending."""
    unit.release()
    unit.n_attempts = 0
    unit.n_given_up = 0
    book = chances.to_claim(project, now)
    if not worker or chances.of_unit(book, unit, now):
        leases.close(project, unit, now)
        return None
    unit.claim()
    claimed = claims.chain(project, unit, found, book, said, worker=worker, now=now)
    project.write()
    announce(project.pk, project.change_number)
    return claimed


def _charge(project: Project, run: Run, brief: Brief, received: Received, now: datetime) -> None:
    """What a whole reply cost is charged once, when it is journalled, at the price of its run."""
    usage, before = received.usage, _charged_as_lost(run)
    reserved = run.settle() if run.state == RunState.ACTIVE else Amount()
    run.prompt_digest, run.model = brief.digest, received.model
    run.model_seconds = received.seconds
    spent = run.cost(usage.prompt_tokens, usage.completion_tokens, is_estimated=usage.is_estimated)
    run.write()
    project.charge(reserved=reserved, spent=spent - before, now=now)
    project.write()
    if run.is_trial:
        statements.do(_RECOVERED, [run.endpoint_id])
        resting.bring_forward(now)


def _charged_as_lost(run: Run) -> Amount:
    """What was charged for a run when it was taken for lost."""
    if run.state != RunState.LOST or not run.is_estimated:
        return Amount()
    return Amount(money=run.money) if run.money else Amount(tokens=run.tokens_in)


def lower(claimed: Claimed, tokens_in: int, tokens_out: int, *, now: datetime) -> None:
    """Holds back only what the prompt and its reply may take, now that the prompt exists. Nothing
    rests on it: whoever does not learn of it only waits for more than need be."""
    with transaction.atomic():
        _without_waiting()
        project = Project.locked(claimed.project_id)
        live = "id = %s AND state = 'active' FOR NO KEY UPDATE"
        run = statements.row(Run, live, [claimed.run_id])
        if run is None:
            return
        total = tokens_in + tokens_out
        _correct_pace(run, total, now)
        if total >= run.tokens_reserved:
            return
        before = run.settle()
        amount = taken(run.price, tokens_in, tokens_out)
        run.reserve(total, amount)
        run.write()
        project.charge(reserved=before - amount, spent=Amount(), now=now)
        project.write()
        readiness.ring_ready(project, now=now)


def _correct_pace(run: Run, tokens: int, now: datetime) -> None:
    """Counts against a rate limit what the call may take, instead of what was guessed of it."""
    paced = "id = %s AND tokens_per_minute IS NOT NULL FOR NO KEY UPDATE"
    row = statements.row(Endpoint, paced, [run.endpoint_id])
    if row is not None:
        row.give_back(row.guess(run.tokens_reserved) - tokens, now)
        row.save(update_fields=["tokens_full_at"])


def _without_waiting() -> None:
    with transaction.get_connection().cursor() as cursor:
        cursor.execute("SET LOCAL synchronous_commit = off")
