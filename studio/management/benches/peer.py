"""A bare Procrastinate worker, to compare with: its one task says when it began.

python -m studio.management.benches.peer
"""

import asyncio
import os
import time

import django

TASK, QUEUE = "bench.nothing", "bench"


def main() -> None:
    """Works until it is ended."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "studio.settings")
    django.setup()
    from studio.local import processes

    processes.follow_parent()
    asyncio.run(_work())


async def _work() -> None:
    from procrastinate import App, PsycopgConnector
    from procrastinate.contrib.django.utils import connector_params

    parameters = connector_params()
    options = f"{parameters.pop('options', '')} -c synchronous_commit=off".strip()
    app = App(
        connector=PsycopgConnector(
            kwargs={**parameters, "options": options}, min_size=1, max_size=3
        )
    )

    @app.task(name=TASK, queue=QUEUE)
    async def nothing(number: int) -> None:
        print("began", number, time.time(), flush=True)

    async with app.open_async():
        print("ready", flush=True)
        await app.run_worker_async(queues=[QUEUE], delete_jobs="always")


if __name__ == "__main__":
    main()
