"""The process that reads a manuscript: from the folder it stands in, into that folder."""

import json
import os
import resource
import signal
import sys
from pathlib import Path

from studio.formats.reading import box, read
from studio.formats.reading.manuscript import BadManuscript, as_json


def main() -> None:
    """One file, one manuscript, or the words that say why there is none."""
    # The parser nests as deep as a list does.
    sys.setrecursionlimit(5_000)
    about = json.loads(Path(box.ABOUT).read_text(encoding="utf-8"))
    _limit(about["limits"])
    try:
        found = read.read(about["name"], Path(box.SENT).read_bytes())
    except BadManuscript as bad:
        _leave(box.WRONG, str(bad))
        return
    _leave(box.READ, as_json(found))


def _limit(limits: dict[str, int]) -> None:
    memory = limits["memory"] * 1_000_000
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CPU, (limits["cpu"], limits["cpu"] + 5))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    # The whole group goes: pandoc must not outlive it.
    signal.signal(signal.SIGALRM, lambda *_: os.killpg(0, signal.SIGKILL))
    signal.alarm(limits["wall"])


def _leave(name: str, said: str) -> None:
    """Leaves it whole or not at all: somebody is looking into the folder."""
    draft = Path(f".{name}")
    draft.write_text(said, encoding="utf-8")
    draft.rename(name)


if __name__ == "__main__":
    main()
