"""The steps of a book by their names, for what names them by their keys only."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from studio.core import keys, outline
from studio.core.outline import Node
from studio.core.protocol import Protocol, protocol_of
from studio.core.state import Body
from studio.models import Project
from studio.queries.state import DbState

# What a rule accepted is told by the key of its step.
_AT_A_STEP = re.compile(r"(?P<what>Accepted by rule: )(?P<key>[^\s:]+)")


def said(project: Project, reasons: Iterable[str]) -> dict[str, str]:
    """What changes say they were made for, with the names of steps for their keys."""
    told = {reason: _AT_A_STEP.fullmatch(reason) for reason in reasons}
    if not any(told.values()):
        return {reason: reason for reason in told}
    places = _now(project)
    return {
        reason: found["what"] + places.name(found["key"])
        if found and places.is_step(found["key"])
        else reason
        for reason, found in told.items()
    }


def _now(project: Project) -> "Places":
    state = DbState(project.pk)
    sections, maps = (
        {keys.rest(k): body for k, body in state.kind(kind).items()} for kind in ("section", "map")
    )
    return Places.of(protocol_of(state), outline.ordered(sections), maps)


@dataclass(frozen=True, slots=True)
class Places:
    """Where the steps of a book were: its method, its outline and its maps."""

    protocol: Protocol
    nodes: dict[str, Node]
    passages: dict[str, list[str]]
    ranks: dict[str, int]

    @classmethod
    def of(cls, protocol: Protocol, ordered: Sequence[Node], maps: Mapping[str, Body]) -> "Places":
        return cls(
            protocol,
            {node.id: node for node in ordered},
            {i: [m["key"] for m in body["movements"]] for i, body in maps.items()},
            {node.id: rank for rank, node in enumerate(ordered, 1)},
        )

    def is_step(self, unit_key: str) -> bool:
        return self._parts(unit_key)[0] in self.protocol.passes

    def has(self, unit_key: str) -> bool:
        slug, section_id, passage = self._parts(unit_key)
        is_there = not section_id or section_id in self.nodes
        is_passage = not passage or passage in self.passages.get(section_id, ())
        return slug in self.protocol.passes and is_there and is_passage

    def name(self, unit_key: str) -> str:
        slug, section_id, passage = self._parts(unit_key)
        title = self.protocol.passes[slug].title if slug in self.protocol.passes else slug
        node = self.nodes.get(section_id)
        if node is None:
            return title
        number = self._passage(section_id, passage)
        return f"{title} of {node.number}" + (f", passage {number}" if number else "")

    def rank(self, unit_key: str) -> tuple[Any, ...]:
        slug, section_id, passage = self._parts(unit_key)
        place = self.ranks.get(section_id, 0)
        return place, list(self.protocol.passes).index(slug), self._passage(section_id, passage)

    def _passage(self, section_id: str, passage: str) -> int:
        known = self.passages.get(section_id, [])
        return known.index(passage) + 1 if passage in known else 0

    def _parts(self, unit_key: str) -> tuple[str, str, str]:
        slug, _, place = unit_key.partition("/")
        section_id, _, passage = place.partition("/")
        return slug, section_id, passage
