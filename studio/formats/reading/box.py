"""Reads a manuscript in a bounded process: what somebody sends may be made to harm its reader.

A folder holds all of it: the file that was sent, and what the process left there. Whoever looks
into the folder knows how far it is.
"""

import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from studio.formats import bounded
from studio.formats.bounded import Cause, Limits
from studio.formats.reading.manuscript import BadManuscript, Manuscript, from_json

SENT, READ, WRONG, ABOUT = "sent", "read.json", "wrong.txt", "about.json"
LIMITS = Limits(memory=3_000, cpu=240, wall=300)
_JOB = "studio.formats.reading.child"
_TOO_LARGE = (
    "The file takes more memory or time than a book does. Bring it in by parts, or save it as "
    "plain text and send that."
)
_WENT_WRONG = (
    "The file could not be read, by a mistake of the program. Save it as Markdown or plain text, "
    "and send that."
)


def read(
    folder: Path,
    name: str,
    data: bytes,
    limits: Limits = LIMITS,
    is_stopped: Callable[[], bool] = lambda: False,
) -> Manuscript:
    """The manuscript in a file; BadManuscript in words. The folder holds nothing else."""
    put(folder, name, data)
    work(folder, limits, is_stopped)
    return result(folder)


def put(folder: Path, name: str, data: bytes) -> None:
    """Puts a file into its folder, to be read there."""
    (folder / SENT).write_bytes(data)
    (folder / ABOUT).write_text(json.dumps({"name": name}), encoding="utf-8")


def work(
    folder: Path, limits: Limits = LIMITS, is_stopped: Callable[[], bool] = lambda: False
) -> None:
    """Reads what stands in a folder; `result` tells what came of it. The process ends with its
    caller, and once nobody wants it (Stopped)."""
    (folder / WRONG).unlink(missing_ok=True)
    bounded.run(_JOB, folder, limits, is_stopped)


def result(folder: Path) -> Manuscript:
    """What was read; BadManuscript says why nothing was."""
    with suppress(FileNotFoundError):
        return from_json((folder / READ).read_text(encoding="utf-8"))
    with suppress(FileNotFoundError):
        raise BadManuscript((folder / WRONG).read_text(encoding="utf-8"))
    is_ours = bounded.cause(folder) is Cause.MISTAKE
    raise BadManuscript(_WENT_WRONG if is_ours else _TOO_LARGE) from OSError(
        bounded.last_words(folder)
    )


def about_of(folder: Path) -> dict[str, Any]:
    """What was sent."""
    try:
        found = json.loads((folder / ABOUT).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}
