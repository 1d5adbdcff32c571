import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from studio.local import parts, processes
from studio.local.parts import Part
from tests.local import commands
from tests.patience import slowness, within

SLEEP = [sys.executable, "-c", "import time; time.sleep(60)"]
STUBBORN = (
    "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN);"
    "print('deaf', flush=True); time.sleep(60)"
)


def pid_of(part: Part) -> int:
    assert part.process is not None
    return part.process.pid


def test_a_killed_part_is_started_again(capfd: pytest.CaptureFixture[str]) -> None:
    part = Part("sleeper", lambda: SLEEP)
    part.tend()
    first = pid_of(part)
    os.kill(first, signal.SIGKILL)

    def is_back() -> bool:
        part.tend()
        return part.is_running and pid_of(part) != first

    assert within(5, is_back)
    assert "The sleeper ended by signal 9; it starts again in 0.5 s." in capfd.readouterr().err
    parts.stop([part], lambda: True)


def test_a_part_that_keeps_ending_is_started_less_and_less_often(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    part = Part("quitter", lambda: [sys.executable, "-c", "raise SystemExit(3)"])
    for _ in range(6):
        part.due_at = 0.0
        part.tend()
        assert part.process is not None
        part.process.wait()
        part.tend()

    said = capfd.readouterr().err

    pauses = [line.split()[-2] for line in said.splitlines()]
    assert pauses == ["0.5", "1", "2", "4", "8", "8"]


def test_a_part_that_is_not_due_is_not_started() -> None:
    part = Part("sleeper", lambda: SLEEP, is_due=lambda: False)

    part.tend()

    assert part.process is None


def test_a_deaf_part_is_ended_at_once_when_in_a_hurry() -> None:
    part = Part("deaf", lambda: [sys.executable, "-c", STUBBORN])
    part.tend()
    began = time.monotonic()

    parts.stop([part], lambda: True)

    assert not part.is_running
    assert time.monotonic() - began < 1 * slowness()


def test_a_deaf_part_is_asked_twice_and_then_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "SECOND_REQUEST_AFTER", 0.1)
    monkeypatch.setattr(parts, "PATIENCE", 0.4)
    part = Part("deaf", lambda: [sys.executable, "-c", STUBBORN])
    part.tend()
    time.sleep(0.3)

    parts.stop([part], lambda: False)

    assert not part.is_running


def test_a_child_ends_when_its_parent_was_killed(new_data: Path) -> None:
    child = (
        "import time; from studio.local import processes; processes.follow_parent();"
        "print('up', flush=True); time.sleep(60)"
    )
    parent = (
        "import subprocess, sys, time; from studio.local import processes;"
        f"child = subprocess.Popen([sys.executable, '-c', {child!r}], env=processes.as_child());"
        "print(child.pid, flush=True); time.sleep(60)"
    )
    running = commands.begin(new_data, "-c", parent)
    assert running.stdout is not None
    said = {running.stdout.readline().strip(), running.stdout.readline().strip()}
    pid = int((said - {"up"}).pop())

    running.kill()
    running.communicate()

    assert within(5, lambda: not processes.is_alive(pid))


def test_a_part_that_is_started_early_goes_on_when_all_is_ready(tmp_path: Path) -> None:
    goes_on = (
        "from pathlib import Path; from studio.local import processes;"
        f"Path({str(tmp_path)!r}, 'up').touch(); processes.await_parent();"
        f"Path({str(tmp_path)!r}, 'on').touch()"
    )
    gate, opener = os.pipe()
    part = Part("early", lambda: [sys.executable, "-c", goes_on], waits_for=gate)
    part.tend()
    assert within(10, (tmp_path / "up").exists)
    time.sleep(0.2)
    assert not (tmp_path / "on").exists()

    os.close(opener)

    assert within(5, (tmp_path / "on").exists)
    assert part.process is not None
    part.process.wait()
    part.tend()
    part.due_at = 0.0
    (tmp_path / "on").unlink()
    part.tend()
    assert within(10, (tmp_path / "on").exists), "what is started again has nothing to wait for"
    parts.stop([part], lambda: True)
    os.close(gate)


def test_a_zombie_is_not_alive() -> None:
    done = subprocess.Popen([sys.executable, "-c", ""])
    within(5, lambda: os.waitid(os.P_PID, done.pid, os.WEXITED | os.WNOWAIT) is not None)

    assert not processes.is_alive(done.pid)
    done.wait()
