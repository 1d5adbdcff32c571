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


def name_of(slug: str, format_: str, *, on: date, number: int) -> str:
    """The same name for the same book, day and commit: `rivers-2026-11-30-v42.md`."""
    return f"{slug}-{on.isoformat()}-v{number}.{format_}"


def write_whole(path: Path, content: str) -> int:
    """Writes a file that is either there whole or not at all; returns its bytes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    data = content.encode("utf-8")
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
