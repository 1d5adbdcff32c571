"""The outline of a book as a tree."""

from collections.abc import Mapping

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from studio.core import outline_lists
from studio.core.intent import BadIntent, Intent, from_json
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
    try:
        found = outline_lists.items(request.POST.get("titles", ""))
    except BadIntent as bad:
        messages.error(request, str(bad))
        return redirect("outline", book)
    told = {"kind": "add", "thing": "section", "items": found}
    if len(found) == 1:
        return _made(request, project, told, reverse("outline", args=[book]))
    return change.shown(request, project, from_json(told))


@require_POST
def move(request: HttpRequest, book: str, section: str) -> HttpResponse:
    """Moves a section up, down, in or out."""
    project = access.book(request, book)
    told = {"kind": "move", "thing": f"section/{section}", "to": request.POST.get("to", "")}
    return _made(request, project, told, _address(book, section))


@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, book: str, section: str) -> HttpResponse:
    """One line of the outline as a form; what was written into it."""
    project = access.book(request, book)
    if request.method == "POST":
        return _keep(request, project, section)
    if not answers.is_fragment(request):
        return redirect(_address(book, section, is_open=True))
    return _line(request, project, section, is_open="read" not in request.GET)


def _made(
    request: HttpRequest, project: Project, told: Mapping[str, object], then: str
) -> HttpResponse:
    """Makes an edit, shows its plan first, or says why it cannot be made."""
    try:
        return change.made(request, project, from_json(dict(told))) or redirect(then)
    except BadIntent as bad:
        messages.error(request, str(bad))
        return redirect(then)


def _keep(request: HttpRequest, project: Project, section: str) -> HttpResponse:
    outline = outline_view(project, editing=section)
    with access.or_404():
        line = items.find(outline, OutlineLine, section)
    told = items.told(line, request.POST.dict())
    try:
        intent = Intent("set", sets={f"section/{section}": dict(told)})
        if (plan := change.made(request, project, intent)) is not None:
            return plan
    except BadIntent as bad:
        line = items.filled(line, told, {bad.field: str(bad)})
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
