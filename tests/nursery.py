"""Forks workers that are at work at once: one for each `CONCURRENCY LEASE LOG [FAULT]` it reads."""

import os
import signal
import sys
from dataclasses import replace
from importlib import import_module

import django
from django.conf import settings


def main() -> None:
    """Prints the process id of each worker; none of them is waited for."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "studio.settings")
    django.setup()
    import_module("openai")  # before the first fork, since it takes long
    from studio.env import Seconds
    from studio.worker import main as worker

    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for line in sys.stdin:
        concurrency, lease, log, fault = line.rstrip("\n").split(" ", 3)
        said = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        pid = os.fork()
        if pid == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            os.dup2(said, sys.stderr.fileno())
            os.environ["STUDIO_FAULT"] = fault
            settings.STUDIO = replace(settings.STUDIO, lease_seconds=Seconds(float(lease)))
            worker.run(int(concurrency))
            os._exit(0)
        os.close(said)
        print(pid, flush=True)


if __name__ == "__main__":
    main()
