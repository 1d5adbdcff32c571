"""One errand with a whole book: taken, done, or given back with nothing changed."""

import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from django.conf import settings
from django.db import Error, connection
from django.utils import timezone

from studio.actions import doing, errands, printing
from studio.actions.refusals import Refused
from studio.formats.bounded import Stopped
from studio.models import Errand
from studio.worker import faults
from studio.worker.printing import BEAT_SECONDS

logger = logging.getLogger(__name__)
WENT_WRONG = (
    "This could not be done, by a mistake of the program. Nothing was changed, and what you sent "
    "is kept for a day."
)


def do_errand(errand_id: int, is_leaving: Callable[[], bool]) -> None:
    """Does an errand if it is still wanted, and nobody else does it."""
    errand = errands.begin(errand_id, now=timezone.now())
    if errand is None:
        return
    watch = _Watch(errand, is_leaving)
    try:
        with watch.giving_signs_of_life():
            doing.do(errand, watch.tell)
    except Stopped:
        # Given back, or no longer ours: then this does nothing.
        errand.give_back()
    except Refused as refused:
        errand.fail(str(refused))
    except OSError as error:
        errand.fail(f"The files could not be read: {error.strerror}.")
    except Error:
        raise
    except Exception:
        logger.exception("errand %s met a mistake of the program", errand.pk)
        errand.fail(WENT_WRONG)


class _Watch:
    """Says from a thread how far an errand is, which other connections cannot see of an open
    transaction; within it, whoever does the errand learns that it is to stop."""

    def __init__(self, errand: Errand, is_leaving: Callable[[], bool]) -> None:
        self._errand, self._is_leaving = errand, is_leaving
        self._pause = min(BEAT_SECONDS, settings.STUDIO.lease_seconds / 3)
        self._asked_at, self._share = time.monotonic(), 0
        self._is_over = threading.Event()

    def tell(self, share: float) -> None:
        """How much is done; Stopped where nobody wants the rest."""
        faults.point("errand")
        self._share = min(99, round(100 * share))
        if self._is_leaving():
            raise Stopped
        if time.monotonic() - self._asked_at > self._pause:
            self._asked_at = time.monotonic()
            if not self._errand.is_wanted():
                raise Stopped

    @contextmanager
    def giving_signs_of_life(self) -> Iterator[None]:
        thread = threading.Thread(target=self._live, name="errand", daemon=True)
        thread.start()
        try:
            yield
        finally:
            self._is_over.set()
            thread.join()

    def _live(self) -> None:
        while not self._is_over.wait(self._pause):
            with suppress(Error):
                until = printing.lease(timezone.now())
                self._errand.is_ours(until=until, share=self._share)
        connection.close()
