"""The reaper: takes back dead leases, and rings for what was forgotten, whatever the queue does.

Every worker and every web process sweeps. They do not agree on who does: each lease is taken back
under its book's lock by whoever comes first, and a lock around the whole would stop all of them
when its holder is frozen. Nothing breaks while nobody sweeps; it only waits.
"""

from django.conf import settings
from django.db import connection
from django.utils import timezone

from studio.actions import backing_up, endings, errands, printing, running
from studio.models import Run

LONGEST_PAUSE = 5.0
# After the database was away, living workers renew their leases before any is taken back.
GRACE = 3.0


def pause() -> float:
    """Seconds from one sweep to the next."""
    return min(LONGEST_PAUSE, settings.STUDIO.lease_seconds / 2)


def sweep() -> tuple[int, int]:
    """One round: how many leases were taken back, and how many units rung for. Books that had to
    wait for a model to rest, or for the next day, go on."""
    now = timezone.now()
    may_reap = Run.objects.expired().exists() and _is_settled()
    n_reaped = endings.reap(now=now) if may_reap else 0
    running.go_on(now=now)
    printing.ring_forgotten(now=now)
    errands.ring_forgotten(now=now)
    backing_up.ring_forgotten(now=now)
    errands.sweep(now=now)
    return n_reaped, endings.ring_forgotten(now=now)


def _is_settled() -> bool:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT clock_timestamp() - pg_postmaster_start_time() > make_interval(secs => %s)",
            [GRACE],
        )
        return bool(cursor.fetchone()[0])
