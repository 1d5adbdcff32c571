"""The folder of a book, brought back with what was edited in it."""

from collections.abc import Mapping

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from studio.actions import errands
from studio.actions.refusals import Refused
from studio.models import Errand, Project
from studio.queries import frame as frames
from studio.web import access, frame

MOVED = "The book says something else now. Look at what the folder changes again."


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest, book: str) -> HttpResponse:
    """Asks for the folder; then shows what it would change."""
    project = access.book(request, book)
    if request.method == "POST":
        return _receive(request, project)
    sent = request.GET.get("sent", "")
    if not sent:
        return _shown(request, project)
    last = _last(request, project, sent)
    return redirect("errand", last.pk) if last.is_unfinished else _result(request, project, last)


@require_POST
def take(request: HttpRequest, book: str) -> HttpResponse:
    """Has brought back what was shown; the new plan where the book is another one since."""
    project, sent = access.book(request, book), access.named(request, "sent")
    last = _last(request, project, sent)
    if last.is_unfinished:
        return redirect("errand", last.pk)
    digest = access.named(request, "digest")
    if digest != last.found.get("plan", {}).get("digest"):
        return _result(request, project, last, wrong=MOVED, status=409)
    owner_id, now = access.account_id(request), timezone.now()
    return redirect("errand", errands.take(owner_id, project, sent, digest=digest, now=now).pk)


@require_POST
def again(request: HttpRequest, book: str) -> HttpResponse:
    """Has the folder looked at once more, beside the book as it is now."""
    project, sent = access.book(request, book), access.named(request, "sent")
    _last(request, project, sent)
    owner_id, now = access.account_id(request), timezone.now()
    return redirect("errand", errands.look(owner_id, project, sent, now=now).pk)


def _receive(request: HttpRequest, project: Project) -> HttpResponse:
    owner_id, now = access.account_id(request), timezone.now()
    sent = ((str(file.name), file.read()) for file in request.FILES.getlist("files"))
    try:
        errand = errands.receive(owner_id, sent, project=project, now=now)
    except Refused as refused:
        return _shown(request, project, wrong=str(refused), status=422)
    return redirect("errand", errand.pk)


def _last(request: HttpRequest, project: Project, sent: str) -> Errand:
    """What was done last with what was sent."""
    try:
        found = errands.of(access.account_id(request), sent)
    except LookupError as nothing:
        raise Http404 from nothing
    if not found or found[0].project_id != project.pk:
        raise Http404
    return found[0]


def _result(
    request: HttpRequest, project: Project, last: Errand, *, wrong: str = "", status: int = 200
) -> HttpResponse:
    shown = {"plan": last.found.get("plan"), "incoming": last}
    return _shown(request, project, shown, wrong=wrong or last.reason, status=status)


def _shown(
    request: HttpRequest,
    project: Project,
    shown: Mapping[str, object] | None = None,
    *,
    wrong: str = "",
    status: int = 200,
) -> HttpResponse:
    context = frame.around(project, frames.book_head(project), room="exports")
    context |= {"wrong": wrong, **(shown or {})}
    return render(request, "exports/folder.html", context, status=status)
