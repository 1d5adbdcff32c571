"""The brief: what the author stated, and what a change of it would touch."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from studio.actions import books
from studio.actions.books import BadBrief, Statement
from studio.core import keys
from studio.core.intent import Intent
from studio.models import Project
from studio.queries.frame import brief_value
from studio.queries.plan import brief_view
from studio.web import access, frame
from studio.web.forms import Brief
from studio.web.views import change


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest, book: str) -> HttpResponse:
    """The brief as a form. A change that touches written text is shown before it is applied."""
    project = access.book(request, book)
    view, form = brief_view(project), Brief(request.POST or None, initial=_stated(project))
    if request.method == "POST" and form.is_valid():
        told = _checked(project, form)
        if told is not None:
            edit = Intent("set", sets=_sets(project, told))
            plan = change.made(request, project, edit) if edit.sets else None
            return plan or redirect("brief", book)
    context = frame.around(project, view.book, room="plan") | {"brief": view, "form": form}
    return render(request, "brief/page.html", context, status=422 if form.errors else 200)


def _checked(project: Project, form: Brief) -> Statement | None:
    """What was stated, made clean; None where it cannot be used, which the form then says."""
    try:
        return books.checked(form.statement(project.protocol_slug))
    except BadBrief as bad:
        form.add_error(bad.field if bad.field in form.fields else None, str(bad))
        return None


def _stated(project: Project) -> dict[str, object]:
    return {field: brief_value(project, field) for field in keys.BRIEF_FIELDS}


def _sets(project: Project, told: Statement) -> dict[str, dict[str, object]]:
    """What is stated otherwise than before, by the key of its entry."""
    stated = _stated(project)
    new = {f: getattr(told, f) for f in keys.BRIEF_FIELDS if getattr(told, f) != stated[f]}
    return {keys.brief(field): {"value": value} for field, value in new.items()}
