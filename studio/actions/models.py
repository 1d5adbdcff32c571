"""Setting models up: where they answer, what they cost, which of them writes."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlsplit

from django.db import transaction
from django.utils import timezone

from studio.actions import resting
from studio.actions.announce import announce
from studio.actions.refusals import Refused
from studio.core.money import Price
from studio.models import Endpoint, Project
from studio.queries.endpoints import demonstration, demonstration_row


class NoDemonstration(Refused):
    """The demonstration model does not run on this machine now. Set up another one, or begin
    without a model."""


class SetOutside(Refused):
    """This model is set where the desk was started; its address and key are changed there."""


@dataclass(frozen=True, slots=True)
class Setup:
    """A model as somebody sets it up; a key of None keeps the one that is there."""

    base_url: str
    api_key: str | None
    model: str
    context_tokens: int
    name: str = ""
    price: Price | None = None
    requests_per_minute: int | None = None
    tokens_per_minute: int | None = None


def save_default(setup: Setup) -> Endpoint:
    """Makes this the model that writes where a book has none of its own."""
    with transaction.atomic():
        row = Endpoint.objects.select_for_update().filter(is_default=True, is_demo=False).first()
        return _save(row or _new_default(), setup)


def add(setup: Setup) -> Endpoint:
    """One more model to choose from; the first of all writes."""
    with transaction.atomic():
        is_first = not Endpoint.objects.filter(is_default=True).exists()
        return _save(Endpoint(is_default=is_first), setup)


def change(endpoint_id: int, setup: Setup) -> Endpoint:
    """Sets a model up anew; of one that the environment names, only what it costs and allows."""
    with transaction.atomic():
        row = Endpoint.objects.select_for_update().get(pk=endpoint_id)
        if row.is_environment or row.is_demo:
            return _save_terms(row, setup)
        return _save(row, setup)


def remove(endpoint_id: int) -> None:
    """Removes a model. Books that it wrote for go on with the one that writes."""
    with transaction.atomic():
        row = Endpoint.objects.select_for_update().get(pk=endpoint_id)
        if row.is_environment:
            raise SetOutside
        row.delete()


def make_default(endpoint_id: int) -> None:
    """Has this model write where a book has none of its own."""
    with transaction.atomic():
        row = Endpoint.objects.select_for_update().get(pk=endpoint_id)
        Endpoint.objects.filter(is_default=True).update(is_default=False)
        row.is_default = True
        row.save(update_fields=["is_default"])


def answered(endpoint_id: int) -> None:
    """A model that rested answers again: it may be asked at once."""
    with transaction.atomic():
        row = Endpoint.objects.select_for_update().get(pk=endpoint_id)
        resting.recovered(row, timezone.now())


def set_prices(prices: Mapping[int, Price | None]) -> None:
    """What models cost from now on; what was spent stays at the price it had then."""
    with transaction.atomic():
        for row in Endpoint.objects.select_for_update().filter(pk__in=prices):
            _set_price(row, prices[row.pk])
            row.save(update_fields=["price_in", "price_out"])


def choose_demonstration(project_id: int, *, now: datetime) -> None:
    """Has the small model of this machine write a book."""
    if demonstration() is None:
        raise NoDemonstration
    _choose(project_id, demonstration_row())


def is_same_place(one: str, other: str) -> bool:
    """Whether two addresses are on the same server: a key goes only where it was given for."""
    return _origin(one) == _origin(other)


def kept_key(base_url: str) -> str:
    """The key that is kept for this very server, if any."""
    keys = Endpoint.objects.exclude(api_key="").order_by("-pk").values_list("base_url", "api_key")
    return next((key for url, key in keys if is_same_place(url, base_url)), "")


def _save(row: Endpoint, setup: Setup) -> Endpoint:
    # A key goes only where it was given for.
    keeps_key = setup.api_key is None and is_same_place(row.base_url, setup.base_url)
    given = kept_key(setup.base_url) if setup.api_key is None else setup.api_key
    row.api_key = row.api_key if keeps_key else given
    row.base_url, row.model = setup.base_url.rstrip("/"), setup.model
    row.context_tokens = setup.context_tokens
    row.name = setup.name or f"{setup.model} at {urlsplit(setup.base_url).netloc}"[:80]
    return _save_terms(row, setup)


def _save_terms(row: Endpoint, setup: Setup) -> Endpoint:
    _set_price(row, setup.price)
    row.requests_per_minute = setup.requests_per_minute
    row.tokens_per_minute = setup.tokens_per_minute
    row.requests_full_at = row.tokens_full_at = None
    row.save()
    resting.recovered(row, timezone.now())
    return row


def _set_price(row: Endpoint, price: Price | None) -> None:
    row.price_in = price.tokens_in if price else None
    row.price_out = price.tokens_out if price else None


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
