"""Intents in addresses and forms: every change can be linked to, and is planned before made."""

import json
from dataclasses import replace
from typing import Any

from django.core import signing
from django.http import QueryDict
from django.urls import reverse

from studio.core.intent import BadIntent, Intent, from_json
from studio.models import Project, Unit
from studio.web import access

SALT = "intent"
MOST_CHARACTERS = 4_000
MOST_CARDS = 200
UNREADABLE = "This address does not say what is to change. Go back and choose again."


def packed(intent: Intent) -> str:
    """An intent as part of an address: short enough even where it holds a whole page of text."""
    return signing.dumps(intent.as_json(), salt=SALT, compress=True)


def address(slug: str, intent: Intent) -> str:
    """Where the plan of an intent is shown."""
    return f"{reverse('change', args=[slug])}?intent={packed(intent)}"


def asked(project: Project, query: QueryDict) -> Intent:
    """The intent that an address or a form names; BadIntent where it names none."""
    if "intent" in query:
        return from_json(_value(query.get("intent", "")))
    told: dict[str, Any] = {"kind": query.get("kind", "")}
    for name in ("layer", "scope", "reason", "thing"):
        told[name] = query.get(name, "").strip()
    told["units"] = _many(query, "units")
    told["origin"] = _origin(query)
    told["includes_own"] = query.get("own", "") == "yes"
    for field, name in (("commit", "change"), ("version", "version")):
        if number := query.get(name, ""):
            told[field] = int(number) if number.isdecimal() and len(number) < 10 else 0
    told |= _of_paragraphs(project, _many(query, "paragraphs"))
    if cards := query.getlist("card")[:MOST_CARDS]:
        told |= _of_cards(project, cards, told["kind"])
    return from_json({name: value for name, value in told.items() if value})


def answered(intent: Intent, form: QueryDict) -> Intent:
    """The intent with what its author added on the page: why, and what should be different."""
    if not {"reason", "instead"} & set(form):
        return intent
    return replace(
        intent,
        reason=form.get("reason", intent.reason).strip()[:400],
        instead=form.get("instead", intent.instead).strip()[:MOST_CHARACTERS],
        instead_as=form.get("instead_as", "") or "note",
    )


def _value(said: str) -> object:
    try:
        return json.loads(said) if said.startswith("{") else signing.loads(said, salt=SALT)
    except (ValueError, signing.BadSignature) as bad:
        raise BadIntent(UNREADABLE) from bad


def _many(query: QueryDict, name: str) -> tuple[str, ...]:
    return tuple(part for value in query.getlist(name) for part in value.split(",") if part)


def _origin(query: QueryDict) -> str:
    origin = query.get("origin", "").strip()
    return f"before:{query.get('before', '').strip()}" if origin == "before" else origin


def _of_paragraphs(project: Project, html_ids: tuple[str, ...]) -> dict[str, Any]:
    """Paragraphs by the ids that pages carry: their step, and their ids there."""
    if not html_ids:
        return {}
    found = [access.paragraph(project, html_id) for html_id in html_ids]
    units = dict.fromkeys(unit.key for unit, _ in found)
    return {"units": tuple(units), "paragraphs": tuple(i for _, i in found)}


def _of_cards(project: Project, cards: list[str], kind: str) -> dict[str, Any]:
    """The steps that some cards of the board stand for, each once."""
    found = dict.fromkeys(key for card in cards for key in _of_card(project, card, kind))
    return {"units": tuple(found)} if found else {}


def _of_card(project: Project, card: str, kind: str) -> tuple[str, ...]:
    """The steps that a card of the board stands for; of a section its prose, or what to keep."""
    stem, _, rest = card.partition("-")
    rows = Unit.objects.in_project(project.pk).order_by("place")
    if stem == "s":
        units = rows.filter(section_id=rest)
        units = units if kind in ("keep", "trust") else units.exclude(movement_key="")
    elif stem == "u":
        units = rows.filter(pk=int(rest) if rest.isdecimal() and len(rest) < 18 else 0)
    else:
        units = rows.filter(key=rest)
    return tuple(units.values_list("key", flat=True)) if card else ()
