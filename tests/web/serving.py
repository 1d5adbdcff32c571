"""A real web process on the database of the tests, and sockets to it."""

import contextlib
import json
import os
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.db import connection
from django.test import Client
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from studio.env import CHECKOUT
from studio.local import ports
from tests.patience import slowness
from tests.processes import database_url

STARTING = 15.0


@dataclass(frozen=True, slots=True)
class Desk:
    """Where the web process answers."""

    port: int
    pid: int = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def socket_url(self) -> str:
        return f"ws://127.0.0.1:{self.port}"


@contextlib.contextmanager
def web(port: int = 0) -> Iterator[Desk]:
    """A web process for as long as the block runs."""
    with contextlib.closing(ports.listen("127.0.0.1", port or ports.free_port())) as listening:
        number: int = listening.getsockname()[1]
        command = ["-m", "studio.local.web", "--fd", str(listening.fileno())]
        process = subprocess.Popen(
            [sys.executable, *command],
            cwd=CHECKOUT,
            env=os.environ | {"DATABASE_URL": database_url()},
            pass_fds=[listening.fileno()],
        )
    try:
        _await(f"http://127.0.0.1:{number}/healthz")
        yield Desk(number, process.pid)
    finally:
        process.terminate()
        try:
            process.wait(8)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def settle(seconds: float = 3.0) -> None:
    """Waits until the web process has answered what was asked of it: emptying the tables for the
    next test would stand in its way, and it in theirs."""
    deadline, n_quiet = time.monotonic() + seconds, 0
    # Between two questions of one page the database is quiet for a moment too.
    while n_quiet < 4 and time.monotonic() < deadline:
        n_quiet = 0 if _n_at_work() else n_quiet + 1
        time.sleep(0.02)


class Page:
    """An open page, as far as its socket goes."""

    def __init__(self, link: ClientConnection) -> None:
        self._link = link

    def next(self, seconds: float = 5.0) -> str:
        """The next message; "" when none comes in time."""
        try:
            return str(self._link.recv(seconds))
        except TimeoutError:
            return ""

    def until(self, wanted: str, seconds: float = 8.0) -> str:
        """The first message that holds these words; "" when none comes in time."""
        deadline = time.monotonic() + seconds * slowness() / 2
        while (left := deadline - time.monotonic()) > 0:
            message = self.next(left)
            if wanted in message:
                return message
        return ""

    def code(self) -> int | None:
        """The number that the socket was closed with."""
        with contextlib.suppress(ConnectionClosed):
            self.next()
        return self._link.close_code


@contextlib.contextmanager
def page(
    desk: Desk, path: str, client: Client | None = None, *, origin: str = ""
) -> Iterator[Page]:
    """A page's socket, with the cookies of a browser."""
    cookies = client.cookies if client else {}
    told = "; ".join(f"{name}={morsel.value}" for name, morsel in cookies.items())
    headers, where = {"Cookie": told}, Origin(origin or desk.url)
    url = f"{desk.socket_url}{path}"
    with connect(url, additional_headers=headers, origin=where, proxy=None) as link:
        yield Page(link)


def message(text: str) -> dict[str, Any]:
    """What a message in JSON says."""
    found: dict[str, Any] = json.loads(text)
    return found


def _n_at_work() -> int:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
            " AND pid <> pg_backend_pid() AND state <> 'idle'"
        )
        return int(cursor.fetchone()[0])


def _await(url: str) -> None:
    deadline = time.monotonic() + STARTING * slowness()
    while True:
        with contextlib.suppress(OSError), urllib.request.urlopen(url, timeout=5):
            return
        assert time.monotonic() < deadline, f"{url} does not answer"
        time.sleep(0.05)
