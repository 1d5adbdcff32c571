"""Notes when an author was at a book last, so that its board can say what is new since."""

from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone

from studio.actions import presence

Answer = Callable[[HttpRequest], HttpResponseBase]
# What an open page asks by itself says nothing about whether anybody looks at it.
UNATTENDED = {"changes", "go"}
# Where one reads or writes, and would go on.
TEXTS = {"section", "write", "read_chapter", "outline", "brief", "plan_of_book"}


def noted(get_response: Answer) -> Answer:
    """After a page of a book was shown, keeps that its author was there."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        match = request.resolver_match
        if match is None or "book" not in match.kwargs or match.url_name in UNATTENDED:
            return response
        is_page = response.status_code == 200 and not request.headers.get("HX-Request")
        if is_page and request.user.pk is not None:
            where = request.path if match.url_name in TEXTS else ""
            book = match.kwargs["book"]
            presence.stamp(request.user.pk, book, where=where[:300], now=timezone.now())
        return response

    return answer
