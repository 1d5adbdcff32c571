"""The limits of a process that works for us, and how it ends."""

import contextlib
import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from studio import env
from studio.formats import bounded
from studio.formats.bounded import Cause, Limits, Stopped
from tests.patience import within

JOB = "tests.formats.jobs"


def ordered(folder: Path, what: str) -> Path:
    (folder / "what").write_text(what)
    return folder


@pytest.mark.parametrize(
    ("what", "limits", "cause"),
    [
        ("fill", Limits(memory=500), Cause.MEMORY),
        ("abort", Limits(), Cause.MEMORY),
        ("spin", Limits(cpu=1), Cause.TIME),
        ("sleep", Limits(wall=1), Cause.TIME),
        ("begin another", Limits(wall=1), Cause.TIME),
        ("refuse", Limits(), Cause.TIME),
        ("divide", Limits(), Cause.MISTAKE),
        ("leave", Limits(), Cause.UNKNOWN),
    ],
)
def test_a_limit_ends_it_and_tells_the_cause(
    tmp_path: Path, what: str, limits: Limits, cause: Cause
) -> None:
    begun = time.monotonic()

    code = bounded.run(JOB, ordered(tmp_path, what), limits)

    assert code != 0
    assert bounded.cause(tmp_path, code) is cause
    assert time.monotonic() - begun < 20
    assert within(5, lambda: not _works_in(tmp_path))


def test_it_knows_nothing_of_us(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STUDIO_SECRET", "x")

    assert bounded.run(JOB, ordered(tmp_path, "tell"), Limits()) == 0

    told = json.loads((tmp_path / "told").read_text())
    assert told["HOME"] == told["TMPDIR"] == str(tmp_path)
    assert "STUDIO_SECRET" not in told


def test_what_nobody_wants_any_more_is_ended_with_all_it_began(tmp_path: Path) -> None:
    with pytest.raises(Stopped):
        bounded.run(
            JOB, ordered(tmp_path, "begin another"), Limits(), lambda: len(_works_in(tmp_path)) > 1
        )

    assert within(5, lambda: not _works_in(tmp_path))


def test_it_ends_with_whoever_waits_for_it(tmp_path: Path) -> None:
    asks = (
        "import pathlib; from studio.formats import bounded; "
        f"folder = pathlib.Path({str(tmp_path)!r}); "
        f"bounded.run({JOB!r}, folder, bounded.Limits(wall=600))"
    )
    ordered(tmp_path, "sleep")
    parent = subprocess.Popen([sys.executable, "-c", asks], cwd=env.CHECKOUT, stdin=subprocess.PIPE)
    assert within(20, (tmp_path / "began").exists)
    parent.kill()
    parent.communicate()

    assert within(20, lambda: not _works_in(tmp_path))


def _works_in(folder: Path) -> list[int]:
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if (process / "cwd").readlink() == folder:
                found.append(int(process.name))
    return found
