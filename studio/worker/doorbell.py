"""The other side of the doorbell: hears the jobs that actions.bell rings.

With that module, all that knows of Procrastinate. Nothing here may be relied on: what is not
heard is rung again by the sweeper.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager, suppress
from typing import Any, LiteralString

from procrastinate import App, PsycopgConnector
from procrastinate.connector import Notify
from procrastinate.contrib.django.utils import connector_params
from procrastinate.exceptions import ConnectorException
from psycopg_pool import AsyncConnectionPool

from studio.actions import bell

OPEN_SECONDS = 5.0
# What is taken up this late when every NOTIFY is lost.
POLL_SECONDS = 2.0
LISTEN_AGAIN_SECONDS = 0.5
# When a worker counts as dead for the queue, and how often what the dead left is removed. Nothing
# waits for that; Procrastinate would do it only when another worker begins.
DEAD_SECONDS, TIDY_SECONDS = 30.0, 20.0
# Jobs that a killed worker had begun: Procrastinate keeps them, and never runs them again.
_PURGE: LiteralString = (
    "DELETE FROM procrastinate_jobs"
    " WHERE queue_name = %(queue)s AND status = 'doing' AND worker_id IS NULL"
)


async def answer(
    operate: Callable[[int], Awaitable[None]],
    print_: Callable[[int], Awaitable[None]],
    do: Callable[[int], Awaitable[None]],
    back_up: Callable[[int], Awaitable[None]],
    *,
    name: str,
    concurrency: int,
) -> None:
    """Calls `operate` with the unit of every job, `print_` with the file of those that want one,
    `do` with an errand and `back_up` with a backup, until it is cancelled or the queue breaks."""
    app = App(connector=_connector())

    @app.task(name=bell.TASK, queue=bell.QUEUE)
    async def heard(unit_id: int) -> None:
        await operate(unit_id)

    @app.task(name=bell.PRINT_TASK, queue=bell.QUEUE)
    async def heard_of_a_file(export_id: int) -> None:
        await print_(export_id)

    @app.task(name=bell.ERRAND_TASK, queue=bell.QUEUE)
    async def heard_of_an_errand(errand_id: int) -> None:
        await do(errand_id)

    @app.task(name=bell.BACKUP_TASK, queue=bell.QUEUE)
    async def heard_of_a_backup(backup_id: int) -> None:
        await back_up(backup_id)

    async with _opened(app):
        await app.connector.execute_query_async(_PURGE, queue=bell.QUEUE)
        tidying = asyncio.create_task(_tidy(app))
        try:
            await app.run_worker_async(
                queues=[bell.QUEUE],
                name=name,
                concurrency=concurrency,
                delete_jobs="always",
                install_signal_handlers=False,
                fetch_job_polling_interval=POLL_SECONDS,
                # The jobs of what still runs are dropped; what they began goes on without them.
                shutdown_graceful_timeout=0,
            )
        finally:
            tidying.cancel()


async def _tidy(app: App) -> None:
    """Removes what dead workers left in the queue, from time to time."""
    while True:
        await asyncio.sleep(TIDY_SECONDS)
        with suppress(ConnectorException):
            await app.job_manager.prune_stalled_workers(DEAD_SECONDS)
            await app.connector.execute_query_async(_PURGE, queue=bell.QUEUE)


@asynccontextmanager
async def _opened(app: App) -> AsyncIterator[None]:
    # Opened anew every few seconds: the pool by itself would wait ever longer between attempts.
    async with asyncio.timeout(OPEN_SECONDS):
        await app.open_async()
    try:
        yield
    finally:
        await app.close_async()


class _Connector(PsycopgConnector):
    async def listen_notify(self, on_notification: Notify, channels: Iterable[str]) -> None:
        # Procrastinate goes on deaf when it fails to connect again; its polling would hide that.
        while True:
            with suppress(ConnectorException):
                await super().listen_notify(on_notification, channels)
            await asyncio.sleep(LISTEN_AGAIN_SECONDS)


def _connector() -> PsycopgConnector:
    parameters = connector_params()
    options = parameters.pop("options", "")
    return _Connector(
        pool_factory=_unchecked_pool,
        kwargs={**parameters, "options": f"{options} -c synchronous_commit=off".strip()},
        min_size=1,
        max_size=3,
        timeout=OPEN_SECONDS,
    )


def _unchecked_pool(**options: Any) -> AsyncConnectionPool:
    # A query before every query would double what an idle worker costs; a connection that turns
    # out to be dead only has the doorbell set up again.
    return AsyncConnectionPool(**(options | {"check": None}))
