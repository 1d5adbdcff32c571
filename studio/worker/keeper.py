"""Keeps leases from a thread, so that a busy event loop never loses one.

The same thread shows partial text every half second and notices when a run is to stop.
"""

import logging
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

from django.db import Error, connection
from django.utils import timezone

from studio.actions import claims, operate
from studio.actions.claims import Claimed
from studio.models import Run
from studio.models.run import RunState
from studio.worker import rows

logger = logging.getLogger(__name__)
BEAT = 0.5


@dataclass(slots=True)
class Lease:
    """A lease that is being kept, and what its run has to show and to know."""

    claimed: Claimed
    reads: Mapping[str, str] = field(default_factory=dict)
    text: str = ""
    shown: str = ""
    is_stopped: bool = False
    is_lost: bool = False

    @property
    def is_over(self) -> bool:
        return self.is_stopped or self.is_lost


class Keeper:
    """Renews every held lease a few times within its life, by the database's clock."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._leases: dict[int, Lease] = {}
        self._condition = threading.Condition()
        self._is_closed = False
        self._renewed_at = 0.0
        self._said_at = -rows.SAID_AGAIN
        self._thread = threading.Thread(target=self._run, name="keeper", daemon=True)
        self._thread.start()

    @contextmanager
    def holding(self, claimed: Claimed) -> Iterator[Lease]:
        """Keeps a lease while the block runs."""
        lease = Lease(claimed)
        with self._condition:
            self._leases[claimed.run_id] = lease
            self._condition.notify_all()
        try:
            yield lease
        finally:
            with self._condition:
                self._leases.pop(claimed.run_id, None)

    def held(self) -> list[Claimed]:
        """The runs whose leases are kept now."""
        with self._condition:
            return [lease.claimed for lease in self._leases.values()]

    def close(self) -> None:
        """Keeps nothing any more."""
        with self._condition:
            self._is_closed = True
            self._condition.notify_all()
        self._thread.join(timeout=5)

    def _run(self) -> None:
        while leases := self._next():
            self._survive(leases)
            with self._condition:
                self._condition.wait_for(lambda: self._is_closed, timeout=self._pause)
        connection.close()

    def _next(self) -> list[Lease]:
        """The leases to keep, as soon as there are any; none when there is nothing more to do."""
        with self._condition:
            self._condition.wait_for(lambda: self._is_closed or bool(self._leases))
            return [] if self._is_closed else list(self._leases.values())

    def _survive(self, leases: list[Lease]) -> None:
        """One beat. Whatever goes wrong in it, the next one tries again: a lease outlives several,
        and without this thread all of them would be lost."""
        try:
            rows.fresh(self._beat)(leases)
        except Error as error:
            if time.monotonic() - self._said_at >= rows.SAID_AGAIN:
                self._said_at = time.monotonic()
                logger.warning("leases could not be renewed: %s", error)
            connection.close()
        except Exception:
            logger.exception("leases could not be renewed")
            connection.close()

    def _beat(self, leases: list[Lease]) -> None:
        if time.monotonic() - self._renewed_at >= self._seconds / 3:
            claims.renew([lease.claimed for lease in leases], seconds=self._seconds)
            self._renewed_at = time.monotonic()
        _notice(leases)
        for lease in leases:
            if lease.text != lease.shown and not lease.is_over:
                lease.shown = lease.text
                operate.partial(lease.claimed, lease.shown, now=timezone.now(), reads=lease.reads)

    @property
    def _pause(self) -> float:
        return min(BEAT, self._seconds / 4)


def _notice(leases: list[Lease]) -> None:
    """Whose run was stopped by its author, and whose was given to somebody else."""
    by_id = {lease.claimed.run_id: lease for lease in leases}
    active = Run.objects.filter(pk__in=by_id, state=RunState.ACTIVE)
    is_stop_asked = dict(active.values_list("pk", "is_stop_asked"))
    for run_id, lease in by_id.items():
        lease.is_stopped = is_stop_asked.get(run_id, False)
        lease.is_lost = run_id not in is_stop_asked
