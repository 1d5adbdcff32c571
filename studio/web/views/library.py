"""The shelf of books."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from studio.actions import errands, example, running
from studio.queries.errands import on_shelf
from studio.queries.library import ORDERS, library
from studio.web import access, answers


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """All books of who asks; an open page gets just the shelf, while something is written."""
    sort = request.GET.get("sort", "")
    owner_id = access.account_id(request)
    found, going = library(owner_id, sort=sort, now=timezone.now()), on_shelf(owner_id)
    context = {
        "shelf": found,
        "books": found.books,
        "orders": [(name, said) for name, (said, _) in ORDERS.items()],
        "example": example.slug(),
        "is_under_way": any(b.go_on for b in found.books if b.slug != example.slug()),
        "errands": going,
        "is_going": any(book.is_going for book in found.books),
        "is_made": any(errand.is_underway for errand in going),
    }
    name = "_shelf" if answers.is_fragment(request) else "page"
    return render(request, f"library/{name}.html", context)


@require_POST
def open_example(request: HttpRequest) -> HttpResponse:
    """Puts the example book on a shelf that has none of it."""
    with answers.saying(request) as attempt:
        made = example.open_again(access.account_id(request), now=timezone.now())
    return redirect("board", made.slug) if attempt.is_done else redirect("library")


@require_POST
def copy(request: HttpRequest, book: str) -> HttpResponse:
    """Has a book of its own made that says what this one says."""
    project = access.book(request, book)
    errand = errands.copy(access.account_id(request), project, now=timezone.now())
    return redirect("errand", errand.pk)


@require_POST
def stop_everything(request: HttpRequest) -> HttpResponse:
    """Stops all that is being written, in every book of who asks."""
    n = running.stop_everything(access.account_id(request), now=timezone.now())
    said = "Everything is stopped. What has arrived is kept." if n else "Nothing was being written."
    with answers.saying(request, said):
        pass
    return answers.back(request, "library")
