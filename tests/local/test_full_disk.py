"""A data folder on a full disk: each start says so in one line, and goes on when there is room."""

import os
import shutil
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from studio.local import cluster, commands, postgres, processes
from studio.local.places import Places
from tests.disks import fill, small_disk
from tests.local import commands as programs

pytestmark = pytest.mark.faults
MEGABYTES = 70


@pytest.fixture
def small(kept: Path) -> Iterator[Path]:
    """A data folder on a disk that has little room beside it."""
    # With a short path, open to the account of the database.
    place = Path(f"/tmp/d-{os.getpid()}")
    with small_disk(place, MEGABYTES) as disk:
        disk.chmod(0o711)
        programs.copy(kept, disk)
        yield disk
    place.rmdir()


def test_a_database_that_stops_on_a_full_disk_says_why_once_and_comes_back(small: Path) -> None:
    minder = postgres.Minder(small)
    with postgres.at_hand(small):
        ballast = fill(small)
        pid = cluster.recorded_pid(Places.of(small))
        os.kill(pid, signal.SIGKILL)
        while processes.is_alive(pid):
            time.sleep(0.02)

        told = [minder.tend() for _ in range(3)]
        minder.due_at = 0.0
        told.append(minder.tend())

        assert "There is no room left on the disk of" in told[0]
        assert told[1:] == ["", "", ""]
        ballast.unlink()
        minder.due_at = 0.0
        assert minder.tend() == "The database had stopped; it is up again."


def test_a_start_on_a_full_disk_says_so_in_one_line(small: Path) -> None:
    fill(small)

    refused = programs.run(small, "start")

    assert refused.returncode == 1
    assert refused.stderr.count("\n") == 1
    assert refused.stderr.startswith("There is no room left on the disk of")
    assert "nothing is lost. Make room on it" in refused.stderr


def test_a_first_start_on_a_full_disk_says_so_in_one_line(small: Path) -> None:
    for left in small.iterdir():
        shutil.rmtree(left) if left.is_dir() else left.unlink()
    fill(small)

    refused = programs.run(small, "start")

    assert refused.returncode == 1
    assert refused.stderr == f"{commands.FULL}\n"
    assert [left.name for left in small.iterdir()] == ["ballast"]
