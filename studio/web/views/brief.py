"""The brief: what the author stated, and what a change of it would touch."""

import dataclasses

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from studio.actions import books
from studio.actions.books import BadBrief, Statement
from studio.core import keys
from studio.core.digest import digest_of
from studio.models import Project
from studio.queries import book_units, consequences
from studio.queries.frame import brief_value
from studio.queries.plan import brief_view
from studio.web import access, frame
from studio.web.forms import Brief


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest, book: str) -> HttpResponse:
    """The brief as a form. A change that touches written text is shown before it is applied."""
    project = access.book(request, book)
    view, form = brief_view(project), Brief(request.POST or None, initial=_stated(project))
    if request.method == "POST" and form.is_valid():
        statement = form.statement(project.protocol_slug)
        effect, digest = _effect(project, statement)
        is_agreed = not effect or digest == request.POST.get("confirm")
        if is_agreed and _apply(request, project, statement, form):
            return redirect("brief", book)
        view = dataclasses.replace(view, effect=effect, effect_digest=digest)
    context = frame.around(project, view.book, room="plan") | {"brief": view, "form": form}
    return render(request, "brief/page.html", context, status=422 if form.errors else 200)


def _apply(request: HttpRequest, project: Project, statement: Statement, form: Brief) -> bool:
    actor_id = access.account_id(request)
    try:
        books.edit_brief(project.pk, statement, actor_id=actor_id, now=timezone.now())
    except BadBrief as bad:
        form.add_error(bad.field if bad.field in form.fields else None, str(bad))
        return False
    messages.success(request, "Applied. Nothing was rewritten.")
    return True


def _stated(project: Project) -> dict[str, object]:
    return {field: brief_value(project, field) for field in keys.BRIEF_FIELDS}


def _effect(project: Project, statement: Statement) -> tuple[str, str]:
    """What would show that its basis changed, in words, and the digest of change and effect."""
    writes = {keys.brief(f): {"value": getattr(statement, f)} for f in keys.BRIEF_FIELDS}
    touched = consequences.of_writes(project, writes, book_units.load(project).units).stale
    if not touched:
        return "", ""
    n = len(touched)
    what = "1 text was" if n == 1 else f"{n} texts were"
    words = f"{what} written from what you change and will say so. Nothing is rewritten."
    return words, digest_of([writes, sorted(touched)])
