"""The versions of a section: compared, and taken back."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from studio.actions import judging
from studio.queries.history import history_page
from studio.web import access, answers, frame


@require_safe
def page(request: HttpRequest, book: str, section: str) -> HttpResponse:
    """All versions, and two of them compared."""
    project = access.book(request, book)
    asked = {name: request.GET.get(name, "") for name in ("older", "newer")}
    with access.or_404():
        found = history_page(project, section, older=asked["older"], newer=asked["newer"])
    context = frame.around(project, found.book, room="board") | {"page": found}
    return render(request, "history/page.html", context)


@require_POST
def restore(request: HttpRequest, book: str, section: str) -> HttpResponse:
    """Takes an earlier version back, as a new one."""
    project = access.book(request, book)
    version = access.version(project, section, request.POST.get("version", ""))
    with answers.saying(request, f"Version {version.number} is your text again."):
        judging.restore(version.pk, actor_id=access.account_id(request), now=timezone.now())
    return redirect("section_history", book, section)
