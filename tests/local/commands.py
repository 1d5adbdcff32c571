"""Real processes of the command line, with an environment that a test chooses."""

import os
import subprocess
import sys
from pathlib import Path

from studio.env import CHECKOUT
from tests.patience import slowness


def environment(data: Path, **settings: str) -> dict[str, str]:
    """The settings of the test run, for this data folder."""
    return os.environ | {"STUDIO_DATA": str(data), "DATABASE_URL": ""} | settings


def run(data: Path, *arguments: str, **settings: str) -> "subprocess.CompletedProcess[str]":
    """Runs a command to its end."""
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=CHECKOUT,
        env=environment(data, **settings),
        capture_output=True,
        text=True,
        timeout=60 * slowness(),
        check=False,
    )


def begin(data: Path, *arguments: str, **settings: str) -> "subprocess.Popen[str]":
    """Begins a Python process and leaves it running."""
    return subprocess.Popen(
        [sys.executable, *arguments],
        cwd=CHECKOUT,
        env=environment(data, **settings),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def copy(data: Path, folder: Path) -> None:
    """Copies a data folder with the rights of its files."""
    subprocess.run(["cp", "-a", f"{data}/.", str(folder)], check=True)
