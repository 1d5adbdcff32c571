"""Named points of an operation's life at which a test may have the process killed.

Armed by the environment only: STUDIO_FAULT=journalled kills the process, as by power failure, the
first time it gets there; STUDIO_FAULT=journalled:3 the third time.

Besides POINTS there are three for the commit of every step: `journal committing` (before COMMIT
is sent), `journal sent` (before its answer is read) and `journal committed` (after it).
"""

import os
import signal
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg

POINTS = ("claimed", "briefed", "streaming", "replied", "journalled", "parsed", "handed in")
STEPS = ("claim", "journal", "hand_in", "fail", "stopped")
MOMENTS = ("committing", "sent", "committed")

_ARMED, _, _NTH = os.environ.get("STUDIO_FAULT", "").partition(":")
_passed: Counter[str] = Counter()
_within = threading.local()


def point(name: str) -> None:
    """Passes a point; kills this process where a test armed it."""
    if _is_due(name):
        _die()


@contextmanager
def step(name: str) -> Iterator[None]:
    """Names the step whose transactions this thread runs inside the block."""
    _within.step = name
    try:
        yield
    finally:
        _within.step = ""


def arm() -> None:
    """Watches commits, if the armed point is one of theirs; otherwise they are left alone."""
    if _ARMED.rpartition(" ")[2] not in MOMENTS:
        return
    commit = psycopg.Connection.commit

    def watched(connection: psycopg.Connection[Any]) -> None:
        name = getattr(_within, "step", "")
        point(f"{name} committing")
        if _is_due(f"{name} sent"):
            # The server has the COMMIT, and will carry it out; nobody reads what it answers.
            connection.pgconn.send_query(b"COMMIT")
            connection.pgconn.flush()
            _die()
        commit(connection)
        point(f"{name} committed")

    # There is no hook for this; only a process that is armed is changed.
    psycopg.Connection.commit = watched  # type: ignore[method-assign]


def _is_due(name: str) -> bool:
    if name != _ARMED:
        return False
    _passed[name] += 1
    return _passed[name] == int(_NTH or 1)


def _die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)
