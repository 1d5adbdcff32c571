"""The job that prints: takes a book from the folder it stands in, and leaves a file there.

It reads no other file of ours, and Typst and pandoc are given only what was written here.
"""

import json
import re
import resource
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any

from studio.core.manuscript import Book, Section
from studio.formats import fonts
from studio.formats.resolving import Finding, Resolved, resolve

_HEAP_OVERFLOW = 251
_GLYPH = re.compile(r"the text `?\"((?:[^\"\\]|\\.)*)\"`? could not be displayed")
_ESCAPED = re.compile(r"\\u\{([0-9a-f]+)\}")
_MOST_NAMED = 12


def work() -> None:
    """One book, one file."""
    # Python counts frames where the parser nests; a list may be a hundred deep.
    sys.setrecursionlimit(10_000)
    told = json.loads(Path("book.json").read_text(encoding="utf-8"))
    findings = _PRINTERS[told["format"]](resolve(_book(told["book"])), told)
    said = [[f.words, f.section_id, f.heading] for f in findings]
    Path("findings.json").write_text(json.dumps(said), encoding="utf-8")


def _book(told: dict[str, Any]) -> Book:
    return Book(
        **told
        | {
            "sections": tuple(Section(**section) for section in told["sections"]),
            "missing": tuple(told["missing"]),
            "at": datetime.fromisoformat(told["at"]),
        }
    )


def _pdf(resolved: Resolved, told: dict[str, Any]) -> list[Finding]:
    import typst

    from studio.formats.typesetting import book_source

    Path("main.typ").write_text(book_source(resolved), encoding="utf-8")
    compiler = typst.Compiler(
        "main.typ",
        root=".",
        font_paths=typst.Fonts(
            include_system_fonts=True,
            include_embedded_fonts=True,
            font_paths=fonts.folders(told["fonts"]),
        ),
        package_path="none",
        package_cache_path="none",
    )
    timestamp = int(resolved.book.at.timestamp())
    missing: list[Finding] = []
    try:
        # The standard for readers of all kinds; with it Typst says which signs no font has.
        data, _ = compiler.compile_with_warnings(
            format="pdf", timestamp=timestamp, pdf_standards=["ua-1"]
        )
    except typst.TypstError as error:
        missing = list(_missing_glyphs(str(error.diagnostic), resolved))
        data, _ = compiler.compile_with_warnings(format="pdf", timestamp=timestamp)
    assert isinstance(data, bytes), "one file of one format"
    Path("out").write_bytes(data)
    return [*missing, *resolved.findings]


def _missing_glyphs(diagnostic: str, resolved: Resolved) -> Iterator[Finding]:
    """Which sections hold signs that no font here can show."""
    found = dict.fromkeys(_ESCAPED.sub(lambda m: chr(int(m[1], 16)), m[1])
                          for m in _GLYPH.finditer(diagnostic))  # fmt: skip
    for section in resolved.book.sections:
        text = section.heading + section.text
        if here := [sign for sign in found if sign in text]:
            more = " and others" if len(here) > _MOST_NAMED else ""
            yield Finding(
                f"No font here has {' '.join(here[:_MOST_NAMED])}{more}: empty places are printed. "
                "Install a font that has them, or name a folder of fonts in STUDIO_FONTS.",
                section.id,
                section.heading,
            )


def _epub(resolved: Resolved, told: dict[str, Any]) -> list[Finding]:
    from studio.formats import epub

    _pandoc(resolved, told, epub.arguments(resolved))
    epub.finish(Path("out"), resolved)
    return list(resolved.findings)


def _docx(resolved: Resolved, told: dict[str, Any]) -> list[Finding]:
    from studio.formats import docx

    _pandoc(resolved, told, docx.arguments(resolved))
    docx.finish(Path("out"), resolved)
    return list(resolved.findings)


def _pandoc(resolved: Resolved, told: dict[str, Any], arguments: list[str]) -> None:
    from pypandoc import get_pandoc_path

    from studio.formats.pandoc import document

    tree = json.dumps(document(resolved), ensure_ascii=False).encode("utf-8", "replace")
    Path("tree.json").write_bytes(tree)
    # Its own limit takes the place of that on addresses, of which its memory reserves far more.
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    heap = min(1_500, told["memory"])
    command = [
        get_pandoc_path(), "+RTS", f"-M{heap}m", "-RTS", "--sandbox", "-f", "json", *arguments,
        "-o", "out", "tree.json",
    ]  # fmt: skip
    epoch = str(int(resolved.book.at.timestamp()))
    environment = {"HOME": ".", "LANG": "C.UTF-8", "SOURCE_DATE_EPOCH": epoch}
    done = subprocess.run(command, stdin=subprocess.DEVNULL, env=environment)
    if done.returncode == _HEAP_OVERFLOW:
        raise MemoryError
    if done.returncode < 0:
        raise TimeoutError
    done.check_returncode()


_PRINTERS: dict[str, Callable[[Resolved, dict[str, Any]], list[Finding]]] = {
    "pdf": _pdf,
    "epub": _epub,
    "docx": _docx,
}
