"""Folders on a disk and in archives: read without following links, written without losing words."""

import json
import os
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from studio.core.digest import digest
from studio.formats.archives import MOST_MEMBERS, MOST_UNPACKED, BadArchive, unzip
from studio.formats.folder.contents import BOOK, FILES, BadFolder

# What may lie in the folder of a book beside it.
_BESIDE = frozenset((".git", ".hg", ".svn", ".jj", "exports", "media", "node_modules", ".venv"))
_ENDINGS = frozenset((".md", ".yaml", ".json"))


class EditedThere(BadFolder):
    """What is in the folder was edited since it was written, and would be written over."""

    def __init__(self, paths: list[str]) -> None:
        named = ", ".join(paths[:3]) + (f" and {len(paths) - 3} more" if len(paths) > 3 else "")
        super().__init__(
            f"Nothing was written: {named} would be lost. Bring the folder in first (import_folder "
            "with the short name of the book), or write into an empty folder."
        )


def read_folder(folder: Path) -> dict[str, bytes]:
    """The files of a book's folder by their paths below it."""
    found: dict[str, bytes] = {}
    n_bytes = 0
    for path in _walk(folder):
        data = path.read_bytes()
        n_bytes += len(data)
        if len(found) >= MOST_MEMBERS or n_bytes > MOST_UNPACKED:
            raise BadFolder(f"{folder} holds more than a book does. Name the folder of one book.")
        found[path.relative_to(folder).as_posix()] = data
    return found


def read_zip(data: bytes) -> dict[str, bytes]:
    """The same from an archive, in which the folder may stand by itself or within another."""
    try:
        files = unzip(data)
    except BadArchive as bad:
        raise BadFolder(str(bad)) from bad
    tops = sorted((p for p in files if p == BOOK or p.endswith(f"/{BOOK}")), key=len)
    top = tops[0].removesuffix(BOOK) if tops else ""
    return {path.removeprefix(top): data for path, data in files.items() if path.startswith(top)}


def write_folder(
    folder: Path, files: Mapping[str, bytes], *, known: Mapping[str, bytes] | None = None
) -> list[str]:
    """Writes the files that differ and removes those that were written before and are no more.

    Returns the paths that changed. EditedThere where that would lose what somebody wrote there;
    what is `known` was brought in.
    """
    was_read = known or {}
    there = read_folder(folder) if folder.is_dir() else {}
    before = _written_before(there)
    new = [path for path, data in files.items() if there.get(path) != data]
    gone = [path for path in before if path in there and path not in files]
    own = (FILES, ".gitattributes", ".gitignore")
    edited = [p for p in (*new, *gone) if p in there and p not in own
              and _digest(there[p]) != before.get(p) and there[p] != was_read.get(p)]  # fmt: skip
    if edited:
        raise EditedThere(sorted(edited))
    for path in new:
        _write(folder / path, files[path])
    for path in gone:
        (folder / path).unlink()
    return sorted([*new, *gone])


def _walk(folder: Path) -> Iterator[Path]:
    for name, below, files in os.walk(folder):
        below[:] = sorted(n for n in below if n not in _BESIDE and not Path(name, n).is_symlink())
        for file in sorted(files):
            path = Path(name, file)
            is_ours = path.suffix in _ENDINGS or file in (".gitattributes", ".gitignore")
            if is_ours and path.is_file() and not path.is_symlink():
                yield path


def _written_before(there: Mapping[str, bytes]) -> dict[str, str]:
    try:
        found = json.loads(there.get(FILES, b"{}"))
    except ValueError:
        return {}
    return {str(k): str(v) for k, v in found.items()} if isinstance(found, dict) else {}


def _digest(data: bytes) -> str:
    return digest(data.decode("utf-8", "replace").replace("\r\n", "\n"))


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor, draft = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
        os.chmod(draft, 0o644)
        os.replace(draft, path)
    except BaseException:
        Path(draft).unlink(missing_ok=True)
        raise
