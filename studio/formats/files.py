"""Book files: their formats, their names, and how they are written so that none is ever half."""

import os
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from studio.core.manuscript import Book
from studio.formats import press
from studio.formats.bounded import Limits
from studio.formats.html import book_html
from studio.formats.markdown import book_markdown
from studio.formats.resolving import Finding

# All of the book, with its plan, in text files: not only what readers get.
FOLDER = "folder"


@dataclass(frozen=True, slots=True)
class Format:
    """One kind of file: what it is called, what it is good for, and how browsers know it."""

    name: str
    use: str
    media_type: str
    ending: str
    # None where the text alone does not make it: a press does, or it holds the plan too.
    write: Callable[[Book], str] | None = None
    is_pressed: bool = False


_WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
FORMATS: dict[str, Format] = {
    "pdf": Format("PDF", "typeset pages, to print or to send", "application/pdf", "pdf",
                  is_pressed=True),
    "epub": Format("EPUB", "for reading devices and bookshops", "application/epub+zip", "epub",
                   is_pressed=True),
    "docx": Format("Word", "DOCX, for editors who mark changes", _WORD, "docx", is_pressed=True),
    "html": Format("Web page", "HTML, one page that needs nothing else",
                   "text/html; charset=utf-8", "html", book_html),
    "md": Format("Markdown", "plain text with its marks", "text/markdown; charset=utf-8", "md",
                 book_markdown),
    FOLDER: Format("Folder", "the whole book with its plan, as text files in a ZIP",
                   "application/zip", "zip"),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Made:
    """What goes into a file, and what could not be printed in it as it was meant."""

    data: bytes
    findings: tuple[Finding, ...] = ()


def make(
    book: Book,
    format_: str,
    *,
    fonts: str = "",
    limits: Limits | None = None,
    is_stopped: Callable[[], bool] = lambda: False,
) -> Made:
    """The book in a format that its text alone makes; press.NotPrinted says why there is none."""
    write = FORMATS[format_].write
    if write is not None:
        return Made(write(book).encode("utf-8"))
    with tempfile.TemporaryDirectory(prefix="studio-press-") as folder:
        printed = press.press(
            book, format_, Path(folder), fonts=fonts, limits=limits, is_stopped=is_stopped
        )
        return Made(printed.path.read_bytes(), printed.findings)


def of_what(part: str, *, has_proposals: bool) -> str:
    """What a file is of, as its name says it: nothing for the whole accepted book."""
    return "".join(f"-{word}" for word in (part, "proposed" if has_proposals else "") if word)


def name_of(slug: str, format_: str, *, on: date, number: int, of: str = "") -> str:
    """The same name for the same book, day and commit: `rivers-2026-11-30-v42.md`."""
    return f"{slug}{of}-{on.isoformat()}-v{number}.{FORMATS[format_].ending}"


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
