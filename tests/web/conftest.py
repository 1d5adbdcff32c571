"""Pages are asked for as a browser asks for them, by their author or by somebody else."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.drawn import drawn_once

if TYPE_CHECKING:
    from django.test import Client

    from studio.models import Endpoint
    from tests.building import Book


@pytest.fixture(autouse=True)
def _database(db: None) -> None:
    """Every page needs the database."""


@drawn_once
def book() -> Book:
    """The usual drawing, all of it written and accepted."""
    from tests import building

    return building.book(autonomy="ahead", is_written=True, is_running=False)


@pytest.fixture
def desk() -> Client:
    """The browser of the author of the books of these tests."""
    from tests.web import browsers

    return browsers.of("owner")


@pytest.fixture
def stranger() -> Client:
    """The browser of somebody with an account and no book."""
    from tests.web import browsers

    return browsers.of("stranger")


@pytest.fixture
def model(db: None) -> Endpoint:
    """A model whose price is unknown; the one that writes."""
    from studio.models import Endpoint

    told = {"name": "Plain", "base_url": "http://127.0.0.1:8/v1", "model": "plain"}
    row, _ = Endpoint.objects.update_or_create(is_default=True, defaults=told)
    return row
