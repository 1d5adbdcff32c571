"""Reads a manuscript of whatever kind: one file, several, or an archive of them."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import PurePosixPath

from studio.core import prose
from studio.formats import opml
from studio.formats.archives import BadArchive, check_size, unzip
from studio.formats.reading import markdown, office, order, plain, scrivener
from studio.formats.reading.manuscript import BadManuscript, Block, Manuscript, pretty
from studio.formats.reading.texts import Notes, decoded

OFFICE = ("docx", "epub", "odt", "rtf")
KINDS = "Markdown, plain text, DOCX, EPUB, ODT, RTF, OPML, a Scrivener project or a folder as .zip"
_MOST_NAMED = 8
_STATED = re.compile(r"title:[ \t]+(\S.*)\n(?:\w[\w -]*:.*\n)*\n", re.IGNORECASE)


def read(name: str, data: bytes) -> Manuscript:
    """The manuscript in a file; BadManuscript in words."""
    try:
        check_size(len(data))
        if not data.strip():
            raise BadManuscript(f"{name} is empty. Choose the file with the text in it.")
        ending = PurePosixPath(name).suffix.casefold().removeprefix(".")
        if data[:4] == b"PK\x03\x04":
            files = unzip(data)
            if ending in OFFICE or "word/document.xml" in files or "mimetype" in files:
                return _office(name, data, _kind(ending, files))
            return read_files(name, files)
        if ending == "rtf" or data[:5] == b"{\\rtf":
            return _office(name, data, "rtf")
        if ending in ("docx", "epub", "odt", "zip", "scriv"):
            raise BadManuscript(f"{name} is damaged: it is no {ending.upper()} file inside. Save "
                                "it once more in the program that wrote it.")  # fmt: skip
        return read_files(name, {name: data})
    except BadArchive as bad:
        raise BadManuscript(str(bad)) from bad


def read_files(name: str, files: Mapping[str, bytes]) -> Manuscript:
    """The manuscript in a folder's files."""
    notes = Notes()
    paths = sorted(files, key=lambda path: (path.count("/"), path))
    if binder := next((p for p in paths if p.casefold().endswith(".scrivx")), ""):
        title, blocks = scrivener.blocks_of(files, binder, notes)
        return _whole(name, "Scrivener", blocks, notes, title=title)
    outlines = [p for p in files if p.casefold().endswith(".opml")]
    places, left = order.order(files)
    if outlines and not places:
        return _outline(name, files[outlines[0]])
    if not places:
        raise BadManuscript(f"There is no text in {name} that can be read. Choose {KINDS}.")
    return _texts(name, files, places, left, notes)


def _kind(ending: str, files: Mapping[str, bytes]) -> str:
    if ending in OFFICE:
        return ending
    if "word/document.xml" in files:
        return "docx"
    return "epub" if b"epub" in files["mimetype"] else "odt"


def _office(name: str, data: bytes, kind: str) -> Manuscript:
    notes = Notes()
    done = office.convert(data, kind, notes)
    _, blocks = markdown.blocks_of(done.text, notes)
    return _whole(
        name, kind.upper(), blocks, notes,
        title=done.title, author=done.author, language=done.language,
    )  # fmt: skip


def _outline(name: str, data: bytes) -> Manuscript:
    try:
        items = opml.read(data)
    except opml.BadFile as bad:
        raise BadManuscript(str(bad)) from bad
    blocks = [
        Block(i["depth"] + 1, i["title"], "", "", i.get("synopsis", ""), i.get("words", 0))
        for i in items
    ]
    return _whole(name, "OPML", blocks, Notes(), title=pretty(name))


def _texts(
    name: str,
    files: Mapping[str, bytes],
    places: list[order.Place],
    left: list[str],
    notes: Notes,
) -> Manuscript:
    blocks: list[Block] = []
    facts: dict[str, str] = {}
    is_only = sum(bool(place.path) for place in places) == 1
    for place in places:
        if not place.path:
            blocks.append(Block(place.depth, pretty(place.title), ""))
            continue
        text = decoded(files[place.path], place.path, notes)
        is_plain = place.path.casefold().endswith((".txt", ".text"))
        said, found = (_plain if is_plain else _markdown)(text, notes)
        facts = facts or (said if is_only else {})
        blocks += found if is_only else _at(place, said.get("title", ""), found)
    if left:
        named = ", ".join(left[:_MOST_NAMED]) + (" …" if len(left) > _MOST_NAMED else "")
        notes.add(f"{{n}} file{{s}} beside the text: {named}.", len(left))
    kind = "Plain text" if is_only and is_plain else "Markdown"
    return _whole(name, kind, blocks, notes, **facts)


def _markdown(text: str, notes: Notes) -> tuple[dict[str, str], list[Block]]:
    head, blocks = markdown.blocks_of(text, notes)
    facts = {n: str(head.facts[n]) for n in ("title", "author", "language") if head.facts.get(n)}
    if head.facts and blocks:
        # What an author keeps at the head of a file stays with the first section made of it.
        blocks[0] = replace(blocks[0], front=head.more)
    return facts, blocks


_plain: Callable[[str, Notes], tuple[dict[str, str], list[Block]]] = plain.blocks_of


def _at(place: order.Place, title: str, blocks: list[Block]) -> list[Block]:
    """The blocks of one file among several, at its depth: it begins with a heading of its own."""
    if not blocks:
        return [Block(place.depth, title or place.title or pretty(place.path), "")]
    if title and blocks[0].level and _letters(title) != _letters(blocks[0].title):
        blocks = [
            Block(0, "", "", front=blocks[0].front),
            replace(blocks[0], front=""),
            *blocks[1:],
        ]
    first, *rest = blocks
    if first.level == 0:
        name, text = _first_line(first.text)
        given = title or place.title or name or pretty(place.path)
        # A title that was the first line is not said twice.
        body = text if given == name else first.text
        first = Block(place.depth, given, body, front=first.front)
        top = min((b.level for b in rest), default=1) - 1
    else:
        top = first.level
        first = replace(first, level=place.depth)
    return [first, *(replace(b, level=place.depth + max(0, b.level - top)) for b in rest)]


def _letters(title: str) -> str:
    return "".join(filter(str.isalnum, title.casefold()))


def _first_line(text: str) -> tuple[str, str]:
    """A first line that is a title, and the text below it; one that states it, which stays."""
    if stated := _STATED.match(text):
        return stated[1].strip(), text
    line, _, below = text.partition("\n")
    said = line.strip()
    is_title = said and len(said) <= 80 and said[-1] not in '.!?…,;:"”»—' and below.strip()
    is_apart = below.startswith("\n")
    return (said, below.strip("\n")) if is_title and is_apart else ("", text)


def _whole(name: str, kind: str, blocks: list[Block], notes: Notes, **facts: str) -> Manuscript:
    said = "\n\n".join(f"{block.title}\n\n{block.text}" for block in blocks)
    return Manuscript(
        name=name, kind=kind, blocks=tuple(blocks), left_out=notes.said(),
        n_words=prose.count_words(said), **facts,
    )  # fmt: skip
