"""Files that somebody sent to be brought in: kept in a folder each until they are a book.

Nothing of them is a row: the folder says all, also to a web process that was started since.
"""

import io
import json
import re
import secrets
import shutil
import time
import zipfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings

from studio.actions.refusals import Refused
from studio.formats.archives import BadArchive, check_size, zipped
from studio.formats.folder.contents import BOOK, OUTLINE, BadFolder
from studio.formats.folder.disk import read_zip
from studio.formats.folder.unpack import Unpacked, unpack
from studio.formats.reading import box
from studio.formats.reading.manuscript import BadManuscript, Manuscript

MOST_FILES = 1_000
_KEPT_SECONDS = 24 * 3600
_TOKEN = re.compile(r"[A-Za-z0-9]{16}")
_FOLDER = "folder"


class CannotRead(Refused):
    """The file cannot be read."""


@dataclass(frozen=True, slots=True)
class Incoming:
    """A file that was sent: what is known of it, once it is read."""

    token: str
    name: str
    is_reading: bool = False
    manuscript: Manuscript | None = None
    folder: Unpacked | None = None
    wrong: str = ""


def receive(owner_id: int, files: Iterable[tuple[str, bytes]]) -> str:
    """Keeps files and begins to read them; returns the name under which to look for them."""
    sent = [(_named(name), data) for name, data in files]
    _check(sent)
    _sweep()
    name, data = sent[0] if len(sent) == 1 else ("files.zip", _packed(sent))
    token = secrets.token_hex(8)
    folder = _place(owner_id, token)
    folder.mkdir(parents=True, mode=0o700)
    if _is_book(data):
        (folder / box.SENT).write_bytes(data)
        (folder / box.ABOUT).write_text(json.dumps({"name": name, "kind": _FOLDER}))
    else:
        box.begin(folder, name, data)
    return token


def look(owner_id: int, token: str) -> Incoming:
    """How far it is, or what was read; LookupError where nothing is kept under that name."""
    folder = _place(owner_id, token)
    about = box.about_of(folder)
    if not about:
        raise LookupError(token)
    name = str(about.get("name", ""))
    try:
        if about.get("kind") == _FOLDER:
            found = unpack(read_zip((folder / box.SENT).read_bytes()))
            return Incoming(token, name, folder=found)
        if not box.is_over(folder):
            return Incoming(token, name, is_reading=True)
        return Incoming(token, name, manuscript=box.result(folder))
    except (BadManuscript, BadFolder) as bad:
        return Incoming(token, name, wrong=str(bad))


def forget(owner_id: int, token: str) -> None:
    """Ends what reads it, and removes what was sent."""
    folder = _place(owner_id, token)
    box.end(folder)
    shutil.rmtree(folder, ignore_errors=True)


def _place(owner_id: int, token: str) -> Path:
    if not _TOKEN.fullmatch(token):
        raise LookupError(token)
    return settings.STUDIO.data / "incoming" / f"{owner_id}-{token}"


def _named(name: str) -> str:
    return re.sub(r"[^\w .()-]", "_", name.replace("\\", "/").rpartition("/")[2])[-120:] or "file"


def _check(sent: list[tuple[str, bytes]]) -> None:
    if not sent:
        raise CannotRead("Choose the file with your text first.")
    if len(sent) > MOST_FILES:
        raise CannotRead(f"At most {MOST_FILES:,} files at a time; pack them into a ZIP.")
    try:
        check_size(sum(len(data) for _, data in sent))
    except BadArchive as bad:
        raise CannotRead(str(bad)) from bad


def _packed(sent: list[tuple[str, bytes]]) -> bytes:
    files = dict(sent)
    if len(files) < len(sent):
        raise CannotRead("Two of the files have the same name. Pack their folder into a ZIP.")
    return zipped(files, "files")


def _is_book(data: bytes) -> bool:
    """Whether this is the folder of a book, packed."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = archive.namelist()
    except (zipfile.BadZipFile, OSError, ValueError):
        return False
    tops = {n.removesuffix(BOOK) for n in names if n == BOOK or n.endswith(f"/{BOOK}")}
    return any(f"{top}{OUTLINE}" in names for top in tops)


def _sweep() -> None:
    """What nobody made a book of within a day is removed."""
    above = settings.STUDIO.data / "incoming"
    for folder in above.iterdir() if above.is_dir() else ():
        if folder.stat().st_mtime < time.time() - _KEPT_SECONDS:
            box.end(folder)
            shutil.rmtree(folder, ignore_errors=True)
