"""What an edit of the plan writes: set, add, remove, move, split, merge. Pure, over any state."""

from collections.abc import Callable, Mapping
from typing import Any

from studio.core import doubt, keys, object_edits, outline_edits, resectioning
from studio.core.editing import Edit, Plan, Writes
from studio.core.intent import BadIntent, Intent
from studio.core.state import Body


def edit(intent: Intent, plan: Plan) -> Edit:
    """What an edit comes to; BadIntent where it names what does not exist or cannot be so."""
    if intent.kind == "set":
        return Edit(_set(intent, plan))
    if intent.relation and "/" in intent.thing:
        return Edit(object_edits.relate(intent, plan))
    is_section = intent.thing.startswith("section") or bool(intent.items)
    return (_OF_SECTIONS if is_section else _OF_OBJECTS)[intent.kind](intent, plan)


def _set(intent: Intent, plan: Plan) -> Writes:
    writes: Writes = {}
    for key, values in intent.sets.items():
        body = plan.state.entry(key)
        if body is None:
            raise BadIntent(f"This book has nothing under {key}.")
        if keys.kind(key) not in _FIELDS:
            raise BadIntent(f"{key} cannot be set; objects, brief, sections and instructions can.")
        writes[key] = _FIELDS[keys.kind(key)](key, body, values, plan)
    return writes


def _object(key: str, body: Body, values: Mapping[str, Any], plan: Plan) -> Body:
    fields = {**body["fields"], **values}
    checked = object_edits.checked(fields, body["kind"], plan, of=key)
    return doubt.rewritten("object", body, {**body, "fields": checked})


def _section(key: str, body: Body, values: Mapping[str, Any], plan: Plan) -> Body:
    return doubt.rewritten("section", body, {**body, **outline_edits.checked(values, of=key)})


def _brief(key: str, body: Body, values: Mapping[str, Any], plan: Plan) -> Body:
    _know(values, {"value"}, key)
    value = values.get("value", "")
    return {"value": outline_edits.number(value) if keys.rest(key) == "words" else str(value)}


def _step(key: str, body: Body, values: Mapping[str, Any], plan: Plan) -> Body:
    _know(values, {"prompt"}, key)
    return {**body, **values}


def _know(values: Mapping[str, Any], known: set[str], key: str) -> None:
    unknown = set(values) - known
    if unknown:
        raise BadIntent(f"{key} has no field {', '.join(sorted(unknown))}; it has: "
                        f"{', '.join(sorted(known))}.")  # fmt: skip


_FIELDS: dict[str, Callable[[str, Body, Mapping[str, Any], Plan], Body]] = {
    "object": _object,
    "section": _section,
    "brief": _brief,
    "pass": _step,
}
_OF_SECTIONS: dict[str, Callable[[Intent, Plan], Edit]] = {
    "add": lambda intent, plan: Edit(outline_edits.add(intent, plan)),
    "remove": lambda intent, plan: Edit(outline_edits.remove(intent, plan)),
    "move": lambda intent, plan: Edit(outline_edits.move(intent, plan)),
    "split": resectioning.split,
    "merge": resectioning.merge,
}
_OF_OBJECTS: dict[str, Callable[[Intent, Plan], Edit]] = {
    "add": lambda intent, plan: Edit(object_edits.add(intent, plan)),
    "remove": lambda intent, plan: Edit(object_edits.remove(intent, plan)),
}
