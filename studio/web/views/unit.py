"""A step without prose of its own: a section's passages, a proposal of structure, a check."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from studio.actions import judging, partials, rematching, running
from studio.core import keys
from studio.core.intent import BadIntent, Intent
from studio.models import Project
from studio.queries import updating
from studio.queries.steps import step_page
from studio.web import access, answers, frame
from studio.web.forms import SendBack
from studio.web.views import change


@require_safe
def page(request: HttpRequest, book: str, unit: str) -> HttpResponse:
    """What the step made, readably; prose is read on the page of its section."""
    project = access.book(request, book)
    found = access.unit(project, unit)
    if found.movement_key:
        return redirect("section", book, found.section_id)
    return _show(request, project, unit)


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
def take(request: HttpRequest, book: str, unit: str) -> HttpResponse:
    """Takes into the plan what is marked of all that was read off a text, foreseen where others
    were written from it."""
    project = access.book(request, book)
    found = access.unit(project, unit)
    then = reverse("section", args=[book, found.section_id])
    told = _marked(request)
    try:
        if not told:
            raise BadIntent("Mark what is to be taken, or leave the plan as it is.")
        intent = Intent("adopt", thing=keys.section(found.section_id), sets=told)
        return change.made(request, project, intent, then=then) or redirect(then)
    except BadIntent as bad:
        return _show(request, project, unit, told=told, error=str(bad))


@require_POST
def leave(request: HttpRequest, book: str, unit: str) -> HttpResponse:
    """Leaves the plan as it is, whatever was read off the text."""
    project = access.book(request, book)
    found = access.unit(project, unit)
    with answers.saying(request, "The plan stays as it is."):
        judging.keep_current(found.pk, now=timezone.now())
    return redirect("section", book, found.section_id)


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


def _marked(request: HttpRequest) -> dict[str, dict[str, str]]:
    """The changes that are marked, each with the words in its fields."""
    told: dict[str, dict[str, str]] = {}
    for key in request.POST.getlist("take"):
        prefix = f"{key}."
        fields = {
            n.removeprefix(prefix): str(v) for n, v in request.POST.items() if n.startswith(prefix)
        }
        told[key] = {name: text.replace("\r\n", "\n") for name, text in fields.items()}
    return told


def _show(
    request: HttpRequest,
    project: Project,
    unit: str,
    *,
    told: Mapping[str, Mapping[str, str]] = MappingProxyType({}),
    error: str = "",
) -> HttpResponse:
    with access.or_404():
        step = step_page(project, unit)
    if step.update and error:
        step = replace(step, update=updating.told(step.update, told))
    context = frame.around(project, step.book, room="board") | {"page": step, "error": error}
    return render(request, "unit/page.html", context, status=422 if error else 200)


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
