"""Acceptance: a candidate becomes part of the book, with its reviews, in one commit."""

from collections.abc import Iterable

from django.db.models import F, OuterRef, Subquery

from studio.actions.commits import Change
from studio.actions.refusals import Invalid, Moved
from studio.core import keys, proposals
from studio.core.digest import digest
from studio.models import Artifact, Cell, Finding, Review, Run, Unit
from studio.models.commit import By
from studio.models.review import Verdict
from studio.queries import candidates
from studio.queries.briefs import paragraphs

OUTDATED = "What it was written from has changed meanwhile."


def accept_into(change: Change, unit: Unit, artifact: Artifact) -> None:
    """Writes a candidate into an open change; refuses where it would contradict the book."""
    operations = candidates.operations(artifact)
    if proposals.conflicts(operations, change.state):
        raise Moved
    writes = candidates.writes(artifact, unit.key, change.by)
    wrong = proposals.problems(writes, change.protocol, change.state) if operations else []
    if wrong:
        raise Invalid(" ".join(wrong))
    for key, body in writes.items():
        if body is None:
            change.drop(key)
        else:
            change.put(key, body)
    change.drop(keys.trust(unit.key))
    if change.by == By.PERSON:
        waive(unit, artifact, gates_of(change, unit))
    Finding.objects.open().filter(unit=unit).exclude(artifact=artifact).update(state="fixed")
    unit.settle()
    unit.save()
    change.concern(unit.pk)


def waive(unit: Unit, artifact: Artifact, gates: Iterable[str]) -> None:
    """A person's word stands for the reviews that this text has not passed."""
    passed = _passed(unit, artifact)
    Review.objects.bulk_create(
        Review(
            project_id=unit.project_id,
            unit=unit,
            artifact=artifact,
            gate=gate,
            digest=artifact.digest,
            verdict=Verdict.WAIVED,
        )
        for gate in gates
        if gate not in passed
    )
    Finding.objects.blocking().filter(unit=unit).update(state="waived")


def gates_of(change: Change, unit: Unit) -> tuple[str, ...]:
    """The reviews that the protocol requires of a unit."""
    return change.protocol.passes[unit.pass_slug].gates


def policy_objection(unit: Unit, artifact: Artifact, gates: Iterable[str]) -> str:
    """Why policy may not accept this candidate; '' when it may.

    Policy accepts only over nothing, or over machine text that is as it was when the work began.
    """
    if unit.is_pinned:
        return "The text is locked."
    if unit.current is not None and unit.current.origin == "person":
        return "You wrote the text that this would replace."
    if artifact.run_id is not None and unit.current_id != _written_over(artifact.run_id):
        return "There is a text already; compare the two."
    if set(gates) - _passed(unit, artifact):
        return "A check did not pass."
    if Finding.objects.blocking().filter(unit=unit, artifact=artifact).exists():
        return "A check found something that must be fixed."
    if is_stale(artifact):
        return OUTDATED
    return ""


def _written_over(run_id: int) -> int | None:
    """The version that stood when a run was claimed."""
    order = Run.objects.values_list("order", flat=True).get(pk=run_id)
    over: int | None = order.get("over")
    return over


def is_stale(artifact: Artifact) -> bool:
    """Whether a cell that the artifact read has another digest now."""
    now = Cell.objects.filter(project_id=OuterRef("project_id"), key=OuterRef("key"))
    changed = artifact.reads.annotate(now=Subquery(now.values("digest"))).exclude(now=F("digest"))
    return changed.exclude(now=None).exists()


def passed_paragraphs(unit: Unit, gate: str) -> set[str]:
    """Digests of the unit's paragraphs that a gate has passed, in whatever version."""
    rows = Review.objects.filter(unit=unit, gate=gate).values_list("passed", flat=True)
    return {found for row in rows for found in row}


def unjudged(unit: Unit, artifact: Artifact, gate: str) -> list[int]:
    """The numbers of the paragraphs that a gate has yet to judge."""
    known = passed_paragraphs(unit, gate)
    return [n for n, p in enumerate(paragraphs(artifact), 1) if digest(p.text) not in known]


def _passed(unit: Unit, artifact: Artifact) -> set[str]:
    rows = Review.objects.filter(
        unit=unit, digest=artifact.digest, verdict__in=[Verdict.PASSED, Verdict.WAIVED]
    )
    return set(rows.values_list("gate", flat=True))
