"""The outline of a book as a tree."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from studio.actions import editing, listing
from studio.actions.editing import Foreseen
from studio.actions.refusals import Refused, Unchanged
from studio.models import Project
from studio.queries.plan import outline_view
from studio.queries.values import OutlineLine
from studio.web import access, answers, frame, items
from studio.web.views import change


@require_safe
def page(request: HttpRequest, book: str) -> HttpResponse:
    """The tree; one line of it may be open for editing."""
    project = access.book(request, book)
    outline = outline_view(project, editing=request.GET.get("edit", ""))
    context = frame.around(project, outline.book, room="plan") | {"outline": outline}
    return render(request, "outline/page.html", context)


@require_POST
def add(request: HttpRequest, book: str) -> HttpResponse:
    """Adds sections from a list of titles, those set in below the one above them."""
    project = access.book(request, book)
    with answers.saying(request, "Added to the outline."):
        listing.add_sections(
            project.pk,
            answers.text(request, "titles"),
            actor_id=access.account_id(request),
            now=timezone.now(),
        )
    return redirect("outline", book)


@require_POST
def move(request: HttpRequest, book: str, section: str) -> HttpResponse:
    """Moves a section up, down, in or out."""
    project = access.book(request, book)
    direction = request.POST.get("to", "")
    try:
        with answers.saying(request):
            if direction not in ("up", "down", "in", "out"):
                raise Refused("A section moves up, down, in or out.")
            _move(request, project, section, direction)
    except Foreseen as edit:
        return change.foreseen(request, project, edit.intent)
    return redirect(_address(book, section))


@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, book: str, section: str) -> HttpResponse:
    """One line of the outline as a form; what was written into it."""
    project = access.book(request, book)
    if request.method == "POST":
        return _keep(request, project, section)
    if not answers.is_fragment(request):
        return redirect(_address(book, section, is_open=True))
    return _line(request, project, section, is_open="read" not in request.GET)


def _move(request: HttpRequest, project: Project, section: str, direction: str) -> None:
    editing.move_section(
        project.pk,
        section,
        direction=direction,
        actor_id=access.account_id(request),
        now=timezone.now(),
        foresees=True,
    )


def _keep(request: HttpRequest, project: Project, section: str) -> HttpResponse:
    outline = outline_view(project, editing=section)
    with access.or_404():
        line = items.find(outline, OutlineLine, section)
    told = items.told(line, request.POST.dict())
    actor_id = access.account_id(request)
    try:
        editing.edit_section(
            project.pk, section, told, actor_id=actor_id, now=timezone.now(), foresees=True
        )
    except Foreseen as edit:
        return change.foreseen(request, project, edit.intent)
    except Unchanged:
        pass
    except Refused as refusal:
        line = items.filled(line, told, {getattr(refusal, "field", ""): str(refusal)})
        page = frame.around(project, outline.book, room="plan")
        page |= {"outline": items.put(outline, line)}
        return render(request, "outline/page.html", page, status=422)
    return redirect(_address(project.slug, section))


def _line(request: HttpRequest, project: Project, section: str, *, is_open: bool) -> HttpResponse:
    outline = outline_view(project, editing=section if is_open else "")
    with access.or_404():
        line = items.find(outline, OutlineLine, section)
    context = frame.around(project, outline.book) | {"line": line}
    return answers.fragment(request, "outline/_line.html", context)


def _address(book: str, section: str, *, is_open: bool = False) -> str:
    opened = f"?edit={section}" if is_open else ""
    return f"{reverse('outline', args=[book])}{opened}#line-{section}"
