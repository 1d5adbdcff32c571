"""Edits of what a book keeps track of: objects, and the relations of objects and sections."""

from collections.abc import Mapping
from typing import Any

from studio.core import arranging, keys
from studio.core.editing import Plan, Writes
from studio.core.intent import BadIntent, Intent
from studio.core.state import Body

LINKS = ("establishes", "uses", "depends_on")


def add(intent: Intent, plan: Plan) -> Writes:
    """One thing more, and how it is related to another."""
    kind = intent.thing
    fields = checked(intent.fields, kind, plan)
    if plan.protocol.kinds[kind].one and plan.state.group("object", kind):
        title = plan.protocol.kinds[kind].title
        raise BadIntent(f"This book has its {title} already; a book has one. Change its words.")
    relations = []
    if intent.to:
        name = _relation(kind, intent.relation, intent.to, plan)
        relations = [{"name": name, "to": intent.to}]
    key = keys.object_(plan.free_id("object", f"{kind}-"))
    return {key: {"kind": kind, "fields": fields, "relations": relations}}


def remove(intent: Intent, plan: Plan) -> Writes:
    """Takes a thing out of the book, and out of the sections and relations that name it."""
    object_id = keys.rest(intent.thing)
    plan.object(object_id)
    writes: Writes = {keys.object_(object_id): None}
    for key, body in plan.state.linking(object_id).items():
        kept = [r for r in body["relations"] if r["to"] != object_id]
        writes[key] = {**body, "relations": kept}
    for section_id, body in plan.sections.items():
        if object_id in (*body.get("establishes", ()), *body.get("uses", ())):
            writes[keys.section(section_id)] = arranging.without(body, object_id)
    return writes


def relate(intent: Intent, plan: Plan) -> Writes:
    """Relates a thing or a section to another, or no longer."""
    kind, own_id = keys.kind(intent.thing), keys.rest(intent.thing)
    if kind == "section":
        return {intent.thing: _section_related(own_id, intent, plan)}
    if kind != "object":
        raise BadIntent("Only objects and sections are related: object/ID or section/ID.")
    body = plan.object(own_id)
    others = [r for r in body["relations"] if (r["name"], r["to"]) != (intent.relation, intent.to)]
    if intent.kind == "remove":
        return {intent.thing: {**body, "relations": others}}
    if intent.to == own_id:
        raise BadIntent("A thing is not related to itself.")
    name = _relation(body["kind"], intent.relation, intent.to, plan)
    return {intent.thing: {**body, "relations": [*others, {"name": name, "to": intent.to}]}}


def checked(fields: Mapping[str, Any], kind: str, plan: Plan, *, of: str = "") -> dict[str, str]:
    """The fields of an object, if its kind has them and each is as it must be."""
    if kind not in plan.protocol.kinds:
        known = ", ".join(plan.protocol.kinds)
        raise BadIntent(f"This book does not keep track of “{kind}”; it does of: {known}.", "kind")
    known_fields = {f.name: f for f in plan.protocol.kinds[kind].fields}
    if unknown := sorted(set(fields) - set(known_fields)):
        raise BadIntent(f"{of or kind} has no field {', '.join(unknown)}; it has: "
                        f"{', '.join(sorted(known_fields))}.", unknown[0])  # fmt: skip
    clean = {name: str(value or "").replace("\0", "").strip() for name, value in fields.items()}
    for name, field in known_fields.items():
        if field.required and not clean.get(name):
            raise BadIntent(f"“{field.title}” must not be empty.", name)
        if len(clean.get(name, "")) > field.max * 4:
            raise BadIntent(f"At most {field.max * 4:,} characters, please.", name)
    return clean


def _relation(kind: str, name: str, to: str, plan: Plan) -> str:
    """The relation that a kind may have to an object: the named one, or the only one."""
    other = plan.object(to)["kind"]
    fitting = [r.name for r in plan.protocol.relations if kind in r.from_ and other in r.to]
    if name in fitting or (fitting and not name):
        return name or fitting[0]
    title = plan.protocol.kinds[kind].title
    said = f"; there is: {', '.join(fitting)}" if fitting else ""
    raise BadIntent(f"A {title} has no such relation to “{to}”{said}.", "to")


def _section_related(section_id: str, intent: Intent, plan: Plan) -> Body:
    body, name, to = plan.section(section_id), intent.relation, intent.to
    if name not in LINKS:
        raise BadIntent(f"A section {', '.join(LINKS[:-1])} or {LINKS[-1]} something.")
    now = list(body.get(name, ()))
    if intent.kind == "remove":
        return {**body, name: [i for i in now if i != to]}
    if name == "depends_on":
        plan.section(to)
    else:
        plan.object(to)
    more = {name: list(dict.fromkeys([*now, to]))}
    return {**body, **more, **(_depends(section_id, to, body, plan) if name == "uses" else {})}


def _depends(section_id: str, object_id: str, body: Body, plan: Plan) -> dict[str, list[str]]:
    """What is used is read where it is established: in an earlier section."""
    order = arranging.in_order(plan.sections)
    earlier = order[: order.index(section_id)]
    found = [i for i in earlier if object_id in plan.sections[i].get("establishes", ())]
    return {"depends_on": list(dict.fromkeys([*body.get("depends_on", ()), *found[:1]]))}
