"""The author's version of a proposal that waits: its operations, with an edit in them."""

from datetime import datetime

from studio.actions import artifacts, leases
from studio.core import proposals
from studio.core.proposals import Operation
from studio.models import Project
from studio.queries import candidates
from studio.queries.selecting import Resolved
from studio.queries.state import DbState


def edit(project: Project, resolved: Resolved, *, actor_id: int, now: datetime) -> None:
    """Puts the writes of an edit into the proposal that it belongs to: a version of it."""
    unit = resolved.proposal
    assert unit is not None, "the edit belongs to a proposal"
    base = unit.candidate
    assert base is not None, "a unit in review has a candidate"
    stored = DbState(project.pk)
    found = {o.key: o for o in candidates.operations(base)}
    for key, body in resolved.writes.items():
        expects = found[key].expects if key in found else proposals.expected(stored.entry(key))
        found[key] = Operation(key, expects, body)
    real = [o for o in found.values() if o.body is not None or o.expects]
    unit.candidate = artifacts.by_person(
        project,
        unit,
        text=candidates.as_text(real),
        paragraphs=[],
        base=base,
        reads={},
        actor_id=actor_id,
        name="",
        cause="Edited by hand",
        state=stored,
        now=now,
    )
    leases.close(project, unit, now)
