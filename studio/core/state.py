"""What cells are computed from: the entries of a project, behind one small interface.

A state may be read from the database, from a dictionary (tests, the oracle of staleness), or from
either with a candidate's writes laid over it. `Traced` notes which sources a computation touched;
`touched` says which sources a write touches. Where they meet, a cell has to be computed again.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol

Body = Mapping[str, Any]


class State(Protocol):
    """The current entries of one project."""

    def entry(self, key: str) -> Body | None:
        """The body of an entry, or None where there is none."""

    def group(self, kind: str, group: str) -> Mapping[str, Body]:
        """Entries of a kind by key: objects by kind, sections by parent ('' at the top)."""

    def linking(self, object_id: str) -> Mapping[str, Body]:
        """Objects that have a relation to this one, by key."""

    def blob(self, digest: str) -> str:
        """The text with this digest."""


class Traced:
    """A state that notes what it was asked for."""

    def __init__(self, state: State) -> None:
        self._state = state
        self.sources: set[str] = set()

    def entry(self, key: str) -> Body | None:
        self.sources.add(key)
        return self._state.entry(key)

    def group(self, kind: str, group: str) -> Mapping[str, Body]:
        self.sources.add(f"{kind}:{group}")
        return self._state.group(kind, group)

    def linking(self, object_id: str) -> Mapping[str, Body]:
        self.sources.add(f"to:{object_id}")
        return self._state.linking(object_id)

    def blob(self, digest: str) -> str:
        return self._state.blob(digest)

    def named(self, kind: str, words: Iterable[str]) -> Mapping[str, Body]:
        """Objects of a kind whose name begins with one of the words.

        Only those words become sources, so that a new name touches the texts that hold its first
        word and no others.
        """
        wanted = set(words)
        self.sources.update(f"word:{word}" for word in wanted)
        return {
            key: body
            for key, body in self._state.group("object", kind).items()
            if first_word(_name(body)) in wanted
        }


class DictState:
    """A state in memory: entries by key, blobs by digest."""

    def __init__(self, entries: Mapping[str, Body], blobs: Mapping[str, str]) -> None:
        self._entries = entries
        self._blobs = blobs

    def entry(self, key: str) -> Body | None:
        return self._entries.get(key)

    def group(self, kind: str, group: str) -> Mapping[str, Body]:
        prefix = f"{kind}/"
        return {
            key: body
            for key, body in self._entries.items()
            if key.startswith(prefix) and group_of(key, body) == group
        }

    def linking(self, object_id: str) -> Mapping[str, Body]:
        return {
            key: body
            for key, body in self._entries.items()
            if key.startswith("object/") and object_id in targets(body)
        }

    def blob(self, digest: str) -> str:
        return self._blobs[digest]


def touched(key: str, old: Body | None, new: Body | None) -> set[str]:
    """The sources that a write touches: the entry, and what it is found by, before and after."""
    sources = {key}
    for body in (old, new):
        if body is not None:
            sources |= _found_by(key, body)
    return sources


def touched_by(writes: Mapping[str, Body | None], before: Callable[[str], Body | None]) -> set[str]:
    """The sources that these writes touch; `before` says what an entry was."""
    sources = set(writes)
    for key, body in writes.items():
        if key.startswith(FOUND_OTHERWISE):
            sources |= touched(key, before(key), body)
    return sources


def group_of(key: str, body: Body) -> str:
    """What entries of one kind are grouped by."""
    if key.startswith("object/"):
        return str(body.get("kind", ""))
    if key.startswith("section/"):
        return str(body.get("parent") or "")
    return ""


def targets(body: Body) -> set[str]:
    """The ids of the objects that an object's relations lead to."""
    return {relation["to"] for relation in body.get("relations", ())}


def words_in(text: str) -> set[str]:
    """The distinct words of a text, in lower case."""
    return {word.casefold() for word in re.findall(r"\w+", text)}


def first_word(name: str) -> str:
    """The first word of a name, in lower case."""
    found = re.search(r"\w+", name)
    return found.group().casefold() if found else ""


# Entries that are found by more than their keys.
FOUND_OTHERWISE = ("object/", "section/")


def _found_by(key: str, body: Body) -> set[str]:
    if key.startswith("object/"):
        return {
            f"object:{group_of(key, body)}",
            f"word:{first_word(_name(body))}",
            *(f"to:{target}" for target in targets(body)),
        }
    if key.startswith("section/"):
        return {f"section:{group_of(key, body)}"}
    return set()


def _name(body: Body) -> str:
    return str(body.get("fields", {}).get("name", ""))
