"""Choosing the model that writes."""

from datetime import datetime
from urllib.parse import urlsplit

from django.db import transaction

from studio.actions.announce import announce
from studio.actions.refusals import Refused
from studio.models import Endpoint, Project
from studio.queries.endpoints import demonstration, demonstration_row


class NoDemonstration(Refused):
    """The demonstration model does not run on this machine now. Set up another one, or begin
    without a model."""


def save_endpoint(base_url: str, api_key: str | None, model: str, context_tokens: int) -> Endpoint:
    """Makes this server the one that writes where a book has none of its own; no key keeps the
    old one, as long as the address stays."""
    with transaction.atomic():
        row = Endpoint.objects.select_for_update().filter(is_default=True, is_demo=False).first()
        row = row or _new_default()
        # A key goes only where it was given for.
        keeps_key = api_key is None and is_same_place(row.base_url, base_url)
        row.api_key = row.api_key if keeps_key else (api_key or "")
        row.base_url, row.model, row.context_tokens = base_url.rstrip("/"), model, context_tokens
        row.name = urlsplit(base_url).netloc[:80]
        row.save()
        return row


def choose_demonstration(project_id: int, *, now: datetime) -> None:
    """Has the small model of this machine write a book."""
    if demonstration() is None:
        raise NoDemonstration
    _choose(project_id, demonstration_row())


def _choose(project_id: int, endpoint: Endpoint | None) -> None:
    with transaction.atomic():
        project = Project.locked(project_id)
        project.endpoint = endpoint
        announce(project.pk, project.next_change())
        project.save(update_fields=["endpoint", "change_number"])


def _new_default() -> Endpoint:
    Endpoint.objects.filter(is_default=True).update(is_default=False)
    return Endpoint(is_default=True)


def _origin(url: str) -> tuple[str, str]:
    parts = urlsplit(url)
    return parts.scheme, parts.netloc


def is_same_place(one: str, other: str) -> bool:
    """Whether two addresses are on the same server: a key goes only where it was given for."""
    return _origin(one) == _origin(other)
