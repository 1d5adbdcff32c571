"""What every page of a book shows around its content."""

from collections.abc import Sequence

from django.db.models import Count
from django.urls import reverse

from studio.core import keys
from studio.core.language import direction
from studio.models import Entry, Finding, Project, Run, Unit
from studio.models.among import among_ids
from studio.queries import endpoints, values


def book_head(project: Project, waiting: int | None = None) -> values.BookHead:
    """The book as the frame of its pages shows it; how much waits is counted where nobody says."""
    language = str(brief_value(project, "language") or "en")
    server = endpoints.endpoint_for(project)
    is_coming = server is None and endpoints.is_coming(project, endpoints.known())
    units = Unit.objects.in_project(project.pk)
    n_active = Run.objects.active().filter(project=project).count()
    n_queued = units.ready().count() if project.is_running else 0
    return values.BookHead(
        slug=project.slug,
        title=project.title,
        language=language,
        direction="rtl" if direction(language) == "rtl" else "ltr",
        change_number=project.change_number,
        pill=values.Pill(n_active, n_queued, project.is_running),
        is_demo_model=is_coming or (server is not None and server.is_demo),
        has_model=is_coming or server is not None,
        can_demonstrate=server is None and endpoints.demonstration() is not None,
        waiting_count=n_waiting(project) if waiting is None else waiting,
    )


def n_waiting(project: Project) -> int:
    """How many places wait for the author: proposals, held steps, and what is to be looked at."""
    waiting = Unit.objects.in_project(project.pk).waiting()
    return waiting.values("section_id").distinct().count()


def brief_value(project: Project, field: str) -> object:
    """One field of the brief as it stands."""
    rows = Entry.objects.filter(project=project, key=keys.brief(field)).current()
    body = rows.values_list("body", flat=True).first()
    return body["value"] if body else ""


def n_must_fix(project: Project, unit_ids: Sequence[int] | None = None) -> dict[int, int]:
    """How many remarks must be fixed, by unit; of all units, or of some."""
    rows = Finding.objects.blocking().filter(project=project)
    if unit_ids is not None:
        rows = rows.filter(unit_id__in=among_ids(unit_ids))
    counted = rows.order_by().values("unit_id").annotate(n=Count("pk"))
    return dict(counted.values_list("unit_id", "n"))


def section_url(slug: str, section_id: str) -> str:
    return reverse("section", args=[slug, section_id])
