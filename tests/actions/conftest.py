"""Tests of actions run over the real database, each in a transaction that is taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.building import Book


@pytest.fixture(autouse=True)
def _database(db: None) -> None:
    """Every test of an action has the database."""


@pytest.fixture
def book() -> Book:
    """The usual drawing, with everything before the drafts accepted, running to the end."""
    # Models cannot be imported yet when this file is.
    from tests import building

    return building.book()
