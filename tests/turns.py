"""What a worker does at one unit, in the process of the test, against a scripted server."""

import asyncio
import threading
from collections.abc import Iterator
from concurrent.futures import wait
from contextlib import contextmanager

from django.db import connection
from django.utils import timezone

from studio.actions import announce
from studio.models import Endpoint, Unit
from studio.worker import life, rows
from studio.worker.keeper import Keeper
from tests import building
from tests.building import Book
from tests.scripted import Server


@contextmanager
def kept() -> Iterator[Keeper]:
    """A keeper of leases; afterwards the threads that ran actions let the database go."""
    keeper = Keeper(30)
    try:
        yield keeper
    finally:
        keeper.close()
        announce.close()
        _let_go()


def book(server: Server, outline: str = building.OUTLINE) -> Book:
    """A drawn book that runs, whose model is a scripted server."""
    found = building.book(outline)
    Endpoint.objects.update(base_url=server.base_url, name="x")
    return found


def turn(book: Book, key: str, keeper: Keeper) -> Unit:
    """What becomes of a unit when a worker takes it up, without waiting for its time."""
    Unit.objects.filter(project=book.project_id, key=key).update(not_before=None)
    asyncio.run(life.operate_unit(book.unit(key).pk, keeper, f"one {timezone.now()}"))
    return book.unit(key)


def _let_go() -> None:
    threads = len(rows._POOL._threads)
    if not threads:
        return
    together = threading.Barrier(threads)

    def close() -> None:
        connection.close()
        together.wait(10)

    wait([rows._POOL.submit(close) for _ in range(threads)])
