"""Prints a book in a process of its own: bounded, ended when nobody wants it any more.

The process gets the book as data in a folder of its own, an empty environment and limits of
memory and time; what it makes is a file in that folder.
"""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from studio import env
from studio.core.manuscript import Book
from studio.formats.resolving import Finding

TOO_LARGE = (
    "The book is too long to be made into one file with the memory that is given to it. "
    "Make a file of each part instead."
)
TOO_SLOW = (
    "It took too long and was ended. Try again when the machine is less busy, or make a file of "
    "each part instead."
)
WENT_WRONG = (
    "The file could not be made, by a mistake of the program. The text is as it was; the other "
    "formats can still be made."
)
_CHILD = "studio.formats.press_child"
_PATIENCE = 0.1
_FOR_THOSE_WHO_MEASURE = "COVERAGE_PROCESS_CONFIG"


class NotPrinted(Exception):
    """The file could not be made; says why, and what to do."""


class Stopped(Exception):
    """Nobody wants the file any more."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What one file may take: memory in MB, seconds of a processor, seconds on the wall."""

    memory: int = 4_000
    cpu: int = 180
    wall: int = 240


@dataclass(frozen=True, slots=True)
class Printed:
    """A file that was made, and what could not be printed as it was meant."""

    path: Path
    findings: tuple[Finding, ...]


def press(
    book: Book,
    format_: str,
    folder: Path,
    *,
    fonts: str = "",
    limits: Limits | None = None,
    is_stopped: Callable[[], bool] = lambda: False,
) -> Printed:
    """Prints a book into a folder that holds nothing else."""
    limits = limits or Limits()
    told = {"book": asdict(book) | {"at": book.at.isoformat()}, "format": format_, "fonts": fonts,
            "limits": asdict(limits)}  # fmt: skip
    (folder / "book.json").write_text(json.dumps(told), encoding="utf-8")
    with (folder / "errors.txt").open("wb") as errors:
        child = subprocess.Popen(
            [sys.executable, "-m", _CHILD], cwd=folder, stdin=subprocess.PIPE,
            stdout=errors, stderr=errors, env=_environment(folder), start_new_session=True,
        )  # fmt: skip
        _await(child, limits.wall, is_stopped)
    return _result(child.returncode, folder)


def _environment(folder: Path) -> dict[str, str]:
    measured = {k: v for k, v in os.environ.items() if k == _FOR_THOSE_WHO_MEASURE}
    # Windows finds nothing without this one.
    system = {k: v for k, v in os.environ.items() if k == "SYSTEMROOT"}
    return {
        "HOME": str(folder), "TMPDIR": str(folder), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8",
        "PYTHONPATH": str(env.CHECKOUT), "PYTHONUTF8": "1", **measured, **system,
    }  # fmt: skip


def _await(child: subprocess.Popen[bytes], seconds: float, is_stopped: Callable[[], bool]) -> None:
    until = time.monotonic() + seconds
    try:
        while True:
            try:
                child.wait(_PATIENCE)
                return
            except subprocess.TimeoutExpired:
                pass
            if is_stopped():
                raise Stopped
            if time.monotonic() > until:
                raise NotPrinted(TOO_SLOW)
    finally:
        _end(child)


def _end(child: subprocess.Popen[bytes]) -> None:
    """Ends the process and all that it began."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(child.pid, signal.SIGKILL)
    child.wait()
    assert child.stdin is not None, "it was given one"
    child.stdin.close()


def _result(code: int, folder: Path) -> Printed:
    try:
        told = json.loads((folder / "told.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        told = {}
    if code == 0 and "findings" in told:
        return Printed(folder / "out", tuple(Finding(*finding) for finding in told["findings"]))
    if told.get("wrong") == "memory" or code in (-signal.SIGABRT, -signal.SIGSEGV, -signal.SIGBUS):
        raise NotPrinted(TOO_LARGE)
    if told.get("wrong") == "time" or code in (-signal.SIGXCPU, -signal.SIGKILL):
        raise NotPrinted(TOO_SLOW)
    raise NotPrinted(WENT_WRONG) from Unexpected(_last_words(folder, code))


class Unexpected(Exception):
    """What the process said before it ended, for the log."""


def _last_words(folder: Path, code: int) -> str:
    said = (folder / "errors.txt").read_bytes()[-2_000:].decode("utf-8", errors="replace")
    return f"ended with {code}: {said}"
