"""The job that reads a manuscript: from the folder it stands in, into that folder."""

import json
import sys
from pathlib import Path

from studio.formats.reading import box, read
from studio.formats.reading.manuscript import BadManuscript, as_json


def work() -> None:
    """One file, one manuscript, or the words that say why there is none."""
    # The parser nests as deep as a list does.
    sys.setrecursionlimit(5_000)
    about = json.loads(Path(box.ABOUT).read_text(encoding="utf-8"))
    try:
        found = read.read(about["name"], Path(box.SENT).read_bytes())
    except BadManuscript as bad:
        _leave(box.WRONG, str(bad))
        return
    _leave(box.READ, as_json(found))


def _leave(name: str, said: str) -> None:
    """Leaves it whole or not at all: somebody is looking into the folder."""
    draft = Path(f".{name}")
    draft.write_text(said, encoding="utf-8")
    draft.rename(name)
