"""The outline of a book as a tree or as cards, and all that rearranges it."""

from collections.abc import Mapping
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from studio.core import outline_lists
from studio.core.intent import BadIntent, Intent, from_json
from studio.formats import opml
from studio.models import Project
from studio.queries import outline_parts
from studio.queries.outline_page import exported, outline_page
from studio.queries.values import OutlineLine
from studio.web import access, answers, frame, items
from studio.web.views import change

VIEWS = ("tree", "cards")
ACTS = ("split", "merge", "remove")


@require_safe
def page(request: HttpRequest, book: str) -> HttpResponse:
    """The outline; one line of it may be open for editing."""
    project = access.book(request, book)
    return _page(request, project, request.GET.get("edit", ""))


@require_POST
def add(request: HttpRequest, book: str) -> HttpResponse:
    """Adds sections from a list of titles; a list of several shows first what it makes."""
    project = access.book(request, book)
    try:
        found = outline_lists.items(request.POST.get("titles", ""))
    except BadIntent as bad:
        return _refused(request, project, str(bad))
    return _add(request, project, found)


@require_POST
def bring_in(request: HttpRequest, book: str) -> HttpResponse:
    """Adds the sections of an OPML file, after showing what it makes."""
    project = access.book(request, book)
    file = request.FILES.get("file")
    if file is None:
        return _refused(request, project, "Choose an OPML file first.")
    if (file.size or 0) > opml.MOST_BYTES:
        return _refused(request, project, "The file is larger than 1 MB. Send a smaller one.")
    try:
        found = opml.read(file.read())
    except opml.BadFile as bad:
        return _refused(request, project, str(bad))
    return _add(request, project, found)


@require_safe
def take_out(request: HttpRequest, book: str) -> HttpResponse:
    """The outline as an OPML file."""
    project = access.book(request, book)
    file = opml.write(project.title, exported(project))
    answer = HttpResponse(file, content_type="text/x-opml; charset=utf-8")
    name = content_disposition_header(as_attachment=True, filename=f"{project.slug}.opml")
    answer["Content-Disposition"] = name or "attachment"
    return answer


@require_POST
def move(request: HttpRequest, book: str, section: str) -> HttpResponse:
    """Moves a section up, down, in or out."""
    project = access.book(request, book)
    told = {"kind": "move", "thing": f"section/{section}", "to": request.POST.get("to", "")}
    return _made(request, project, told, _address(request, project, section))


@require_POST
def rearrange(request: HttpRequest, book: str, section: str) -> HttpResponse:
    """Splits a section, joins it with the next one, or takes it out."""
    project = access.book(request, book)
    told: dict[str, object] = {"kind": request.POST.get("act", ""), "thing": f"section/{section}"}
    if told["kind"] not in ACTS:
        return _refused(request, project, "A section is split, joined with the next, or removed.")
    if told["kind"] == "split":
        title = request.POST.get("title", "").strip()
        told |= {"at": request.POST.get("at", ""), "fields": {"title": title} if title else {}}
    return _made(request, project, told, _address(request, project, section))


@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, book: str, section: str) -> HttpResponse:
    """One line of the outline as a form; what was written into it."""
    project = access.book(request, book)
    if request.method == "POST":
        return _keep(request, project, section)
    if not answers.is_fragment(request):
        return redirect(_address(request, project, section, is_open=True))
    return _line(request, project, section, is_open="read" not in request.GET)


def _page(
    request: HttpRequest, project: Project, editing: str, line: OutlineLine | None = None
) -> HttpResponse:
    at, first = request.GET.get("at", ""), answers.number(request, "first")
    found = outline_page(project, editing=editing, at=at, first=first)
    context = frame.around(project, found.book, room="plan")
    context |= {"outline": items.put(found, line) if line else found, "view": _view(request)}
    return render(request, "outline/page.html", context, status=422 if line else 200)


def _add(request: HttpRequest, project: Project, found: list[dict[str, object]]) -> HttpResponse:
    told = {"kind": "add", "thing": "section", "items": found}
    if len(found) == 1:
        return _made(request, project, told, _address(request, project))
    return change.shown(request, project, from_json(told))


def _made(
    request: HttpRequest, project: Project, told: Mapping[str, object], then: str
) -> HttpResponse:
    """Makes an edit, shows its plan first, or says why it cannot be made."""
    try:
        return change.made(request, project, from_json(dict(told)), then=then) or redirect(then)
    except BadIntent as bad:
        messages.error(request, str(bad))
        return redirect(then)


def _refused(request: HttpRequest, project: Project, words: str) -> HttpResponse:
    messages.error(request, words)
    return redirect(_address(request, project))


def _keep(request: HttpRequest, project: Project, section: str) -> HttpResponse:
    with access.or_404():
        line = items.find(outline_page(project, editing=section), OutlineLine, section)
    told = items.told(line, request.POST.dict())
    then = _address(request, project, section)
    try:
        intent = Intent("set", sets={f"section/{section}": dict(told)})
        return change.made(request, project, intent, then=then) or redirect(then)
    except BadIntent as bad:
        line = items.filled(line, told, {bad.field: str(bad)})
        return _page(request, project, section, line)


def _line(request: HttpRequest, project: Project, section: str, *, is_open: bool) -> HttpResponse:
    outline = outline_page(project, editing=section if is_open else "")
    with access.or_404():
        line = items.find(outline, OutlineLine, section)
    view = _view(request)
    context = frame.around(project, outline.book) | {"line": line, "view": view}
    is_head = line.level == 1 and not line.is_leaf
    name = "line" if view == "tree" else "head" if is_head else "card"
    return answers.fragment(request, f"outline/_{name}.html", context)


def _view(request: HttpRequest) -> str:
    asked = request.POST.get("view") or request.GET.get("view", "")
    return asked if asked in VIEWS else VIEWS[0]


def _address(
    request: HttpRequest, project: Project, section: str = "", *, is_open: bool = False
) -> str:
    asked = {"view": "cards"} if _view(request) == "cards" else {}
    if section and not is_open and outline_parts.is_long(project.pk):
        asked |= {"at": section}
    asked |= {"edit": section} if is_open else {}
    query = f"?{urlencode(asked)}" if asked else ""
    where = reverse("outline", args=[project.slug])
    return f"{where}{query}{f'#line-{section}' if section else ''}"
