"""Attempts: what is being written now, and what was told and answered in each."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from studio.actions import running
from studio.models import Project, Run
from studio.queries import attempts
from studio.web import access, answers, frame


@require_safe
@never_cache
def page(request: HttpRequest, book: str) -> HttpResponse:
    """All attempts; the open page asks for the list again while something is written."""
    project = access.book(request, book)
    found = attempts.attempts_page(
        project,
        show=request.GET.get("show", ""),
        section=request.GET.get("section", ""),
        before=_number(request.GET.get("before", "")),
    )
    context = frame.around(project, found.book, room="attempts") | {"page": found}
    if answers.is_fragment(request):
        return answers.fragment(request, "attempts/_list.html", context)
    return render(request, "attempts/page.html", context)


@require_safe
def attempt(request: HttpRequest, book: str, attempt: int) -> HttpResponse:
    """One attempt: its course, what was sent, and the answer as it came."""
    project = access.book(request, book)
    with access.or_404():
        found = attempts.attempt_page(project, _kept(attempt))
    context = frame.around(project, found.book, room="attempts") | {"page": found}
    return render(request, "attempts/attempt.html", context)


@require_safe
def why(request: HttpRequest, book: str, unit: str) -> HttpResponse:
    """Leads from a text to the attempt that it goes back to."""
    project = access.book(request, book)
    found = access.unit(project, unit)
    number = attempts.made_by(found)
    if number is not None:
        return redirect("attempt", book, number)
    messages.info(request, "No attempt of a model made this text, so there is none to look at.")
    if found.section_id:
        return redirect("section", book, found.section_id)
    return redirect("plan_of_book", book)


@require_POST
def stop(request: HttpRequest, book: str, attempt: int) -> HttpResponse:
    """Stops an attempt; what has arrived is kept."""
    project = access.book(request, book)
    run = _run(project, attempt)
    with answers.saying(request, "Stopped. What has arrived is kept."):
        if run.state == "active":
            running.stop_unit(run.unit_id, now=timezone.now())
    return redirect("attempt", book, attempt)


@require_POST
def retry(request: HttpRequest, book: str, attempt: int) -> HttpResponse:
    """Tries the step of an attempt again."""
    project = access.book(request, book)
    run = _run(project, attempt)
    with answers.saying(request, "It is tried again."):
        running.retry(run.unit_id, now=timezone.now())
    return redirect("attempt", book, attempt)


def _run(project: Project, number: int) -> Run:
    found = Run.objects.filter(project=project, pk=_kept(number)).first()
    if found is None:
        raise Http404
    return found


def _number(said: str) -> int:
    return int(said) if said.isdecimal() and said.isascii() and len(said) < 18 else 0


def _kept(number: int) -> int:
    """A number that the database can hold."""
    if number >= 2**63:
        raise Http404
    return number
