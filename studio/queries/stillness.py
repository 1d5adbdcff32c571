"""Why a book or a step of it stands still, and what helps."""

from collections.abc import Callable
from datetime import datetime, timedelta

from django.urls import reverse

from studio.core import eligibility, open_edits, operation
from studio.core.open_edits import Edits
from studio.core.states import Work
from studio.models import Project, Run
from studio.models.run import RunState
from studio.queries.book_units import BookUnits, UnitFacts
from studio.queries.chances import BookChances
from studio.queries.values.common import Link, Wait

# How long an interruption is told of.
RECENTLY = timedelta(minutes=10)
_LIMITS = (eligibility.REASONS["limit"], eligibility.REASONS["day"])
_TAKEN_UP = (Work.PENDING, Work.ACTIVE)


def why_not(chances: BookChances, unit: UnitFacts) -> str:
    """The reason why a wanted step does not start now, or ''."""
    return chances.why_not(
        step=unit.pass_slug,
        n_given_up=0,
        section_id=unit.section_id,
        n_unmet=unit.n_unmet,
        has_candidate=unit.candidate_id is not None,
        is_too_early=operation.is_too_early(unit.not_before, chances.now),
        is_granted=unit.is_granted,
    )


def interrupted_words(book: BookUnits, now: datetime, is_going: Callable[[], bool]) -> str:
    """What the program was writing when it was ended a moment ago, and what becomes of it."""
    lost = Run.objects.filter(
        project=book.project, state=RunState.LOST, ended_at__gt=now - RECENTLY
    )
    unit_ids = set(lost.values_list("unit_id", flat=True))
    taken = [u for u in book.units if u.pk in unit_ids and u.work in _TAKEN_UP]
    if not taken:
        return ""
    names = ", ".join(book.name(u) for u in taken[:3])
    more = f" and {len(taken) - 3} more" if len(taken) > 3 else ""
    how = _how_taken_up(taken, is_going)
    return f"Interrupted while writing {names}{more}. What had arrived is kept; {how}."


def _how_taken_up(units: list[UnitFacts], is_going: Callable[[], bool]) -> str:
    is_one = len(units) == 1
    if all(u.work == Work.ACTIVE for u in units):
        return f"{'it is' if is_one else 'they are'} being written again"
    if is_going():
        them = "they are taken up again by themselves"
        return "it is taken up again by itself" if is_one else them
    return f"Resume takes {'it' if is_one else 'them'} up again"


def resume_words(project: Project) -> str:
    """Why a book stands still, and that Resume goes on, unless it does so by itself."""
    reason = project.pause_reason
    if not reason or project.resumes_at:
        return reason
    first = "Once it is raised, " if reason in _LIMITS else ""
    return f"{reason} {first}Resume goes on from here."


def resume_ways(project: Project) -> tuple[Link, ...]:
    """What helps where the desk stopped by itself."""
    reason = project.pause_reason
    if not reason or reason in (eligibility.STOPPED, eligibility.PAUSED):
        return ()
    if reason in _LIMITS:
        return (Link("Raise the limit", reverse("limit", args=[project.slug])),)
    return (Link("Choose another model", reverse("model")),)


def is_pausing(book: BookUnits) -> bool:
    """Whether what is being written comes to its end, and nothing follows."""
    return not book.project.is_running and any(u.work == Work.ACTIVE for u in book.units)


def wait_for_edit(book: BookUnits, unit: UnitFacts, edits: Edits, now: datetime) -> Wait:
    """What its author has open that a step waits for."""
    kind, _, what = open_edits.holding(edits, unit.section_id, now).partition("/")
    slug, node = book.project.slug, book.nodes.get(what)
    if kind == "section" and node:
        words = f"It waits while you write in {node.number} {node.body['title']}."
        return Wait(words, "you", reverse("write", args=[slug, what]))
    page = {"outline": "outline", "plan": "plan_of_book"}.get(kind, "brief")
    return Wait(f"It waits while you edit the {kind}.", "you", reverse(page, args=[slug]))
