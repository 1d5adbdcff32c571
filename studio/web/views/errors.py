"""Pages for what went wrong, in the frame, with an id that the log has too."""

import logging
import secrets

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string

logger = logging.getLogger(__name__)


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """What was sent cannot be read."""
    return _answer(request, 400, exception)


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """It is not theirs to open."""
    return _answer(request, 403, exception)


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """There is nothing here."""
    return render(request, "404.html", status=404)


def broken(request: HttpRequest) -> HttpResponse:
    """A mistake of ours."""
    try:
        return _answer(request, 500, None)
    except Exception:
        # The frame asks for the account, which needs the database; without it there is no frame.
        logger.exception("the page for mistakes could not be made either")
        return HttpResponse(render_to_string("500.html"), status=500)


def _answer(request: HttpRequest, status: int, exception: Exception | None) -> HttpResponse:
    log_id = secrets.token_hex(4)
    logger.warning("%s answered %d, id %s: %r", request.path, status, log_id, exception)
    return render(request, f"{status}.html", {"log_id": log_id}, status=status)
