"""Zip archives that somebody sends: looked at before anything of them is unpacked."""

import io
import re
import stat
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import PurePosixPath

MOST_BYTES = 50_000_000
MOST_MEMBERS, MOST_UNPACKED, MOST_OF_ONE = 20_000, 300_000_000, 100_000_000
# Text of books is packed to a third, rarely to a tenth.
MOST_RATIO, SMALL = 100, 5_000_000
_DRIVE = re.compile(r"[A-Za-z]:")
_STAMP = (1980, 1, 1, 0, 0, 0)


class BadArchive(ValueError):
    """The archive is not unpacked; the message says why and what to do."""


def unzip(data: bytes) -> dict[str, bytes]:
    """The files of an archive by their paths, or BadArchive."""
    check_size(len(data))
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = [m for m in archive.infolist() if not m.is_dir()]
            _check(members, len(data))
            return {m.filename: archive.read(m) for m in members}
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError,
            ValueError) as error:  # fmt: skip
        if isinstance(error, BadArchive):
            raise
        raise BadArchive(
            "The archive is damaged or is no zip archive. Make it once more."
        ) from error


def check_size(n_bytes: int) -> None:
    """Refuses what is too large to be read."""
    if n_bytes > MOST_BYTES:
        raise BadArchive(
            f"The file has {n_bytes / 1_000_000:.0f} MB; at most {MOST_BYTES // 1_000_000} MB can "
            "be brought in. Leave pictures out, or bring the book in by parts."
        )


def zipped(files: Mapping[str, bytes], top: str) -> bytes:
    """An archive of files below one folder; the same files make the same archive."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, data in sorted(files.items()):
            member = zipfile.ZipInfo(f"{top}/{path}", _STAMP)
            member.external_attr = 0o644 << 16
            member.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(member, data)
    return packed.getvalue()


def _check(members: list[zipfile.ZipInfo], n_bytes: int) -> None:
    if len(members) > MOST_MEMBERS:
        raise BadArchive(f"The archive has {len(members):,} files; at most {MOST_MEMBERS:,} can be "
                         "read. Put only the book's own files in it.")  # fmt: skip
    unpacked = sum(m.file_size for m in members)
    is_bomb = unpacked > SMALL and unpacked > MOST_RATIO * n_bytes
    if unpacked > MOST_UNPACKED or is_bomb or any(m.file_size > MOST_OF_ONE for m in members):
        raise BadArchive(f"Unpacked, the archive would be {unpacked / 1_000_000:,.0f} MB, more "
                         "than a book is. Put only the book's text in it.")  # fmt: skip
    names = [m.filename for m in members]
    if len(set(names)) < len(names):
        raise BadArchive("The archive has two files of the same name. Make it once more.")
    for member in members:
        _check_member(member)


def _check_member(member: zipfile.ZipInfo) -> None:
    name = member.filename
    parts = PurePosixPath(name).parts
    is_outside = name.startswith("/") or ".." in parts or "\\" in name or _DRIVE.match(name)
    if is_outside or any(ord(letter) < 32 for letter in name):
        raise BadArchive(f"The archive has a file “{_shown(name)}”, which points out of its "
                         "folder. Make it once more with plain names.")  # fmt: skip
    if stat.S_ISLNK(member.external_attr >> 16):
        raise BadArchive(f"“{_shown(name)}” is a link to another file. Put the file itself there.")
    if member.flag_bits & 1:
        raise BadArchive("The archive is locked with a password. Make one without.")


def _shown(name: str) -> str:
    return "".join(letter if letter.isprintable() else "�" for letter in name[:80])
