"""Books that are drawn once for the tests of a module.

    @drawn_once
    def book() -> Book:
        return building.book(is_written=True)

What a test does to such a book is taken back after the test, for each has a transaction of its own
(`db`) within that of the module.
"""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest
from django.db import transaction
from pytest_django import DjangoDbBlocker

if TYPE_CHECKING:
    from tests.building import Book


def drawn_once(draw: "Callable[[], Book]") -> "Callable[..., Iterator[Book]]":
    """A fixture of the module, named as the function that draws."""

    @pytest.fixture(scope="module", name=draw.__name__)
    def drawn(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> "Iterator[Book]":
        with django_db_blocker.unblock(), transaction.atomic():
            yield draw()
            transaction.set_rollback(True)

    drawn.__doc__ = draw.__doc__
    return drawn
