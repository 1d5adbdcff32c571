"""Brings what happens to books into this process, for all its live pages.

One connection LISTENs for "book P is at number N"; another look at the numbers every few seconds
makes up for what was missed; text that is arriving is read twice a second while somebody looks at
the book. Pages are told through the channel layer in memory, and read for themselves.
"""

import asyncio
import contextlib
import logging
import random
from collections import Counter
from collections.abc import Mapping
from typing import Any

import psycopg
from channels.db import database_sync_to_async
from channels.layers import get_channel_layer
from django.db import Error, connection

from studio.actions.announce import CHANNEL
from studio.models import Project
from studio.web import arriving
from studio.web.arriving import Arriving

logger = logging.getLogger(__name__)
REREAD_SECONDS = 3.0
TEXT_SECONDS = 0.4
PAUSE, LONGEST_PAUSE = 0.5, 8.0

_looking: Counter[int] = Counter()
_numbers: dict[int, int] = {}
_texts: dict[int, Mapping[int, Arriving]] = {}
_tasks: list[asyncio.Task[None]] = []


def group(project_id: int) -> str:
    """The name under which the live pages of a book are told."""
    return f"book-{project_id}"


async def join(project_id: int) -> None:
    """From now on a page of this book is told what happens; the first one starts the listening."""
    _looking[project_id] += 1
    loop = asyncio.get_running_loop()
    if any(task.done() or task.get_loop() is not loop for task in _tasks):
        _tasks.clear()
    if not _tasks:
        _tasks.extend(loop.create_task(work()) for work in (_listen, _reread, _read_texts))


def leave(project_id: int) -> None:
    """One page of this book less."""
    _looking[project_id] -= 1
    if _looking[project_id] <= 0:
        del _looking[project_id]
        _numbers.pop(project_id, None)
        _texts.pop(project_id, None)


def number(project_id: int) -> int:
    """The highest change number that was heard of this book."""
    return _numbers.get(project_id, 0)


def texts(project_id: int) -> Mapping[int, Arriving]:
    """What is arriving for this book now, by attempt."""
    return _texts.get(project_id, {})


async def close() -> None:
    """Ends the listening."""
    for task in _tasks:
        task.cancel()
    await asyncio.gather(*_tasks, return_exceptions=True)
    _tasks.clear()


async def _listen() -> None:
    pause = PAUSE
    while True:
        try:
            async with await _connect() as link:
                pause = PAUSE
                await link.execute(f"LISTEN {CHANNEL}")
                async for notice in link.notifies():
                    await _hear(notice.payload)
        except psycopg.Error as error:
            logger.warning("not listening for changes, trying again: %s", error)
        await asyncio.sleep(pause * random.uniform(0.5, 1.0))
        pause = min(pause * 2, LONGEST_PAUSE)


async def _connect() -> psycopg.AsyncConnection[Any]:
    given = await database_sync_to_async(connection.get_connection_params)()
    known = ("host", "port", "dbname", "user", "password", "connect_timeout")
    alive = {k: v for k, v in given.items() if k.startswith(("keepalives", "tcp_", "ssl"))}
    wanted = {k: given[k] for k in known if given.get(k)} | alive
    return await psycopg.AsyncConnection.connect(**wanted, autocommit=True)


async def _hear(payload: str) -> None:
    project_id, _, number = payload.partition(":")
    if project_id.isdecimal() and number.isdecimal():
        await _note(int(project_id), int(number))


async def _reread() -> None:
    while True:
        with contextlib.suppress(Error):
            for project_id, number in await database_sync_to_async(_numbers_now)(list(_looking)):
                await _note(project_id, number)
        await asyncio.sleep(REREAD_SECONDS)


async def _note(project_id: int, number: int) -> None:
    if project_id in _looking and number > _numbers.get(project_id, 0):
        _numbers[project_id] = number
        await _tell(project_id, "book.changed")


async def _read_texts() -> None:
    while True:
        with contextlib.suppress(Error):
            found = await database_sync_to_async(_texts_now)(list(_looking))
            for project_id in list(_looking):
                now = found.get(project_id, {})
                if now != _texts.get(project_id, {}):
                    _texts[project_id] = now
                    await _tell(project_id, "text.arrived")
        await asyncio.sleep(TEXT_SECONDS)


async def _tell(project_id: int, what: str) -> None:
    layer = get_channel_layer()
    assert layer is not None, "the settings name one"
    await layer.group_send(group(project_id), {"type": what})


def _numbers_now(project_ids: list[int]) -> list[tuple[int, int]]:
    if not project_ids:
        return []
    rows = Project.objects.filter(pk__in=project_ids)
    return list(rows.values_list("pk", "change_number"))


def _texts_now(project_ids: list[int]) -> dict[int, dict[int, Arriving]]:
    return arriving.texts(project_ids) if project_ids else {}
