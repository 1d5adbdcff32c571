"""How pages answer: flash messages, fragments, and refusals in the author's words."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme

from studio.actions.refusals import Refused

NUL_WORDS = "The text holds a NUL character, so it is not plain text. Remove it."


@dataclass(slots=True)
class Attempt:
    """Whether what was tried is done."""

    is_done: bool = False


@contextmanager
def saying(request: HttpRequest, done: str = "") -> Iterator[Attempt]:
    """Says on the next page that it is done, or why it is refused."""
    attempt = Attempt()
    try:
        yield attempt
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        attempt.is_done = True
        if done:
            messages.success(request, done)


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
