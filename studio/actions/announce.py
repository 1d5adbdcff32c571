"""Tells live pages, after a commit, that a project is at a number.

Announcements are coalesced: at most one in 50 ms for a project, sent from a thread of its own on a
connection of its own, so that no transaction waits for NOTIFY (25 to 41 % of the commit rate with
eight writers). Nothing depends on one arriving.
"""

import logging
import threading

import psycopg
from django.db import connection, transaction
from psycopg.conninfo import make_conninfo

logger = logging.getLogger(__name__)
CHANNEL = "studio_changes"
INTERVAL = 0.05
# How long the connection is kept with nothing to say, and until a failed one is tried again.
IDLE_SECONDS, RETRY_SECONDS = 10.0, 1.0


def announce(project_id: int, number: int) -> None:
    """After the open transaction commits, says that the project is at this change number."""
    transaction.on_commit(lambda: _NOTIFIER.say(project_id, number))


def flush(timeout: float = 2.0) -> None:
    """Waits until all that was announced has been sent; for short-lived commands and tests."""
    _NOTIFIER.flush(timeout)


def close(timeout: float = 5.0) -> None:
    """Sends what is left and closes the connection; the next announcement opens another."""
    _NOTIFIER.flush(timeout)
    _NOTIFIER.close(timeout)


class _Notifier:
    def __init__(self) -> None:
        self._numbers: dict[int, int] = {}
        self._condition = threading.Condition()
        self._thread: threading.Thread | None = None
        self._is_sending = self._is_closing = False

    def say(self, project_id: int, number: int) -> None:
        with self._condition:
            self._keep({project_id: number})
            if self._thread is None or not self._thread.is_alive():
                self._is_closing = False
                self._thread = threading.Thread(
                    target=self._run, args=(_address(),), name="announce", daemon=True
                )
                self._thread.start()
            self._condition.notify_all()

    def flush(self, timeout: float) -> None:
        with self._condition:
            self._condition.wait_for(self._is_silent, timeout=timeout)

    def close(self, timeout: float) -> None:
        with self._condition:
            thread, self._thread, self._is_closing = self._thread, None, True
            self._condition.notify_all()
        if thread is not None:
            thread.join(timeout)

    def _run(self, address: str) -> None:
        link: psycopg.Connection[tuple[object, ...]] | None = None
        while waiting := self._next():
            try:
                link = link or psycopg.connect(address, autocommit=True)
                _send(link, waiting)
            except psycopg.Error as error:
                logger.info("not announced, to be tried again: %s", error)
                link = None
            self._pause({} if link else waiting)
        if link is not None:
            link.close()

    def _next(self) -> dict[int, int]:
        """What is to be said; nothing when the thread is to end."""
        with self._condition:
            self._condition.wait_for(
                lambda: bool(self._numbers) or self._is_closing, timeout=IDLE_SECONDS
            )
            found, self._numbers = self._numbers, {}
            self._is_sending = bool(found)
            if not found:
                self._thread = None
            return {} if self._is_closing else found

    def _pause(self, unsent: dict[int, int]) -> None:
        """Lets the next announcements gather, whatever is said meanwhile."""
        with self._condition:
            self._keep(unsent)
            self._is_sending = False
            self._condition.notify_all()
            self._condition.wait_for(
                lambda: self._is_closing, timeout=RETRY_SECONDS if unsent else INTERVAL
            )

    def _keep(self, numbers: dict[int, int]) -> None:
        for project_id, number in numbers.items():
            self._numbers[project_id] = max(number, self._numbers.get(project_id, 0))

    def _is_silent(self) -> bool:
        return not self._numbers and not self._is_sending


def _send(link: psycopg.Connection[tuple[object, ...]], numbers: dict[int, int]) -> None:
    words = [f"{project_id}:{number}" for project_id, number in numbers.items()]
    link.execute("SELECT pg_notify(%s, word) FROM unnest(%s::text[]) AS word", (CHANNEL, words))


def _address() -> str:
    """Where this process has its database, as a connection of our own is opened."""
    known = connection.get_connection_params() | {"prepare_threshold": None}
    plain = {name: str(value) for name, value in known.items() if isinstance(value, str | int)}
    options = f"{plain.pop('options', '')} -c synchronous_commit=off".strip()
    return make_conninfo("", **plain, options=options)


_NOTIFIER = _Notifier()
