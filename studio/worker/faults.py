"""Named points of an operation's life at which a test may have the process killed or frozen.

Armed by the environment only: STUDIO_FAULT=journalled kills the process, as by power failure, the
first time it gets there; journalled:3 the third time; journalled:1:STOP freezes it instead.

`briefed` is the last before a connection is made, `streaming` is passed with each piece of a reply.
Besides POINTS there are three for the commit of every step: `journal committing` (before COMMIT
is sent), `journal sent` (before its answer is read) and `journal committed` (after it); two around
each announcement, `announcing` and `announced`; and `errand`, passed whenever an errand tells how
far it is.
"""

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import psycopg

from studio.actions import announce

POINTS = ("claimed", "briefed", "streaming", "replied", "journalled", "parsed", "handed in")
STEPS = ("claim", "journal", "hand_in", "fail", "stopped")
MOMENTS = ("committing", "sent", "committed")
ANNOUNCEMENT = ("announcing", "announced")

_within = threading.local()
_armed, _n_left, _signal = "", 0, signal.SIGKILL


def arm() -> None:
    """Arms the point that the environment names, if any, for the rest of this process."""
    global _armed, _n_left, _signal
    _armed, _, rest = os.environ.get("STUDIO_FAULT", "").partition(":")
    nth, _, name = rest.partition(":")
    _n_left, _signal = int(nth or 1), signal.Signals[f"SIG{name or 'KILL'}"]
    if _armed.rpartition(" ")[2] in MOMENTS:
        # There is no hook for this, and only a process that is armed is changed.
        psycopg.Connection.commit = _watched(  # type: ignore[assignment,method-assign]
            psycopg.Connection.commit
        )
    if _armed in ANNOUNCEMENT:
        announce._send = _told(announce._send)  # type: ignore[assignment]


def point(name: str) -> None:
    """Passes a point; the process goes no further where a test armed it."""
    if _is_due(name):
        _strike(name)


@contextmanager
def step(name: str) -> Iterator[None]:
    """Names the step whose transactions this thread runs inside the block."""
    _within.step = name
    try:
        yield
    finally:
        _within.step = ""


def _watched(
    commit: Callable[[psycopg.Connection[Any]], None],
) -> Callable[[psycopg.Connection[Any]], None]:
    def watched(connection: psycopg.Connection[Any]) -> None:
        name = getattr(_within, "step", "")
        point(f"{name} committing")
        if _is_due(f"{name} sent"):
            # The server has the COMMIT, and will carry it out; nobody reads what it answers.
            connection.pgconn.send_query(b"COMMIT")
            connection.pgconn.flush()
            _strike(f"{name} sent")
        commit(connection)
        point(f"{name} committed")

    return watched


def _told(
    send: Callable[[psycopg.Connection[Any], dict[int, int]], None],
) -> Callable[[psycopg.Connection[Any], dict[int, int]], None]:
    def told(link: psycopg.Connection[Any], numbers: dict[int, int]) -> None:
        point("announcing")
        send(link, numbers)
        point("announced")

    return told


def _is_due(name: str) -> bool:
    global _n_left
    if name != _armed:
        return False
    _n_left -= 1
    return _n_left == 0


def _strike(name: str) -> None:
    os.write(sys.stderr.fileno(), f"struck: {name}\n".encode())
    os.kill(os.getpid(), _signal)
