"""The folder of a book, brought back with what was edited in it."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from studio.actions import bringing_back, incoming
from studio.actions.incoming import Incoming
from studio.actions.refusals import Moved, Refused
from studio.models import Project
from studio.queries import bringing_back as plans
from studio.queries import frame as frames
from studio.web import access, answers, frame

NO_FOLDER = "This is not the folder of a book. Send the ZIP of it, with book.yaml in it."


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest, book: str) -> HttpResponse:
    """Asks for the folder; then shows what it would change."""
    project = access.book(request, book)
    if request.method == "POST":
        return _receive(request, project)
    sent = request.GET.get("sent", "")
    return _shown(request, project, _found(request, sent) if sent else None)


@require_POST
def take(request: HttpRequest, book: str) -> HttpResponse:
    """Brings back what was shown; the new plan where the book is another one since."""
    project, sent = access.book(request, book), access.named(request, "sent")
    found = _found(request, sent)
    if found.folder is None:
        raise Http404
    owner_id, now = access.account_id(request), timezone.now()
    digest = access.named(request, "digest")
    try:
        bringing_back.bring_back(
            project.pk, found.folder, digest=digest, actor_id=owner_id, now=now
        )
    except Moved as moved:
        return _shown(request, project, found, wrong=str(moved), status=409)
    except Refused as refused:
        return _shown(request, project, found, wrong=str(refused), status=422)
    incoming.forget(owner_id, sent)
    with answers.saying(request, "It is brought back; what was there before has a name."):
        pass
    return redirect("board", book)


def _receive(request: HttpRequest, project: Project) -> HttpResponse:
    owner_id = access.account_id(request)
    sent = ((str(file.name), file.read()) for file in request.FILES.getlist("files"))
    try:
        token = incoming.receive(owner_id, sent)
    except Refused as refused:
        return _shown(request, project, None, wrong=str(refused), status=422)
    found = incoming.look(owner_id, token)
    if found.folder is None and not found.wrong:
        incoming.forget(owner_id, token)
        return _shown(request, project, None, wrong=NO_FOLDER, status=422)
    return redirect(f"{reverse('folder_back', args=[project.slug])}?sent={token}")


def _found(request: HttpRequest, sent: str) -> Incoming:
    try:
        return incoming.look(access.account_id(request), sent)
    except LookupError as nothing:
        raise Http404 from nothing


def _shown(
    request: HttpRequest,
    project: Project,
    found: Incoming | None,
    *,
    wrong: str = "",
    status: int = 200,
) -> HttpResponse:
    context = frame.around(project, frames.book_head(project), room="exports")
    context |= {"wrong": wrong or (found.wrong if found else ""), "incoming": found}
    if found and found.folder:
        context["plan"] = plans.back_plan(project, plans.back(project, found.folder))
    return render(request, "exports/folder.html", context, status=status)
