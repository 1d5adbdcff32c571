"""The embedded PostgreSQL server: one per data folder, shared by the processes that use it.

The binaries come with a wheel and are driven directly. Whoever uses the server holds a shared
lock for as long; the last one to leave stops it. The kernel frees the locks of the killed, so
that a server left behind by kill -9 is joined by whoever comes next.
"""

import contextlib
import fcntl
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any
from urllib.parse import quote

from studio.env import kept_secret
from studio.local import cluster, processes
from studio.local.accounts import CannotServe as CannotServe
from studio.local.cluster import NAME
from studio.local.places import Places

# Until a server that did not come up is tried again.
RETRY_SECONDS = 2.0


@dataclass(frozen=True, slots=True)
class Address:
    """How to reach the database of a data folder, whether or not it runs."""

    sockets: Path
    password: str

    @property
    def url(self) -> str:
        """The address as others write it in DATABASE_URL."""
        return f"postgresql://{NAME}:{self.password}@{quote(str(self.sockets), safe='')}/{NAME}"

    def as_django(self) -> dict[str, Any]:
        """The address as Django's settings have it."""
        return {
            "ENGINE": "django.db.backends.postgresql",
            "NAME": NAME,
            "USER": NAME,
            "PASSWORD": self.password,
            "HOST": str(self.sockets),
            "PORT": "",
        }


def address(data: Path) -> Address:
    """Where the database of this data folder is, always the same."""
    return Address(Places.of(data).sockets, kept_secret(data / "database.password"))


def home(data: Path) -> Path:
    """The folder that holds the database: for root perhaps elsewhere than the data folder."""
    return Places.of(data).home


def is_running(data: Path) -> bool:
    """Whether the server of this data folder answers."""
    return cluster.answers(Places.of(data))


@contextlib.contextmanager
def at_hand(data: Path) -> Iterator[Address]:
    """The database of this folder for as long as the block runs, joined or brought up."""
    users = join(data)
    try:
        yield address(data)
    finally:
        leave(data, users)


def join(data: Path) -> IO[str]:
    """Counts the caller among the users of the server, which runs when this returns."""
    places = Places.of(data)
    with _turn(data):
        users = (data / "database.users").open("w")
        fcntl.flock(users, fcntl.LOCK_SH)
        try:
            cluster.bring_up(places, address(data).password)
        except BaseException:
            users.close()
            raise
    return users


def leave(data: Path, users: IO[str]) -> None:
    """Counts the caller out; the last one to leave stops the server."""
    with _turn(data):
        try:
            fcntl.flock(users, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return
        else:
            cluster.stop(Places.of(data))
        finally:
            users.close()


def revive(data: Path) -> bool:
    """Brings up a server that went away under its users; says whether it had to."""
    places = Places.of(data)
    # Asked of the process, not of the socket: each connection would cost the server a fork.
    if processes.works_in(cluster.recorded_pid(places), places.cluster):
        return False
    with _turn(data):
        cluster.bring_up(places, address(data).password)
    return True


@dataclass(slots=True)
class Minder:
    """Brings the server of a data folder up again whenever it went away."""

    data: Path
    words: str = ""
    due_at: float = 0.0

    def tend(self) -> str:
        """What there is to say, said once: that it is up again, or why it cannot be."""
        if time.monotonic() < self.due_at:
            return ""
        before, self.words = self.words, ""
        try:
            return "The database had stopped; it is up again." if revive(self.data) else ""
        except (CannotServe, OSError) as reason:
            self.due_at = time.monotonic() + RETRY_SECONDS
            self.words = str(reason)
        return "" if self.words == before else self.words


@contextlib.contextmanager
def _turn(data: Path) -> Iterator[None]:
    # Starting and stopping are done by one process at a time.
    with (data / "database.turn").open("w") as turn:
        fcntl.flock(turn, fcntl.LOCK_EX)
        yield
