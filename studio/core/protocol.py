"""A protocol: the ordered passes, their gates, and the ontology a book works by.

A template folder is read once, when a book begins; from then on the book owns its copy, as the
entries `protocol` and `pass/<slug>`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from studio.core import keys
from studio.core.state import State

Body = Mapping[str, Any]
SCHEMA_VERSION = 1
# The instructions by which the plan of a section is brought up to its text; no step of the method.
UPDATE = "update"


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a kind of object; `max` counts characters."""

    name: str
    title: str
    max: int
    required: bool


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of object; `name_field` names the field that is unique in the book."""

    slug: str
    title: str
    plural: str
    purpose: str
    one: bool
    name_field: str
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class Relation:
    """A relation that objects of some kinds may have to objects of others."""

    name: str
    title: str
    from_: tuple[str, ...]
    to: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Wanted:
    """How many objects of a kind a pass proposes, and under which kind they are nested."""

    kind: str
    min: int
    max: int
    relation: str
    under: str


@dataclass(frozen=True, slots=True)
class Gate:
    """A review that a candidate goes through before acceptance."""

    slug: str
    title: str
    revisions: int
    temperature: float


@dataclass(frozen=True, slots=True)
class Pass:
    """A stage of the protocol; `judged_by` says who accepts while staying just ahead."""

    slug: str
    title: str
    layer: str
    kind: str
    scope: str
    produces: str
    judged_by: str
    needs: tuple[str, ...]
    gates: tuple[str, ...]
    temperature: float
    objects: tuple[Wanted, ...]
    establishes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Protocol:
    """What the entry `protocol` says."""

    slug: str
    title: str
    version: int
    words: Mapping[str, str]
    kinds: Mapping[str, Kind]
    relations: tuple[Relation, ...]
    passes: Mapping[str, Pass]
    gates: Mapping[str, Gate]

    @property
    def composing(self) -> tuple[Pass, ...]:
        return tuple(p for p in self.passes.values() if p.kind == "composing")

    @property
    def after_prose(self) -> tuple[Pass, ...]:
        """The steps without prose of their own that come after some: what they know is from it."""
        found: list[str] = []
        for step in self.composing:
            needed = [self.passes[slug] for slug in step.needs]
            if any(n.scope == "movement" or n.slug in found for n in needed):
                found.append(step.slug)
        return tuple(p for p in self.composing if p.slug in found and p.scope != "movement")

    def name_of(self, body: Body) -> str:
        """The unique name of an object in lower case, or nothing where its kind has none."""
        kind = self.kinds.get(body.get("kind", ""))
        if kind is None or not kind.name_field:
            return ""
        return str(body.get("fields", {}).get(kind.name_field, "")).strip().casefold()


def protocol_of(state: State) -> Protocol:
    """The protocol of a book as a state has it."""
    return parse(state.entry(keys.PROTOCOL) or {})


def parse(body: Body) -> Protocol:
    """The protocol that a template or an entry describes; KeyError names what is missing."""
    return Protocol(
        slug=body["slug"],
        title=body["title"],
        version=body.get("version", 1),
        words=body.get("words", {}),
        kinds={k["slug"]: _kind(k) for k in body["kinds"]},
        relations=tuple(_relation(r) for r in body.get("relations", ())),
        passes={p["slug"]: _pass(p) for p in body["passes"]},
        gates={g["slug"]: _gate(g) for g in body.get("gates", ())},
    )


def pass_entries(body: Body, prompts: Mapping[str, str]) -> dict[str, dict[str, Any]]:
    """The entries `pass/<slug>` of a template: what the cell of each instruction is made of."""
    entries = {}
    for step in body["passes"]:
        if step["kind"] == "composing":
            entries[f"pass/{step['slug']}"] = _instructions(prompts[step["prompt"]])
    if "update" in body:
        entries[f"pass/{UPDATE}"] = _instructions(prompts[body["update"]["prompt"]])
    for gate in body.get("gates", ()):
        entries[f"pass/{gate['slug']}"] = _instructions(prompts[gate["prompt"]])
        entries[f"pass/{gate['slug']}-revise"] = _instructions(prompts[gate["revise"]])
    return entries


def _instructions(prompt: str) -> dict[str, Any]:
    return {"prompt": prompt, "schema_version": SCHEMA_VERSION}


def _kind(body: Body) -> Kind:
    fields = tuple(
        Field(name, f.get("title", name), f.get("max", 400), f.get("required", True))
        for name, f in body["fields"].items()
    )
    return Kind(
        slug=body["slug"],
        title=body["title"],
        plural=body.get("plural", body["title"] + "s"),
        purpose=body.get("purpose", ""),
        one=body.get("one", False),
        name_field=body.get("name_field", ""),
        fields=fields,
    )


def _relation(body: Body) -> Relation:
    return Relation(
        body["name"], body.get("title", body["name"]), tuple(body["from"]), tuple(body["to"])
    )


def _gate(body: Body) -> Gate:
    return Gate(
        body["slug"], body["title"], body.get("revisions", 2), float(body.get("temperature", 0.2))
    )


def _pass(body: Body) -> Pass:
    return Pass(
        slug=body["slug"],
        title=body["title"],
        layer=body["layer"],
        kind=body["kind"],
        scope=body["scope"],
        produces=body["produces"],
        judged_by=body.get("judged_by", "author"),
        needs=tuple(body.get("needs", ())),
        gates=tuple(body.get("gates", ())),
        temperature=float(body.get("temperature", 0.7)),
        objects=tuple(_wanted(w) for w in body.get("objects", ())),
        establishes=tuple(body.get("establishes", ())),
    )


def _wanted(body: Body) -> Wanted:
    return Wanted(
        body["kind"], body["min"], body["max"], body.get("relation", ""), body.get("under", "")
    )
