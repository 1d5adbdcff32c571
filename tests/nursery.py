"""Forks workers that are at work at once: one for each line `CONCURRENCY LOG [FAULT]` it reads."""

import os
import signal
import sys

import django


def main() -> None:
    """Prints the process id of each worker; none of them is waited for."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "studio.settings")
    django.setup()
    from studio.llm import client
    from studio.worker import main as worker

    assert client.openai.AsyncOpenAI, "loaded before the first fork, since it takes long"
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for line in sys.stdin:
        concurrency, log, fault = line.rstrip("\n").split(" ", 2)
        said = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        pid = os.fork()
        if pid == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            os.dup2(said, sys.stderr.fileno())
            os.environ["STUDIO_FAULT"] = fault
            worker.run(int(concurrency))
            os._exit(0)
        os.close(said)
        print(pid, flush=True)


if __name__ == "__main__":
    main()
