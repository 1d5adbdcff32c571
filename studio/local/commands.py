"""Every management command finds the running database, or has one for its own duration."""

import contextlib
import errno
import signal
import sys
from collections.abc import Iterator
from types import FrameType

from studio.local import processes

WITHOUT_DATABASE = {
    "help", "version", "--help", "-h", "--version", "start", "collectstatic", "findstatic",
    "makemessages", "compilemessages", "check", "diffsettings", "startapp", "startproject",
}  # fmt: skip
WITHOUT_TABLES = {
    "migrate", "makemigrations", "showmigrations", "sqlmigrate", "squashmigrations",
    "optimizemigration", "dbshell", "test",
}  # fmt: skip

NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT})
FULL = (
    "There is no room left on the disk of the data folder; nothing is lost. Make room on it, or "
    "name a folder on another disk in STUDIO_DATA."
)


def run(arguments: list[str]) -> None:
    """Runs the command that these arguments name."""
    from django.core.management import execute_from_command_line

    processes.follow_parent()
    signal.signal(signal.SIGTERM, _leave)
    if _command(arguments) == "worker":
        _load("worker")
        processes.await_parent()
    try:
        with _database_for(arguments):
            execute_from_command_line(arguments)
    except KeyboardInterrupt:
        raise SystemExit(128 + signal.SIGINT) from None
    except OSError as error:
        if error.errno not in NO_ROOM:
            raise
        sys.stderr.write(f"{FULL}\n")
        raise SystemExit(1) from None


def _load(command: str) -> None:
    """Loads a command, which takes longer than the database does to come up."""
    import django
    from django.core.management import load_command_class

    django.setup()
    load_command_class("studio", command)


def _leave(signum: int, frame: FrameType | None) -> None:
    # As an exception, so that the database is left in order.
    raise SystemExit(128 + signum)


@contextlib.contextmanager
def _database_for(arguments: list[str]) -> Iterator[None]:
    command = _command(arguments)
    if not command or command in WITHOUT_DATABASE:
        yield
        return
    from django.conf import settings

    if not settings.STUDIO.embeds_database:
        yield
        return
    from studio.local import postgres, tables

    with contextlib.ExitStack() as stack:
        try:
            stack.enter_context(postgres.at_hand(settings.STUDIO.data))
        except postgres.CannotServe as reason:
            sys.stderr.write(f"{reason}\n")
            raise SystemExit(1) from None
        stack.callback(tables.close_connections)
        if command not in WITHOUT_TABLES:
            tables.make_if_none()
        yield


def _command(arguments: list[str]) -> str:
    if len(arguments) < 2 or {"--help", "-h"} & set(arguments):
        return ""
    return arguments[1]
