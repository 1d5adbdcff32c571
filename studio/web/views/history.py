"""The versions of a section: compared, taken back whole or by paragraph, and named."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from studio.actions import naming, restoring, wording
from studio.actions.refusals import Refused
from studio.queries.history import history_page, names_page
from studio.queries.values.history import Grain, Look
from studio.web import access, answers, frame

GRAINS: tuple[Grain, ...] = ("word", "sentence", "paragraph")


@require_safe
def page(request: HttpRequest, book: str, section: str) -> HttpResponse:
    """All versions, and two of them compared."""
    project, asked = access.book(request, book), request.GET
    look: Look = "side" if asked.get("look") == "side" else "inline"
    grain = next((grain for grain in GRAINS if grain == asked.get("grain")), GRAINS[0])
    with access.or_404():
        found = history_page(
            project,
            section,
            older=asked.get("older", ""),
            newer=asked.get("newer", ""),
            look=look,
            grain=grain,
            shows_all="every" in asked,
        )
    context = frame.around(project, found.book, room="board") | {"page": found}
    return render(request, "history/page.html", context)


@require_POST
def restore(request: HttpRequest, book: str, section: str) -> HttpResponse:
    """Takes an earlier version back, as a new one: of a passage, or of the whole section."""
    project = access.book(request, book)
    actor_id, now = access.account_id(request), timezone.now()
    moment = request.POST.get("moment", "")
    if not moment:
        version = access.version(project, section, request.POST.get("version", ""))
        with answers.saying(request, f"Version {version.number} is your text again."):
            wording.restore(version.pk, actor_id=actor_id, now=now)
        return redirect("section_history", book, section)
    number = int(moment) if moment.isdecimal() and len(moment) < 10 else 0
    with answers.saying(request) as attempt:
        done = restoring.restore_section(project.pk, section, number, actor_id=actor_id, now=now)
    if attempt.is_done:
        said = f"The text is again what it was after change {number}."
        messages.success(request, said, extra_tags=str(done))
    return answers.back(request, reverse("section_history", args=[book, section]))


@require_POST
def restore_paragraph(request: HttpRequest, book: str, section: str) -> HttpResponse:
    """Puts one paragraph of an earlier version into today's text."""
    project = access.book(request, book)
    version = access.version(project, section, request.POST.get("version", ""))
    with answers.saying(request) as attempt:
        done = restoring.restore_paragraph(
            version.pk,
            access.named(request, "paragraph"),
            actor_id=access.account_id(request),
            now=timezone.now(),
        )
    if attempt.is_done:
        messages.success(request, "This paragraph is in your text again.", extra_tags=str(done))
    return answers.back(request, reverse("section_history", args=[book, section]))


@require_http_methods(["GET", "HEAD", "POST"])
def names(request: HttpRequest, book: str) -> HttpResponse:
    """The names that were given to states of the book; a form gives another."""
    project = access.book(request, book)
    if request.method == "POST":
        said = request.POST.get("name", "")
        try:
            naming.name_state(
                project.pk,
                access.named(request, "what"),
                said,
                actor_id=access.account_id(request),
                now=timezone.now(),
            )
        except Refused as refusal:
            messages.error(request, str(refusal))
        else:
            messages.success(request, "Named: you find it here and among the versions.")
        return answers.back(request, reverse("names", args=[book]))
    found = names_page(project)
    context = frame.around(project, found.book, room="activity") | {"page": found}
    return render(request, "history/names.html", context)


@require_POST
def forget_name(request: HttpRequest, book: str, named: int) -> HttpResponse:
    """Takes a name away; the text that it named stays."""
    project = access.book(request, book)
    with answers.saying(request, "The name is taken away; the text stays among the versions."):
        naming.forget_name(project.pk, named)
    return answers.back(request, reverse("names", args=[book]))
