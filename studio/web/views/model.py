"""Where the model answers: set up, tried out, saved."""

import asyncio
import dataclasses
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from studio.actions import models
from studio.llm import client
from studio.models import Endpoint
from studio.queries.model import model_page
from studio.queries.values import ModelAnswer, ModelPage, Preset
from studio.web import answers
from studio.web.forms import ModelSettings

# A model on the author's own machine may have to be loaded first.
PATIENCE = client.Patience(first_token=60.0)


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest) -> HttpResponse:
    """The settings as a form; Test asks for one word and says what came back."""
    found, following = model_page(), _following(request)
    preset = _preset(found, request.GET.get("preset", ""))
    form = ModelSettings(request.POST or None, initial=_initial(preset))
    if request.method == "POST" and form.is_valid():
        if request.POST.get("act") == "test":
            found = dataclasses.replace(found, answer=_try(form.cleaned_data))
        else:
            _save(form.cleaned_data)
            messages.success(request, "Saved. It writes from the next step on.")
            return redirect(following or "model")
    context = {"page": found, "form": form, "next": following, "preset_hint": _hint(preset)}
    return render(request, "model/page.html", context, status=422 if form.errors else 200)


def _save(told: dict[str, Any]) -> None:
    models.save_endpoint(
        told["base_url"], told["api_key"] or None, told["model"], told["context_tokens"]
    )


def _try(told: dict[str, Any]) -> ModelAnswer:
    key = told["api_key"] or _kept_key(told["base_url"])
    endpoint = client.Endpoint(told["base_url"], key, told["model"], told["context_tokens"])
    found = asyncio.run(client.probe(endpoint, patience=PATIENCE))
    return ModelAnswer(found.ok, found.words, tuple(found.models), found.seconds_to_first_token)


def _kept_key(base_url: str) -> str:
    """The key that is kept, for its own address only."""
    row = Endpoint.objects.filter(is_default=True, is_demo=False).first()
    return row.api_key if row and models.is_same_place(row.base_url, base_url) else ""


def _initial(preset: Preset | None) -> dict[str, Any]:
    row = Endpoint.objects.filter(is_default=True, is_demo=False).first()
    env = settings.STUDIO
    if preset is not None:
        return {"base_url": preset.base_url, "context_tokens": 8_192}
    if row is not None:
        return {f: getattr(row, f) for f in ("base_url", "model", "context_tokens")}
    return {"base_url": env.base_url, "model": env.model, "context_tokens": env.model_context}


def _preset(page: ModelPage, key: str) -> Preset | None:
    return next((preset for preset in page.presets if preset.key == key), None)


def _hint(preset: Preset | None) -> str:
    return preset.hint if preset else ""


def _following(request: HttpRequest) -> str:
    return answers.inside(request, request.POST.get("next") or request.GET.get("next", ""))
