"""Runs a named job in a process of its own: bounded, and ended with all that it began.

The process gets a folder of its own, which is all that it and its caller share, an empty
environment, and limits of memory and time. A job is a module with a `work()`; it raises
MemoryError and TimeoutError where something that it began reached a limit.
"""

import importlib
import os
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import astuple, dataclass
from enum import Enum
from pathlib import Path

from studio import env

_SAID = "errors.txt"
_PATIENCE = 0.1
# For those who measure; and Windows finds nothing without the second.
_KEPT = ("COVERAGE_PROCESS_CONFIG", "SYSTEMROOT")
_OF_MEMORY = (-signal.SIGABRT, -signal.SIGSEGV, -signal.SIGBUS)
_OF_TIME = (-signal.SIGXCPU, -signal.SIGKILL)


class Stopped(Exception):
    """Nobody wants the work any more."""


class Cause(Enum):
    """Why a job left nothing."""

    MEMORY = "memory"
    TIME = "time"
    MISTAKE = "mistake"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Limits:
    """What one job may take: memory in MB, seconds of a processor, seconds on the wall."""

    memory: int = 4_000
    cpu: int = 180
    wall: int = 240


def run(
    job: str, folder: Path, limits: Limits, is_stopped: Callable[[], bool] = lambda: False
) -> int:
    """Runs a job to its end, which comes with that of its caller too; returns its exit code."""
    child = _start(job, folder, limits)
    try:
        return _wait(child, limits, is_stopped)
    finally:
        assert child.stdin is not None, "it was given one"
        child.stdin.close()


def _start(job: str, folder: Path, limits: Limits) -> "subprocess.Popen[bytes]":
    # By the pipe it learns of the end of its caller, however that comes.
    with (folder / _SAID).open("wb") as said:
        return subprocess.Popen(
            [sys.executable, "-m", __name__, job, *map(str, astuple(limits))], cwd=folder,
            stdin=subprocess.PIPE, stdout=said, stderr=said, env=_environment(folder),
            start_new_session=True,
        )  # fmt: skip


def _wait(
    child: "subprocess.Popen[bytes]", limits: Limits, is_stopped: Callable[[], bool] = lambda: False
) -> int:
    until = time.monotonic() + limits.wall
    try:
        while time.monotonic() < until:
            with suppress(subprocess.TimeoutExpired):
                return child.wait(_PATIENCE)
            if is_stopped():
                raise Stopped
    finally:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(child.pid, signal.SIGKILL)
        child.wait()
    return child.returncode


def last_words(folder: Path) -> str:
    """What the process said before it ended, for the log."""
    return (folder / _SAID).read_bytes()[-2_000:].decode("utf-8", "replace")


def cause(folder: Path, code: int | None = None) -> Cause:
    """Why a job left nothing, by its exit code where that is known, and by its last words."""
    said = last_words(folder)
    if "MemoryError" in said or code in _OF_MEMORY:
        return Cause.MEMORY
    if "TimeoutError" in said or code in _OF_TIME:
        return Cause.TIME
    return Cause.MISTAKE if "Traceback" in said else Cause.UNKNOWN


def _environment(folder: Path) -> dict[str, str]:
    kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
    return {
        "HOME": str(folder), "TMPDIR": str(folder), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8",
        "PYTHONPATH": str(env.CHECKOUT), "PYTHONUTF8": "1", **kept,
    }  # fmt: skip


def _main(job: str, memory: str, cpu: str, wall: str) -> None:
    watch = threading.Thread(target=_watch, args=(int(wall),), daemon=True)
    watch.start()
    _limit(int(memory) * 1_000_000, int(cpu))
    try:
        importlib.import_module(job).work()
    except MemoryError:
        # There may be none left to say where.
        os.write(2, b"MemoryError\n")
        sys.exit(1)


def _watch(wall: int) -> None:
    """Ends all when time is up, or whoever wanted it was killed: nothing is ever written to us."""
    select.select([0], [], [], wall)
    os.killpg(0, signal.SIGKILL)


def _limit(memory: int, cpu: int) -> None:
    # Only the process needs it, and not every system has it.
    import resource

    # Not every system can bound addresses; the others are bounded by time alone.
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (memory, resource.RLIM_INFINITY))
    resource.setrlimit(resource.RLIMIT_CPU, (cpu, cpu + 5))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


if __name__ == "__main__":
    _main(*sys.argv[1:])
