"""Backups of all books: a dump that PostgreSQL makes consistent while everything runs."""

import os
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import IO

from django.conf import settings

from studio.local.places import Places, binaries

MAGIC = b"PGDMP"
BEAT_SECONDS = 0.5
_WHOLE = ("--format=custom", "--no-owner", "--no-privileges")
# What says which files lie on this machine is of no use on another one.
_LEFT_OUT = ("--exclude-table-data=studio_backup",)


class CannotBackUp(Exception):
    """The backup could not be made or restored; the message says why."""


def back_up(path: Path, follow: Callable[[int], None] | None = None) -> int:
    """Writes a whole backup, or nothing; returns its size in bytes. `follow` is told how many there
    are, as long as it goes on."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=path.parent) as folder:
        draft = Path(folder) / "draft"
        with draft.open("wb") as file:
            _run("pg_dump", [*_WHOLE, *_LEFT_OUT], stdout=file, follow=follow)
            file.flush()
            os.fsync(file.fileno())
        size = draft.stat().st_size
        draft.chmod(0o600)
        draft.replace(path)
    return size


def restore(path: Path) -> None:
    """Brings a backup back into an installation that holds no books."""
    with path.open("rb") as file:
        if file.read(len(MAGIC)) != MAGIC:
            raise CannotBackUp(f"{path} is no backup made by `manage.py backup`.")
    options = ["--clean", "--if-exists", "--no-owner", "--no-privileges", "--single-transaction"]
    _run("pg_restore", [*options, "--dbname", _name(), str(path)])


def _run(
    program: str,
    options: list[str],
    stdout: IO[bytes] | None = None,
    follow: Callable[[int], None] | None = None,
) -> None:
    command = [str(_programs() / program), *options]
    with tempfile.TemporaryFile() as said:
        with subprocess.Popen(command, env=_environment(), stdout=stdout, stderr=said) as running:
            while stdout is not None and follow is not None and _goes_on(running):
                follow(os.fstat(stdout.fileno()).st_size)
        said.seek(0)
        lines = said.read().decode(errors="replace").strip().splitlines()
    if running.returncode:
        raise CannotBackUp(f"{program} failed: {lines[-1] if lines else 'it gave no reason'}")


def _goes_on(running: subprocess.Popen[bytes]) -> bool:
    try:
        running.wait(BEAT_SECONDS)
    except subprocess.TimeoutExpired:
        return True
    return False


def _programs() -> Path:
    return binaries(Places.of(settings.STUDIO.data))


def _name() -> str:
    return str(settings.DATABASES["default"]["NAME"])


def _environment() -> dict[str, str]:
    database = settings.DATABASES["default"]
    facts = {
        "PGHOST": database.get("HOST"),
        "PGPORT": database.get("PORT"),
        "PGUSER": database.get("USER"),
        "PGPASSWORD": database.get("PASSWORD"),
        "PGDATABASE": database.get("NAME"),
    }
    return {**os.environ, **{name: str(value) for name, value in facts.items() if value}}
