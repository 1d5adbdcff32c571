"""The state of a book with the proposals of its plan laid over it."""

from collections.abc import Iterable, Mapping

from studio.core import keys
from studio.core.protocol import Protocol
from studio.core.state import Body
from studio.core.states import Work
from studio.models import Project, Unit
from studio.queries import candidates
from studio.queries.state import DbState


def waiting(project: Project) -> list[Unit]:
    """The steps of the whole book of which a proposal waits to be judged, in order."""
    units = Unit.objects.in_project(project.pk).filter(section_id="", work=Work.REVIEW)
    return list(units.select_related("candidate").order_by("place"))


def overlay(units: Iterable[Unit]) -> dict[str, Body | None]:
    """What accepting these proposals would write."""
    found: dict[str, Body | None] = {}
    for unit in units:
        assert unit.candidate is not None, "a unit in review has a candidate"
        found |= candidates.writes(unit.candidate, unit.key)
    return found


def holder(
    units: Iterable[Unit], writes: Mapping[str, Body | None], protocol: Protocol
) -> Unit | None:
    """The step whose waiting proposal these writes edit, if any."""
    written = {keys.kind(key) for key in writes}
    return next((u for u in units if _PRODUCED.get(_produces(u, protocol)) in written), None)


def _produces(unit: Unit, protocol: Protocol) -> str:
    return protocol.passes[unit.pass_slug].produces


_PRODUCED = {"objects": "object", "outline": "section"}


def proposed_state(project: Project) -> tuple[DbState, set[str]]:
    """The plan as its author sees it, and the keys that a waiting proposal brings or changes."""
    units = Unit.objects.in_project(project.pk).filter(
        section_id="", work__in=[Work.REVIEW, Work.HELD]
    )
    state = DbState(project.pk)
    new: set[str] = set()
    for unit in units.exclude(candidate=None).select_related("candidate").order_by("place"):
        assert unit.candidate is not None, "excluded above"
        writes = candidates.writes(unit.candidate, unit.key)
        new |= {key for key, body in writes.items() if state.entry(key) != body}
        state.overlay |= writes
    return state, new
