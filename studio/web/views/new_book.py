"""Beginning a book."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.html import format_html
from django.views.decorators.http import require_http_methods

from studio import protocols
from studio.actions import books, models, running
from studio.actions.books import BadBrief
from studio.models import Endpoint, Project
from studio.queries import cost_words, endpoints, spending
from studio.web import access, answers
from studio.web.forms import NewBook


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest) -> HttpResponse:
    """Asks what the book is to be; before that, where there is none, which model is to write."""
    choice = request.POST.get("model") or request.GET.get("model", "")
    if not choice and not _has_model():
        return render(request, "new/page.html", {"needs_model_choice": True})
    form = NewBook(request.POST or None, methods=methods(), initial={"model": choice})
    if request.method == "POST" and form.is_valid():
        project = _begin(request, form)
        if project is not None:
            return redirect("board", project.slug)
    status = 422 if form.is_bound else 200
    context = {
        "form": form,
        "without_model": choice == "none",
        "first_cost": _first_cost(request, choice),
        "limits": spending.of_new_book(),
    }
    return render(request, "new/page.html", context, status=status)


def _first_cost(request: HttpRequest, choice: str) -> str:
    """What the plan takes with the model that will propose it; '' where none will."""
    model = endpoints.of_new_book(is_demo=choice == "demo")
    if model is None or choice == "none":
        return ""
    return cost_words.of_first_plan(access.account_id(request), model)


def _begin(request: HttpRequest, form: NewBook) -> Project | None:
    now, model = timezone.now(), form.cleaned_data["model"]
    statement = form.statement(form.cleaned_data["protocol"])
    try:
        project = books.begin(statement, owner_id=access.account_id(request), now=now)
    except BadBrief as bad:
        form.add_error(bad.field if bad.field in form.fields else None, str(bad))
        return None
    with answers.saying(request):
        if model == "demo":
            models.choose_demonstration(project.pk, now=now)
        if model != "none":
            running.resume(project.pk, now=now)
    return project


def _has_model() -> bool:
    return (
        endpoints.from_environment() is not None
        or Endpoint.objects.filter(is_default=True).exists()
    )


def methods() -> list[tuple[str, str]]:
    """The methods that a book may begin by, each in a line."""
    templates = [protocols.load(slug)[0] for slug in protocols.slugs()]
    said = "<strong>{}</strong>: {}"
    return [
        (t["slug"], format_html(said, t["title"], _uncapitalised(t["summary"]))) for t in templates
    ]


def _uncapitalised(text: str) -> str:
    return text[:1].lower() + text[1:]
