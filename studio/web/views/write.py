"""Write mode: the whole section in one field, what was left unfinished, and Done."""

import json
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from studio.actions import drafting, open_edits, writing_section
from studio.actions.drafting import OtherDraft, Typed
from studio.actions.refusals import Refused
from studio.actions.writing_section import TextMoved
from studio.models import Project
from studio.queries import writing
from studio.queries.values.writing import WritePage
from studio.web import access, edited, frame
from studio.web.views.selection import CHIPS

MOST_SEQUENCE = 2**53

DONE = "Done: it is the text of your book now."


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest, book: str, section: str) -> HttpResponse:
    """The section as a text to write in; Done makes it the text of the book."""
    project = access.book(request, book)
    found = page_of(request, project, section)
    if request.method == "POST":
        return _done(request, project, found)
    return render(request, "write/page.html", around(project, found))


@require_http_methods(["GET", "HEAD", "PUT", "DELETE"])
def draft(request: HttpRequest, book: str, section: str) -> HttpResponse:
    """What a window holds, kept while it is typed. It changes nothing of the book."""
    project = access.book(request, book)
    access.units_of(project, section)
    if request.method == "PUT":
        return _keep(request, project, section)
    if request.method == "DELETE":
        seen, user_id = _number(request.GET.get("seen")), access.account_id(request)
        drafting.discard(project.pk, section, user_id=user_id, seen=seen, now=timezone.now())
        return HttpResponse(status=204)
    return JsonResponse(_kept(request, project, section))


@require_POST
def merge(request: HttpRequest, book: str, section: str) -> HttpResponse:
    """Two texts that grew apart, put together as their author chose."""
    project = access.book(request, book)
    found = page_of(request, project, section)
    typed, over = sent(request), request.POST.get("over", "")
    choices = {
        _number(name.removeprefix("choice-")): str(side)
        for name, side in request.POST.items()
        if name.startswith("choice-")
    }
    every = request.POST.get("all", "")
    try:
        with edited.saying(request, project, section, DONE):
            writing_section.save_merged(
                project.pk,
                section,
                typed,
                over=over,
                choices={} if every else choices,
                otherwise=every or "both",
                actor_id=access.account_id(request),
                now=timezone.now(),
            )
    except TextMoved:
        return _conflict(request, project, found, typed)
    except Refused as refusal:
        return _refused(request, project, found, typed, refusal)
    return _saved(request, project, section)


def _done(request: HttpRequest, project: Project, found: WritePage) -> HttpResponse:
    typed = sent(request)
    try:
        with edited.saying(request, project, found.id, DONE) as attempt:
            n_changed = writing_section.save_section(
                project.pk,
                found.id,
                typed,
                actor_id=access.account_id(request),
                now=timezone.now(),
                is_whole="whole" in request.POST,
            )
            attempt.words = "" if n_changed else "Nothing was changed."
    except TextMoved as refusal:
        if is_asked_by_script(request):
            return JsonResponse({"words": str(refusal), "moved": True}, status=409)
        return _conflict(request, project, found, typed)
    except Refused as refusal:
        return _refused(request, project, found, typed, refusal)
    return _saved(request, project, found.id)


def _saved(request: HttpRequest, project: Project, section: str) -> HttpResponse:
    open_edits.end(project.pk, f"section/{section}", now=timezone.now())
    url = reverse("section", args=[project.slug, section])
    return JsonResponse({"url": url}) if is_asked_by_script(request) else redirect(url)


def _refused(
    request: HttpRequest, project: Project, found: WritePage, typed: Typed, refusal: Refused
) -> HttpResponse:
    if is_asked_by_script(request):
        return JsonResponse({"words": str(refusal)}, status=422)
    # What was written is shown again: it is nowhere else.
    told = {"told": typed.text, "told_base": typed.base, "error": str(refusal)}
    return render(request, "write/page.html", around(project, found) | told, status=422)


def _conflict(
    request: HttpRequest, project: Project, found: WritePage, typed: Typed
) -> HttpResponse:
    over = writing.base_of(writing.passages(project.pk, found.id))
    rows = writing.conflict(project, found.id, mine=typed.text, base=typed.base, now=over)
    context = around(project, found) | {"typed": typed, "over": over, "rows": rows}
    return render(request, "write/conflict.html", context, status=409)


def _keep(request: HttpRequest, project: Project, section: str) -> HttpResponse:
    try:
        typed = _from_json(request.body)
    except (ValueError, TypeError, LookupError):
        return JsonResponse({"words": "This is no text."}, status=400)
    user_id = access.account_id(request)
    try:
        revision = drafting.keep(project.pk, section, typed, user_id=user_id, now=timezone.now())
    except OtherDraft as refusal:
        kept = _kept(request, project, section)
        return JsonResponse({**kept, "words": str(refusal)}, status=409)
    except Refused as refusal:
        return JsonResponse({"words": str(refusal)}, status=413)
    answer = HttpResponse(status=204)
    answer["X-Draft-Revision"] = str(revision)
    now = writing.base_of(writing.passages(project.pk, section))
    answer["X-Draft-Moved"] = "yes" if now != typed.base else "no"
    return answer


def _kept(request: HttpRequest, project: Project, section: str) -> dict[str, Any]:
    """What is kept, and the versions of the book now, for a window that asks."""
    found = writing.draft_of(project.pk, section, access.account_id(request))
    return {
        "text": found.text if found else "",
        "revision": found.revision if found else 0,
        "at": found.updated_at.isoformat() if found else "",
        "base": writing.base_of(writing.passages(project.pk, section)),
    }


def page_of(request: HttpRequest, project: Project, section: str) -> WritePage:
    with access.or_404():
        user_id = access.account_id(request)
        return writing.write_page(project, section, user_id, now=timezone.now())


def around(project: Project, found: WritePage) -> dict[str, object]:
    chips = [(name, label) for name, (label, _) in CHIPS.items()]
    return frame.around(project, found.book, room="board") | {"page": found, "chips": chips}


def sent(request: HttpRequest) -> Typed:
    """What the form of the page holds."""
    form = request.POST
    # A form cannot carry what a database cannot keep; a NUL is dropped, not the text around it.
    text = form.get("text", "").replace("\0", "")
    return Typed(text, form.get("base", ""), form.get("tab", ""), 0, _number(form.get("seen")))


def _from_json(body: bytes) -> Typed:
    sent = json.loads(body)
    text, base, tab = sent["text"], sent["base"], sent["tab"]
    if not (isinstance(text, str) and isinstance(base, str) and isinstance(tab, str)):
        raise TypeError("not a draft")
    if not 0 < len(tab) <= 40 or "\0" in base + tab or len(base) > 4000:
        raise ValueError("not a draft")
    sequence = min(max(0, int(sent["sequence"])), MOST_SEQUENCE)
    return Typed(text, base, tab, sequence, max(0, int(sent["seen"])))


def _number(told: object) -> int:
    text = str(told or "0")
    if not text.isascii() or not text.isdecimal() or len(text) > 9:
        raise Http404
    return int(text)


def is_asked_by_script(request: HttpRequest) -> bool:
    return request.headers.get("Accept", "") == "application/json"
