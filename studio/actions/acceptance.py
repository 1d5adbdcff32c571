"""Acceptance: a candidate becomes part of the book, with its reviews, in one commit."""

from collections.abc import Iterable, Mapping

from studio.actions.commits import Change
from studio.actions.refusals import Invalid, Moved
from studio.core import keys, proposals
from studio.core.states import Standing
from studio.models import Artifact, Finding, Review, Unit, statements
from studio.models.commit import By
from studio.models.finding import MUST_BE_FIXED
from studio.models.review import Verdict
from studio.queries import briefs, candidates, verdicts
from studio.queries.verdicts import Verdicts

OUTDATED = "What it was written from has changed meanwhile."
_STALE = """
    SELECT EXISTS (
        SELECT 1 FROM studio_read AS read JOIN studio_cell AS cell
        ON cell.project_id = read.project_id AND cell.key = read.key
        WHERE read.artifact_id = %s AND read.digest <> cell.digest
    )
"""
# The version that stood when its run was claimed, what blocks it, and whether its basis changed.
_FACTS = f"""
    SELECT (SELECT ("order"->>'over')::bigint FROM studio_run WHERE id = %s),
        {MUST_BE_FIXED},
        ({_STALE})
"""
_FIXED = """
    UPDATE studio_finding SET state = 'fixed'
    WHERE unit_id = %s AND state = 'open' AND artifact_id <> %s
"""


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
    if unit.standing == Standing.REOPENED:
        trust_what_is_new(change, unit, {p.id: p.text for p in briefs.paragraphs(artifact)})
    else:
        change.drop(keys.trust(unit.key))
    if change.by == By.PERSON:
        waive(unit, artifact, gates_of(change, unit))
    statements.do(_FIXED, [unit.pk, artifact.pk])
    unit.settle()
    change.concern(unit)


def trust_what_is_new(change: Change, unit: Unit, texts: Mapping[str, str]) -> None:
    """What a text says anew is trusted; what was distrusted and is left as it was is not."""
    key = keys.trust(unit.key)
    distrust = change.state.entry(key)
    if distrust is None or unit.current is None:
        change.drop(key)
        return
    stood = {p.id: p.text for p in briefs.paragraphs(unit.current)}
    marked = stood if distrust.get("whole") else distrust.get("paragraphs", ())
    left = [i for i, text in texts.items() if i in marked and stood.get(i) == text]
    if left:
        change.put(key, {**distrust, "whole": False, "paragraphs": left})
    else:
        change.drop(key)


def waive(unit: Unit, artifact: Artifact, gates: Iterable[str]) -> None:
    """A person's word stands for the reviews that this text has not passed, and settles what
    must be fixed."""
    waive_reviews(unit, artifact, gates)
    Finding.objects.blocking().filter(unit=unit).update(state="waived")


def waive_reviews(unit: Unit, artifact: Artifact, gates: Iterable[str]) -> None:
    """A person's word stands for the reviews that this text has not passed."""
    waive_all([(unit, artifact, gates)])


def waive_all(made: Iterable[tuple[Unit, Artifact, Iterable[str]]]) -> None:
    """The same for many texts with two statements."""
    every = list(made)
    said = verdicts.of_units(unit.pk for unit, _, _ in every)
    Review.objects.bulk_create(
        Review(
            project_id=unit.project_id,
            unit=unit,
            artifact=artifact,
            gate=gate,
            digest=artifact.digest,
            verdict=Verdict.WAIVED,
        )
        for unit, artifact, gates in every
        for gate in gates
        if gate not in said[unit.pk].passed(artifact)
    )


def gates_of(change: Change, unit: Unit) -> tuple[str, ...]:
    """The reviews that the protocol requires of a unit."""
    return change.protocol.passes[unit.pass_slug].gates


def policy_objection(unit: Unit, artifact: Artifact, gates: Iterable[str], said: Verdicts) -> str:
    """Why policy may not accept this candidate; '' when it may.

    Policy accepts only over nothing, or over machine text that is as it was when the work began.
    """
    facts = [artifact.run_id, artifact.pk, artifact.pk]
    written_over, is_blocked, is_outdated = statements.select(_FACTS, facts)[0]
    if unit.is_pinned:
        return "The text is locked."
    if unit.current is not None and unit.current.origin == "person":
        return "You wrote the text that this would replace."
    if artifact.run_id is not None and unit.current_id != written_over:
        return "There is a text already; compare the two."
    if set(gates) - said.passed(artifact):
        return "A check did not pass."
    if is_blocked:
        return "A check found something that must be fixed."
    if is_outdated:
        return OUTDATED
    return ""


def is_stale(artifact: Artifact) -> bool:
    """Whether a cell that the artifact read has another digest now."""
    return bool(statements.value(_STALE, [artifact.pk]))
