"""A job that does in its process what a file in its folder names."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path


def work() -> None:
    what = Path("what").read_text()
    Path("began").touch()
    _JOBS[what]()


def _tell() -> None:
    Path("told").write_text(json.dumps(dict(os.environ)))


def _spin() -> None:
    while True:
        pass


def _begin_another() -> None:
    subprocess.run([sys.executable, "-c", "import time; time.sleep(60)"])


def _refuse() -> None:
    raise TimeoutError


_JOBS = {
    "tell": _tell,
    "fill": lambda: bytearray(10**9),
    "spin": _spin,
    "sleep": lambda: time.sleep(60),
    "abort": os.abort,
    "refuse": _refuse,
    "divide": lambda: 1 / 0,
    "leave": lambda: sys.exit(3),
    "begin another": _begin_another,
}
