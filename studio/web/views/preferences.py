"""How the desk looks and listens, kept in cookies that any page can be rendered by."""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from studio.web import answers
from studio.web.frame import MOTIONS, SIZES, SPOKEN, THEMES

YEAR = 365 * 24 * 3600


@require_POST
@login_not_required
def theme(request: HttpRequest) -> HttpResponse:
    """Light, sepia, dark, or as the system."""
    return _keep(request, "theme", THEMES)


@require_POST
@login_not_required
def size(request: HttpRequest) -> HttpResponse:
    """How large the letters are."""
    return _keep(request, "size", SIZES)


@require_POST
@login_not_required
def motion(request: HttpRequest) -> HttpResponse:
    """Whether things move into their places, or just stand there."""
    return _keep(request, "motion", MOTIONS)


@require_POST
@login_not_required
def spoken(request: HttpRequest) -> HttpResponse:
    """What a screen reader is told while the model writes."""
    return _keep(request, "spoken", SPOKEN)


@require_POST
@login_not_required
def keys(request: HttpRequest) -> HttpResponse:
    """Single keys on or off."""
    return _keep(request, "keys", ("off",))


def _keep(request: HttpRequest, name: str, choices: tuple[str, ...]) -> HttpResponse:
    response = answers.back(request, "library")
    chosen = request.POST.get(name, "")
    if chosen in choices:
        # Read by a script of ours too, which applies it at once.
        response.set_cookie(name, chosen, max_age=YEAR, samesite="Lax", secure=request.is_secure())
    else:
        response.delete_cookie(name, samesite="Lax")
    return response
