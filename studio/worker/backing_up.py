"""One backup, from order to download: `manage.py backup` in a process of its own, followed."""

import contextlib
import json
import logging
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

from django.db import Error
from django.utils import timezone

from studio.actions import backing_up, printing
from studio.env import CHECKOUT
from studio.models import Backup

logger = logging.getLogger(__name__)
NO_REASON = "It could not be written, and no reason was given. The log of the worker says more."
LONGEST_GOODBYE = 5.0


def back_up(backup_id: int, is_leaving: Callable[[], bool]) -> None:
    """Makes a backup if it is still wanted, and nobody else makes it."""
    backup = backing_up.begin(backup_id, now=timezone.now())
    if backup is None:
        return
    path = backing_up.folder() / backup.name
    try:
        _make(backup, path, is_leaving)
    except OSError as error:
        backup.fail(f"The backup could not be kept: {error.strerror}.")
    except Error:
        raise
    except Exception:
        logger.exception("backup %s met a mistake of the program", backup.pk)
        backup.fail(NO_REASON)


def _make(backup: Backup, path: Path, is_leaving: Callable[[], bool]) -> None:
    with _running(path) as child:
        assert child.stdout is not None, "it was opened as a pipe"
        for line in child.stdout:
            # Each line says how much there is, and that it goes on.
            is_ours = backup.is_ours(until=printing.lease(timezone.now()), n_bytes=json.loads(line))
            if is_leaving() or not is_ours:
                _end(child)
                backup.give_back()
                return
        if child.wait() == 0:
            _offer(backup, path)
        else:
            backup.fail(_reason(child))


def _offer(backup: Backup, path: Path) -> None:
    if not backup.finish(path=str(path.resolve()), n_bytes=path.stat().st_size):
        path.unlink(missing_ok=True)


@contextlib.contextmanager
def _running(path: Path) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, str(CHECKOUT / "manage.py"), "backup", "--follow", str(path)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as child:
        try:
            yield child
        finally:
            _end(child)


def _end(child: subprocess.Popen[str]) -> None:
    """Ends it with all that it began; as by hand first, so that it clears up behind itself."""
    if child.poll() is not None:
        return
    killing = threading.Timer(LONGEST_GOODBYE, os.killpg, [child.pid, signal.SIGKILL])
    killing.start()
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child.pid, signal.SIGINT)
    child.wait()
    killing.cancel()


def _reason(child: subprocess.Popen[str]) -> str:
    assert child.stderr is not None, "it was opened as a pipe"
    said = [line for line in child.stderr.read().splitlines() if line.strip()]
    return said[-1].removeprefix("CommandError: ") if said else NO_REASON
