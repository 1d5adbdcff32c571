"""A step without prose of its own: a section's passages, a proposal of structure, a check."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from studio.actions import judging, partials, rematching, running
from studio.queries.steps import step_page
from studio.web import access, answers, frame
from studio.web.forms import SendBack


@require_safe
def page(request: HttpRequest, book: str, unit: str) -> HttpResponse:
    """What the step made, readably; prose is read on the page of its section."""
    project = access.book(request, book)
    found = access.unit(project, unit)
    if found.movement_key:
        return redirect("section", book, found.section_id)
    with access.or_404():
        step = step_page(project, unit)
    context = frame.around(project, step.book, room="board") | {"page": step}
    return render(request, "unit/page.html", context)


@require_POST
def accept(request: HttpRequest, book: str, unit: str) -> HttpResponse:
    """Makes what the step proposes part of the book."""
    project = access.book(request, book)
    found = access.unit(project, unit)
    with answers.saying(request, "Accepted."):
        judging.accept(
            project.pk,
            [found.pk],
            actor_id=access.account_id(request),
            reason="Accepted by its author",
            seen=(found.section_id, answers.text(request, "seen")),
            now=timezone.now(),
        )
    return redirect("unit", book, unit)


@require_POST
def rematch(request: HttpRequest, book: str, unit: str) -> HttpResponse:
    """Says from which passages those of a proposed plan go on."""
    project = access.book(request, book)
    found = access.unit(project, unit)
    prefix = "match-"
    chosen = {n[len(prefix) :]: v for n, v in request.POST.dict().items() if n.startswith(prefix)}
    with answers.saying(request, "Matched. Look at what becomes of the texts."):
        rematching.rematch(
            found.pk,
            chosen,
            seen=answers.text(request, "seen"),
            actor_id=access.account_id(request),
            now=timezone.now(),
        )
    return redirect("unit", book, unit)


@require_POST
def send_back(request: HttpRequest, book: str, unit: str) -> HttpResponse:
    """Has the step done again, with a note."""
    project = access.book(request, book)
    found = access.unit(project, unit)
    with answers.saying(request, "Sent back with your note."):
        judging.send_back(
            found.pk,
            note=SendBack(request.POST).told()["note"],
            actor_id=access.account_id(request),
            now=timezone.now(),
        )
    return redirect("unit", book, unit)


@require_POST
def go_on(request: HttpRequest, book: str, unit: str) -> HttpResponse:
    """Has the beginning gone on from that an unfinished attempt left."""
    return _unfinished(request, book, unit, partials.go_on, "It goes on from what had arrived.")


@require_POST
def again(request: HttpRequest, book: str, unit: str) -> HttpResponse:
    """Has it written again from its beginning."""
    return _unfinished(request, book, unit, partials.again, "It is written again.")


@require_POST
def discard(request: HttpRequest, book: str, unit: str) -> HttpResponse:
    """Puts away what an unfinished attempt left."""
    return _unfinished(request, book, unit, partials.discard, "Discarded.")


def _unfinished(
    request: HttpRequest, book: str, unit: str, act: Callable[..., None], said: str
) -> HttpResponse:
    found = access.unit(access.book(request, book), unit)
    with answers.saying(request, said):
        act(found.pk, now=timezone.now())
    if answers.is_fragment(request):
        return answers.nothing(request)
    return answers.back(request, reverse("board", args=[book]))


@require_POST
def stop(request: HttpRequest, book: str, unit: str) -> HttpResponse:
    """Stops what is being written here."""
    project = access.book(request, book)
    found = access.unit(project, unit)
    with answers.saying(request, "Stopped. What has arrived is kept."):
        running.stop_unit(found.pk, now=timezone.now())
    if answers.is_fragment(request):
        return answers.nothing(request)
    return redirect("board", book)
