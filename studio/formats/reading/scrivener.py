"""Scrivener projects: the binder's order and titles, synopses, and the texts out of their RTF."""

import re
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from xml.parsers import expat

from studio.core import prose
from studio.formats.reading import office
from studio.formats.reading.manuscript import BadManuscript, Block
from studio.formats.reading.texts import Notes, decoded

_MARK = "studio-mark-of-document-"
_SKIPPED = ("TrashFolder", "ResearchFolder")


def blocks_of(files: Mapping[str, bytes], binder: str, notes: Notes) -> tuple[str, list[Block]]:
    """The title of a project, and its documents in order."""
    reader = _Binder()
    try:
        reader.parser.Parse(files[binder], True)
    except expat.ExpatError as error:
        raise BadManuscript(
            f"The binder of the Scrivener project is damaged (line {error.lineno}). Open the "
            "project in Scrivener, save it, and send it once more."
        ) from error
    notes.add("{n} document{s} in Research and Trash.", reader.n_skipped)
    top = PurePosixPath(binder).parent
    found = [(depth, title, _files_of(files, top, uuid)) for depth, title, uuid in reader.items]
    texts = _texts([rtf for _, _, (rtf, _) in found if rtf is not None], notes)
    blocks = []
    for depth, title, (rtf, synopsis) in found:
        text = next(texts) if rtf is not None else ""
        said = decoded(synopsis, "synopsis.txt", notes).strip() if synopsis else ""
        blocks.append(Block(depth, title or "Untitled", text, "", said[:2000]))
    return PurePosixPath(binder).stem, blocks


def _files_of(
    files: Mapping[str, bytes], top: PurePosixPath, uuid: str
) -> tuple[bytes | None, bytes | None]:
    places = (top / "Files" / "Data" / uuid, top / "Files" / "Docs")
    rtf = files.get(str(places[0] / "content.rtf")) or files.get(str(places[1] / f"{uuid}.rtf"))
    synopsis = files.get(str(places[0] / "synopsis.txt"))
    return rtf, synopsis or files.get(str(places[1] / f"{uuid}_synopsis.txt"))


def _texts(rtfs: list[bytes], notes: Notes) -> Iterator[str]:
    """The Markdown of each, by one call: a mark between tells them apart."""
    if not rtfs:
        return iter(())
    parts: list[bytes] = []
    for n, rtf in enumerate(rtfs):
        parts += [b"{\\rtf1\\ansi " + f"{_MARK}{n}-".encode() + b"\\par}", rtf]
    said = office.convert_all(parts, "rtf", notes).text
    pieces = re.split(rf"^{_MARK}\d+-[ \t]*$", said, flags=re.MULTILINE)
    return iter([prose.normalise(piece) for piece in pieces[1:]])


class _Binder:
    """Takes the binder down as it is met: nothing is expanded, and no tree is built."""

    def __init__(self) -> None:
        self.items: list[tuple[int, str, str]] = []
        self.n_skipped = 0
        self._open: list[tuple[str, str]] = []
        self._title: list[str] | None = None
        self._titled: list[bool] = []
        self.parser = expat.ParserCreate()
        self.parser.EntityDeclHandler = self._refuse
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._said

    def _start(self, name: str, told: dict[str, str]) -> None:
        if name == "BinderItem":
            self._open.append((told.get("Type", ""), told.get("UUID") or told.get("ID", "")))
            self._titled.append(False)
        elif name == "Title" and self._open and not self._titled[-1]:
            self._title = []

    def _said(self, text: str) -> None:
        if self._title is not None:
            self._title.append(text)

    def _end(self, name: str) -> None:
        if name == "Title" and self._title is not None:
            self._add(" ".join("".join(self._title).split()))
            self._title, self._titled[-1] = None, True
        elif name == "BinderItem":
            if not self._titled.pop():
                self._add("")
            self._open.pop()

    def _add(self, title: str) -> None:
        kinds = [kind for kind, _ in self._open]
        if any(kind in _SKIPPED for kind in kinds):
            self.n_skipped += kinds[-1] not in _SKIPPED
        elif kinds[-1] != "DraftFolder":
            depth = len(kinds) - kinds.count("DraftFolder")
            self.items.append((depth, title, self._open[-1][1]))

    @staticmethod
    def _refuse(*_: object) -> None:
        raise BadManuscript("The binder of the project has entities of its own, which is not safe "
                            "to read. Save the project once more in Scrivener.")  # fmt: skip
