"""The values of edits of the plan: what they look at, and what they come to."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from studio.core import keys
from studio.core.intent import BadIntent
from studio.core.protocol import Protocol
from studio.core.state import Body, State

Writes = dict[str, Body | None]


@dataclass(frozen=True, slots=True)
class Plan:
    """The plan as its author sees it; `used` names the entries that the book has or ever had."""

    state: State
    sections: Mapping[str, Body]
    protocol: Protocol
    used: frozenset[str]

    def section(self, section_id: str) -> Body:
        section_id = section_id.removeprefix("section/")
        if section_id not in self.sections:
            raise BadIntent(f"This book has no section “{section_id}”.")
        return self.sections[section_id]

    def object(self, object_id: str) -> Body:
        body = self.state.entry(keys.object_(object_id.removeprefix("object/")))
        if body is None:
            raise BadIntent(f"This book has nothing under object/{object_id}.")
        return body

    def free_id(self, kind: str, stem: str) -> str:
        """An id that the book never used, for what once had it comes back with an undo."""
        named = [k.removeprefix(f"{kind}/{stem}") for k in self.used if k.startswith(f"{kind}/")]
        return f"{stem}{1 + max((int(n) for n in named if n.isdecimal()), default=0)}"


@dataclass(frozen=True, slots=True)
class Placed:
    """A text that comes to stand at another place: that of a unit, or some paragraphs of it."""

    source: str
    place: str
    paragraphs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Edit:
    """The writes of an edit; the texts that move with it; the sections whose passages it states;
    and texts that did not exist before, by digest."""

    writes: Writes
    placed: tuple[Placed, ...] = ()
    stated: tuple[str, ...] = ()
    texts: Mapping[str, str] = field(default_factory=dict)
