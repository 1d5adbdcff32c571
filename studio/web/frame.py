"""What surrounds every page: its words and looks, who may open it, and what it may load."""

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib.auth.middleware import LoginRequiredMiddleware
from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseNotFound,
    HttpResponseRedirect,
    StreamingHttpResponse,
)
from django.http.response import HttpResponseBase
from django.shortcuts import resolve_url
from django.template.loader import render_to_string

from studio import words
from studio.core import keys
from studio.models import Entry, Project
from studio.queries.values import BookHead

THEMES = ("light", "sepia", "dark")
SIZES, MOTIONS = ("large", "larger"), ("less",)
# What a screen reader is told of what is being written; else that it is done.
SPOKEN = ("off", "paragraphs")
POLICY = (
    "default-src 'self'; img-src 'self' data:; connect-src 'self' ws://{host} wss://{host}; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)

Answer = Callable[[HttpRequest], HttpResponseBase]


def surroundings(request: HttpRequest) -> dict[str, Any]:
    """For every template: the author's words, the looks that were chosen, the switched-off keys."""
    kept = {"theme": THEMES, "size": SIZES, "motion": MOTIONS, "spoken": SPOKEN}
    chosen = {name: request.COOKIES.get(name, "") for name in kept}
    return {
        "words": words.table(),
        **{name: value if value in kept[name] else "" for name, value in chosen.items()},
        "keys": "off" if request.COOKIES.get("keys") == "off" else "on",
    }


def around(project: Project, book: BookHead, *, room: str = "") -> dict[str, Any]:
    """For the pages of a book: its head, the words of its method, and the room one is in."""
    return {"book": book, "words": words_of(project), "room": room}


def words_of(project: Project) -> Mapping[str, str]:
    """The table of words as the method of a book has them."""
    rows = Entry.objects.filter(project=project, key=keys.PROTOCOL).current()
    return words.table(rows.values_list("body__words", flat=True).first() or {})


class SignedIn(LoginRequiredMiddleware):
    """Asks who it is on every page that is not open to all; a fragment has the whole page go."""

    def handle_no_permission(
        self, request: HttpRequest, view_func: Callable[..., Any]
    ) -> HttpResponseRedirect:
        answer = super().handle_no_permission(request, view_func)
        if request.headers.get("HX-Request"):
            answer.status_code = 204
            answer["HX-Redirect"] = resolve_url(self.get_login_url(view_func))
            del answer["Location"]
        return answer


def policy(get_response: Answer) -> Answer:
    """Pages load from here only; an address with a NUL leads nowhere."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        if "\0" in request.path or "%00" in request.META.get("QUERY_STRING", ""):
            return HttpResponseNotFound(render_to_string("404.html", request=request))
        response = _whole(get_response(request))
        rules = POLICY.format(host=request.get_host())
        response.headers.setdefault("Content-Security-Policy", rules)
        return response

    return answer


def _whole(response: HttpResponseBase) -> HttpResponseBase:
    """Style sheets and scripts in one piece: they are small, and an asynchronous server would
    read a stream of ours to its end anyway, with a warning at the terminal."""
    if not isinstance(response, StreamingHttpResponse) or response.is_async:
        return response
    whole = HttpResponse(response.getvalue(), status=response.status_code)
    whole.headers = response.headers
    response.close()
    return whole
