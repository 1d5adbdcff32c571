"""Books to print in tests, and what is read out of the files that come of them."""

import io
import re
import tempfile
import zipfile
from datetime import UTC, datetime
from pathlib import Path

from pypdf import PdfReader

from studio.core.manuscript import Book, Section
from studio.formats.bounded import Limits
from studio.formats.press import Printed, press
from studio.formats.resolving import Finding

AT = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


def book(*texts: str, language: str = "en") -> Book:
    """A book of one chapter for each text."""
    sections = tuple(
        Section(f"s{n}", str(n), 1, f"Part {n}", text, "person") for n, text in enumerate(texts, 1)
    )
    identifier = "urn:uuid:6f2c8f0e-5b0f-5d0b-9c36-0b5a1d4f6a11"
    return Book("Rain & <Jars>", "M. Stein", language, sections, 7, True, (), identifier, AT)


def pressed(of: Book, format_: str, limits: Limits | None = None) -> tuple[bytes, list[Finding]]:
    """The file, and its findings."""
    with tempfile.TemporaryDirectory() as folder:
        made: Printed = press(of, format_, Path(folder), limits=limits)
        return made.path.read_bytes(), list(made.findings)


def members(data: bytes) -> dict[str, bytes]:
    """What an EPUB or a DOCX holds."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def text_of(data: bytes, format_: str) -> str:
    """The words of a file."""
    if format_ == "pdf":
        return "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(data)).pages)
    wanted = r"EPUB/text/.*\.xhtml|word/(?:document|footnotes)\.xml"
    pages = [d.decode() for name, d in members(data).items() if re.fullmatch(wanted, name)]
    return re.sub(r"<[^>]*>", " ", " ".join(pages))
