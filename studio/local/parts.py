"""Child processes that are kept running: started, started again with patience, stopped."""

import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from studio.env import CHECKOUT
from studio.local import processes

FIRST_PAUSE = 0.5
LONGEST_PAUSE = 8.0
SETTLED_AFTER = 30.0
SECOND_REQUEST_AFTER = 4.0
PATIENCE = 10.0


def always() -> bool:
    """The answer for a part that is wanted at all times."""
    return True


@dataclass(slots=True)
class Part:
    """One child process; is_due is asked before each start. It may be started before all that it
    needs is there: it goes on when the pipe that it waits for is closed."""

    name: str
    command: Callable[[], list[str]]
    is_due: Callable[[], bool] = always
    inherits: tuple[int, ...] = ()
    waits_for: int | None = None
    process: subprocess.Popen[bytes] | None = None
    n_failures: int = 0
    started_at: float = 0.0
    due_at: float = 0.0

    def tend(self) -> None:
        """Starts the process when it is due; notes when it has ended."""
        if self.process is None:
            if time.monotonic() >= self.due_at and self.is_due():
                self._start()
        elif self.process.poll() is not None:
            self._note_end(self.process.returncode)

    def send(self, signum: signal.Signals) -> None:
        """Sends a signal, if there is a process to receive it."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signum)

    @property
    def is_running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def _start(self) -> None:
        self.started_at = time.monotonic()
        gate = [] if self.waits_for is None else [self.waits_for]
        told = {processes.READY: str(gate[0])} if gate else {}
        # In a session of its own: Ctrl-C reaches the supervisor only, which stops all in order.
        self.process = subprocess.Popen(
            self.command(),
            cwd=CHECKOUT,
            stdin=subprocess.DEVNULL,
            env=processes.as_child() | told,
            pass_fds=(*self.inherits, *gate),
            start_new_session=True,
        )

    def _note_end(self, code: int) -> None:
        now = time.monotonic()
        self.process = None
        if now - self.started_at > SETTLED_AFTER:
            self.n_failures = 0
        pause = min(FIRST_PAUSE * 2**self.n_failures, LONGEST_PAUSE)
        self.n_failures += 1
        self.due_at = now + pause
        how = f"by signal {-code}" if code < 0 else f"with exit code {code}"
        sys.stderr.write(f"The {self.name} ended {how}; it starts again in {pause:g} s.\n")


def stop(parts: Sequence[Part], is_in_a_hurry: Callable[[], bool]) -> None:
    """Stops all at once: asks, asks again, and then ends them; in a hurry without asking."""
    _send(parts, signal.SIGTERM)
    asked_at, is_asked_twice = time.monotonic(), False
    while any(part.is_running for part in parts):
        waited = time.monotonic() - asked_at
        if waited > PATIENCE or is_in_a_hurry():
            _send(parts, signal.SIGKILL)
        elif waited > SECOND_REQUEST_AFTER and not is_asked_twice:
            is_asked_twice = True
            _send(parts, signal.SIGTERM)
        time.sleep(0.05)


def _send(parts: Sequence[Part], signum: signal.Signals) -> None:
    for part in parts:
        part.send(signum)
