"""What was decided in a book: every change, two of them compared, and the book as it was."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from studio.queries import activity
from studio.web import access, frame


@require_safe
def page(request: HttpRequest, book: str) -> HttpResponse:
    """The changes of the book, the newest first; two that were chosen are compared."""
    project = access.book(request, book)
    older, newer = (_number(request.GET.get(name, "")) for name in ("older", "newer"))
    if older is not None and newer is not None and older != newer:
        return redirect("activity_compare", book, min(older, newer), max(older, newer))
    found = activity.activity_page(project, before=_number(request.GET.get("before", "")) or 0)
    context = frame.around(project, found.book, room="activity") | {"page": found}
    return render(request, "activity/page.html", context)


@require_safe
def change(request: HttpRequest, book: str, number: int) -> HttpResponse:
    """One change: what it changed, word by word."""
    project = access.book(request, book)
    with access.or_404():
        found = activity.commit_page(project, _kept(number))
    context = frame.around(project, found.book, room="activity") | {"page": found}
    return render(request, "activity/change.html", context)


@require_safe
def compare(request: HttpRequest, book: str, older: int, newer: int) -> HttpResponse:
    """All that differs between two moments of the book."""
    project = access.book(request, book)
    with access.or_404():
        found = activity.compare_page(project, _kept(older), _kept(newer))
    context = frame.around(project, found.book, room="activity") | {"page": found}
    return render(request, "activity/change.html", context)


@require_safe
def past(request: HttpRequest, book: str, number: int) -> HttpResponse:
    """The whole book as it was after a change, to be read."""
    project = access.book(request, book)
    with access.or_404():
        first = request.GET.get("from", "")
        found = activity.past_page(project, _kept(number), first=first)
    context = frame.around(project, found.book, room="activity") | {
        "page": found,
        "latest": project.commit_number,
    }
    return render(request, "activity/past.html", context)


def _number(said: str) -> int | None:
    return int(said) if said.isdecimal() and len(said) < 10 else None


def _kept(number: int) -> int:
    """A number that the database can hold."""
    if number >= 2**31:
        raise Http404
    return number
