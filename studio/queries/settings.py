"""The settings of the desk and of a book, as their pages show them."""

from urllib.parse import urlsplit

from django.conf import settings
from django.utils import timezone

from studio.core import keys, money
from studio.core.protocol import parse
from studio.models import Endpoint, Entry, Project, Run
from studio.queries import endpoints, frame, spending
from studio.queries.endpoints import GATE, OTHERS
from studio.queries.values.settings import (
    BookSettings,
    ModelLine,
    PutAway,
    SettingsPage,
    StepModels,
)

# How many models a step may ask, one after the other.
MOST_MODELS = 3


def settings_page(user_id: int) -> SettingsPage:
    """Models and what they cost, what new books may spend, and the books that were put away."""
    away = Project.objects.filter(owner_id=user_id).exclude(archived_at=None)
    return SettingsPage(
        models=model_lines(),
        currency=spending.currency(),
        limits=spending.of_new_book(),
        put_away=tuple(
            PutAway(project.title, project.slug) for project in away.order_by("-archived_at")
        ),
    )


def model_lines() -> tuple[ModelLine, ...]:
    """Every model that is set up, the one that writes first."""
    rows = endpoints.known()
    first = next((row.pk for row in endpoints.order(Project(), rows)), 0)
    lines = [_line(row, is_first=row.pk == first) for row in rows.values()]
    return tuple(sorted(lines, key=lambda line: (not line.is_first, line.is_demo, line.id)))


def book_settings(project: Project) -> BookSettings:
    """How a book is written: by which models, and what it has spent."""
    rows = endpoints.known()
    first = endpoints.order(Project(endpoint_id=project.endpoint_id), rows)
    n_active = Run.objects.active().filter(project=project).count()
    return BookSettings(
        book=frame.book_head(project),
        for_all=StepModels(OTHERS, "All steps", _chosen(project, rows, OTHERS)),
        steps=_steps(project, rows),
        models=model_lines(),
        writes=first[0].name if first else "",
        currency=spending.currency(),
        spent=spending.spent(project).words,
        n_being_written=n_active,
    )


def _steps(project: Project, rows: endpoints.Rows) -> tuple[StepModels, ...]:
    body = Entry.objects.filter(project=project, key=keys.PROTOCOL).current()
    protocol = parse(body.values_list("body", flat=True).get())
    found = [(step.slug, step.title, False) for step in protocol.composing]
    used = {gate for step in protocol.composing for gate in step.gates}
    found += [(GATE + g.slug, g.title, True) for g in protocol.gates.values() if g.slug in used]
    return tuple(
        StepModels(key, name, _chosen(project, rows, key), is_check)
        for key, name, is_check in found
    )


def _chosen(project: Project, rows: endpoints.Rows, key: str) -> tuple[int, ...]:
    ids = [pk for pk in project.model_lists.get(key, ()) if pk in rows][:MOST_MODELS]
    return (*ids, *[0] * (MOST_MODELS - len(ids)))


def _line(row: Endpoint, *, is_first: bool) -> ModelLine:
    return ModelLine(
        id=row.pk,
        name=row.name,
        model=row.model,
        host=urlsplit(row.base_url).netloc.rpartition("@")[2],
        context_tokens=row.context_tokens,
        price_in=money.typed(row.price_in),
        price_out=money.typed(row.price_out),
        costs=_costs(row),
        pace=_pace(row),
        rests=_rests(row),
        set_by="OPENAI_BASE_URL" if row.is_environment else "",
        has_key=bool(settings.STUDIO.api_key if row.is_environment else row.api_key),
        is_first=is_first,
        is_demo=row.is_demo,
    )


def _costs(row: Endpoint) -> str:
    found = endpoints.price(row)
    if found is None:
        return "price unknown"
    if found.is_free:
        return "costs nothing"
    return f"{spending.said(found.tokens_in)} read, {spending.said(found.tokens_out)} written"


def _pace(row: Endpoint) -> str:
    parts = []
    if row.requests_per_minute:
        parts.append(f"{row.requests_per_minute:,} calls")
    if row.tokens_per_minute:
        parts.append(f"{row.tokens_per_minute:,} tokens")
    return f"at most {' and '.join(parts)} a minute" if parts else ""


def _rests(row: Endpoint) -> str:
    now = timezone.now()
    if row.open_until is None or row.open_until <= now:
        return ""
    until = timezone.localtime(row.open_until)
    return f"rests until {until:%H:%M}: {row.failure_words}"
