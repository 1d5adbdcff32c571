"""How pandoc is to make a DOCX of a book, and what is made better of it."""

import re
import zipfile
from datetime import UTC
from importlib.resources import files
from pathlib import Path

from studio.formats import members
from studio.formats.resolving import Resolved

_PARTS = files(__package__).joinpath("docx_parts")
_REFERENCE = {
    "[Content_Types].xml": "types.xml",
    "_rels/.rels": "package.rels",
    "word/document.xml": "document.xml",
    "word/_rels/document.xml.rels": "document.xml.rels",
    "word/styles.xml": "styles.xml",
    "word/footer1.xml": "footer1.xml",
}
_TIME = re.compile(rb"(?<=W3CDTF\">)[^<]*")


def arguments(resolved: Resolved) -> list[str]:
    """What to tell pandoc; the document whose styles it takes is laid beside the tree."""
    with zipfile.ZipFile("styles.docx", "w") as reference:
        for name, part in _REFERENCE.items():
            # Without a time of its own: what is made with it is the same whenever it is made.
            reference.writestr(zipfile.ZipInfo(name), _PARTS.joinpath(part).read_bytes())
    return [
        "-t", "docx", "--toc", f"--toc-depth={resolved.chapter_level + 1}",
        "--reference-doc=styles.docx", "--syntax-highlighting=none",
    ]  # fmt: skip


def finish(path: Path, resolved: Resolved) -> None:
    """Puts in the time, which pandoc does not know within its sandbox."""
    at = f"{resolved.book.at.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}".encode()
    members.rewrite(path, {"docProps/core.xml": lambda core: _TIME.sub(at, core)})
