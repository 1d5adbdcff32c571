"""A written book for the tests of a module: written once, over the real database and the scripted
server; what a test does to it is taken back after the test.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from django.db import transaction
from pytest_django import DjangoDbBlocker

if TYPE_CHECKING:
    from tests.stories.desk import Desk


@pytest.fixture(scope="module")
def written_once(
    request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[Desk]:
    # Models cannot be imported yet when this file is.
    from tests.stories import desk as desks

    told = getattr(request.module, "BOOK", {})
    with django_db_blocker.unblock(), transaction.atomic(), desks.desk(**told) as found:
        if getattr(request.module, "IS_WRITTEN", True):
            found.goes_on()
        yield found
        transaction.set_rollback(True)


@pytest.fixture
def desk(written_once: Desk, db: None) -> Iterator[Desk]:
    """The usual drawing, or what the module says in BOOK; written to the end, unless it says
    otherwise in IS_WRITTEN."""
    rules = list(written_once.server._rules)
    yield written_once
    written_once.server._script.clear()
    written_once.server._rules[:] = rules
