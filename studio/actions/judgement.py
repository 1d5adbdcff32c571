"""What happens to a candidate when all its runs are done: offered, or accepted by rule."""

from collections.abc import Iterable
from datetime import datetime

from studio.actions import acceptance, commits, leases, orders, readiness
from studio.actions.refusals import Refused
from studio.core import eligibility
from studio.models import Project, Review, Run, Unit, statements
from studio.models.commit import By
from studio.models.review import Verdict
from studio.queries import remembered, verdicts
from studio.queries.state import DbState
from studio.queries.verdicts import Verdicts


def judge(project: Project, unit: Unit, said: Verdicts, now: datetime) -> int | None:
    """Offers the candidate, and accepts it where that is the rule's to decide; returns a ready
    unit of the same section that nobody was rung for, if there is one."""
    candidate = unit.candidate
    assert candidate is not None, "judgement follows a candidate"
    step = remembered.protocol_of(project).passes[unit.pass_slug]
    said = _record_passed(unit, step.gates, said)
    unit.offer(candidate.pk)
    unit.n_attempts = 0
    # What is read off a person's text, only a person takes into the plan.
    if unit.is_from_text or not eligibility.is_judged_by_rule(project.autonomy, step.judged_by):
        return leases.close_and_spare(project, unit, now)
    objection = acceptance.policy_objection(unit, candidate, step.gates, said)
    if not objection:
        objection = _accept_by_rule(project, unit, now)
    if not objection:
        return readiness.ring_but_one(project, unit.section_id, now=now)
    if project.autonomy == eligibility.END:
        _without_author(unit, objection, now)
    return leases.close_and_spare(project, unit, now)


def _without_author(unit: Unit, objection: str, now: datetime) -> None:
    """What the rule refuses is held for a person, but for what only came too late: that is put
    aside, a version like others, and written again if its text needs it still."""
    is_late = objection == acceptance.OUTDATED and not orders.parts(unit)
    if not is_late:
        unit.hold("judgement", objection)
    elif unit.is_settled:
        unit.settle()
    else:
        parts, unit.candidate = unit.parts, None
        unit.want(now=now)
        unit.ask_for(parts)


def _accept_by_rule(project: Project, unit: Unit, now: datetime) -> str:
    """Commits the candidate by policy; returns why that was refused, or ''."""
    change = commits.Change(
        project,
        DbState(project.pk),
        kind="accept",
        reason=f"Accepted by rule: {unit.key}",
        by=By.POLICY,
        actor_id=None,
        now=now,
    )
    candidate = unit.candidate
    assert candidate is not None, "only a candidate is accepted"
    try:
        acceptance.accept_into(change, unit, candidate)
    except Refused as refused:
        return str(refused)
    commits.make(change)
    return ""


def _record_passed(unit: Unit, gates: Iterable[str], said: Verdicts) -> Verdicts:
    """Paragraphs that were judged one by one make a text that was judged: it goes on record."""
    candidate = unit.candidate
    assert candidate is not None, "only candidates are judged"
    new = [
        Review(
            project_id=unit.project_id,
            unit=unit,
            artifact=candidate,
            gate=gate,
            digest=candidate.digest,
            verdict=Verdict.PASSED,
        )
        for gate in gates
        if not said.of(gate, candidate) and not said.unjudged(gate, candidate)
    ]
    statements.insert_all(new)
    return said.with_these(new)


def not_evaluated(project: Project, run: Run, unit: Unit, now: datetime) -> None:
    """A missing judge is never a pass: the candidate waits for a person."""
    candidate = unit.candidate
    assert candidate is not None, "a gate judges a candidate"
    Review.objects.create(
        project=project,
        unit=unit,
        artifact=candidate,
        gate=run.gate,
        digest=candidate.digest,
        verdict=Verdict.NOT_EVALUATED,
        run=run,
    )
    spared = judge(project, unit, verdicts.of_unit(unit.pk), now)
    if spared is not None:
        readiness.ring(spared, now=now)
