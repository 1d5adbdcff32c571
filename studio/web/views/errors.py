"""Pages for what went wrong, in the frame, with an id that the log has too."""

import logging
import secrets
import sys
from typing import Any

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from psycopg import errors

from studio.queries.frame import book_head
from studio.web import access, frame

logger = logging.getLogger(__name__)


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """What was sent cannot be read."""
    return _answer(request, 400, exception)


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """It is not theirs to open."""
    return _answer(request, 403, exception)


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """There is nothing here; in a book, its other pages are."""
    return render(request, "404.html", _in_book(request), status=404)


def _in_book(request: HttpRequest) -> dict[str, Any]:
    match, user = request.resolver_match, getattr(request, "user", None)
    slug = match.kwargs.get("book") if match else None
    project = access.book_of(user.pk, slug) if slug and user and user.pk else None
    return frame.around(project, book_head(project)) if project else {}


def broken(request: HttpRequest) -> HttpResponse:
    """A mistake of ours, or a database that refuses for a reason that has words."""
    told = _told(sys.exc_info()[1])
    try:
        return _answer(request, 500, None, told)
    except Exception:
        # The frame asks for the account, which needs the database; without it there is no frame.
        logger.exception("the page for mistakes could not be made either")
        return HttpResponse(render_to_string("500.html", {"told": told}), status=500)


def _told(error: BaseException | None) -> str:
    """What is to be said of an error of the database, with what to do; '' of any other."""
    if not isinstance(error, OperationalError | InterfaceError):
        return ""
    if isinstance(error.__cause__, errors.DiskFull):
        return "The disk of the database is full. Make room on it; what is being written waits."
    if isinstance(error.__cause__, errors.QueryCanceled | errors.LockNotAvailable):
        return "The database took too long to answer. Try again in a moment."
    return "The database is not to be reached just now. It is tried again by itself."


def _answer(
    request: HttpRequest, status: int, exception: Exception | None, told: str = ""
) -> HttpResponse:
    log_id = secrets.token_hex(4)
    logger.warning("%s answered %d, id %s: %r", request.path, status, log_id, exception)
    return render(request, f"{status}.html", {"log_id": log_id, "told": told}, status=status)
