"""A worker without Procrastinate: a SKIP LOCKED loop over the units themselves.

`python -m tests.plain_queue --concurrency=4` lives the same life as `manage.py worker`: the same
claims, keeper, operations and sweeps. That its books come out the same proves that nothing rests
on the queue.
"""

import argparse
import asyncio
import os
import secrets
import signal
import time

import django

LOOK_SECONDS = 0.05
# A unit whose claim was refused is not looked at again for so long.
REFUSED_SECONDS = 0.3

NEXT = """
    SELECT unit.id FROM studio_unit AS unit
    JOIN studio_project AS project ON project.id = unit.project_id
    WHERE unit.work = 'pending' AND unit.n_unmet = 0 AND NOT unit.is_retired
      AND project.is_running AND NOT unit.id = ANY(%s)
      AND (unit.not_before IS NULL OR unit.not_before <= now())
    ORDER BY unit.place, unit.id
    LIMIT 1 FOR UPDATE OF unit SKIP LOCKED
"""


def next_unit(but: list[int]) -> int | None:
    """A unit that could start and that nobody else is just looking at."""
    from django.db import connection, transaction

    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(NEXT, [but])
        row = cursor.fetchone()
    return int(row[0]) if row else None


class Loop:
    """Looks for work again and again, until it is told to leave."""

    def __init__(self, concurrency: int) -> None:
        from django.conf import settings

        from studio.worker.keeper import Keeper

        self._name = f"plain:{os.getpid()}:{secrets.token_hex(3)}"
        self._keeper = Keeper(settings.STUDIO.lease_seconds)
        self._slots = asyncio.Semaphore(concurrency)
        self._tried: dict[int, float] = {}
        self._running: set[asyncio.Task[None]] = set()
        self._leaving = asyncio.Event()

    async def open(self) -> None:
        from studio.worker import rows

        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, self._leaving.set)
        sweeping = asyncio.create_task(self._sweep())
        while not self._leaving.is_set():
            await self._slots.acquire()
            found = await rows.insist(next_unit, self._but())
            if found is None:
                self._slots.release()
                await asyncio.sleep(LOOK_SECONDS)
            else:
                self._tried[found] = time.monotonic()
                self._begin(found)
        await asyncio.gather(*self._running)
        sweeping.cancel()
        self._keeper.close()

    def _but(self) -> list[int]:
        since = time.monotonic() - REFUSED_SECONDS
        self._tried = {unit_id: at for unit_id, at in self._tried.items() if at > since}
        return list(self._tried)

    def _begin(self, unit_id: int) -> None:
        task = asyncio.create_task(self._operate(unit_id))
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def _operate(self, unit_id: int) -> None:
        from studio.worker import life

        try:
            await life.operate_unit(unit_id, self._keeper, self._name, self._leaving.is_set)
        finally:
            self._slots.release()

    async def _sweep(self) -> None:
        from studio.worker import rows, sweeper

        while True:
            await rows.insist(sweeper.sweep)
            await asyncio.sleep(sweeper.pause())


def main() -> None:
    """Works until SIGTERM."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--concurrency", type=int, default=4)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "studio.settings")
    django.setup()
    from studio.worker import faults

    faults.arm()
    asyncio.run(Loop(parser.parse_args().concurrency).open())


if __name__ == "__main__":
    main()
