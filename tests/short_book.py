"""A short book that the worker's own code writes in the test's process, over real HTTP."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from concurrent.futures import wait
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from studio.worker.keeper import Keeper
    from tests.scripted import Server

MOST_TURNS = 12


@pytest.fixture
def server() -> Iterator[Server]:
    from tests.scripted import scripted_server

    with scripted_server() as found:
        yield found


@pytest.fixture
def keeper() -> Iterator[Keeper]:
    from studio.worker.keeper import Keeper

    found = Keeper(30)
    yield found
    found.close()


@pytest.fixture
def book(server: Server, transactional_db: None) -> Iterator[int]:
    from tests import processes

    yield processes.begin(server, words=200, n_parallel=1)
    _let_go()
    processes.clear_away()


def goes_on(book: int, keeper: Keeper) -> list[str]:
    """What a worker does, without waiting between attempts, until nothing may start."""
    from studio.actions import readiness
    from studio.models import Project, Unit
    from studio.worker import life

    turns: list[str] = []
    while len(turns) < MOST_TURNS:
        Unit.objects.filter(project=book).update(not_before=None)
        ready = readiness.ready(Project.objects.get(pk=book))
        if not ready:
            break
        unit = Unit.objects.get(pk=ready[0])
        turns.append(unit.key)
        asyncio.run(life.operate_unit(unit.pk, keeper, "one"))
    return turns


def _let_go() -> None:
    """The threads that ran actions keep their connections, and with them the database."""
    from django.db import connection

    from studio.worker import rows

    threads = len(rows._POOL._threads)
    together = threading.Barrier(threads)

    def close() -> None:
        connection.close()
        together.wait(10)

    wait([rows._POOL.submit(close) for _ in range(threads)])
