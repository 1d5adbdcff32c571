"""The files and the server of one embedded database: made, started, stopped.

The callers see to it that only one process at a time does any of this to one data folder.
"""

import contextlib
import os
import secrets
import shutil
import socket
import subprocess
import tempfile
import time
from pathlib import Path

from studio.local import processes
from studio.local.accounts import CannotServe
from studio.local.places import VERSION, Places, binaries

NAME = "studio"
PATIENCE = 60.0
STATUS_LINE = 7
NO_ROOM = "No space left on device"
LONGEST_LOG = 4_000_000

SERVER_SETTINGS = {
    "listen_addresses": "",
    # A worker takes about seven.
    "max_connections": "200",
    "shared_buffers": "128MB",
    "unix_socket_permissions": "0700",
    "log_min_messages": "warning",
    # Who has it up brings it up again; by itself it would go in a circle on a full disk.
    "restart_after_crash": "off",
    "log_checkpoints": "off",
    "timezone": "UTC",
    "log_timezone": "UTC",
}


def bring_up(places: Places, password: str) -> None:
    """Has the server answer: the one that runs, or one started now."""
    if answers(places):
        return
    _make_folders(places)
    if not (places.cluster / "PG_VERSION").exists():
        _make_cluster(places, password)
    _refuse_other_version(places)
    if _wait_for_other_life(places):
        return
    _clear_away(places)
    _pg_ctl(places, "start", "--wait", "--log", str(places.log), "-o", _options(places))


def _make_folders(places: Places) -> None:
    with contextlib.suppress(FileExistsError):
        places.home.parent.mkdir(parents=True)
        # Whatever the umask: the account of the server has to get through.
        places.home.parent.chmod(0o755)
    for folder in (places.home, places.sockets):
        with contextlib.suppress(FileExistsError):
            folder.mkdir(mode=0o700)
            os.chown(folder, places.account.uid, places.account.gid)
        if folder.is_symlink() or folder.stat().st_uid != places.account.uid:
            raise CannotServe(
                f"{folder} belongs to another user; start as the user who made it, "
                f"or name another folder in STUDIO_DATA."
            )


def _make_cluster(places: Places, password: str) -> None:
    # Made beside its place and renamed, so that an interrupted initdb leaves no half cluster.
    draft = places.home / f"new-{secrets.token_hex(4)}"
    for left_over in places.home.glob("new-*"):
        shutil.rmtree(left_over, ignore_errors=True)
    with tempfile.NamedTemporaryFile("w", dir=places.home) as file:
        os.chown(file.name, places.account.uid, places.account.gid)
        file.write(password)
        file.flush()
        _run(
            places,
            "initdb",
            f"--pgdata={draft}",
            f"--username={NAME}",
            f"--pwfile={file.name}",
            "--auth=scram-sha-256",
            "--encoding=UTF8",
            "--locale=C",
            "--no-instructions",
        )
    _run(places, "postgres", "--single", f"-D{draft}", "postgres", said=f"CREATE DATABASE {NAME}\n")
    draft.rename(places.cluster)


def _refuse_other_version(places: Places) -> None:
    found = (places.cluster / "PG_VERSION").read_text().strip()
    if found != VERSION:
        raise CannotServe(
            f"{places.cluster} was made by PostgreSQL {found} and this program brings {VERSION}; "
            f"export the books with the program that made it, or set DATABASE_URL."
        )


def _wait_for_other_life(places: Places) -> bool:
    # A server on its way up answers soon; one on its way down, or killed, lets go of its pid file.
    deadline = time.monotonic() + PATIENCE
    while pid := recorded_pid(places):
        if answers(places):
            return True
        if not processes.works_in(pid, places.cluster) and not _has_backends(places.cluster):
            return False
        if time.monotonic() > deadline:
            raise CannotServe(f"process {pid} holds {places.cluster} and does not answer; end it.")
        time.sleep(0.05)
    return False


def recorded_pid(places: Places) -> int:
    """The process that says it serves this cluster, or 0."""
    try:
        return int(places.pid_file.read_text().split("\n", 1)[0])
    except (FileNotFoundError, ValueError):
        return 0


def _has_backends(cluster: Path) -> bool:
    return any(processes.works_in(pid, cluster) for pid in processes.all_pids())


def _options(places: Places) -> str:
    settings = SERVER_SETTINGS | {"unix_socket_directories": str(places.sockets)}
    return " ".join(f"-c {name}={_quoted(value)}" for name, value in settings.items())


def _quoted(value: str) -> str:
    # pg_ctl hands its options to a shell.
    return "'" + value.replace("'", "'\\''") + "'"


def _clear_away(places: Places) -> None:
    # What a killed server left: PostgreSQL takes a zombie, or a stranger with that pid, for
    # a living server, and would not start.
    places.pid_file.unlink(missing_ok=True)
    places.socket.with_name(f"{places.socket.name}.lock").unlink(missing_ok=True)
    if places.log.exists() and places.log.stat().st_size > LONGEST_LOG:
        places.log.replace(places.log.with_name("log.before"))


def stop(places: Places) -> None:
    """Has the server finish what it writes, and end."""
    if not recorded_pid(places):
        return
    with contextlib.suppress(CannotServe):
        _pg_ctl(places, "stop", "--mode=fast", "--timeout=20")


def _pg_ctl(places: Places, verb: str, *arguments: str) -> None:
    _run(places, "pg_ctl", verb, f"--pgdata={places.cluster}", "--silent", *arguments)


def _run(places: Places, program: str, *arguments: str, said: str = "") -> None:
    # Without pipes: the server would inherit them and keep a reader waiting for its end.
    with tempfile.TemporaryFile("w+") as asked, tempfile.TemporaryFile("w+") as answered:
        asked.write(said)
        asked.seek(0)
        done = subprocess.run(
            [str(binaries(places) / program), *arguments],
            stdin=asked,
            stdout=answered,
            stderr=answered,
            cwd=places.home,
            env={"PATH": os.defpath, "LC_ALL": "C", "TZ": "UTC"},
            start_new_session=True,
            check=False,
            **places.account.as_subprocess(),
        )
        if done.returncode:
            answered.seek(0)
            raise CannotServe(_reason(program, answered.read(), places))


def _reason(program: str, said: str, places: Places) -> str:
    log = places.log.read_text(errors="replace") if places.log.exists() else ""
    lines = [line.strip() for line in (said + log).splitlines()]
    telling = [line for line in lines if any(mark in line for mark in ("FATAL", "PANIC", "error:"))]
    words = (telling or lines or ["it gave no reason"])[-1]
    if NO_ROOM in words:
        return (
            f"There is no room left on the disk of {places.home}, where the books are; "
            f"nothing is lost. Make room on it and start again."
        )
    return f"The embedded database did not come up ({program}): {words}"


def answers(places: Places) -> bool:
    """Whether the server takes connections: it says that it is ready, and it listens."""
    try:
        is_ready = places.pid_file.read_text().splitlines()[STATUS_LINE].startswith("ready")
    except (FileNotFoundError, IndexError):
        return False
    return is_ready and _listens(places.socket)


def _listens(path: Path) -> bool:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as end:
        end.settimeout(2.0)
        try:
            end.connect(str(path))
        except OSError:
            return False
        return True
