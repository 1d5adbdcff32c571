"""Reading through: the book typeset, a chapter a page, judged in passing."""

from collections.abc import Mapping

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from studio.actions import judging, reading
from studio.models import Project
from studio.queries import reading as books
from studio.web import access, answers, frame


@require_safe
def page(request: HttpRequest, book: str, chapter: str = "") -> HttpResponse:
    """The title page with the contents, a chapter, or the whole book to be printed."""
    project = access.book(request, book)
    wanted = books.ALL if "whole" in request.GET and not chapter else chapter
    with access.or_404():
        found = books.read_page(project, wanted, first=request.GET.get("from", ""))
    context = frame.around(project, found.book, room="read") | {
        "page": found,
        "marks": request.GET.get("marks") == "on",
        "remarking": request.GET.get("remark", ""),
        "quote": request.GET.get("quote", "")[:400],
    }
    return render(request, "read/page.html", context)


@require_safe
def section(request: HttpRequest, book: str, section: str) -> HttpResponse:
    """Leads to a section in its chapter."""
    project = access.book(request, book)
    chapter = books.chapter_of(project, section)
    if not chapter:
        return redirect("read", book)
    return redirect(f"{reverse('read_chapter', args=[book, chapter])}#{section}")


@require_POST
def accept(request: HttpRequest, book: str) -> HttpResponse:
    """Accepts what waits in one or several sections, in one change."""
    project = access.book(request, book)
    seen = _seen(request)
    with answers.saying(request) as attempt:
        n = reading.accept_sections(
            project.pk,
            seen,
            actor_id=access.account_id(request),
            reason="Accepted while reading",
            now=timezone.now(),
        )
        attempt.words = f"Accepted: {n} passage{'' if n == 1 else 's'} of your book."
    return answers.back(request, reverse("read", args=[book]))


@require_POST
def mark(request: HttpRequest, book: str) -> HttpResponse:
    """What a rule accepted unread is read and accepted now."""
    project = access.book(request, book)
    seen = _seen(request)
    with answers.saying(request, "Read: it is accepted by you now."):
        reading.mark_read(
            project.pk, seen, actor_id=access.account_id(request), seen=seen, now=timezone.now()
        )
    return answers.back(request, reverse("read", args=[book]))


@require_POST
def remark(request: HttpRequest, book: str) -> HttpResponse:
    """Keeps a remark about a paragraph, or about some words of it."""
    project = access.book(request, book)
    with answers.saying(request, "Kept among the remarks."):
        _remark(request, project)
    return answers.back(request, reverse("remarks", args=[book]))


def _remark(request: HttpRequest, project: Project) -> None:
    html_id = access.named(request, "paragraph")
    if html_id:
        unit, paragraph_id = access.paragraph(project, html_id)
    else:
        units = access.units_of(project, access.named(request, "section"))
        unit, paragraph_id = next((u for u in units if u.movement_key), units[0]), ""
    judging.remark(
        unit.pk,
        paragraph_id,
        answers.text(request, "quote").strip()[:400],
        answers.text(request, "words")[:4_000],
        now=timezone.now(),
    )


def _seen(request: HttpRequest) -> Mapping[str, str]:
    """Each section that was sent, with the digest of what was looked at, where it was; or by the
    card of the board that was chosen."""
    cards = [card.removeprefix("s-") for card in request.POST.getlist("card") if card[:2] == "s-"]
    sent = [value for value in (*request.POST.getlist("section"), *cards) if "\0" not in value]
    pairs = (value.partition(":") for value in sent)
    return {section_id: digest for section_id, _, digest in pairs}
