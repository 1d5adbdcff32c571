"""Real workers of the command line, on the database of the tests, with a scripted model server.

    with worker() as first, worker(fault="journalled") as second:
        book = begin(server, words=600)
        assert finishes(book)
"""

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO
from urllib.parse import quote

import psycopg
from django.db import connection
from django.utils import timezone

from studio.actions import books, running, signin
from studio.env import CHECKOUT
from studio.models import Endpoint, Project, Run, Unit
from studio.models.run import RunState
from tests.scripted import Server

LEASE_SECONDS = 2.0


@dataclass
class Worker:
    """A running `manage.py worker`, and what it said."""

    process: "subprocess.Popen[bytes]"
    said: IO[bytes]

    @property
    def pid(self) -> int:
        return self.process.pid

    @property
    def is_running(self) -> bool:
        return self.process.poll() is None

    def send(self, signum: signal.Signals) -> None:
        self.process.send_signal(signum)

    def ended(self, seconds: float = 20.0) -> int:
        """Its exit code, once it has left by itself."""
        return self.process.wait(seconds)

    def kill(self) -> None:
        """Ends it as power failure would."""
        self.process.kill()
        self.process.wait()

    def log(self) -> str:
        return Path(self.said.name).read_text(errors="replace")

    def cpu_seconds(self) -> float:
        """The processor time it has used, of its own threads only."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextlib.contextmanager
def worker(*, fault: str = "", concurrency: int = 4, lease: float = LEASE_SECONDS) -> Iterator[Worker]:
    """A worker for as long as the block runs; killed if it is still there then."""
    with tempfile.NamedTemporaryFile(prefix="worker-", suffix=".log") as said:
        process = subprocess.Popen(
            [sys.executable, "manage.py", "worker", f"--concurrency={concurrency}"],
            cwd=CHECKOUT,
            env=os.environ | _settings(fault, lease),
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=subprocess.STDOUT,
        )
        started = Worker(process, said)
        try:
            yield started
        finally:
            if started.is_running:
                # A stopped process takes no other signal.
                started.kill()
            sys.stdout.write(started.log())


def at_work(started: Worker) -> bool:
    """Waits until the worker answers the doorbell."""
    return within(15, lambda: "at work" in started.log() or not started.is_running)


def begin(server: Server, *, words: int = 600, autonomy: str = "end", n_parallel: int = 4) -> int:
    """A book that runs by itself, written by the scripted server; its id."""
    Endpoint.objects.get_or_create(
        is_default=True,
        defaults={
            "name": "scripted",
            "base_url": server.base_url,
            "model": "scripted",
            "context_tokens": 16_000,
        },
    )
    statement = books.Statement(
        title="Rivers", intention="Why towns should remember their rivers.", words=words
    )
    now = timezone.now()
    owner_id = signin.owner().pk
    project = books.begin(
        statement, owner_id=owner_id, now=now, autonomy=autonomy, token_limit=10**9
    )
    Project.objects.filter(pk=project.pk).update(n_parallel=n_parallel)
    running.resume(project.pk, now=now)
    return project.pk


def finishes(project_id: int, seconds: float = 40.0) -> bool:
    """Waits until every unit of a book is accepted."""
    return within(seconds, lambda: is_finished(project_id))


def is_finished(project_id: int) -> bool:
    """Whether the book has its text, and nothing is left to do."""
    units = Unit.objects.in_project(project_id)
    left = units.exclude(standing="accepted", work="idle", is_stale=False)
    return units.filter(movement_key__gt="").exists() and not left.exists()


def has_active_run(project_id: int) -> bool:
    return Run.objects.filter(project=project_id, state=RunState.ACTIVE).exists()


def within(seconds: float, is_so: Callable[[], bool]) -> bool:
    """Waits for something to become true; the answer says whether it did."""
    deadline = time.monotonic() + seconds
    while not (found := is_so()) and time.monotonic() < deadline:
        time.sleep(0.03)
    return found


@contextlib.contextmanager
def outside() -> "Iterator[psycopg.Connection[tuple[int, ...]]]":
    """A connection of nobody in particular, to disturb the others with."""
    with psycopg.connect(database_url(), autocommit=True) as link:
        yield link


def database_url() -> str:
    """The address of the database that this test uses."""
    at = connection.settings_dict
    host, port = quote(at["HOST"], safe=""), f":{at['PORT']}" if at["PORT"] else ""
    return f"postgresql://{at['USER']}:{quote(at['PASSWORD'])}@{host}{port}/{at['NAME']}"


def _settings(fault: str, lease: float) -> dict[str, str]:
    return {
        "DATABASE_URL": database_url(),
        "STUDIO_FAULT": fault,
        "STUDIO_LEASE_SECONDS": str(lease),
        "PYTHONUNBUFFERED": "1",
    }
