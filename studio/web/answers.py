"""How pages answer: flash messages, fragments, and refusals in the author's words."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme

from studio.actions.refusals import Refused
from studio.models import Commit, Project

NUL_WORDS = "The text holds a NUL character, so it is not plain text. Remove it."


@dataclass(slots=True)
class Attempt:
    """Whether what was tried is done; `words` is said of it where only the doing tells them."""

    is_done: bool = False
    words: str = ""


@contextmanager
def saying(request: HttpRequest, done: str = "") -> Iterator[Attempt]:
    """Says on the next page that it is done, with its undo where it made one change of the book;
    or why it is refused."""
    try:
        with undoing(request, done) as attempt:
            yield attempt
    except Refused as refusal:
        messages.error(request, str(refusal))


@contextmanager
def undoing(request: HttpRequest, done: str = "") -> Iterator[Attempt]:
    """Says on the next page that it is done, with its undo; a refusal is for the caller to say."""
    attempt, before = Attempt(), _last_change(request)
    yield attempt
    attempt.is_done = True
    if said := attempt.words or done:
        messages.success(request, said, extra_tags=_undo(request, before))


def _last_change(request: HttpRequest) -> int:
    """The number of the last change of the book whose page this is; 0 on others."""
    numbers = Project.objects.filter(slug=_book(request)).values_list("commit_number", flat=True)
    return (numbers.first() or 0) if _book(request) else 0


def _book(request: HttpRequest) -> str:
    match = request.resolver_match
    return str(match.kwargs.get("book", "")) if match else ""


def _undo(request: HttpRequest, before: int) -> str:
    """The number of the change that this request made, if it made just one."""
    number = _last_change(request)
    if not before or number != before + 1:
        return ""
    mine = Commit.objects.filter(
        project__slug=_book(request), number=number, actor_id=request.user.pk
    )
    return str(number) if mine.exists() else ""


def is_fragment(request: HttpRequest) -> bool:
    """Whether an open page asks for a part of itself."""
    return request.headers.get("HX-Request") == "true"


def fragment(
    request: HttpRequest, template: str, context: Mapping[str, Any] | None = None
) -> HttpResponse:
    """A part of a page, with what there is to say as toasts."""
    return with_toasts(request, render(request, template, dict(context or {})))


def nothing(request: HttpRequest) -> HttpResponse:
    """An answer that changes nothing on the page but may say something."""
    return with_toasts(request, HttpResponse(status=204))


def with_toasts(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Moves waiting messages into the answer, for the page that is open already."""
    waiting = list(messages.get_messages(request))
    if waiting:
        # One event has one detail, so the words of several are put together.
        tone = "error" if any(m.level_tag == "error" for m in waiting) else "accepted"
        said = {"words": " ".join(str(m.message) for m in waiting), "tone": tone}
        if number := next((m.extra_tags for m in waiting if m.extra_tags), ""):
            plan = reverse("change", args=[_book(request)])
            said["undo"] = f"{plan}?kind=undo&change={number}"
        response["HX-Trigger"] = json.dumps({"desk:say": said})
    return response


def back(request: HttpRequest, otherwise: str) -> HttpResponse:
    """To the page of ours that the form came from, else to another one."""
    return redirect(inside(request, request.POST.get("next", "")) or otherwise)


def inside(request: HttpRequest, url: str) -> str:
    """The address if it leads to this installation, else nothing."""
    is_ours = url_has_allowed_host_and_scheme(
        url, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return url if is_ours else ""


def text(request: HttpRequest, name: str) -> str:
    """What a form sent under a name; Refused when it is no text."""
    value = request.POST.get(name, "")
    if "\0" in value:
        raise Refused(NUL_WORDS)
    return value


def number(request: HttpRequest, name: str) -> int:
    """A whole number of the address; 0 where there is none."""
    said = request.GET.get(name, "")
    return int(said) if said.isdecimal() and len(said) < 10 else 0
