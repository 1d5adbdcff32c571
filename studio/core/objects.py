"""Objects that a pass proposes: the schema for one call, and what its reply writes.

A reply names nothing that does not exist: what exists is offered as an enumeration of ids, what is
new is nested under its parent and gets its id here.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from studio.core import keys, schemas
from studio.core.proposals import Body, Operation, operations
from studio.core.protocol import Kind, Pass, Protocol, Wanted
from studio.core.schemas import NEW, Schema
from studio.core.state import State


def objects_schema(step: Pass, protocol: Protocol, state: State) -> Schema:
    """The schema of a reply that proposes objects, nested as the pass says."""
    top = [wanted for wanted in step.objects if not wanted.under]
    return schemas.record({w.kind: _object_property(w, step, protocol, state) for w in top})


def objects_operations(
    reply: Body, step: Pass, protocol: Protocol, state: State, used_ids: Iterable[str]
) -> list[Operation]:
    """What the proposed objects write: new ones, kept ones with new words, and the ends of
    those that the proposal leaves out. Ids that the book ever used name nothing new."""
    ids = Ids(_existing(step, state), used_ids)
    proposed = dict(_proposed(reply, "", step, protocol, ids, one_id(step, ids.existing)))
    proposed = _first_of_each_name(proposed, protocol)
    gone = {keys.object_(i): None for i in ids.existing if keys.object_(i) not in proposed}
    return operations({**proposed, **gone}, state)


def one_id(step: Pass, existing: Iterable[str]) -> str:
    """The id of the one-per-book object of a pass, where the others' relations lead."""
    top = next((w for w in step.objects if not w.under and w.max == 1), None)
    if top is None:
        return ""
    return next((i for i in existing if i.split("-")[0] == top.kind), f"{top.kind}-1")


def _object_property(wanted: Wanted, step: Pass, protocol: Protocol, state: State) -> Schema:
    kind = protocol.kinds[wanted.kind]
    item = fields_schema(kind)
    existing = [keys.rest(k) for k in state.group("object", wanted.kind)]
    if existing and wanted.max > 1:
        item["properties"]["same_as"] = {"enum": [*sorted(existing), NEW]}
        item["required"].append("same_as")
    for nested in (w for w in step.objects if w.under == wanted.kind):
        item["properties"][nested.kind] = _object_property(nested, step, protocol, state)
        item["required"].append(nested.kind)
    if wanted.max == 1 and not wanted.under:
        return item
    return {"type": "array", "minItems": wanted.min, "maxItems": wanted.max, "items": item}


def fields_schema(kind: Kind) -> Schema:
    """The schema of the fields of one thing of a kind."""
    return schemas.record(
        {f.name: {"type": "string", "minLength": 3, "maxLength": f.max} for f in kind.fields}
    )


def _proposed(
    reply: Body, parent: str, step: Pass, protocol: Protocol, ids: "Ids", top: str
) -> Iterator[tuple[str, Body]]:
    under = parent.split("-")[0] if parent else ""
    for wanted in (w for w in step.objects if w.under == under):
        found = reply.get(wanted.kind, [])
        for item in found if isinstance(found, list) else [found]:
            is_one = wanted.max == 1 and not wanted.under
            object_id = ids.take(wanted.kind, top if is_one else item.get("same_as", NEW))
            yield keys.object_(object_id), _object(item, wanted, protocol, parent or top, object_id)
            yield from _proposed(item, object_id, step, protocol, ids, top)


def _object(item: Body, wanted: Wanted, protocol: Protocol, parent: str, own: str) -> Body:
    fields = {f.name: str(item.get(f.name, "")).strip() for f in protocol.kinds[wanted.kind].fields}
    leads = wanted.relation and parent and parent != own
    relations = [{"name": wanted.relation, "to": parent}] if leads else []
    return {"kind": wanted.kind, "fields": fields, "relations": relations}


def _first_of_each_name(proposed: Mapping[str, Body], protocol: Protocol) -> dict[str, Body]:
    """Small models define one term twice; the first definition is taken, the others left out."""
    seen: set[tuple[str, str]] = set()
    kept = {}
    for key, body in proposed.items():
        name = (body["kind"], protocol.name_of(body))
        if not name[1] or name not in seen:
            kept[key] = body
        seen.add(name)
    return kept


def _existing(step: Pass, state: State) -> list[str]:
    return [keys.rest(key) for w in step.objects for key in state.group("object", w.kind)]


class Ids:
    """Ids by code: `claim-3` is the third claim that the book ever had a number for."""

    def __init__(self, existing: Iterable[str], used: Iterable[str]) -> None:
        self.existing = list(existing)
        self._free = set(self.existing)
        self._highest: Counter[str] = Counter()
        for object_id in {*self.existing, *used}:
            kind, _, number = object_id.rpartition("-")
            self._highest[kind] = max(self._highest[kind], int(number) if number.isdigit() else 0)

    def take(self, kind: str, same_as: str) -> str:
        """The id of what is kept, once, or a free one of its kind."""
        if same_as in self._free and same_as.startswith(f"{kind}-"):
            self._free.discard(same_as)
            return same_as
        self._highest[kind] += 1
        return f"{kind}-{self._highest[kind]}"
