"""The doorbell: a job says which unit to look at, and may be lost, doubled or late without harm.

Only this module and the worker know that the queue is Procrastinate.
"""

from collections.abc import Iterable
from datetime import datetime
from functools import cache

from procrastinate import App
from procrastinate.contrib.django.django_connector import DjangoConnector
from procrastinate.types import JSONDict

TASK, QUEUE = "studio.operate", "units"


def ring(unit_ids: Iterable[int], *, at: datetime | None = None) -> None:
    """Defers one job for each unit in the transaction that is open."""
    jobs: list[JSONDict] = [{"unit_id": unit_id} for unit_id in unit_ids]
    if jobs:
        deferrer = _queue().configure_task(TASK, queue=QUEUE, schedule_at=at)
        deferrer.batch_defer(*jobs)


@cache
def _queue() -> App:
    # An app of its own: a worker in the same process gives its app a connector that knows nothing
    # of our transactions.
    return App(connector=DjangoConnector(alias="default"))
