"""Keeps leases from a thread, so that a busy event loop never loses one.

The same thread shows partial text every half second and notices when a run is to stop.
"""

import logging
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.db import InterfaceError, OperationalError, connection
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
        with self._condition:
            self._is_closed = True
            self._condition.notify_all()
        self._thread.join(timeout=5)

    def _run(self) -> None:
        while True:
            with self._condition:
                self._condition.wait_for(lambda: self._is_closed or bool(self._leases))
                if self._is_closed:
                    break
                leases = list(self._leases.values())
            try:
                self._beat(leases)
            except (OperationalError, InterfaceError) as error:
                # The next beat tries again on a new connection; the lease outlives several.
                logger.warning("leases could not be renewed: %s", error)
                connection.close()
            with self._condition:
                self._condition.wait_for(lambda: self._is_closed, timeout=self._pause())
        connection.close()

    def _beat(self, leases: list[Lease]) -> None:
        now = time.monotonic()
        if now - self._renewed_at >= self._seconds / 3 or any(not x.shown for x in leases):
            rows.fresh(claims.renew)([lease.claimed for lease in leases], seconds=self._seconds)
            self._renewed_at = now
        self._notice(leases)
        for lease in leases:
            if lease.text != lease.shown:
                lease.shown = lease.text
                operate.partial(lease.claimed, lease.shown, now=timezone.now())

    def _notice(self, leases: list[Lease]) -> None:
        """Whose run was stopped by its author, and whose was given to somebody else."""
        by_id = {lease.claimed.run_id: lease for lease in leases}
        found = Run.objects.filter(pk__in=by_id).values_list("pk", "state", "is_stop_asked")
        for run_id, state, is_stop_asked in found:
            by_id[run_id].is_stopped = is_stop_asked
            by_id[run_id].is_lost = state != RunState.ACTIVE

    def _pause(self) -> float:
        return min(BEAT, self._seconds / 4)
