"""What an edit of the plan would write: over the book, or over a proposal of it that waits."""

from django.db.models import Q

from studio.core import edits, keys, proposals
from studio.core.editing import Edit, Plan
from studio.core.intent import BadIntent, Intent
from studio.core.protocol import Protocol, protocol_of
from studio.core.states import Work
from studio.models import Project, Unit
from studio.queries import proposed
from studio.queries.places import Sections
from studio.queries.selecting import Resolved, real
from studio.queries.state import DbState


def edit(project: Project, intent: Intent, state: DbState) -> Resolved:
    """An edit of the plan: of a proposal that waits, if it belongs to one, or of the book."""
    waiting = proposed.waiting(project)
    if waiting:
        state = DbState(project.pk, proposed.overlay(waiting))
    protocol = protocol_of(state)
    found = edits.edit(intent, _plan(intent, state, protocol))
    writes = real(found.writes, state)
    if wrong := proposals.problems(writes, protocol, state):
        raise BadIntent(" ".join(wrong))
    holder = proposed.holder(waiting, writes, protocol)
    if found.stated:
        _check_rest(project, found, holder)
    return Resolved(
        writes, placed=found.placed, stated=found.stated, texts=found.texts, proposal=holder
    )


def _plan(intent: Intent, state: DbState, protocol: Protocol) -> Plan:
    names = intent.kind in ("add", "split")
    used = [keys.object_(i) for i in state.used_ids("object")] if names else []
    used += [keys.section(i) for i in state.used_ids("section")] if names else []
    return Plan(state, Sections(state), protocol, frozenset(used))


def _check_rest(project: Project, found: Edit, holder: Unit | None) -> None:
    """Passages move only where nothing is under way or waits to be judged."""
    if holder is not None:
        raise BadIntent("A proposal of the outline waits. Accept it or send it back first.")
    concerned = {keys.rest(key) for key in found.writes if keys.kind(key) == "map"}
    units = Unit.objects.in_project(project.pk).filter(section_id__in=concerned)
    if units.filter(Q(work=Work.ACTIVE) | Q(candidate__isnull=False)).exists():
        raise BadIntent(
            "In one of these sections something is being written or waits for your judgement. "
            "Decide on it, or stop it, first."
        )
