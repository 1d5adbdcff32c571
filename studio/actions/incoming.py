"""Files that somebody sent to be brought in: kept in a folder each until they are a book.

What is done with them is an errand; a folder that no errand took to its end is swept after a day.
"""

import io
import re
import secrets
import shutil
import time
import zipfile
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

from django.conf import settings

from studio.actions.refusals import Gone, Refused
from studio.formats.archives import BadArchive, check_size, zipped
from studio.formats.folder.contents import BOOK, OUTLINE, BadFolder
from studio.formats.folder.disk import read_zip
from studio.formats.folder.unpack import Unpacked, unpack
from studio.formats.reading import box
from studio.formats.reading.manuscript import BadManuscript, Manuscript

MOST_FILES = 1_000
GONE = "What was sent is no longer there. Send it again."
KEPT_SECONDS = 24 * 3600
_TOKEN = re.compile(r"[A-Za-z0-9]{16}")


class CannotRead(Refused):
    """The file cannot be read."""


def keep(owner_id: int, files: Iterable[tuple[str, bytes]]) -> tuple[str, str]:
    """Keeps files to be read; returns the name under which they are, and the file's own."""
    sent = [(_named(name), data) for name, data in files]
    _check(sent)
    name, data = sent[0] if len(sent) == 1 else ("files.zip", _packed(sent))
    token = secrets.token_hex(8)
    folder = _place(owner_id, token)
    folder.mkdir(parents=True, mode=0o700)
    box.put(folder, name, data)
    return token, name


def is_kept(owner_id: int, token: str) -> bool:
    """Whether there is something under that name."""
    return bool(box.about_of(_place(owner_id, token)))


def is_folder(owner_id: int, token: str) -> bool:
    """Whether it is the folder of a book; Gone where it is no longer there."""
    return _is_book(_data(owner_id, token))


def folder(owner_id: int, token: str) -> Unpacked:
    """What the folder of a book says; CannotRead in words."""
    try:
        return unpack(read_zip(_data(owner_id, token)))
    except BadFolder as bad:
        raise CannotRead(str(bad)) from bad


def read(owner_id: int, token: str, is_stopped: Callable[[], bool]) -> None:
    """Reads a manuscript in a process of its own; CannotRead in words."""
    box.work(_place(owner_id, token), is_stopped=is_stopped)
    manuscript(owner_id, token)


def manuscript(owner_id: int, token: str) -> Manuscript:
    """What was read of a manuscript; CannotRead in words, Gone where it is no longer there."""
    if not is_kept(owner_id, token):
        raise Gone(GONE)
    try:
        return box.result(_place(owner_id, token))
    except BadManuscript as bad:
        raise CannotRead(str(bad)) from bad


def forget(owner_id: int, token: str) -> None:
    """Removes what was sent."""
    shutil.rmtree(_place(owner_id, token), ignore_errors=True)


def sweep() -> None:
    """What nobody made a book of within a day is removed."""
    above = settings.STUDIO.data / "incoming"
    for place in above.iterdir() if above.is_dir() else ():
        with suppress(FileNotFoundError):
            if place.stat().st_mtime < time.time() - KEPT_SECONDS:
                shutil.rmtree(place, ignore_errors=True)


def _data(owner_id: int, token: str) -> bytes:
    try:
        return (_place(owner_id, token) / box.SENT).read_bytes()
    except FileNotFoundError as gone:
        raise Gone(GONE) from gone


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
