"""What can be told about other processes."""

import os
import signal
import subprocess
import threading
import time
from pathlib import Path

PROC = Path("/proc")
PARENT, READY = "STUDIO_PARENT", "STUDIO_READY"


def is_alive(pid: int) -> bool:
    """Whether a process runs; a zombie does not."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return not _state(pid).startswith("Z")


def works_in(pid: int, folder: Path) -> bool:
    """Whether a living process has this as its working folder, as a database server has."""
    if not is_alive(pid):
        return False
    if not PROC.joinpath("self").exists():
        return "postgres" in _ps(pid, "comm")
    try:
        return PROC.joinpath(str(pid), "cwd").samefile(folder)
    except OSError:
        return False


def all_pids() -> list[int]:
    """The processes of this machine, where the system shows them."""
    try:
        return [int(entry.name) for entry in PROC.iterdir() if entry.name.isdigit()]
    except FileNotFoundError:
        return []


def as_child() -> dict[str, str]:
    """The environment for a child process that is to end when this one does."""
    return os.environ | {PARENT: str(os.getpid())}


def await_parent() -> None:
    """Waits, if this process is a child that was started early, until all is ready for it."""
    descriptor = os.environ.pop(READY, "")
    if descriptor:
        with os.fdopen(int(descriptor), "rb") as gate:
            gate.read()


def follow_parent(*, grace: float = 15.0) -> None:
    """Ends this process, if it is such a child, when its parent is gone: politely, then surely."""
    parent = os.environ.pop(PARENT, "")
    if parent:
        threading.Thread(target=_follow, args=(int(parent), grace), daemon=True).start()


def _follow(parent: int, grace: float) -> None:
    # Asked again and again, since a signal at the parent's death is a speciality of Linux.
    while os.getppid() == parent:
        time.sleep(0.3)
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(grace)
    os._exit(1)


def _state(pid: int) -> str:
    try:
        stat = PROC.joinpath(str(pid), "stat").read_text()
    except FileNotFoundError:
        return _ps(pid, "state") if not PROC.joinpath("self").exists() else "Z"
    except OSError:
        return ""
    return stat.rpartition(")")[2].strip()


def _ps(pid: int, column: str) -> str:
    command = ["ps", "-o", f"{column}=", "-p", str(pid)]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()
