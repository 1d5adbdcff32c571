"""The doorbell: a job says which unit to look at, which file to make, or which errand to do. It
may be lost, doubled or late without harm.

Only this module and the worker know that the queue is Procrastinate.
"""

from collections.abc import Iterable
from datetime import datetime
from functools import cache

from procrastinate import App
from procrastinate.contrib.django.django_connector import DjangoConnector
from procrastinate.types import JSONDict

TASK, QUEUE = "studio.operate", "units"
PRINT_TASK, ERRAND_TASK, BACKUP_TASK = "studio.print", "studio.errand", "studio.back_up"


def ring(unit_ids: Iterable[int], *, at: datetime | None = None) -> None:
    """Defers one job for each unit in the transaction that is open."""
    jobs: list[JSONDict] = [{"unit_id": unit_id} for unit_id in unit_ids]
    if jobs:
        deferrer = _queue().configure_task(TASK, queue=QUEUE, schedule_at=at)
        deferrer.batch_defer(*jobs)


def ring_printers(export_ids: Iterable[int]) -> None:
    """Defers one job for each file that is to be made, in the transaction that is open."""
    jobs: list[JSONDict] = [{"export_id": export_id} for export_id in export_ids]
    if jobs:
        _queue().configure_task(PRINT_TASK, queue=QUEUE).batch_defer(*jobs)


def ring_for_errands(errand_ids: Iterable[int]) -> None:
    """Defers one job for each errand that is to be done, in the transaction that is open."""
    jobs: list[JSONDict] = [{"errand_id": errand_id} for errand_id in errand_ids]
    if jobs:
        _queue().configure_task(ERRAND_TASK, queue=QUEUE).batch_defer(*jobs)


def ring_for_backups(backup_ids: Iterable[int]) -> None:
    """Defers one job for each backup that is to be made, in the transaction that is open."""
    jobs: list[JSONDict] = [{"backup_id": backup_id} for backup_id in backup_ids]
    if jobs:
        _queue().configure_task(BACKUP_TASK, queue=QUEUE).batch_defer(*jobs)


@cache
def _queue() -> App:
    # An app of its own: a worker in the same process gives its app a connector that knows nothing
    # of our transactions.
    return App(connector=DjangoConnector(alias="default"))
