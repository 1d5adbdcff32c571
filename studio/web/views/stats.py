"""Progress and spending, as pages and as files."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from studio.queries import stats
from studio.web import access, frame

_FILES = {"words": stats.days_csv, "states": stats.states_csv, "tokens": stats.tokens_csv}


@require_safe
def page(request: HttpRequest, book: str) -> HttpResponse:
    """Words by day and by state, tokens by step and model."""
    project = access.book(request, book)
    found = stats.stats_page(project)
    wanted = request.GET.get("as", "")
    if file := _FILES.get(wanted):
        disposition = f'attachment; filename="{project.slug}-{wanted}.csv"'
        headers = {"Content-Disposition": disposition}
        return HttpResponse(
            "\ufeff" + file(found), content_type="text/csv; charset=utf-8", headers=headers
        )
    context = frame.around(project, found.book, room="stats") | {"page": found}
    return render(request, "stats/page.html", context)
