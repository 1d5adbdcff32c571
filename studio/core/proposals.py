"""Proposals: what a model or a person would write into the state, and what speaks against it.

A proposal is a list of operations on entries, each with the digest that it expects to find.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from studio.core import doubt, keys, outline
from studio.core.digest import digest_of
from studio.core.protocol import Protocol
from studio.core.state import State, targets

Body = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Operation:
    """Write a body under a key (None: end it), if what stands there has the expected digest."""

    key: str
    expects: str
    body: Body | None


def operations(writes: Mapping[str, Body | None], state: State) -> list[Operation]:
    """Writes as operations on what stands now."""
    return [Operation(key, expected(state.entry(key)), body) for key, body in writes.items()]


def expected(body: Body | None) -> str:
    """The digest by which an operation recognises what it was made for; '' for nothing.

    That somebody distrusts it does not make it something else.
    """
    return digest_of(doubt.said(body)) if body is not None else ""


def problems(writes: Mapping[str, Body | None], protocol: Protocol, state: State) -> list[str]:
    """What is wrong with the state that these writes would leave, each in plain words."""
    return [
        *_missing_references(writes, state),
        *_double_names(writes, protocol, state),
        *_cycles(writes, state),
    ]


def conflicts(proposal: Iterable[Operation], state: State) -> list[str]:
    """The keys of operations whose target moved since the proposal was made."""
    return [op.key for op in proposal if expected(state.entry(op.key)) != op.expects]


def sections_in(state: State, parent: str = "") -> dict[str, Body]:
    """Every section by id, whatever its depth."""
    found: dict[str, Body] = {}
    for key, body in state.group("section", parent).items():
        found[keys.rest(key)] = body
        found |= sections_in(state, keys.rest(key))
    return found


def _missing_references(writes: Mapping[str, Body | None], state: State) -> Iterator[str]:
    def exists(key: str) -> bool:
        return (writes[key] if key in writes else state.entry(key)) is not None

    for key, body in writes.items():
        if body is None:
            continue
        for object_id in [*targets(body), *body.get("establishes", ()), *body.get("uses", ())]:
            if not exists(keys.object_(object_id)):
                yield f"{_title(key, body)} refers to “{object_id}”, which does not exist."
        for other in [*body.get("depends_on", ()), *filter(None, [body.get("parent")])]:
            if not exists(keys.section(other)):
                yield f"{_title(key, body)} refers to the section “{other}”, which does not exist."


def _double_names(
    writes: Mapping[str, Body | None], protocol: Protocol, state: State
) -> Iterator[str]:
    named = [k for k in protocol.kinds.values() if k.name_field]
    for kind in named:
        now = {**state.group("object", kind.slug)}
        now |= {k: b for k, b in writes.items() if b and b.get("kind") == kind.slug}
        left = [b for k, b in now.items() if writes.get(k, b) is not None]
        for name, n in Counter(protocol.name_of(b) for b in left).items():
            if name and n > 1:
                yield f"Two {kind.plural.lower()} are named “{name}”."


def _cycles(writes: Mapping[str, Body | None], state: State) -> Iterator[str]:
    """A circle that writes close goes through a section that leads elsewhere than before."""
    now = _Sections(writes, state)
    written = {keys.rest(k): b for k, b in writes.items() if keys.kind(k) == "section"}
    turned = [i for i, body in written.items() if body is not None and _leads(body, state, i)]
    if around := outline.cycle(now, starts=turned):
        titles = " → ".join(now[i]["title"] for i in around)
        yield f"These sections depend on one another in a circle: {titles}."
    if around := outline.cycle(_Above(writes, state), "above", starts=turned):
        titles = " → ".join(now[i]["title"] for i in around)
        yield f"These sections lie inside one another in a circle: {titles}."


def _leads(body: Body, state: State, section_id: str) -> bool:
    """Whether a section leads elsewhere than the one that stands."""
    before = state.entry(keys.section(section_id)) or {}
    return any(body.get(link) != before.get(link) for link in ("depends_on", "parent"))


class _Sections(Mapping[str, Body]):
    """The sections as writes leave them, each looked up when a walk comes to it."""

    def __init__(self, writes: Mapping[str, Body | None], state: State) -> None:
        self._writes, self._state = writes, state

    def __getitem__(self, section_id: str) -> Body:
        key = keys.section(section_id)
        body = self._writes[key] if key in self._writes else self._state.entry(key)
        if body is None:
            raise KeyError(section_id)
        return body

    def __iter__(self) -> Iterator[str]:
        return iter({**sections_in(self._state), **self._writes})

    def __len__(self) -> int:
        return len(sections_in(self._state))


class _Above(_Sections):
    """The same, each with what it lies in."""

    def __getitem__(self, section_id: str) -> Body:
        parent = super().__getitem__(section_id).get("parent")
        return {"above": [parent] if parent else []}


def _title(key: str, body: Body) -> str:
    return f"“{body.get('title') or next(iter(body.get('fields', {}).values()), key)}”"
