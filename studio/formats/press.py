"""Prints a book in a bounded process: it gets the book as data, and leaves a file in its folder."""

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from studio.core.manuscript import Book
from studio.formats import bounded
from studio.formats.bounded import Cause, Limits
from studio.formats.resolving import Finding

TOO_LARGE = (
    "The book is too long to be made into one file with the memory that is given to it. "
    "Make a file of each part instead."
)
TOO_SLOW = (
    "It took too long and was ended. Try again when the machine is less busy, or make a file of "
    "each part instead."
)
WENT_WRONG = (
    "The file could not be made, by a mistake of the program. The text is as it was; the other "
    "formats can still be made."
)
_JOB = "studio.formats.press_child"
_WORDS = {Cause.MEMORY: TOO_LARGE, Cause.TIME: TOO_SLOW}


class NotPrinted(Exception):
    """The file could not be made; says why, and what to do."""


class Unexpected(Exception):
    """What the process said before it ended, for the log."""


@dataclass(frozen=True, slots=True)
class Printed:
    """A file that was made, and what could not be printed as it was meant."""

    path: Path
    findings: tuple[Finding, ...]


def press(
    book: Book,
    format_: str,
    folder: Path,
    *,
    fonts: str = "",
    limits: Limits | None = None,
    is_stopped: Callable[[], bool] = lambda: False,
) -> Printed:
    """Prints a book into a folder that holds nothing else."""
    limits = limits or Limits()
    told = {"book": asdict(book) | {"at": book.at.isoformat()}, "format": format_, "fonts": fonts,
            "memory": limits.memory}  # fmt: skip
    (folder / "book.json").write_text(json.dumps(told), encoding="utf-8")
    code = bounded.run(_JOB, folder, limits, is_stopped)
    if code == 0:
        findings = json.loads((folder / "findings.json").read_text(encoding="utf-8"))
        return Printed(folder / "out", tuple(Finding(*finding) for finding in findings))
    unexpected = Unexpected(f"ended with {code}: {bounded.last_words(folder)}")
    raise NotPrinted(_WORDS.get(bounded.cause(folder, code), WENT_WRONG)) from unexpected
