"""Files of word processors and readers: pandoc makes Markdown of them, in a box of its own."""

import io
import posixpath
import re
import subprocess
import tempfile
import zipfile
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote

import pypandoc

from studio.formats.reading.manuscript import BadManuscript
from studio.formats.reading.texts import Notes

_HERE = Path(__file__).parent
_MARKDOWN = "commonmark+footnotes+pipe_tables+strikeout-raw_html"
_HEAP_OVERFLOW = 251
_XML = (".xml", ".opf", ".xhtml", ".html", ".htm", ".ncx", ".rels")
MOST_SECONDS = 180
_UNREADABLE = (
    "The file cannot be read: it is damaged, or not of the kind that its name says. Open it in the "
    "program that wrote it, save it once more, and send that."
)
_TOO_LARGE = (
    "The file takes more memory or time than a book does. Bring it in by parts, or save it as "
    "plain text and send that."
)
_TOLD = {
    "@contents": "{n} line{s} of the table of contents.",
    "@picture": "{n} picture{s} not brought in; their descriptions are kept.",
}


@dataclass(frozen=True, slots=True)
class Converted:
    """The Markdown of a file, and what the file states of itself."""

    text: str
    title: str = ""
    author: str = ""
    language: str = ""


def convert(data: bytes, kind: str, notes: Notes) -> Converted:
    """A DOCX, EPUB, ODT or RTF file as Markdown."""
    if kind != "rtf":
        refuse_entities(data)
    return convert_all([data], kind, notes)


def convert_all(parts: list[bytes], kind: str, notes: Notes) -> Converted:
    """Several files of one kind, one after the other."""
    with tempfile.TemporaryDirectory(prefix="reading-") as name:
        folder = Path(name)
        paths = []
        for n, part in enumerate(parts):
            path = folder / f"{n:06}.{kind}"
            path.write_bytes(mended(part, notes) if kind == "epub" else part)
            paths.append(path.name)
        out = _pandoc(folder, paths, "docx+styles" if kind == "docx" else kind)
    for line in out.stderr.decode("utf-8", "replace").splitlines():
        if words := _TOLD.get(line):
            notes.add(words)
    *head, text = out.stdout.decode("utf-8").split("\n", 3)
    title, author, language = (line.partition(":")[2].replace("\\", "").strip() for line in head)
    return Converted(text.strip("\n"), title, author, language)


def _pandoc(folder: Path, paths: list[str], kind: str) -> "subprocess.CompletedProcess[bytes]":
    command = [
        pypandoc.get_pandoc_path(), "+RTS", "-M1500m", "-RTS", "--sandbox", "-f", kind,
        "-t", _MARKDOWN, "--wrap=none", "--track-changes=accept", "--standalone",
        f"--template={_HERE / 'meta.md'}", f"--lua-filter={_HERE / 'clean.lua'}",
        *(["--file-scope"] if len(paths) > 1 else []), *paths,
    ]  # fmt: skip
    env = {"HOME": str(folder), "TMPDIR": str(folder), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"}
    try:
        done = subprocess.run(
            command, cwd=folder, env=env, capture_output=True, timeout=MOST_SECONDS, check=False
        )
    except subprocess.TimeoutExpired as late:
        raise BadManuscript(_TOO_LARGE) from late
    if done.returncode == _HEAP_OVERFLOW or done.returncode < 0:
        raise BadManuscript(_TOO_LARGE)
    if done.returncode:
        raise BadManuscript(_UNREADABLE) from OSError(done.stderr[-500:])
    return done


# --- EPUB


def mended(data: bytes, notes: Notes) -> bytes:
    """An EPUB whose list of contents names only what is there: a missing file stops pandoc."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as book:
            names = set(book.namelist())
            package = _package(book)
            said = book.read(package).decode("utf-8", "replace")
            mended, missing = _without_missing(said, posixpath.dirname(package), names)
            notes.add("{n} file{s} that the EPUB names and does not hold.", len(missing))
            return _with(book, package, mended) if mended != said else data
    except (KeyError, zipfile.BadZipFile) as error:
        raise BadManuscript(_UNREADABLE) from error


def _package(book: zipfile.ZipFile) -> str:
    container = book.read("META-INF/container.xml").decode("utf-8", "replace")
    found = re.search(r"full-path\s*=\s*[\"']([^\"']+)", container)
    if found is None:
        raise BadManuscript(_UNREADABLE)
    return found[1]


def _without_missing(package: str, folder: str, names: set[str]) -> tuple[str, list[str]]:
    missing = []
    # What stands apart from the text, such as notes, is words too.
    package = re.sub(r"\slinear\s*=\s*[\"']no[\"']", "", package)
    for item in re.findall(r"<(?:\w+:)?item\b[^>]*>", package):
        href, own_id = (_told(item, name) for name in ("href", "id"))
        path = posixpath.normpath(posixpath.join(folder, unquote(href))) if href else ""
        if path in names or path == ".":
            continue
        missing.append(path)
        package = package.replace(item, "", 1)
        if own_id:
            ref = rf"<(?:\w+:)?itemref\b[^>]*idref\s*=\s*[\"']{re.escape(own_id)}[\"'][^>]*>"
            package = re.sub(ref, "", package)
    return package, missing


def _told(item: str, name: str) -> str:
    found = re.search(rf"\s{name}\s*=\s*[\"']([^\"']*)", item)
    return found[1] if found else ""


def _with(book: zipfile.ZipFile, name: str, said: str) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as copy:
        for member in book.infolist():
            copy.writestr(member, said if member.filename == name else book.read(member))
    return packed.getvalue()


def refuse_entities(data: bytes) -> None:
    """Refuses a packed file whose XML has entities of its own, before anything reads it."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            names = [n for n in packed.namelist() if n.endswith(_XML)]
            is_safe = not any(b"<!ENTITY" in packed.read(name) for name in names)
    except zipfile.BadZipFile as error:
        raise BadManuscript(_UNREADABLE) from error
    if not is_safe:
        raise BadManuscript("The file has entities of its own (<!ENTITY …>), which is not safe to "
                            "read. Save it once more in the program that wrote it.")  # fmt: skip
