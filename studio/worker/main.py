"""The worker process: Procrastinate for the doorbell, a keeper for leases, a sweeper for the rest."""

import asyncio
import contextlib
import logging
import os
import signal
import socket
from collections.abc import Iterator

from django.db import Error, connection
from django.utils import timezone
from procrastinate import App, PsycopgConnector
from procrastinate.contrib.django.utils import connector_params
from psycopg_pool import PoolTimeout

from studio.actions import bell, endings
from studio.worker import life, rows
from studio.worker.keeper import Keeper

logger = logging.getLogger(__name__)
SWEEP_SECONDS = 5.0
LEAVE_SECONDS = 4.0
FETCH_SECONDS = 5.0
RESTART_SECONDS = 1.0


def run(concurrency: int) -> None:
    """Works until a signal: the first lets current calls finish, a second gives them back."""
    asyncio.run(Shop(concurrency).open())


class Shop:
    """One worker process."""

    def __init__(self, concurrency: int) -> None:
        self.name = f"{socket.gethostname()}:{os.getpid()}"
        self._concurrency = concurrency
        self._keeper = Keeper(life.lease_seconds())
        self._n_signals = 0
        self._leaving = asyncio.Event()
        self._work: asyncio.Task[None] | None = None

    async def open(self) -> None:
        loop = asyncio.get_running_loop()
        for signum in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(signum, self._signalled)
        sweeper = asyncio.create_task(self._sweep())
        while not self._leaving.is_set():
            self._work = asyncio.create_task(self._serve())
            with contextlib.suppress(asyncio.CancelledError):
                await self._until_broken(self._work)
        sweeper.cancel()
        self._keeper.close()

    async def _until_broken(self, work: asyncio.Task[None]) -> None:
        """A queue that lost its database is opened again; jobs are a doorbell, not a ledger."""
        try:
            await work
        except (Error, OSError, PoolTimeout, Exception) as error:  # noqa: B014
            if isinstance(error, asyncio.CancelledError):
                raise
            logger.warning("the queue is opened again: %s", error)
            await asyncio.sleep(RESTART_SECONDS)

    async def _serve(self) -> None:
        app = App(connector=_connector())

        @app.task(name=bell.TASK, queue=bell.QUEUE)
        async def operate_unit(unit_id: int) -> None:
            await life.operate_unit(unit_id, self._keeper, self.name)

        async with app.open_async():
            await app.run_worker_async(
                queues=[bell.QUEUE],
                name=self.name,
                concurrency=self._concurrency,
                delete_jobs="always",
                install_signal_handlers=False,
                fetch_job_polling_interval=FETCH_SECONDS,
            )

    async def _sweep(self) -> None:
        """Takes back dead leases and rings for what was forgotten, whatever the queue does."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS * 0.9)
            with contextlib.suppress(Error):
                await rows.call(sweep)

    def _signalled(self) -> None:
        self._n_signals += 1
        self._leaving.set()
        if self._n_signals == 1 and self._work is not None:
            logger.info("leaving when what is being written is done")
            self._work.cancel()
        elif self._n_signals > 1:
            asyncio.get_running_loop().create_task(self._leave_now())

    async def _leave_now(self) -> None:
        with contextlib.suppress(Exception):
            await asyncio.wait_for(rows.call(self._give_back), timeout=LEAVE_SECONDS)
        os._exit(0)

    def _give_back(self) -> None:
        for claimed in self._keeper.held():
            endings.let_go(claimed, "The program was closed.", now=timezone.now())


def sweep() -> tuple[int, int]:
    """One round of the reaper: how many leases were taken back, and how many units rung for.

    An advisory lock lets one process at a time do it; the others have nothing to add.
    """
    with _alone() as is_alone:
        if not is_alone:
            return 0, 0
        now = timezone.now()
        return endings.reap(now=now), endings.ring_forgotten(now=now)


@contextlib.contextmanager
def _alone() -> Iterator[bool]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(hashtext('studio sweeper'))")
        is_alone = bool(cursor.fetchone()[0])
        try:
            yield is_alone
        finally:
            if is_alone:
                cursor.execute("SELECT pg_advisory_unlock(hashtext('studio sweeper'))")


def _connector() -> PsycopgConnector:
    parameters = connector_params()
    options = parameters.pop("options", "")
    return PsycopgConnector(
        kwargs={**parameters, "options": f"{options} -c synchronous_commit=off".strip()},
        min_size=1,
        max_size=3,
    )
