"""The state of a book with the proposals of its plan laid over it."""

from studio.core.states import Work
from studio.models import Project, Unit
from studio.queries import candidates
from studio.queries.state import DbState


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
