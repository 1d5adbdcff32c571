"""The web process sweeps too: leases of a dead worker are taken back although no worker is left."""

import asyncio
import contextlib

from channels.db import database_sync_to_async
from django.db import Error

from studio.worker import sweeper

_tasks: set[asyncio.Task[None]] = set()


def begin() -> None:
    """Sweeps from now on, in the running event loop."""
    _tasks.add(asyncio.get_running_loop().create_task(_sweep()))


async def end() -> None:
    """Sweeps no more."""
    for task in _tasks:
        task.cancel()
    await asyncio.gather(*_tasks, return_exceptions=True)
    _tasks.clear()


async def _sweep() -> None:
    while True:
        await asyncio.sleep(sweeper.pause())
        with contextlib.suppress(Error, OSError):
            await database_sync_to_async(sweeper.sweep)()
