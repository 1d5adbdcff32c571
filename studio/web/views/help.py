"""Help."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from studio import words


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """How the desk works, what its marks and words mean, and its keys."""
    return render(request, "help/page.html", {"states": words.STATES, "glossary": words.GLOSSARY})
