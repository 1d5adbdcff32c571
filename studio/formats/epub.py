"""How pandoc is to make an EPUB of a book, and what is made better of it."""

import re
from datetime import UTC
from importlib.resources import files
from pathlib import Path

from studio.formats import members
from studio.formats.resolving import Resolved

_STYLE = files(__package__).joinpath("epub.css").read_bytes()
_MODIFIED = re.compile(r'(?<=property="dcterms:modified")>[^<]*</meta>')


def arguments(resolved: Resolved) -> list[str]:
    """What to tell pandoc."""
    level = resolved.chapter_level
    return [
        "-t", "epub3", "--toc", f"--toc-depth={level + 1}", f"--split-level={level}",
        "--syntax-highlighting=none",
    ]  # fmt: skip


def finish(path: Path, resolved: Resolved) -> None:
    """Puts in what pandoc leaves out within its sandbox: our style sheet, and the time."""
    modified = f">{resolved.book.at.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}</meta>"
    members.rewrite(
        path,
        {
            "EPUB/styles/stylesheet1.css": lambda _: _STYLE,
            "EPUB/content.opf": lambda opf: _MODIFIED.sub(modified, opf.decode(), 1).encode(),
        },
    )
