"""Words that are marked while one writes: commented on, or rewritten beside what is typed."""

from urllib.parse import quote

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

from studio.actions import beside_typing, drafting, writing_section
from studio.actions.beside_typing import NothingThere, NotThere
from studio.actions.refusals import Refused
from studio.core.intent import Intent
from studio.models import Project
from studio.queries import typed, writing
from studio.queries.typed import Marked
from studio.web import access, answers, edited, intents
from studio.web.views import selection, write

SAID = "Kept beside your text."


class NotInBook(Refused):
    """These words are not in your book yet, and the model rewrites what is. Put them in first."""


@require_POST
def comment(request: HttpRequest, book: str, section: str) -> HttpResponse:
    """Keeps what is typed, and a remark about words of it."""
    project = access.book(request, book)
    access.units_of(project, section)
    try:
        _keep(request, project, section)
        text, words = write.sent(request).text, answers.text(request, "comment")[:4_000]
        marked = _marked(request, "comment")
        beside_typing.comment(project.pk, section, text, marked, words, now=timezone.now())
    except Refused as refusal:
        return _refused(request, project, section, refusal, "comment")
    if not write.is_asked_by_script(request):
        messages.success(request, SAID)
        return redirect("write", book, section)
    return JsonResponse({"words": SAID, "remarks": _remarks(request, project, section)})


@require_POST
def rewrite(request: HttpRequest, book: str, section: str) -> HttpResponse:
    """Keeps what is typed, and leads to the plan of writing its paragraphs anew beside it."""
    project = access.book(request, book)
    access.units_of(project, section)
    try:
        _keep(request, project, section)
        if "put_in" in request.POST:
            _put_in(request, project, section)
        intent = _intent(request, project, section)
    except Refused as refusal:
        return _refused(request, project, section, refusal, "rewrite")
    here = reverse("write", args=[book, section])
    return redirect(f"{intents.address(book, intent)}&next={quote(here)}")


def _keep(request: HttpRequest, project: Project, section: str) -> None:
    user_id, now = access.account_id(request), timezone.now()
    drafting.keep(project.pk, section, write.sent(request), user_id=user_id, now=now)


def _put_in(request: HttpRequest, project: Project, section: str) -> None:
    user_id, now = access.account_id(request), timezone.now()
    with edited.saying(request, project, section, write.DONE) as attempt:
        n_changed = writing_section.save_section(
            project.pk, section, write.sent(request), actor_id=user_id, now=now
        )
        attempt.words = "" if n_changed else "Nothing was changed."


def _intent(request: HttpRequest, project: Project, section: str) -> Intent:
    text, marked = write.sent(request).text, _marked(request, "rewrite")
    found = typed.marked(project.pk, section, text, marked)
    if not found:
        raise NotThere if writing.passages(project.pk, section) else NothingThere
    if any(not one.is_in_book for one in found):
        raise NotInBook
    if len({one.unit.pk for one in found}) > 1:
        raise selection.SelectedApart
    return Intent(
        "recompose",
        units=(found[0].unit.key,),
        paragraphs=tuple(dict.fromkeys(one.id for one in found)),
        includes_own=True,
        instead=selection.note(request, "rewrite"),
    )


def _marked(request: HttpRequest, what: str) -> Marked:
    quoted = answers.text(request, f"{what}_quote").replace("\r\n", "\n")[:4_000]
    return Marked(quoted, _place(request, "marked_from"), _place(request, "marked_to"))


def _place(request: HttpRequest, name: str) -> int | None:
    said = request.POST.get(name, "")
    if not said:
        return None
    if not said.isascii() or not said.isdecimal() or len(said) > 9:
        raise Http404
    return int(said)


def _refused(
    request: HttpRequest, project: Project, section: str, refusal: Refused, what: str
) -> HttpResponse:
    """The page again with everything that was typed, and the form that was asked with."""
    words = str(refusal)
    if write.is_asked_by_script(request):
        return JsonResponse({"words": words}, status=422)
    found = write.page_of(request, project, section)
    told = {
        "told": write.sent(request).text,
        "told_base": write.sent(request).base,
        "asked": request.POST,
        "asked_what": what,
        "asked_chips": request.POST.getlist("chip"),
        "asked_error": words,
        "may_put_in": isinstance(refusal, NotInBook),
    }
    return render(request, "write/page.html", write.around(project, found) | told, status=422)


def _remarks(request: HttpRequest, project: Project, section: str) -> str:
    found = write.page_of(request, project, section)
    return render_to_string("write/_remarks.html", write.around(project, found), request)
