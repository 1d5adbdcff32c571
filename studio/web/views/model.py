"""The models that write: set up, tried out, put in order, removed."""

import asyncio
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from studio.actions import models
from studio.llm.calls import Endpoint as Server
from studio.llm.calls import Patience
from studio.models import Endpoint
from studio.queries import endpoints, spending
from studio.queries.model import model_page
from studio.queries.values import ModelAnswer, Preset
from studio.web import answers
from studio.web.setting_forms import ModelSettings, Terms

# A model on the author's own machine may have to be loaded first.
PATIENCE = Patience(first_token=60.0)
FIELDS = (
    "name", "base_url", "model", "context_tokens", "price_in", "price_out",
    "requests_per_minute", "tokens_per_minute",
)  # fmt: skip


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest) -> HttpResponse:
    """The model that writes where a book has none of its own."""
    row = Endpoint.objects.filter(is_default=True, is_demo=False).first()
    return _page(request, row, "The model that writes")


@require_http_methods(["GET", "HEAD", "POST"])
def add(request: HttpRequest) -> HttpResponse:
    """One more model."""
    return _page(request, None, "One more model", is_new=True)


@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, model: int) -> HttpResponse:
    """A model that is set up already."""
    row = _row(model)
    if row.is_environment or row.is_demo:
        return _terms(request, row)
    return _page(request, row, row.name)


@require_POST
def remove(request: HttpRequest, model: int) -> HttpResponse:
    """Takes a model out of the list."""
    row = _row(model)
    with answers.saying(request, f"“{row.name}” is removed. What it wrote stays."):
        models.remove(row.pk)
    return redirect("settings")


@require_POST
def first(request: HttpRequest, model: int) -> HttpResponse:
    """Has a model write where a book has none of its own."""
    row = _row(model)
    models.make_default(row.pk)
    messages.success(request, f"“{row.name}” writes from the next step on.")
    return redirect("settings")


@require_POST
def test(request: HttpRequest, model: int) -> HttpResponse:
    """Asks a model for one word and says what came back."""
    row = _row(model)
    server = endpoints.server(row)
    if server is None:
        messages.error(request, "It does not run on this machine now.")
        return redirect("settings")
    found = _tried(server)
    if found.is_good:
        models.answered(row.pk)
    say = messages.success if found.is_good else messages.error
    say(request, f"{row.name}: {found.words}")
    return redirect("settings")


def _page(
    request: HttpRequest, row: Endpoint | None, title: str, *, is_new: bool = False
) -> HttpResponse:
    """The settings as a form; Test asks for one word and says what came back."""
    found, following = model_page(row), _following(request)
    preset = next((p for p in found.presets if p.key == request.GET.get("preset", "")), None)
    form = ModelSettings(request.POST or None, initial=_initial(row, preset, is_new=is_new))
    answer = None
    if request.method == "POST" and form.is_valid():
        if request.POST.get("act") == "test":
            answer = _try(form.cleaned_data, row)
        else:
            _save(form, row, is_new=is_new)
            messages.success(request, "Saved. It holds from the next step on.")
            return redirect(following or "settings")
    context = {
        "page": found, "form": form, "next": following, "title": title, "row": row,
        "preset_hint": preset.hint if preset else "", "answer": answer, "is_new": is_new,
        "currency": spending.currency(),
    }  # fmt: skip
    return render(request, "model/page.html", context, status=422 if form.errors else 200)


def _terms(request: HttpRequest, row: Endpoint) -> HttpResponse:
    """What a model costs and allows, where its address is not ours to change."""
    initial = {field: getattr(row, field) for field in Terms.base_fields}
    form = Terms(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        told = form.cleaned_data
        pace = (told["requests_per_minute"], told["tokens_per_minute"])
        setup = models.Setup("", None, "", 0, "", form.price(), *pace)
        models.change(row.pk, setup)
        messages.success(request, "Saved. It holds from the next step on.")
        return redirect("settings")
    context = {"form": form, "row": row, "currency": spending.currency()}
    return render(request, "model/terms.html", context, status=422 if form.errors else 200)


def _save(form: ModelSettings, row: Endpoint | None, *, is_new: bool) -> None:
    if is_new:
        models.add(form.setup())
    elif row is None or row.is_default:
        models.save_default(form.setup())
    else:
        models.change(row.pk, form.setup())


def _try(told: dict[str, Any], row: Endpoint | None) -> ModelAnswer:
    key = told["api_key"] or _kept_key(told["base_url"], row)
    url, model, context = told["base_url"], told["model"], told["context_tokens"]
    return _tried(Server(url, key, model, context))


def _tried(server: Server) -> ModelAnswer:
    # Here, because its SDK takes as long to load as all other pages together.
    from studio.llm import client

    found = asyncio.run(client.probe(server, patience=PATIENCE))
    return ModelAnswer(found.ok, found.words, tuple(found.models), found.seconds_to_first_token)


def _kept_key(base_url: str, row: Endpoint | None) -> str:
    """The key that is kept, for its own address only."""
    if row is not None and models.is_same_place(row.base_url, base_url):
        return row.api_key
    return models.kept_key(base_url)


def _initial(row: Endpoint | None, preset: Preset | None, *, is_new: bool) -> dict[str, Any]:
    env = settings.STUDIO
    if preset is not None:
        return {"base_url": preset.base_url, "context_tokens": 8_192}
    if row is not None:
        return {field: getattr(row, field) for field in FIELDS}
    if is_new:
        return {}
    return {"base_url": env.base_url, "model": env.model, "context_tokens": env.model_context}


def _row(model: int) -> Endpoint:
    row = Endpoint.objects.filter(pk=model).first() if model < 2**63 else None
    if row is None:
        raise Http404
    return row


def _following(request: HttpRequest) -> str:
    return answers.inside(request, request.POST.get("next") or request.GET.get("next", ""))
