"""Why a book or a step of it stands still, and what helps."""

from datetime import datetime

from django.urls import reverse

from studio.core import eligibility, open_edits, operation
from studio.core.open_edits import Edits
from studio.core.states import Work
from studio.models import Project
from studio.queries.book_units import BookUnits, UnitFacts
from studio.queries.chances import BookChances
from studio.queries.values.common import Link, Wait

# What a step of a going book waits for without anybody doing anything.
SOON = ("", "busy", "later", "paced")


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


def resume_words(project: Project) -> str:
    """Why a book stands still, and that Resume goes on, unless it does so by itself."""
    reason = project.pause_reason
    return f"{reason} Resume goes on from here." if reason and not project.resumes_at else reason


def resume_ways(project: Project) -> tuple[Link, ...]:
    """What helps where the desk stopped by itself."""
    reason = project.pause_reason
    if not reason or reason in (eligibility.STOPPED, eligibility.PAUSED):
        return ()
    if reason in (eligibility.REASONS["limit"], eligibility.REASONS["day"]):
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
