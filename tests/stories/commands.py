"""The command line as a person uses it: real processes on the database of the tests."""

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from studio.env import CHECKOUT
from tests.patience import slowness
from tests.processes import database_url
from tests.scripted import Server

HEAD = "---\ntitle: {title}\nlanguage: en\nwords: {words}\naudience: Anyone.\n---\n{intention}\n"
INTENTION = "A pencil is the better tool for plans, because what it wrote may still be changed."


@dataclass(frozen=True)
class Ended:
    """How a command ended, and all that it said."""

    code: int
    said: str
    complained: str

    @property
    def lines(self) -> list[str]:
        return self.said.splitlines()


@dataclass(frozen=True)
class Terminal:
    """A folder with briefs in it, and the settings of a person who sits there."""

    folder: Path
    settings: dict[str, str]

    def brief(self, name: str = "pencil.md", **facts: str) -> Path:
        told = {"title": "The Pencil", "words": "200", "intention": INTENTION, **facts}
        path = self.folder / name
        path.write_text(HEAD.format(**told))
        return path

    def run(self, *words: str, timeout: float = 90) -> Ended:
        with self.begin(*words) as done:
            try:
                said, complained = done.communicate(timeout=timeout * slowness())
            except subprocess.TimeoutExpired:
                # Its children leave with it; one that went on would slow down all that follows.
                done.kill()
                raise
        return Ended(done.returncode, said, complained)

    def begin(self, *words: str) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            [sys.executable, str(CHECKOUT / "manage.py"), *words],
            cwd=self.folder,
            env=os.environ | self.settings,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )


def terminal(folder: Path, server: Server | None = None, **settings: str) -> Terminal:
    """A terminal whose model is the scripted server."""
    told = {
        "DATABASE_URL": database_url(),
        "STUDIO_DATA": str(folder / "data"),
        "OPENAI_BASE_URL": server.base_url if server else "",
        "STUDIO_MODEL": "scripted" if server else "",
        "STUDIO_TOKEN_LIMIT": "100000000",
    }
    return Terminal(folder, told | settings)
