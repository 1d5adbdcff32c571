"""What an intent would write, and which units it speaks of: read only, over any state."""

from collections.abc import Mapping
from typing import Any

from studio.core import doubt, keys, proposals
from studio.core.intent import BadIntent, Intent
from studio.core.protocol import Protocol
from studio.core.state import Body
from studio.models import Entry, Project
from studio.queries import distrusting
from studio.queries.selecting import Resolved, Writes, all_units, protocol_of, real, select
from studio.queries.state import DbState

SECTION_FIELDS = {"title", "synopsis", "words", "done_when", "reader_state", "rank", "parent"}


def resolve(project: Project, intent: Intent) -> Resolved:
    """What an intent comes to now; BadIntent where it names what does not exist."""
    state = DbState(project.pk)
    return _RESOLVERS[intent.kind](project, intent, state)


def _set(project: Project, intent: Intent, state: DbState) -> Resolved:
    protocol = protocol_of(state)
    writes: Writes = {}
    for key, values in intent.sets.items():
        body = state.entry(key)
        if body is None:
            raise BadIntent(f"This book has nothing under {key}.")
        writes[key] = _changed(key, body, values, protocol)
    wrong = proposals.problems(writes, protocol, state)
    if wrong:
        raise BadIntent(" ".join(wrong))
    return Resolved(real(writes, state), ())


def _changed(key: str, body: Body, values: Mapping[str, Any], protocol: Protocol) -> Body:
    kind = keys.kind(key)
    if kind == "object":
        known = {f.name for f in protocol.kinds[body["kind"]].fields}
        _know(values, known, key)
        new = {**body, "fields": {**body["fields"], **values}}
        return doubt.rewritten(kind, body, new)
    if kind == "brief":
        _know(values, {"value"}, key)
        value = values.get("value", "")
        return {"value": _number(value) if keys.rest(key) == "words" else str(value)}
    if kind == "pass":
        _know(values, {"prompt"}, key)
        return {**body, **values}
    if kind == "section":
        _know(values, SECTION_FIELDS, key)
        return doubt.rewritten(kind, body, {**body, **_with_numbers(values)})
    raise BadIntent(f"{key} cannot be set; objects, brief, sections and instructions can.")


def _recompose(project: Project, intent: Intent, state: DbState) -> Resolved:
    if not (intent.layer or intent.units or intent.scope):
        units = [u for u in all_units(project) if u.is_stale]
    else:
        units = [u for u in select(project, intent, state) if u.current_id]
    return Resolved({}, tuple(units))


def _keep(project: Project, intent: Intent, state: DbState) -> Resolved:
    units = [u for u in select(project, intent, state) if u.current_id and u.is_stale]
    return Resolved({}, tuple(units))


def _pin(project: Project, intent: Intent, state: DbState) -> Resolved:
    units = [u for u in select(project, intent, state) if u.current_id]
    body: Body | None = {} if intent.kind == "pin" else None
    return Resolved(real({keys.pin(u.key): body for u in units}, state), tuple(units))


def _undo(project: Project, intent: Intent, state: DbState) -> Resolved:
    """The inverse of one commit, where what it wrote has not been changed since."""
    number = intent.commit
    _exists(project, number)
    touched = Entry.objects.filter(project=project)
    written = list(touched.filter(since=number))
    ended = list(touched.filter(until=number))
    names = {row.key for row in (*written, *ended)}
    later = touched.filter(key__in=names, since__gt=number).values_list("key", flat=True)
    gone = touched.filter(key__in=names, since=number, until__isnull=False)
    moved = sorted({*later, *gone.values_list("key", flat=True)})
    if moved:
        raise BadIntent(
            f"Change {number} cannot be undone by itself: "
            f"{len(moved)} of its parts were changed since. Restore an earlier state instead."
        )
    before: Writes = {row.key: row.body for row in ended}
    writes: Writes = {row.key: before.get(row.key) for row in written}
    writes = {**before, **writes}
    if writes.get(keys.PROTOCOL, {}) is None:
        raise BadIntent(f"Change {number} cannot be undone: with it the book began.")
    if wrong := proposals.problems({**_left(writes, state), **writes}, protocol_of(state), state):
        raise BadIntent(f"Change {number} cannot be undone by itself. {' '.join(wrong)}")
    return Resolved(real(writes, state), ())


def _left(writes: Writes, state: DbState) -> Writes:
    """What might refer to things that these writes take away."""
    if not any(
        body is None and keys.kind(k) in ("object", "section") for k, body in writes.items()
    ):
        return {}
    return {**state.kind("object"), **state.kind("section")}


def _restore(project: Project, intent: Intent, state: DbState) -> Resolved:
    """Everything as it was after a commit, as one new commit."""
    _exists(project, intent.commit)
    rows = Entry.objects.filter(project=project)
    then = dict(rows.as_of(intent.commit).values_list("key", "body"))
    now = set(rows.current().values_list("key", flat=True))
    writes: Writes = dict.fromkeys(now - set(then))
    return Resolved(real({**writes, **then}, state), ())


def _exists(project: Project, number: int) -> None:
    if not 1 <= number <= project.commit_number:
        raise BadIntent(f"This book has changes 1 to {project.commit_number}.")


def _know(values: Mapping[str, Any], known: set[str], key: str) -> None:
    unknown = set(values) - known
    if unknown:
        raise BadIntent(f"{key} has no field {', '.join(sorted(unknown))}; it has: "
                        f"{', '.join(sorted(known))}.")  # fmt: skip


def _with_numbers(values: Mapping[str, Any]) -> dict[str, Any]:
    return {k: _number(v) if k in ("words", "rank") else v for k, v in values.items()}


def _number(value: object) -> int:
    said = str(value).replace(",", "").strip()
    if not said.isdecimal() or len(said) > 9:
        raise BadIntent(f"“{said[:40]}” is no number.")
    return int(said)


_RESOLVERS = {
    "set": _set,
    "distrust": distrusting.distrust,
    "trust": distrusting.trust,
    "recompose": _recompose,
    "keep": _keep,
    "pin": _pin,
    "unpin": _pin,
    "undo": _undo,
    "restore": _restore,
}
