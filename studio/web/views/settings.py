"""The settings of the desk: models and their prices, looks, keys, books that were put away."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from studio.actions import models, shelf
from studio.queries import about
from studio.queries.backups import backup_lines
from studio.queries.settings import settings_page
from studio.queries.values.settings import ModelLine, SettingsPage
from studio.web import access
from studio.web.setting_forms import Prices


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest) -> HttpResponse:
    """Everything that is set for all books; what is posted is the table of prices."""
    found = settings_page(access.account_id(request))
    form = Prices(request.POST or None, ids=[m.id for m in _priced(found)], initial=_initial(found))
    if request.method == "POST" and form.is_valid():
        models.set_prices(form.prices())
        messages.success(request, "Saved. What was spent stays at the price it had then.")
        return redirect("settings")
    rows = [(m, form[f"in-{m.id}"], form[f"out-{m.id}"]) for m in _priced(found)]
    context = {"page": found, "form": form, "prices": rows, "version": about.own_version()}
    if request.user.is_superuser:
        context |= {"keeps_backups": True, "backups": backup_lines()}
    return render(request, "settings/page.html", context, status=422 if form.errors else 200)


@require_POST
def take_back(request: HttpRequest) -> HttpResponse:
    """Puts a book back on the shelf."""
    owner_id = access.account_id(request)
    project = shelf.take_back(access.named(request, "name"), owner_id=owner_id)
    if project is None:
        raise Http404
    messages.success(request, f"“{project.title}” is back on your shelf.")
    return redirect("board", project.slug)


def _priced(page: SettingsPage) -> list[ModelLine]:
    return [model for model in page.models if not model.is_demo]


def _initial(page: SettingsPage) -> dict[str, Any]:
    return {
        f"{side}-{model.id}": price
        for model in _priced(page)
        for side, price in (("in", model.price_in), ("out", model.price_out))
    }
