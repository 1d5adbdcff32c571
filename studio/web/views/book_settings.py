"""The settings of a book: how it is written, by which models, for how much; and its end."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from studio.actions import limits, models, shelf
from studio.models import Project
from studio.queries import spending
from studio.queries.frame import book_head
from studio.queries.settings import book_settings
from studio.queries.values.settings import BookSettings
from studio.web import access, answers, frame
from studio.web.setting_forms import BookLimit, Due, Farewell, Ways
from studio.web.views import board


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest, book: str) -> HttpResponse:
    """All of it; what is posted is how the book goes about being written."""
    project = access.book(request, book)
    form = _ways(project, request)
    if request.method == "POST" and form.is_valid():
        limits.set_ways(project.pk, **form.cleaned_data, now=timezone.now())
        messages.success(request, "Saved.")
        return redirect("book_settings", book)
    return _page(request, project, form, _due(project))


@require_POST
def due(request: HttpRequest, book: str) -> HttpResponse:
    """By which day its author wants the book to have its length."""
    project = access.book(request, book)
    form = _due(project, request)
    if form.is_valid():
        limits.set_due(project.pk, form.cleaned_data["due_on"], now=timezone.now())
        messages.success(request, "Saved. Progress says how much a day that is.")
        return redirect("book_settings", book)
    return _page(request, project, _ways(project), form)


def _due(project: Project, request: HttpRequest | None = None) -> Due:
    return Due(request.POST if request else None, initial={"due_on": project.due_on})


def _ways(project: Project, request: HttpRequest | None = None) -> Ways:
    known = ("autonomy", "n_parallel", "pauses_while_editing")
    sent = request.POST or None if request else None
    return Ways(sent, initial={name: getattr(project, name) for name in known})


def _page(request: HttpRequest, project: Project, form: Ways, due: Due) -> HttpResponse:
    found = book_settings(project)
    context = frame.around(project, found.book, room="book_settings") | {
        "page": found,
        "form": form,
        "due": due,
        "limits": BookLimit(initial=BookLimit.initial_of(project)),
        "farewell": Farewell(),
    }
    is_wrong = form.errors or due.errors
    return render(request, "book_settings/page.html", context, status=422 if is_wrong else 200)


@require_http_methods(["GET", "HEAD", "POST"])
def limit(request: HttpRequest, book: str) -> HttpResponse:
    """What the book may spend: in all, in a day, and for one attempt."""
    project = access.book(request, book)
    form = BookLimit(request.POST or None, initial=BookLimit.initial_of(project))
    if request.method == "POST" and form.is_valid():
        limits.set_limits(project.pk, form.limits(project), now=timezone.now())
        messages.success(request, "The limits are changed.")
        return answers.back(request, reverse("board", args=[book]))
    context = frame.around(project, book_head(project), room="book_settings") | {
        "limits": form,
        "spent": spending.spent(project).words,
        "currency": spending.currency(),
        "next": request.POST.get("next") or request.GET.get("next", ""),
    }
    return render(request, "book_settings/limit.html", context, status=422 if form.errors else 200)


@require_POST
def raise_limit(request: HttpRequest, book: str) -> HttpResponse:
    """Raises the limits that are near, in one click."""
    project = access.book(request, book)
    raised = limits.raise_limits(project.pk, now=timezone.now())
    said = " and ".join(spending.limit(purse, purse.raised) for purse in raised)
    words = f"The limit is now {said}. Resume goes on." if raised else "No limit is near."
    messages.success(request, words)
    if answers.is_fragment(request):
        return board.head(request, project)
    return answers.back(request, reverse("board", args=[book]))


@require_POST
def set_models(request: HttpRequest, book: str) -> HttpResponse:
    """Which models are asked in each step, one after the other."""
    project = access.book(request, book)
    lists = _lists(request, book_settings(project))
    limits.set_models(project.pk, lists, now=timezone.now())
    messages.success(request, "Saved. It holds from the next step on; no text is touched by it.")
    return redirect("book_settings", book)


@require_POST
def demonstrate(request: HttpRequest, book: str) -> HttpResponse:
    """Has the small model of this machine write the book, until there is a better one."""
    project = access.book(request, book)
    with answers.saying(request, "The small model of this machine writes now. Resume goes on."):
        models.choose_demonstration(project.pk, now=timezone.now())
    return answers.back(request, reverse("board", args=[book]))


@require_POST
def put_away(request: HttpRequest, book: str) -> HttpResponse:
    """Takes the book off the shelf."""
    project = access.book(request, book)
    shelf.put_away(project.pk, now=timezone.now())
    messages.success(request, f"“{project.title}” is put away. The settings list it.")
    return redirect("library")


@require_POST
def delete(request: HttpRequest, book: str) -> HttpResponse:
    """Deletes the book for good, if its short name was typed."""
    project = access.book(request, book)
    with answers.saying(request, f"“{project.title}” is deleted.") as attempt:
        shelf.delete(project.pk, typed=answers.text(request, "name"))
    return redirect("library") if attempt.is_done else redirect("book_settings", book)


def _lists(request: HttpRequest, page: BookSettings) -> dict[str, list[int]]:
    known = {str(model.id): model.id for model in page.models}
    return {
        step.key: [
            known[said]
            for place in range(len(step.chosen))
            if (said := request.POST.get(f"model-{step.key}-{place}", "")) in known
        ]
        for step in (page.for_all, *page.steps)
    }
