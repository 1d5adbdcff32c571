"""Calls actions from the event loop: each in a thread, on a connection that is looked after."""

import asyncio
import logging
import random
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import ParamSpec, TypeVar

from django.db import InterfaceError, OperationalError, connection

from studio.worker import faults

P = ParamSpec("P")
T = TypeVar("T")
logger = logging.getLogger(__name__)
_POOL = ThreadPoolExecutor(max_workers=8, thread_name_prefix="rows")
# What the database says when it is away, overloaded, full, or had to choose between two.
AWAY = (OperationalError, InterfaceError)
PATIENCE = 600.0
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 2.0
# How often it is said that something is tried still.
SAID_AGAIN = 20.0


async def insist(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """An action that may be repeated, again and again while the database is away.

    A commit whose answer was lost is done twice: only for actions to which that does no harm.
    """
    deadline = time.monotonic() + PATIENCE
    pause, said_at = FIRST_PAUSE, -SAID_AGAIN
    while True:
        try:
            return await call(function, *args, **kwargs)
        except AWAY as error:
            if time.monotonic() + pause > deadline:
                raise
            if time.monotonic() - said_at >= SAID_AGAIN:
                said_at = time.monotonic()
                logger.info("%s is tried again: %s", function.__name__, error)
        await asyncio.sleep(pause * (0.5 + random.random()))
        pause = min(LONGEST_PAUSE, pause * 2)


async def call(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """One action in a thread of the pool; errors of the connection are the caller's."""
    # Not by sync_to_async: whose thread it is makes no difference here, and to find that out costs
    # more than to hand the call over.
    step = partial(fresh(function), *args, **kwargs)
    return await asyncio.get_running_loop().run_in_executor(_POOL, step)


def fresh(function: Callable[P, T]) -> Callable[P, T]:
    """The function on the connection of its thread, which is dropped when it breaks.

    It is not asked first whether it is alive: that would be a question for every answer, and
    whoever insists finds out as soon.
    """

    def wrapped(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            with faults.step(function.__name__):
                return function(*args, **kwargs)
        except AWAY:
            connection.close()
            raise

    return wrapped
