"""What happened in a book since its author was here last."""

from datetime import datetime, timedelta

from django.db.models import Sum
from django.urls import reverse

from studio.core.states import Work
from studio.models import Project, Run, Unit
from studio.models.run import RunState
from studio.queries.values.stats import Since

AWAY = timedelta(minutes=20)


def since_left(project: Project, *, now: datetime) -> Since | None:
    """What is new, when the author was away for a while and something is."""
    seen_at = project.seen_at
    if seen_at is None or now - seen_at < AWAY:
        return None
    units = Unit.objects.in_project(project.pk)
    new = units.filter(work__in=[Work.REVIEW, Work.HELD], candidate__made_at__gt=seen_at)
    n_sections = new.values("section_id").distinct().count()
    runs = Run.objects.filter(project=project, ended_at__gt=seen_at)
    n_failed = runs.filter(state=RunState.FAILED).count()
    sums = runs.aggregate(t_in=Sum("tokens_in"), t_out=Sum("tokens_out"))
    n_tokens = (sums["t_in"] or 0) + (sums["t_out"] or 0)
    if not (n_sections or n_failed or n_tokens):
        return None
    room = "review" if n_sections else "attempts"
    return Since(n_sections, n_failed, n_tokens, reverse(room, args=[project.slug]))
