"""How a book hangs together, drawn by the server."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_safe

from studio.models import Project
from studio.queries.graph import ZOOMS, graph_page
from studio.queries.graph_things import Asked
from studio.queries.values.graph import GraphPage, Show, Way
from studio.web import access, answers, frame

SHOWS: tuple[Show, ...] = ("both", "argument", "outline")
WAYS: tuple[Way, ...] = ("", "from", "to")


@require_safe
def page(request: HttpRequest, book: str) -> HttpResponse:
    """The drawing with its lists below; one thing of it may stand out with what belongs to it."""
    project = access.book(request, book)
    found = _asked(request, project)
    place = ZOOMS.index(found.zoom)
    context = frame.around(project, found.book, room="plan") | {
        "page": found,
        "smaller": ZOOMS[place - 1] if place else 0,
        "larger": ZOOMS[place + 1] if place + 1 < len(ZOOMS) else 0,
    }
    return render(request, "graph/page.html", context)


@require_safe
def file(request: HttpRequest, book: str) -> HttpResponse:
    """The drawing as a file that stands by itself."""
    project = access.book(request, book)
    context = {"page": _asked(request, project), "is_file": True}
    answer = render(request, "graph/_drawing.html", context, content_type="image/svg+xml")
    name = content_disposition_header(as_attachment=True, filename=f"{project.slug}.svg")
    answer["Content-Disposition"] = name or "attachment"
    return answer


def _asked(request: HttpRequest, project: Project) -> GraphPage:
    asked = request.GET
    zoom = asked.get("zoom", "")
    wanted = Asked(
        show=next((s for s in SHOWS if s == asked.get("show")), SHOWS[0]),
        at=asked.get("at", ""),
        way=next((w for w in WAYS if w == asked.get("way")), WAYS[0]),
        only_stale="stale" in asked,
        is_whole="whole" in asked,
        first=answers.number(request, "first"),
    )
    is_number = zoom.isdecimal() and len(zoom) < 4
    return graph_page(project, wanted, zoom=int(zoom) if is_number else 100)
