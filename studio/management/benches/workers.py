"""Real worker processes, and how much of the processor they and the database use."""

import contextlib
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from studio.env import CHECKOUT
from studio.local import processes

PATIENCE = 120.0
_TICKS = os.sysconf("SC_CLK_TCK")


class Stuck(Exception):
    """What was waited for did not happen."""


@contextlib.contextmanager
def worker(log: Path, *, concurrency: int) -> Iterator[int]:
    """A `manage.py worker`, at work, for as long as the block runs; its process id."""
    command = [sys.executable, "manage.py", "worker", f"--concurrency={concurrency}"]
    with _process(command, log) as process:
        wait(lambda: "at work" in log.read_text(errors="replace"), "a worker to be at work")
        yield process.pid


@contextlib.contextmanager
def peer(log: Path) -> Iterator[None]:
    """A bare Procrastinate worker; it says in its log when each job began."""
    with _process([sys.executable, "-m", "studio.management.benches.peer"], log):
        wait(lambda: "ready" in log.read_text(), "the peer to be at work")
        yield


def wait(is_so: Callable[[], bool], what: str, *, seconds: float = PATIENCE) -> None:
    """Waits until something is so; Stuck says what never came."""
    deadline = time.monotonic() + seconds
    while not is_so():
        if time.monotonic() > deadline:
            raise Stuck(f"waited {seconds:.0f} seconds in vain for {what}")
        time.sleep(0.05)


def cpu_seconds(pid: int) -> float:
    """The processor time of a process and of its children that have ended."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / _TICKS


def cpu_seconds_below(pid: int, *, without: int = 0) -> float:
    """The processor time of a process and of all its children, but one."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    pids = [pid, *(int(child) for child in children if int(child) != without)]
    return sum(cpu_seconds(one) for one in pids)


@contextlib.contextmanager
def _process(command: list[str], log: Path) -> Iterator["subprocess.Popen[bytes]"]:
    with (
        log.open("wb") as said,
        subprocess.Popen(
            command, cwd=CHECKOUT, env=processes.as_child(), stdin=subprocess.DEVNULL,
            stdout=said, stderr=said,
        ) as process,
    ):  # fmt: skip
        try:
            yield process
        finally:
            process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(10)
            process.kill()
