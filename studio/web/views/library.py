"""The shelf of books."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from studio.queries.library import library
from studio.web import access


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """All books of who asks."""
    books = library(access.account_id(request))
    context = {"books": books, "is_under_way": any(book.go_on for book in books)}
    return render(request, "library/page.html", context)
