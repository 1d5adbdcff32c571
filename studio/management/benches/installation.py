"""All parts of an installation as processes that can be killed, and come back as they do for an
author: the database as the supervisor revives it, workers and web process by their commands."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

from studio.env import CHECKOUT
from studio.local import cluster, ports, postgres, processes
from studio.local.places import Places
from studio.management.benches import workers
from studio.management.benches.model import Model

N_WORKERS = 3
AT_ONCE = 2


@dataclass(slots=True)
class Worker:
    """A running `manage.py worker`."""

    process: "subprocess.Popen[bytes]"
    log: Path
    started_at: float

    @property
    def is_at_work(self) -> bool:
        return "at work" in self.log.read_text(errors="replace")


@dataclass(slots=True)
class Installation:
    """What one machine runs, with a scripted model."""

    data: Path
    model: Model
    workers: list[Worker] = field(default_factory=list)
    web: "subprocess.Popen[bytes] | None" = None
    n_begun: int = 0

    def open(self) -> None:
        """Has everything run."""
        self._begin_web()
        for _ in range(N_WORKERS):
            self._begin_worker()

    def close(self) -> None:
        """Ends all but the database."""
        for worker in self.workers:
            worker.process.kill()
        for worker in self.workers:
            worker.process.wait()
        self.workers.clear()
        self._end_web()

    def at_work(self) -> list[Worker]:
        """The workers that have begun to answer."""
        return [worker for worker in self.workers if worker.is_at_work]

    def kill_worker(self, worker: Worker) -> None:
        """Kills a worker; another one begins."""
        worker.process.kill()
        worker.process.wait()
        self.workers.remove(worker)
        self._begin_worker()

    def kill_web(self) -> None:
        """Kills the web process; another one begins."""
        self._end_web()
        self._begin_web()

    def kill_model(self, seconds: float) -> None:
        """Kills the model server, which is back after so many seconds."""
        self.model.kill()
        time.sleep(seconds)
        self.model.restart()

    def kill_database(self, seconds: float) -> None:
        """Kills the database server, which is back after so many seconds."""
        pid = cluster.recorded_pid(Places.of(self.data))
        os.kill(pid, signal.SIGKILL)
        workers.wait(lambda: not processes.is_alive(pid), "the database to be dead")
        time.sleep(seconds)
        postgres.revive(self.data)

    def kill_all(self) -> None:
        """The plug is pulled, and everything begins again."""
        for worker in self.workers:
            worker.process.send_signal(signal.SIGKILL)
        self._end_web()
        self.kill_database(0.0)
        for worker in list(self.workers):
            self.kill_worker(worker)
        self._begin_web()

    def _begin_worker(self) -> None:
        self.n_begun += 1
        log = self.data / f"worker-{self.n_begun}.log"
        command = ["manage.py", "worker", f"--concurrency={AT_ONCE}"]
        self.workers.append(Worker(_begin(command, log), log, time.time()))

    def _begin_web(self) -> None:
        with contextlib.closing(ports.listen("127.0.0.1", ports.free_port())) as listening:
            number = listening.fileno()
            command = ["-m", "studio.local.web", "--fd", str(number)]
            self.web = _begin(command, self.data / "web.log", number)

    def _end_web(self) -> None:
        if self.web is not None:
            self.web.kill()
            self.web.wait()
            self.web = None


def _begin(command: list[str], log: Path, *inherited: int) -> "subprocess.Popen[bytes]":
    with log.open("ab") as said:
        return subprocess.Popen(
            [sys.executable, *command], cwd=CHECKOUT, env=processes.as_child(), pass_fds=inherited,
            stdin=subprocess.DEVNULL, stdout=said, stderr=said,
        )  # fmt: skip
