"""The reaper: takes back dead leases, and rings for what was forgotten, whatever the queue does.

Every worker and every web process sweeps; nothing breaks while none does, it only waits.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.db import connection
from django.utils import timezone

from studio.actions import endings
from studio.worker import rows

LONGEST_PAUSE = 5.0
# After the database was away, living workers renew their leases before any is taken back.
GRACE = 3.0


def pause() -> float:
    """Seconds from one sweep to the next."""
    return min(LONGEST_PAUSE, settings.STUDIO.lease_seconds / 2)


def sweep() -> tuple[int, int]:
    """One round: how many leases were taken back, and how many units rung for."""
    return rows.fresh(_sweep)()


def _sweep() -> tuple[int, int]:
    with _turn() as may_reap:
        if may_reap is None:
            return 0, 0
        now = timezone.now()
        n_reaped = endings.reap(now=now) if may_reap else 0
        return n_reaped, endings.ring_forgotten(now=now)


@contextmanager
def _turn() -> Iterator[bool | None]:
    """Whether leases may be taken back; None when another process is at it: one is enough."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_try_advisory_lock(hashtext('studio sweeper')),"
            " clock_timestamp() - pg_postmaster_start_time() > make_interval(secs => %s)",
            [GRACE],
        )
        is_mine, is_settled = cursor.fetchone()
        if not is_mine:
            yield None
            return
        try:
            yield is_settled
        finally:
            cursor.execute("SELECT pg_advisory_unlock(hashtext('studio sweeper'))")
