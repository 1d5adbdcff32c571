"""What happened in a book since its author was here last, and where that was."""

from datetime import datetime, timedelta

from django.db.models import Sum
from django.urls import Resolver404, resolve, reverse

from studio.core import keys
from studio.core.states import Work
from studio.models import Project, Run, Unit
from studio.models.run import RunState
from studio.queries import searching, spending
from studio.queries.state import DbState
from studio.queries.values import Link
from studio.queries.values.stats import Since

AWAY = timedelta(minutes=20)
_PAGES = {"outline": "the outline", "brief": "the brief", "plan_of_book": "the plan"}


def since_left(project: Project, *, now: datetime) -> Since | None:
    """What is new and where to go on, when the author was away for a while and there is either."""
    seen_at = project.seen_at
    if seen_at is None or now - seen_at < AWAY:
        return None
    units = Unit.objects.in_project(project.pk)
    new = units.filter(work__in=[Work.REVIEW, Work.HELD], candidate__made_at__gt=seen_at)
    n_sections = new.values("section_id").distinct().count()
    runs = Run.objects.filter(project=project, ended_at__gt=seen_at)
    n_failed = runs.filter(state=RunState.FAILED).count()
    place = place_of(project)
    room = reverse("review" if n_sections else "attempts", args=[project.slug])
    url = room if n_sections or place is None else place.url
    found = Since(n_sections, n_failed, _spent(project, seen_at), url, place)
    return found if found.is_news or place else None


def place_of(project: Project) -> Link | None:
    """The text that the author was at last, if it is still there."""
    try:
        match = resolve(project.seen_where)
    except Resolver404:
        return None
    if match.url_name in _PAGES:
        return Link(_PAGES[match.url_name], project.seen_where)
    section_id = str(match.kwargs.get("section") or match.kwargs.get("chapter") or "")
    state = DbState(project.pk)
    if not section_id or state.entry(keys.section(section_id)) is None:
        return None
    node = searching.nodes_of(state)[section_id]
    return Link(f"{node.number} {node.body['title']}", project.seen_where)


def _spent(project: Project, since: datetime) -> str:
    """What that took: in money where its price is known, else in tokens."""
    runs = Run.objects.filter(project=project, ended_at__gt=since)
    sums = runs.aggregate(paid=Sum("money"), t_in=Sum("tokens_in"), t_out=Sum("tokens_out"))
    if sums["paid"]:
        return spending.said(sums["paid"])
    n_tokens = (sums["t_in"] or 0) + (sums["t_out"] or 0)
    return f"{n_tokens:,} tokens" if n_tokens else ""
