"""Tests of actions run over the real database, each in a transaction that is taken back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from django.db import transaction
from pytest_django import DjangoDbBlocker

if TYPE_CHECKING:
    from tests.building import Book


@pytest.fixture(autouse=True)
def _database(db: None) -> None:
    """Every test of an action has the database."""


@pytest.fixture(scope="module")
def drawn(
    request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[Book]:
    """The book of a module, drawn once; what a test does to it is taken back after the test."""
    # Models cannot be imported yet when this file is.
    from tests import building

    with django_db_blocker.unblock(), transaction.atomic():
        yield building.book(**getattr(request.module, "BOOK", {}))
        transaction.set_rollback(True)


@pytest.fixture
def book(drawn: Book, db: None) -> Book:
    """The usual drawing, unless the module says otherwise in BOOK: with everything before the
    drafts accepted, and running to the end."""
    return drawn
