"""What the desk is and is made of."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from studio.queries.about import about_page


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Versions, and the licences of what is installed."""
    return render(request, "about/page.html", {"page": about_page()})
