import os
import re
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import psycopg
import pytest

from studio import services
from studio.local import cluster, ports, postgres, processes, supervisor
from studio.local.places import Places
from tests.local import commands
from tests.patience import slowness, within

pytestmark = pytest.mark.faults


@dataclass
class Started:
    """A running `manage.py start` of a test."""

    data: Path
    process: "subprocess.Popen[str]"
    base_url: str
    link: str

    def family(self) -> dict[str, int]:
        """The processes of this folder, by what they are."""
        family = {"database": cluster.recorded_pid(Places.of(self.data))}
        for pid in processes.all_pids():
            line = command_line(pid)
            if f"STUDIO_DATA={self.data}\0" in surroundings(pid):
                name = next((n for n in ("studio.local.web", "worker", "start") if n in line), "")
                family |= {name: pid} if name else {}
        return family


def command_line(pid: int) -> list[str]:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text().split("\0")
    except OSError:
        return []


def surroundings(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/environ").read_text(errors="replace")
    except OSError:
        return ""


def start(data: Path, port: int) -> Started:
    process = commands.begin(data, "manage.py", "start", STUDIO_PORT=str(port))
    assert process.stdout is not None
    said: list[str] = []
    for line in process.stdout:
        said.append(line)
        if found := re.search(r"Open +(\S+)", line):
            return Started(data, process, f"http://127.0.0.1:{port}", found[1])
    raise AssertionError("".join(said))


def end(started: Started) -> None:
    started.process.send_signal(signal.SIGTERM)
    started.process.communicate(timeout=20 * slowness())


def answers(url: str) -> bool:
    try:
        urllib.request.urlopen(url, timeout=5).close()
    except urllib.error.HTTPError:
        return True
    except OSError:
        return False
    return True


def n_checked(started: Started) -> int:
    """How many books were checked by this start or an earlier one."""
    with psycopg.connect(postgres.address(started.data).url) as link:
        row = link.execute("SELECT count(*) FROM studio_checkup").fetchone()
    assert row is not None
    return int(row[0])


@pytest.fixture
def started(data: Path) -> Iterator[Started]:
    running = start(data, ports.free_port())
    yield running
    if running.process.poll() is None:
        end(running)


@pytest.fixture(scope="module")
def shared(shared_data: Path) -> Iterator[Started]:
    running = start(shared_data, ports.free_port())
    yield running
    end(running)


def test_start_brings_all_up_and_sigterm_stops_all(started: Started) -> None:
    assert started.link.startswith(started.base_url)
    assert answers(started.base_url)
    assert services.web(started.data) is not None
    assert supervisor.is_started(started.data)
    assert within(10, lambda: "worker" in started.family())
    family = started.family()
    assert family.keys() == {"database", "studio.local.web", "worker", "start"}
    assert within(10, lambda: n_checked(started) == 1)

    end(started)

    assert started.process.returncode == 0
    assert [pid for pid in family.values() if processes.is_alive(pid)] == []
    assert services.web(started.data) is None
    assert not supervisor.is_started(started.data)


def test_a_second_start_says_so_and_harms_nothing(shared: Started) -> None:
    second = commands.run(shared.data, "start", STUDIO_PORT=str(ports.free_port()))

    assert second.returncode == 1
    assert second.stderr.count("\n") == 1
    assert f"running already, at {shared.base_url}" in second.stderr
    assert answers(shared.base_url)
    assert postgres.is_running(shared.data)


def test_other_commands_join_the_running_database(shared: Started) -> None:
    pid = shared.family()["database"]

    asked = commands.run(shared.data, "showmigrations", "studio")

    assert asked.returncode == 0, asked.stderr
    assert "[X]" in asked.stdout
    assert shared.family()["database"] == pid


def test_after_kill_9_of_everything_start_comes_up_by_itself(started: Started) -> None:
    assert within(10, lambda: "worker" in started.family())
    for pid in started.family().values():
        os.kill(pid, signal.SIGKILL)
    started.process.communicate()

    again = start(started.data, int(started.base_url.rpartition(":")[2]))

    assert answers(again.base_url)
    end(again)


def test_after_kill_9_of_the_supervisor_its_children_leave(started: Started) -> None:
    assert within(10, lambda: "worker" in started.family())
    family = started.family()
    os.kill(family.pop("start"), signal.SIGKILL)
    started.process.communicate()

    again = start(started.data, int(started.base_url.rpartition(":")[2]))

    assert answers(again.base_url)
    old = [family["studio.local.web"], family["worker"]]
    assert within(10, lambda: not any(map(processes.is_alive, old)))
    end(again)


def test_killed_children_and_a_killed_database_come_back(started: Started) -> None:
    assert within(10, lambda: "worker" in started.family())
    before = started.family()
    for name in ("database", "studio.local.web", "worker"):
        os.kill(before[name], signal.SIGKILL)

    def are_back() -> bool:
        now = started.family()
        names = ("database", "studio.local.web", "worker")
        return all(now.get(name, before[name]) != before[name] for name in names)

    assert within(15, are_back)
    assert within(10, lambda: answers(started.base_url))


def test_a_second_ctrl_c_stops_at_once(started: Started) -> None:
    assert within(10, lambda: "worker" in started.family())
    os.kill(started.family()["worker"], signal.SIGSTOP)
    began = time.monotonic()

    started.process.send_signal(signal.SIGINT)
    time.sleep(0.5)
    started.process.send_signal(signal.SIGINT)
    started.process.communicate(timeout=20 * slowness())

    assert time.monotonic() - began < 2 * slowness()
    assert not postgres.is_running(started.data)


WORK = """
import os, django
os.environ["DJANGO_SETTINGS_MODULE"] = "studio.settings"
from django.conf import settings
from studio.local import postgres, supervisor
with postgres.at_hand(settings.STUDIO.data), supervisor.working(settings.STUDIO):
    print("working", flush=True)
    input()
"""


def test_a_command_that_writes_has_a_worker_for_as_long_as_it_takes(data: Path) -> None:
    working = commands.begin(data, "-c", WORK)
    family = Started(data, working, "", "").family
    assert within(15, lambda: "worker" in family())
    worker = family()["worker"]

    said, _ = working.communicate("done\n", timeout=20 * slowness())

    assert working.returncode == 0, said
    assert not processes.is_alive(worker)
    assert not postgres.is_running(data)


def test_a_busy_port_is_refused_in_one_line(data: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as busy:
        port = busy.getsockname()[1]

        refused = commands.run(data, "start", STUDIO_PORT=str(port))

    assert refused.returncode == 1
    assert refused.stderr.count("\n") == 1
    assert refused.stderr.startswith(f"Port {port} is in use")
    assert not postgres.is_running(data)
