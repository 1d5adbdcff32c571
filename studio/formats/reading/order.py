"""Several files as one manuscript: in the order that a list says, else as people count."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from studio.formats.reading.manuscript import pretty

_ENTRY = re.compile(r"^(\s*)(?:[-*+]\s+)?\[(?P<title>.*?)\]\((?P<path>[^)\s]*)\)\s*$")
_PART = re.compile(r"^#\s+(?P<title>.+)$")
_BOOK = re.compile(r"^(?P<mark>[@!+-])\s*(?P<said>\S.*)$")
_DIGITS = re.compile(r"(\d+)")
TEXTS = (".md", ".markdown", ".mdown", ".txt", ".text")
# What stands beside a manuscript in its folder and is no part of it.
_BESIDE = re.compile(
    r"(?:readme|licen[cs]e|licence|copying|copyright|contributing|changelog|source|code_of_conduct)"
    r"(?:[-_.].*)?",
    re.IGNORECASE,
)
_INDEX = ("index", "_index", "readme", "00-index")


@dataclass(frozen=True, slots=True)
class Place:
    """A file at its place, or a heading that only the list has; depth counts from 1."""

    depth: int
    title: str
    path: str = ""


def order(files: Mapping[str, bytes]) -> tuple[list[Place], list[str]]:
    """The texts among files in order, and the paths that were left out."""
    texts = [path for path in files if _is_text(path)]
    top = _common(texts)
    for listing in sorted((p for p in files if _is_list(p)), key=lambda p: (p.count("/"), p)):
        said = files[listing].decode("utf-8", "replace")
        read = _summary if listing.casefold().endswith(".md") else _book
        found = read(said, PurePosixPath(listing).parent, set(files))
        if any(place.path for place in found):
            named = {place.path for place in found} | {listing}
            return found, sorted(p for p in files if p not in named and not _is_hidden(p))
    own = [p for p in texts if not _is_beside(p, texts)]
    left = sorted(p for p in files if p not in own and not _is_hidden(p))
    return list(_placed(sorted(own, key=lambda p: _natural(p.removeprefix(top))), top)), left


def _is_text(path: str) -> bool:
    return path.casefold().endswith(TEXTS) and not _is_hidden(path)


def _is_hidden(path: str) -> bool:
    return any(p.startswith(".") or p == "__MACOSX" for p in PurePosixPath(path).parts)


def _is_list(path: str) -> bool:
    name = PurePosixPath(path).name.casefold()
    return (name == "summary.md" or name.endswith(".book")) and not _is_hidden(path)


def _is_beside(path: str, texts: Sequence[str]) -> bool:
    stem = PurePosixPath(path).stem
    is_index = stem.casefold() in _INDEX and path.count("/") > min(p.count("/") for p in texts)
    return len(texts) > 1 and not is_index and _BESIDE.fullmatch(stem) is not None


def _common(paths: Sequence[str]) -> str:
    """The folder that all stand in."""
    parts = [PurePosixPath(path).parent.parts for path in paths]
    same = []
    for level in zip(*parts, strict=False):
        if len(set(level)) > 1:
            break
        same.append(level[0])
    return "".join(f"{part}/" for part in same)


def _natural(path: str) -> list[tuple[int, list[tuple[int, int, str]]]]:
    """chapter10 after chapter2; what opens a folder first."""
    parts = PurePosixPath(path).parts
    return [(int(PurePosixPath(p).stem.casefold() not in _INDEX), _counted(p)) for p in parts]


def _counted(name: str) -> list[tuple[int, int, str]]:
    pieces = [piece for piece in _DIGITS.split(name.casefold()) if piece]
    return [(0, int(p), "") if p.isdecimal() and len(p) < 20 else (1, 0, p) for p in pieces]


def _placed(paths: Iterable[str], top: str) -> Iterable[Place]:
    """Files below the folders they stand in; a folder that no file opens is a heading itself."""
    opened: set[str] = set()
    for path in paths:
        folders = PurePosixPath(path.removeprefix(top)).parent.parts
        stem = PurePosixPath(path).stem.casefold()
        for n, folder in enumerate(folders, 1):
            where = "/".join(folders[:n])
            if where not in opened:
                opened.add(where)
                if stem not in _INDEX or n < len(folders):
                    yield Place(n, folder)
        is_index = stem in _INDEX and bool(folders)
        depth = len(folders) + (not is_index)
        yield Place(depth, pretty(folders[-1]) if is_index else "", path)


def _summary(text: str, folder: PurePosixPath, files: set[str]) -> list[Place]:
    """The places of a SUMMARY.md: parts, and chapters below one another."""
    found: list[Place] = []
    settings: list[int] = []
    has_parts = False
    for n, line in enumerate(text.splitlines()):
        part, entry = _PART.match(line), _ENTRY.match(line)
        if part and n and found:
            has_parts = True
            found.append(Place(1, part["title"].strip()))
            settings = []
        elif entry:
            setting = len(entry[1].expandtabs(4))
            settings = [other for other in settings if other < setting]
            path = _beside(folder, entry["path"])
            depth = len(settings) + 1 + has_parts
            settings.append(setting)
            if path in files:
                found.append(Place(depth, entry["title"], path))
    return found


def _book(text: str, folder: PurePosixPath, files: set[str]) -> list[Place]:
    """The places of a list of chapters: `@ Part`, and `+`, `!` or `-` before a file."""
    found: list[Place] = []
    depth = 1
    for line in text.splitlines():
        entry = _BOOK.match(line)
        if entry and entry["mark"] == "@":
            found.append(Place(1, entry["said"].strip()))
            depth = 2
        elif entry and (path := _beside(folder, entry["said"].strip())) in files:
            found.append(Place(1 if entry["mark"] == "-" else depth, "", path))
    return found


def _beside(folder: PurePosixPath, path: str) -> str:
    return (folder / path.removeprefix("./")).as_posix()
