"""The board of a book: what is done, what runs, what waits for its author."""

from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from studio.actions import checkups, open_edits, running
from studio.models import Project
from studio.queries import groups
from studio.queries.board import SORTS, board, table
from studio.queries.coming_back import since_left
from studio.web import access, answers, fragments, frame
from studio.web.consumers import since


@require_safe
def page(request: HttpRequest, book: str) -> HttpResponse:
    """Every section, or every step, in the column of its work."""
    project = access.book(request, book)
    view = fragments.view_of(request.GET)
    is_list = view.what == "list"
    only, words, group = view.only, view.words, view.showing
    listed: dict[str, object] = {}
    if is_list:
        sort, first = request.GET.get("sort", ""), answers.number(request, "first")
        found, rows, rest = table(
            project, only=only, words=words, group=group, sort=sort, first=first
        )
        listed = {"rows": rows, "rest": rest, "sort": sort if sort in SORTS else "book"}
        listed["bands"] = groups.with_rows(found, rows)
    else:
        found = board(
            project, view=view.kind, shows_all="all" in request.GET,
            only=only, words=words, group=group,
        )  # fmt: skip
    context = frame.around(project, found.book, room="board") | {"board": found} | listed
    context |= {"is_list": is_list, "view_name": view.what, "live": _address(view)}
    context["left"] = since_left(project, now=timezone.now())
    return render(request, "board/page.html", context)


@require_POST
def resume(request: HttpRequest, book: str) -> HttpResponse:
    """Goes on with what is next."""
    project = access.book(request, book)
    with answers.saying(request):
        running.resume(project.pk, now=timezone.now())
    return head(request, project)


@require_POST
def stop(request: HttpRequest, book: str) -> HttpResponse:
    """Starts nothing more, and stops what is being written."""
    project = access.book(request, book)
    with answers.saying(request, "Stopped. What has arrived is kept."):
        running.stop(project.pk, now=timezone.now())
    return head(request, project)


@require_POST
def pause(request: HttpRequest, book: str) -> HttpResponse:
    """Starts nothing more, and lets what is being written come to its end."""
    project = access.book(request, book)
    with answers.saying(request, "Paused. What is being written comes to its end."):
        running.pause(project.pk, now=timezone.now())
    return head(request, project)


@require_safe
@never_cache
def changes(request: HttpRequest, book: str) -> HttpResponse:
    """For pages without a socket: the parts that changed since the number they have."""
    project = access.book(request, book)
    number = since(request.GET.get("since", ""), project.change_number)
    view = fragments.view_of(request.GET)
    if number == project.change_number and not fragments.is_moving(project, view):
        return HttpResponse(status=204)
    if number < 0:
        return _reload()
    try:
        parts = fragments.parts(project, view, since=number)
    except LookupError:
        return _reload()
    return HttpResponse(parts.html())


@require_POST
def editing(request: HttpRequest, book: str) -> HttpResponse:
    """A sign of life of a form that is open, or that it is open no more."""
    project = access.book(request, book)
    tell = open_edits.end if "done" in request.POST else open_edits.begin
    tell(project.pk, access.named(request, "what"), now=timezone.now())
    return HttpResponse(status=204)


@require_POST
def mend(request: HttpRequest, book: str) -> HttpResponse:
    """Mends what the last check found, as far as nothing is lost by it."""
    project = access.book(request, book)
    left = checkups.mend(project.pk, actor_id=access.account_id(request), now=timezone.now())
    if left:
        messages.error(request, f"Mended what could be; {left} still do not fit.")
    else:
        messages.success(request, "Mended: everything fits together.")
    return redirect("board", project.slug)


def head(request: HttpRequest, project: Project) -> HttpResponse:
    """What stands above the columns, for the open board; for others the page they came from."""
    if not answers.is_fragment(request):
        return answers.back(request, reverse("board", args=[project.slug]))
    project.refresh_from_db()
    found = board(project, view="sections")
    context = frame.around(project, found.book) | {"progress": found.progress}
    return answers.fragment(request, "board/_head.html", context)


def _address(view: fragments.View) -> str:
    """What a live page says of the board that it shows."""
    told = {"view": view.what, "group": view.showing, "only": view.only, "q": view.words}
    return urlencode({name: said for name, said in told.items() if said}, doseq=True)


def _reload() -> HttpResponse:
    return HttpResponse(status=200, headers={"HX-Refresh": "true"})
