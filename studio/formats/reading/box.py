"""Reads a manuscript in a bounded process: what somebody sends may be made to harm its reader.

A folder holds all of it: the file that was sent, and what the process left there. Whoever looks
into the folder knows how far it is.
"""

import json
import subprocess
import threading
import time
from contextlib import suppress
from dataclasses import asdict
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


def read(folder: Path, name: str, data: bytes, limits: Limits = LIMITS) -> Manuscript:
    """The manuscript in a file; BadManuscript in words. The folder holds nothing else."""
    bounded.wait(begin(folder, name, data, limits), limits)
    return result(folder)


def begin(
    folder: Path, name: str, data: bytes, limits: Limits = LIMITS
) -> "subprocess.Popen[bytes]":
    """Begins to read; `result` tells what came of it, once it `is_over`."""
    (folder / SENT).write_bytes(data)
    told = {"name": name, "limits": asdict(limits), "began": time.time()}
    (folder / ABOUT).write_text(json.dumps(told), encoding="utf-8")
    child = bounded.start(_JOB, folder, limits)
    (folder / ABOUT).write_text(json.dumps({**told, "pid": child.pid}), encoding="utf-8")
    # Nobody else waits for it, and it must not stay behind as what has ended.
    threading.Thread(target=child.wait, daemon=True).start()
    return child


def is_over(folder: Path) -> bool:
    """Whether nothing more is to be waited for."""
    if (folder / READ).exists() or (folder / WRONG).exists():
        return True
    about = about_of(folder)
    is_late = time.time() > about.get("began", 0) + about.get("limits", {}).get("wall", 0) + 5
    return is_late or not bounded.lives(about.get("pid", 0))


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


def end(folder: Path) -> None:
    """Ends the process and all that it began."""
    pid = about_of(folder).get("pid", 0)
    if bounded.lives(pid) and not (folder / READ).exists():
        bounded.end(pid)


def about_of(folder: Path) -> dict[str, Any]:
    """What was sent, when and to which process."""
    try:
        found = json.loads((folder / ABOUT).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}
