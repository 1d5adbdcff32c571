"""The outline as a tree in book order, from the sections' specifications."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

Body = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Node:
    """One section at its place: its number is `2.1`, its level 1 for a chapter."""

    id: str
    body: Body
    number: str
    level: int
    is_leaf: bool


def ordered(sections: Mapping[str, Body]) -> list[Node]:
    """All sections in book order; a section whose parent is missing stands at the top."""
    children: dict[str, list[str]] = defaultdict(list)
    for section_id, body in sections.items():
        parent = str(body.get("parent") or "")
        children[parent if parent in sections else ""].append(section_id)
    return list(_walk("", "", 1, children, sections))


def leaves(sections: Mapping[str, Body]) -> list[Node]:
    """The sections that hold prose, in book order."""
    return [node for node in ordered(sections) if node.is_leaf]


def cycle(
    sections: Mapping[str, Body],
    relation: str = "depends_on",
    *,
    starts: Iterable[str] | None = None,
) -> list[str]:
    """The ids of one cycle in a relation between sections, or an empty list; where it is known
    from which sections one must be reached, only from these."""
    done: set[str] = set()
    for start in sections if starts is None else starts:
        path = _path_back(start, [], sections, relation, done)
        if path:
            return path
    return []


def _walk(
    parent: str,
    prefix: str,
    level: int,
    children: Mapping[str, list[str]],
    sections: Mapping[str, Body],
) -> Iterator[Node]:
    in_order = sorted(children.get(parent, ()), key=lambda i: (sections[i].get("rank", 0), i))
    for position, section_id in enumerate(in_order, 1):
        number = f"{prefix}{position}"
        is_leaf = not children.get(section_id)
        yield Node(section_id, sections[section_id], number, level, is_leaf)
        yield from _walk(section_id, f"{number}.", level + 1, children, sections)


def _path_back(
    here: str,
    path: list[str],
    sections: Mapping[str, Body],
    relation: str,
    done: set[str],
) -> list[str]:
    if here in path:
        return path[path.index(here) :]
    if here in done or here not in sections:
        return []
    for target in sections[here].get(relation, ()):
        found = _path_back(target, [*path, here], sections, relation, done)
        if found:
            return found
    done.add(here)
    return []
