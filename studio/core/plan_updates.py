"""The plan of a section brought up to its text: what a model may propose for it, and what of that
its author takes.

What the section's plan says now is offered by id. A reply changes the words of what is offered,
adds what is new, and leaves out what the text no longer shows; nothing is ever taken out of the
book by it.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from studio.core import doubt, keys, object_edits, objects, outline_edits, schemas
from studio.core.cells import compute
from studio.core.editing import Plan, Writes
from studio.core.intent import BadIntent
from studio.core.proposals import Body, Operation, operations
from studio.core.protocol import Kind, Protocol
from studio.core.schemas import NEW, Schema
from studio.core.state import State

MOST_EACH = 4
WITHOUT = "without"


@dataclass(frozen=True, slots=True)
class Offer:
    """What the plan of a section says now, as far as it may be relied on: what the section
    establishes, and the names that it uses, by id."""

    section_id: str
    established: Mapping[str, Body]
    named: Mapping[str, Body]

    def of_kind(self, kind: str) -> dict[str, Body]:
        """The things of a kind that may be kept in other words."""
        both = {**self.named, **self.established}
        return {i: body for i, body in both.items() if body["kind"] == kind}


@dataclass(frozen=True, slots=True)
class Part:
    """One text that a change gives other words."""

    name: str
    title: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Proposed:
    """One change that the text suggests: other words, something new, or what it no longer shows."""

    key: str
    what: str
    title: str
    parts: tuple[Part, ...]

    @property
    def is_sure(self) -> bool:
        """Whether it is taken unless its author says otherwise: that a text no longer shows
        something is for its author to say."""
        return self.what != "gone"


def offer(section_id: str, state: State) -> Offer:
    """What there is to be kept, or put into other words."""
    section = doubt.trusted("section", state.entry(keys.section(section_id))) or {}
    terms = compute(f"terms-for/{section_id}", state).value
    return Offer(
        section_id,
        _trusted(section.get("establishes", ()), state),
        _trusted((term["id"] for term in terms), state),
    )


def kinds(protocol: Protocol) -> list[Kind]:
    """What a text is read for: the kinds that a section establishes, and those with a name."""
    established = [s for p in protocol.composing for s in p.establishes]
    named = [k.slug for k in protocol.kinds.values() if k.name_field]
    return [protocol.kinds[slug] for slug in dict.fromkeys([*established, *named])]


def schema(found: Offer, protocol: Protocol) -> Schema:
    """The schema of a reply: the synopsis, and a list of each kind."""
    properties: dict[str, Schema] = {"synopsis": schemas.text(10, 400)}
    for kind in kinds(protocol):
        item, known = objects.fields_schema(kind), sorted(found.of_kind(kind.slug))
        if known:
            item["properties"]["same_as"] = {"enum": [*known, NEW]}
            item["required"].append("same_as")
        properties[kind.slug] = schemas.array(item, 0, max(MOST_EACH, len(known) + 1))
    return schemas.record(properties)


def proposal(
    reply: Body, found: Offer, protocol: Protocol, state: State, used_ids: Iterable[str]
) -> list[Operation]:
    """What a reply would write: the section, and what it establishes or names."""
    writes: Writes = {}
    told = dict(_told(reply, found, protocol, state, used_ids))
    writes |= {keys.object_(i): body for i, (body, is_said) in told.items() if is_said}
    section = state.entry(keys.section(found.section_id)) or {}
    new = [i for i in told if i not in {**found.established, **found.named}]
    is_named = {i: bool(protocol.name_of(told[i][0])) for i in new}
    kept = [i for i in section.get("establishes", ()) if i not in found.established or i in told]
    body = {
        **section,
        "synopsis": str(reply.get("synopsis", "")).strip() or section.get("synopsis", ""),
        "establishes": [*kept, *(i for i in new if not is_named[i])],
        "uses": [*section.get("uses", ()), *(i for i in new if is_named[i])],
    }
    if body != section:
        writes[keys.section(found.section_id)] = body
    return operations(writes, state)


def changes(
    proposed: Mapping[str, Body | None], section_id: str, protocol: Protocol, state: State
) -> list[Proposed]:
    """What a proposal would change of what stands now, one by one."""
    key = keys.section(section_id)
    now, then = state.entry(key) or {}, proposed.get(key)
    found: list[Proposed] = []
    if then and then["synopsis"] != now.get("synopsis", ""):
        part = Part("synopsis", "Synopsis", str(now.get("synopsis", "")), then["synopsis"])
        found.append(Proposed(key, "changed", "synopsis", (part,)))
    for name, body in proposed.items():
        if body is not None and keys.kind(name) == "object":
            found += _of_object(name, body, state.entry(name), protocol)
    left = set((then or now).get("establishes", ()))
    for object_id in now.get("establishes", ()):
        body = state.entry(keys.object_(object_id))
        if object_id not in left and body is not None:
            title = protocol.kinds[body["kind"]].title
            parts = _parts(body["kind"], body["fields"], {}, protocol)
            found.append(Proposed(f"{WITHOUT}/{object_id}", "gone", title, parts))
    return found


def writes(
    taken: Mapping[str, Mapping[str, Any]],
    proposed: Mapping[str, Body | None],
    section_id: str,
    protocol: Protocol,
    state: State,
) -> Writes:
    """What the changes come to that were taken, each as it was proposed or in its author's words;
    all that are sure where none is named."""
    found = {c.key: c for c in changes(proposed, section_id, protocol, state)}
    if unknown := sorted(set(taken) - set(found)):
        raise BadIntent(
            f"{unknown[0]} is not proposed any more. Look at what is, and choose again."
        )
    chosen = taken or {key: {} for key, change in found.items() if change.is_sure}
    plan = Plan(state, {}, protocol, frozenset())
    key = keys.section(section_id)
    section = dict(state.entry(key) or {})
    then = proposed.get(key) or {}
    left: Writes = {}
    for name, told in chosen.items():
        said = {part.name: str(told.get(part.name, part.new)) for part in found[name].parts}
        if name == key:
            section |= outline_edits.checked(said, of=name)
        elif keys.kind(name) == WITHOUT:
            section["establishes"] = [i for i in section["establishes"] if i != keys.rest(name)]
        else:
            left[name] = _object(name, said, proposed[name] or {}, plan)
            _bind(keys.rest(name), section, then)
    before = state.entry(key) or {}
    return {**left, key: doubt.rewritten("section", before, section)}


def _trusted(ids: Iterable[str], state: State) -> dict[str, Body]:
    found = {i: doubt.trusted("object", state.entry(keys.object_(i))) for i in ids}
    return {i: body for i, body in found.items() if body is not None}


def _told(
    reply: Body, found: Offer, protocol: Protocol, state: State, used_ids: Iterable[str]
) -> Iterator[tuple[str, tuple[Body, bool]]]:
    """Each thing that a reply names, with its body, and whether that says something else."""
    offered = {**found.established, **found.named}
    ids = objects.Ids(offered, used_ids)
    done: set[str] = set()
    for kind in kinds(protocol):
        names = {protocol.name_of(b): i for i, b in _named(kind, state).items()}
        for item in reply.get(kind.slug, ()):
            fields = {f.name: str(item.get(f.name, "")).strip() for f in kind.fields}
            name = protocol.name_of({"kind": kind.slug, "fields": fields})
            same = names.get(name) or item.get("same_as", NEW)
            if same in done or (same != NEW and same not in offered):
                # Said twice, or a name that the book has already, and not here.
                continue
            object_id = ids.take(kind.slug, same)
            done.add(object_id)
            names |= {name: object_id} if name else {}
            yield object_id, _kept_or_new(object_id, kind, fields, protocol, state)


def _named(kind: Kind, state: State) -> dict[str, Body]:
    if not kind.name_field:
        return {}
    return {keys.rest(key): body for key, body in state.group("object", kind.slug).items()}


def _kept_or_new(
    object_id: str, kind: Kind, fields: Body, protocol: Protocol, state: State
) -> tuple[Body, bool]:
    old = state.entry(keys.object_(object_id))
    if old is None:
        relations = _relations(kind.slug, protocol, state)
        return {"kind": kind.slug, "fields": fields, "relations": relations}, True
    # What is not said of it stays as it is.
    said = {name: text for name, text in fields.items() if text}
    new = doubt.rewritten("object", old, {**old, "fields": {**old["fields"], **said}})
    return new, new["fields"] != old["fields"]


def _relations(kind: str, protocol: Protocol, state: State) -> list[dict[str, str]]:
    """What leads to the one thing that the whole book is about leads there from here too."""
    wanted = [w for p in protocol.composing for w in p.objects if w.kind == kind and w.relation]
    for one in wanted:
        above = protocol.kinds.get(one.under)
        if above is not None and above.one:
            there = sorted(state.group("object", above.slug))
            return [{"name": one.relation, "to": keys.rest(key)} for key in there[:1]]
    return []


def _of_object(key: str, body: Body, now: Body | None, protocol: Protocol) -> list[Proposed]:
    kind, old = body["kind"], (now or {}).get("fields", {})
    parts = _parts(kind, old, body["fields"], protocol)
    if now is not None:
        parts = tuple(part for part in parts if part.old != part.new)
    what = "new" if now is None else "changed"
    return [Proposed(key, what, protocol.kinds[kind].title, parts)] if parts else []


def _parts(kind: str, old: Body, new: Body, protocol: Protocol) -> tuple[Part, ...]:
    both = [
        Part(f.name, f.title, str(old.get(f.name, "")), str(new.get(f.name, "")))
        for f in protocol.kinds[kind].fields
    ]
    return tuple(part for part in both if part.old or part.new)


def _object(key: str, said: Mapping[str, str], proposed: Body, plan: Plan) -> Body:
    now = plan.state.entry(key)
    base = now or proposed
    fields = object_edits.checked({**base["fields"], **said}, base["kind"], plan, of=key)
    return doubt.rewritten("object", base, {**base, "fields": fields})


def _bind(object_id: str, section: dict[str, Any], then: Body) -> None:
    """What is new is established or used where the proposal says so."""
    for link in ("establishes", "uses"):
        if object_id in then.get(link, ()) and object_id not in section.get(link, ()):
            section[link] = [*section.get(link, ()), object_id]
