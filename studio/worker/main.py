"""The worker process: Procrastinate for the doorbell, a keeper for leases, a sweeper for the rest.

A job only says which unit to look at. The operation runs in a task of ours, which the queue can
neither cancel nor hold up: an error while a job is fetched or finished costs no call.
"""

import asyncio
import logging
import os
import signal
import threading
from collections.abc import Callable
from importlib import import_module

from django.conf import settings
from django.db import Error
from django.utils import timezone

from studio.actions import endings
from studio.actions.claims import Claimed
from studio.worker import (
    backing_up,
    doorbell,
    errands,
    faults,
    life,
    orphans,
    printing,
    rows,
    sweeper,
)
from studio.worker.keeper import Keeper

logger = logging.getLogger(__name__)
RESTART_SECONDS = 0.5
CLOSE_SECONDS = 3.0
# A second signal must have let go of all, and be gone, before a supervisor loses its patience.
LEAVE_SECONDS = 4.0
LET_GO = "The program was closed."

# What makes a file or does an errand; it is told whether the worker is leaving.
Make = Callable[[int, Callable[[], bool]], None]


def run(concurrency: int) -> None:
    """Works until a signal: the first lets current calls finish, a second gives them back."""
    faults.arm()
    asyncio.run(Shop(concurrency).open())


class Shop:
    """One worker process."""

    def __init__(self, concurrency: int) -> None:
        self.name = orphans.new_name()
        self._concurrency = concurrency
        self._slots = asyncio.Semaphore(concurrency)
        self._operations: set[asyncio.Task[None]] = set()
        # One of each at a time: a long book takes more than a gigabyte.
        self._press, self._errands = asyncio.Semaphore(1), asyncio.Semaphore(1)
        self._making: set[asyncio.Task[None]] = set()
        self._leaving, self._hurrying = asyncio.Event(), asyncio.Event()
        self._keeper = Keeper(settings.STUDIO.lease_seconds)

    async def open(self) -> None:
        """Answers the doorbell until a signal, then finishes what is being written."""
        loop = asyncio.get_running_loop()
        for signum in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(signum, self._signalled)
        sweeping = asyncio.create_task(self._sweep())
        taking_back = asyncio.create_task(self._take_back())
        # While the first units are claimed.
        loop.run_in_executor(None, import_module, "studio.llm.client")
        logger.info("at work as %s, %s at once", self.name, self._concurrency)
        while not self._leaving.is_set():
            await self._serve()
        await self._finish()
        taking_back.cancel()
        sweeping.cancel()
        self._keeper.close()

    def _signalled(self) -> None:
        if not self._leaving.is_set():
            logger.info("leaving when what is being written is done")
            self._leaving.set()
        elif not self._hurrying.is_set():
            logger.info("leaving at once")
            self._hurrying.set()
            _leave_within(LEAVE_SECONDS)

    async def _serve(self) -> None:
        """Keeps the doorbell answered until it breaks or it is time to leave."""
        ringing = asyncio.create_task(
            doorbell.answer(
                self._begin,
                self._begin_printing,
                self._begin_errand,
                self._begin_backup,
                name=self.name,
                concurrency=self._concurrency,
            )
        )
        leaving = asyncio.create_task(self._leaving.wait())
        await asyncio.wait({ringing, leaving}, return_when=asyncio.FIRST_COMPLETED)
        leaving.cancel()
        ringing.cancel()
        await asyncio.wait({ringing}, timeout=CLOSE_SECONDS)
        if ringing.done() and not ringing.cancelled() and (error := ringing.exception()):
            logger.warning("the doorbell is set up again: %s", error)
            await asyncio.sleep(RESTART_SECONDS)

    async def _begin(self, unit_id: int) -> None:
        """Operates a unit in a task that outlives its job; the job ends with it, or before it."""
        operation = asyncio.create_task(self._operate(unit_id))
        self._operations.add(operation)
        operation.add_done_callback(self._operations.discard)
        await asyncio.shield(operation)

    async def _begin_printing(self, export_id: int) -> None:
        self._begin_making(self._press, printing.print_export, export_id)

    async def _begin_errand(self, errand_id: int) -> None:
        self._begin_making(self._errands, errands.do_errand, errand_id)

    async def _begin_backup(self, backup_id: int) -> None:
        self._begin_making(self._errands, backing_up.back_up, backup_id)

    def _begin_making(self, turn: asyncio.Semaphore, make: Make, row_id: int) -> None:
        """Makes it in a task of its own: its job does not wait, and takes no place of calls."""
        making = asyncio.create_task(self._make(turn, make, row_id))
        self._making.add(making)
        making.add_done_callback(self._making.discard)

    async def _make(self, turn: asyncio.Semaphore, make: Make, row_id: int) -> None:
        async with turn:
            if self._leaving.is_set():
                return
            try:
                await rows.call(make, row_id, self._leaving.is_set)
            except Error as error:
                logger.warning("%s %s is left to another worker: %s", make.__name__, row_id, error)

    async def _operate(self, unit_id: int) -> None:
        async with self._slots:
            if self._leaving.is_set():
                return
            try:
                await life.operate_unit(unit_id, self._keeper, self.name, self._leaving.is_set)
            except Exception:
                logger.exception("unit %s met a mistake of the program", unit_id)

    async def _sweep(self) -> None:
        while True:
            try:
                await rows.call(sweeper.sweep)
            except Error as error:
                logger.warning("could not sweep: %s", error)
            except Exception:
                logger.exception("could not sweep")
            await asyncio.sleep(sweeper.pause())

    async def _take_back(self) -> None:
        """What the dead of this machine held is free at once, and not when their leases end."""
        try:
            n = await rows.call(orphans.take_back, self.name)
        except Error as error:
            logger.warning("left until the leases end: %s", error)
        else:
            logger.info("took back %s of workers that are gone", n)

    async def _finish(self) -> None:
        """Waits for what is being written, or gives it back when there is no time for that."""
        hurrying = asyncio.create_task(self._hurrying.wait())
        while self._operations and not self._hurrying.is_set():
            await asyncio.wait({*self._operations, hurrying}, return_when=asyncio.FIRST_COMPLETED)
        hurrying.cancel()
        await asyncio.gather(*self._making, return_exceptions=True)
        held = self._keeper.held()
        for operation in self._operations:
            operation.cancel()
        await asyncio.gather(*self._operations, return_exceptions=True)
        try:
            await rows.call(_let_go, held)
        except Error as error:
            logger.warning("not given back, to be taken back when the leases end: %s", error)


def _let_go(held: list[Claimed]) -> None:
    for claimed in held:
        endings.let_go(claimed, LET_GO, now=timezone.now())


def _leave_within(seconds: float) -> None:
    """Ends the process even when a connection hangs."""
    timer = threading.Timer(seconds, os._exit, [1])
    timer.daemon = True
    timer.start()
