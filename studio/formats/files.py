"""Book files: their formats, their names, and how they are written so that none is ever half."""

import os
import tempfile
from collections.abc import Callable
from datetime import date
from pathlib import Path

from studio.core.manuscript import Book
from studio.formats.html import book_html
from studio.formats.markdown import book_markdown

FORMATS: dict[str, Callable[[Book], str]] = {"md": book_markdown, "html": book_html}
# All of the book, with its plan, in text files: not only what readers get.
FOLDER = "folder"


def name_of(slug: str, format_: str, *, on: date, number: int) -> str:
    """The same name for the same book, day and commit: `rivers-2026-11-30-v42.md`."""
    ending = "zip" if format_ == FOLDER else format_
    return f"{slug}-{on.isoformat()}-v{number}.{ending}"


def write_whole(path: Path, content: str | bytes) -> int:
    """Writes a file that is either there whole or not at all; returns its bytes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    data = content.encode("utf-8") if isinstance(content, str) else content
    descriptor, draft = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(draft, 0o644)
        os.replace(draft, path)
    except BaseException:
        Path(draft).unlink(missing_ok=True)
        raise
    return len(data)
