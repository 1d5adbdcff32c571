"""Small books drawn in a few indented lines.

    s1 Water establishes claim-1
        - spring: Water comes up from below.
        - mouth
    s2 Stone uses claim-1 depends_on s1
        - bed

A line is a section with its id and title; what stands deeper is inside it. A line with a dash is a
movement by its key, and what follows the colon is its text.

    thesis-1: Rivers remember.
    claim-1 to thesis-1: Water keeps its course.
    term-1 memory: what stays
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from studio.core import keys

Body = Mapping[str, Any]
OBJECTS = """
    thesis-1: Rivers remember.
    claim-1 to thesis-1: Water keeps its course.
    premise-1 to claim-1: Old beds fill first.
    term-1 memory: what stays
"""
OUTLINE = """
    s1 Water establishes claim-1
        - spring: Water comes up from below.
        - mouth: Water reaches the sea.
    s2 Stone uses claim-1 depends_on s1
        - bed: Stone lies still.
"""
_LINKS = ("establishes", "uses", "depends_on")


def drawn(outline: str) -> dict[str, Body]:
    """The sections and maps of a drawing."""
    found: dict[str, Body] = {}
    above: list[tuple[int, str]] = []
    for rank, (depth, line) in enumerate(_lines(outline)):
        if line.startswith("- "):
            _add_movement(found, above[-1][1], line[2:].partition(":")[0].strip())
            continue
        above = [(d, i) for d, i in above if d < depth]
        section_id, body = _section(line, above[-1][1] if above else None, rank)
        found[keys.section(section_id)] = body
        above.append((depth, section_id))
    return found


def texts(outline: str) -> dict[str, str]:
    """The texts of a drawing by the key of the unit that they belong to."""
    found, section_id = {}, ""
    for _, line in _lines(outline):
        if not line.startswith("- "):
            section_id = line.split()[0]
        elif ":" in line:
            key, _, text = line[2:].partition(":")
            found[keys.unit("draft", section_id, key.strip())] = f"{text.strip()}\n"
    return found


def things(objects: str) -> dict[str, Body]:
    """The objects of a drawing: `id name to other, another: text`."""
    return {keys.object_(i): body for i, body in (_thing(line) for _, line in _lines(objects))}


def movement(key: str, title: str = "", purpose: str = "It moves on.", words: int = 100) -> Body:
    return {
        "key": key, "title": title or key.title(), "purpose": purpose, "words": words,
        "done_when": "it is said",
    }  # fmt: skip


def _lines(drawing: str) -> Iterable[tuple[int, str]]:
    for line in drawing.splitlines():
        if line.strip():
            yield len(line) - len(line.lstrip()), line.strip()


def _section(line: str, parent: str | None, rank: int) -> tuple[str, dict[str, Any]]:
    parts = re.split(rf"\s+({'|'.join(_LINKS)})\s+", line)
    section_id, _, title = parts[0].partition(" ")
    links = {
        name: said.replace(",", " ").split()
        for name, said in zip(parts[1::2], parts[2::2], strict=True)
    }
    return section_id, {
        "parent": parent, "rank": rank, "role": "section", "title": title or section_id,
        "synopsis": "", "words": 200, "done_when": "",
        **{name: links.get(name, []) for name in _LINKS},
    }  # fmt: skip


def _add_movement(found: dict[str, Body], section_id: str, key: str) -> None:
    before = found.get(keys.map_of(section_id), {"movements": []})["movements"]
    found[keys.map_of(section_id)] = {"movements": [*before, movement(key)]}


def _thing(line: str) -> tuple[str, dict[str, Any]]:
    head, _, said = line.partition(":")
    head, _, leads = head.partition(" to ")
    object_id, _, name = head.strip().partition(" ")
    fields = {"name": name, "definition": said.strip()} if name else {"text": said.strip()}
    relations = [{"name": "supports", "to": i} for i in leads.replace(",", " ").split()]
    kind = object_id.rpartition("-")[0]
    return object_id, {"kind": kind, "fields": fields, "relations": relations}
