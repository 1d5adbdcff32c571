"""Go anywhere: what the palette lists, which is a page of its own without JavaScript."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from studio.queries import going
from studio.web import access, answers, frame

MOST_CHARACTERS = 200


@require_safe
def page(request: HttpRequest, book: str) -> HttpResponse:
    """Pages, sections and acts of a book, narrowed by what was typed."""
    project = access.book(request, book)
    found = going.going_page(project, _query(request))
    assert found.book is not None, "a book is open"
    return _answer(request, frame.around(project, found.book) | {"page": found})


@require_safe
def anywhere(request: HttpRequest) -> HttpResponse:
    """Books and pages where no book is open."""
    found = going.going_anywhere(access.account_id(request), _query(request))
    return _answer(request, {"page": found})


def _query(request: HttpRequest) -> str:
    return request.GET.get("q", "")[:MOST_CHARACTERS]


def _answer(request: HttpRequest, context: dict[str, object]) -> HttpResponse:
    name = "_list" if answers.is_fragment(request) else "page"
    return render(request, f"go/{name}.html", context)
