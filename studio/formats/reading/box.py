"""Reads a manuscript in a process of its own, with bounds of memory and time: what somebody sends
may be made to harm whoever opens it.

A folder holds all of it: the file that was sent, and what the process left there. Whoever looks
into the folder knows how far it is.
"""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from studio import env
from studio.formats.reading.manuscript import BadManuscript, Manuscript, from_json

SENT, READ, WRONG, ABOUT = "sent", "read.json", "wrong.txt", "about.json"
_CHILD = "studio.formats.reading.child"
_FOR_THOSE_WHO_MEASURE = "COVERAGE_PROCESS_CONFIG"
_TOO_LARGE = (
    "The file takes more memory or time than a book does. Bring it in by parts, or save it as "
    "plain text and send that."
)
_WENT_WRONG = (
    "The file could not be read, by a mistake of the program. Save it as Markdown or plain text, "
    "and send that."
)


@dataclass(frozen=True, slots=True)
class Limits:
    """What one reading may take: memory in MB, seconds of a processor, seconds on the wall."""

    memory: int = 3_000
    cpu: int = 240
    wall: int = 300


def read(folder: Path, name: str, data: bytes, limits: Limits | None = None) -> Manuscript:
    """The manuscript in a file; BadManuscript in words. The folder holds nothing else."""
    child = begin(folder, name, data, limits)
    try:
        child.wait()
    finally:
        end(folder)
        child.wait()
    return result(folder)


def begin(
    folder: Path, name: str, data: bytes, limits: Limits | None = None
) -> "subprocess.Popen[bytes]":
    """Begins to read; `result` tells what came of it, once it `is_over`."""
    (folder / SENT).write_bytes(data)
    told = {"name": name, "limits": asdict(limits or Limits()), "began": time.time()}
    (folder / ABOUT).write_text(json.dumps(told), encoding="utf-8")
    with (folder / "errors.txt").open("wb") as errors:
        child = subprocess.Popen(
            [sys.executable, "-m", _CHILD], cwd=folder, stdin=subprocess.DEVNULL, stdout=errors,
            stderr=errors, env=_environment(folder), start_new_session=True,
        )  # fmt: skip
    (folder / ABOUT).write_text(json.dumps({**told, "pid": child.pid}), encoding="utf-8")
    # Nobody else waits for it, and it must not stay behind as what has ended.
    threading.Thread(target=child.wait, daemon=True).start()
    return child


def is_over(folder: Path) -> bool:
    """Whether nothing more is to be waited for."""
    if (folder / READ).exists() or (folder / WRONG).exists():
        return True
    about = about_of(folder)
    is_late = time.time() > about.get("began", 0) + about.get("limits", {}).get("wall", 0) + 5
    return is_late or not _lives(about.get("pid", 0))


def result(folder: Path) -> Manuscript:
    """What was read; BadManuscript says why nothing was."""
    with suppress(FileNotFoundError):
        return from_json((folder / READ).read_text(encoding="utf-8"))
    with suppress(FileNotFoundError):
        raise BadManuscript((folder / WRONG).read_text(encoding="utf-8"))
    said = (folder / "errors.txt").read_bytes()[-2_000:].decode("utf-8", "replace")
    is_ours = "Traceback" in said and "MemoryError" not in said
    raise BadManuscript(_WENT_WRONG if is_ours else _TOO_LARGE) from OSError(said)


def end(folder: Path) -> None:
    """Ends the process and all that it began."""
    pid = about_of(folder).get("pid", 0)
    if pid and not (folder / READ).exists():
        with suppress(ProcessLookupError, PermissionError):
            if os.getpgid(pid) == pid:
                os.killpg(pid, signal.SIGKILL)


def about_of(folder: Path) -> dict[str, Any]:
    """What was sent, when and to which process."""
    try:
        found = json.loads((folder / ABOUT).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _lives(pid: int) -> bool:
    try:
        return pid > 0 and os.getpgid(pid) == pid
    except ProcessLookupError:
        return False


def _environment(folder: Path) -> dict[str, str]:
    measured = {k: v for k, v in os.environ.items() if k == _FOR_THOSE_WHO_MEASURE}
    return {
        "HOME": str(folder), "TMPDIR": str(folder), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8",
        "PYTHONPATH": str(env.CHECKOUT), "PYTHONUTF8": "1", **measured,
    }  # fmt: skip
