"""Real workers of the command line, on the database of the tests, with a scripted model server.

    with worker() as first, worker(fault="journalled") as second:
        book = begin(server, words=600)
        assert finishes(book)

Where a test needs many, they are born of a process that has everything loaded: the same worker
from `main.run` on, a second earlier.
"""

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from urllib.parse import quote

import psycopg
from django.db import connection
from django.utils import timezone

from studio.actions import announce, books, running, signin
from studio.env import CHECKOUT
from studio.local import processes
from studio.models import Endpoint, Project, Run, Unit
from studio.models.run import RunState
from tests.patience import slowness, within
from tests.scripted import Server

LEASE_SECONDS = 2.0
MORE_THAN_STARTING_TAKES = 15.0


@dataclass(frozen=True)
class Worker:
    """A running worker, and what it said."""

    pid: int
    said: Path

    @property
    def is_running(self) -> bool:
        with contextlib.suppress(ChildProcessError):
            os.waitpid(self.pid, os.WNOHANG)
        return processes.is_alive(self.pid)

    @property
    def is_frozen(self) -> bool:
        return Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()[0] == "T"

    def send(self, signum: signal.Signals) -> None:
        os.kill(self.pid, signum)

    def ends(self, seconds: float = 20.0) -> bool:
        """Waits until it has left; says whether it did."""
        return within(seconds, lambda: not self.is_running)

    def is_struck(self, place: str, seconds: float = 20.0) -> bool:
        """Waits until it was killed at the armed place, and by nothing else."""
        return self.ends(seconds) and f"struck: {place}\n" in self.log()

    def kill(self) -> None:
        """Ends it as power failure would."""
        with contextlib.suppress(ProcessLookupError):
            self.send(signal.SIGKILL)
        self.ends()

    def log(self) -> str:
        return self.said.read_text(errors="replace")

    def is_at_work(self) -> bool:
        """Waits until it answers the doorbell."""
        return within(MORE_THAN_STARTING_TAKES, lambda: "at work" in self.log())

    def cpu_seconds(self) -> float:
        """The processor time that it has used."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextlib.contextmanager
def worker(
    *, fault: str = "", concurrency: int = 4, lease: float = LEASE_SECONDS, program: str = ""
) -> Iterator[Worker]:
    """A worker for as long as the block runs; killed if it is still there then."""
    command = ["-m", program] if program else ["manage.py", "worker"]
    with _log() as said, said.open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, *command, f"--concurrency={concurrency}"],
            cwd=CHECKOUT,
            env=os.environ | _settings(lease) | {"STUDIO_FAULT": fault},
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
        )
        started = Worker(process.pid, said)
        try:
            yield started
        finally:
            started.kill()
            process.wait()


class Nursery:
    """Gives birth to workers quickly; they do not outlive it."""

    def __init__(self, mother: "subprocess.Popen[str]", logs: Path, lease: float) -> None:
        self._mother, self._logs, self._lease = mother, logs, lease
        self._born: list[Worker] = []

    def worker(self, *, fault: str = "", concurrency: int = 4) -> Worker:
        """A new worker, at work in a moment."""
        assert self._mother.stdin is not None
        assert self._mother.stdout is not None
        said = self._logs / f"{len(self._born)}.log"
        self._mother.stdin.write(f"{concurrency} {self._lease} {said} {fault}\n")
        self._mother.stdin.flush()
        self._born.append(Worker(int(self._mother.stdout.readline()), said))
        return self._born[-1]

    def close(self) -> None:
        for born in self._born:
            born.kill()
            sys.stdout.write(born.log())


@contextlib.contextmanager
def nursery(*, lease: float = LEASE_SECONDS) -> Iterator[Nursery]:
    """A nursery for as long as the block runs."""
    with (
        tempfile.TemporaryDirectory(prefix="workers-") as logs,
        contextlib.closing(Nursery(_mother(), Path(logs), _as_long_here(lease))) as opened,
    ):
        yield opened


@cache
def _mother() -> "subprocess.Popen[str]":
    """The process of which workers are born: one for all tests, since it takes long to load."""
    return subprocess.Popen(
        [sys.executable, "-m", "tests.nursery"],
        cwd=CHECKOUT,
        env=os.environ | _settings(LEASE_SECONDS),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def close_nursery() -> None:
    """Ends the process of which workers are born, if there is one."""
    if _mother.cache_info().currsize:
        with _mother() as mother:
            mother.kill()
        _mother.cache_clear()


@contextlib.contextmanager
def _log() -> Iterator[Path]:
    """A file for what a worker says, shown with a test that fails."""
    with tempfile.NamedTemporaryFile(prefix="worker-", suffix=".log") as file:
        path = Path(file.name)
        try:
            yield path
        finally:
            sys.stdout.write(path.read_text(errors="replace"))


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


@contextlib.contextmanager
def outside() -> "Iterator[psycopg.Connection[tuple[int, ...]]]":
    """A connection of nobody in particular, to disturb the others with."""
    with psycopg.connect(database_url(), autocommit=True) as link:
        yield link


def clear_away() -> None:
    """Removes what Django does not know of, and lets go of the database."""
    announce.close()
    with outside() as link:
        link.execute("TRUNCATE procrastinate_jobs, procrastinate_workers CASCADE")


def database_url() -> str:
    """The address of the database that this test uses."""
    at = connection.settings_dict
    host, port = quote(at["HOST"], safe=""), f":{at['PORT']}" if at["PORT"] else ""
    return f"postgresql://{at['USER']}:{quote(at['PASSWORD'])}@{host}{port}/{at['NAME']}"


def _settings(lease: float) -> dict[str, str]:
    return {"DATABASE_URL": database_url(), "STUDIO_LEASE_SECONDS": str(_as_long_here(lease))}


def _as_long_here(lease: float) -> float:
    """A lease that is as long to a worker as this one is on an idle machine: where all is slower,
    a worker that lives would lose it. No lease may be longer than an hour."""
    return min(3_600, lease * slowness() / 2)
