"""Names of workers, and the runs that workers of this machine left when they were killed.

Their leases would end by themselves; but after the machine lost its power, its author should not
have to wait for that. A worker that is wrongly taken for dead loses its runs and no more.
"""

import os
import secrets
import socket

from django.utils import timezone

from studio.actions import endings
from studio.actions.claims import Claimed
from studio.models import Run


def new_name() -> str:
    """A name that no other process has had: pids come back, above all in containers."""
    return f"{_host()}:{os.getpid()}:{secrets.token_hex(3)}"


def take_back(own_name: str) -> int:
    """Takes back what workers of this machine hold that are gone; returns how many runs."""
    active = Run.objects.active().filter(worker__startswith=f"{_host()}:").exclude(worker=own_name)
    dead = [run for run in active if not _is_alive(run.worker)]
    for run in dead:
        claimed = Claimed(run.pk, run.unit_id, run.project_id, run.token)
        endings.let_go(claimed, endings.INTERRUPTED, now=timezone.now())
    return len(dead)


def _host() -> str:
    return socket.gethostname()[:40]


def _is_alive(worker: str) -> bool:
    pid = int(worker.split(":")[1])
    # A pid that is ours now cannot be that of a worker with another name.
    if pid == os.getpid():
        return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True
