"""What an intent would write, and which units it speaks of: read only, over any state."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from studio.core import keys, proposals
from studio.core.intent import BadIntent, Intent
from studio.core.protocol import Protocol, parse
from studio.core.state import Body
from studio.models import Artifact, Entry, Project, Unit
from studio.models.artifact import Origin
from studio.queries.state import DbState

Writes = dict[str, Body | None]
SECTION_FIELDS = {"title", "synopsis", "words", "done_when", "reader_state", "rank", "parent"}


@dataclass(frozen=True, slots=True)
class Resolved:
    """The writes of an intent, the units it names, and those that its filter left out."""

    writes: Writes
    units: tuple[Unit, ...]
    spared: tuple[Unit, ...] = ()


def resolve(project: Project, intent: Intent) -> Resolved:
    """What an intent comes to now; BadIntent where it names what does not exist."""
    state = DbState(project.pk)
    return _RESOLVERS[intent.kind](project, intent, state)


def _set(project: Project, intent: Intent, state: DbState) -> Resolved:
    protocol = _protocol(state)
    writes: Writes = {}
    for key, values in intent.sets.items():
        body = state.entry(key)
        if body is None:
            raise BadIntent(f"This book has nothing under {key}.")
        writes[key] = _changed(key, body, values, protocol)
    wrong = proposals.problems(writes, protocol, state)
    if wrong:
        raise BadIntent(" ".join(wrong))
    return Resolved(_real(writes, state), ())


def _changed(key: str, body: Body, values: Mapping[str, Any], protocol: Protocol) -> Body:
    kind = keys.kind(key)
    if kind == "object":
        known = {f.name for f in protocol.kinds[body["kind"]].fields}
        _know(values, known, key)
        return {**body, "fields": {**body["fields"], **values}}
    if kind == "brief":
        _know(values, {"value"}, key)
        value = values.get("value", "")
        return {"value": _number(value) if keys.rest(key) == "words" else str(value)}
    if kind == "pass":
        _know(values, {"prompt"}, key)
        return {**body, **values}
    if kind == "section":
        _know(values, SECTION_FIELDS, key)
        return {**body, **_with_numbers(values)}
    raise BadIntent(f"{key} cannot be set; objects, brief, sections and instructions can.")


def _distrust(project: Project, intent: Intent, state: DbState) -> Resolved:
    selected = [u for u in _select(project, intent, state) if u.current_id]
    writes: Writes = {}
    chosen, spared = [], []
    for unit in selected:
        body = _distrust_of(unit, intent)
        if body is None:
            spared.append(unit)
            continue
        chosen.append(unit)
        writes[keys.trust(unit.key)] = body
    writes |= _instead(intent, state)
    return Resolved(_real(writes, state), tuple(chosen), tuple(spared))


def _distrust_of(unit: Unit, intent: Intent) -> Body | None:
    """What of a unit is distrusted: all, some paragraphs, or nothing that the filter spares."""
    assert unit.current is not None, "only units with a text are distrusted"
    why = {"reason": intent.reason}
    if intent.paragraphs:
        known = [i for i, _ in unit.current.paragraphs]
        unknown = set(intent.paragraphs) - set(known)
        if unknown:
            raise BadIntent(f"{unit.key} has no paragraph {', '.join(sorted(unknown))}.")
        marked = [i for i in known if i in intent.paragraphs]
    elif not unit.current.paragraphs:
        is_own = unit.current.origin == Origin.PERSON and not intent.includes_own
        return None if is_own else {"whole": True, "paragraphs": [], **why}
    else:
        marked = [i for i, origin in unit.current.paragraphs if _is_meant(unit, origin, intent)]
    if not marked:
        return None
    whole = len(marked) == len(unit.current.paragraphs)
    return {"whole": whole, "paragraphs": [] if whole else marked, **why}


def _is_meant(unit: Unit, origin: str, intent: Intent) -> bool:
    """Whether a paragraph is of the origin that is distrusted; a person's own is only if asked."""
    if origin == Origin.PERSON:
        return intent.includes_own
    if intent.origin in ("", "model", "any"):
        return True
    written = _by_model(unit)
    if intent.origin.startswith("before:"):
        return written.made_at.date() < _date(intent.origin.removeprefix("before:"))
    return written.made_by == intent.origin


def _by_model(unit: Unit) -> Artifact:
    """The version in which a model wrote what is left of it, below the edits of persons."""
    assert unit.current is not None, "only units with a text are distrusted"
    here = unit.current
    while here.origin == Origin.PERSON and here.base is not None:
        here = here.base
    return here


def _instead(intent: Intent, state: DbState) -> Writes:
    """What should be different this time, as a rule or as instructions; a note is no write."""
    said = intent.instead.strip()
    if not said or intent.instead_as == "note":
        return {}
    if intent.instead_as == "rule":
        taken = state.group("object", "constraint")
        free = next(
            i for n in range(1, 10_000) if keys.object_(i := f"constraint-{n}") not in taken
        )
        fields = {"text": said, "scope": intent.scope or "book"}
        body: Body = {"kind": "constraint", "fields": fields, "relations": []}
        return {keys.object_(free): body}
    key = keys.step(_pass_of(intent, state))
    instructions = state.entry(key)
    if instructions is None:
        raise BadIntent("There are no instructions to change for this layer.")
    return {key: {**instructions, "prompt": f"{instructions['prompt'].rstrip()}\n\n{said}\n"}}


def _pass_of(intent: Intent, state: DbState) -> str:
    if intent.units:
        return keys.kind(intent.units[0])
    return next(iter(_slugs(intent.layer, _protocol(state))), "")


def _trust(project: Project, intent: Intent, state: DbState) -> Resolved:
    distrusted = {keys.rest(key) for key in state.kind("trust")}
    units = [u for u in _select(project, intent, state) if u.key in distrusted]
    writes = {keys.trust(u.key): _still_distrusted(u.key, intent, state) for u in units}
    return Resolved(_real(writes, state), tuple(units))


def _still_distrusted(unit_key: str, intent: Intent, state: DbState) -> Body | None:
    """What stays distrusted of a unit of which only some paragraphs are trusted again."""
    body = state.entry(keys.trust(unit_key))
    if body is None or body.get("whole") or not intent.paragraphs:
        return None
    left = [i for i in body["paragraphs"] if i not in intent.paragraphs]
    return {**body, "paragraphs": left} if left else None


def _recompose(project: Project, intent: Intent, state: DbState) -> Resolved:
    if not (intent.layer or intent.units or intent.scope):
        units = [u for u in _all(project) if u.is_stale]
    else:
        units = [u for u in _select(project, intent, state) if u.current_id]
    return Resolved({}, tuple(units))


def _keep(project: Project, intent: Intent, state: DbState) -> Resolved:
    units = [u for u in _select(project, intent, state) if u.current_id and u.is_stale]
    return Resolved({}, tuple(units))


def _pin(project: Project, intent: Intent, state: DbState) -> Resolved:
    units = [u for u in _select(project, intent, state) if u.current_id]
    body: Body | None = {} if intent.kind == "pin" else None
    return Resolved(_real({keys.pin(u.key): body for u in units}, state), tuple(units))


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
    if wrong := proposals.problems({**_left(writes, state), **writes}, _protocol(state), state):
        raise BadIntent(f"Change {number} cannot be undone by itself. {' '.join(wrong)}")
    return Resolved(_real(writes, state), ())


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
    return Resolved(_real({**writes, **then}, state), ())


def _select(project: Project, intent: Intent, state: DbState) -> list[Unit]:
    """The units of a layer in a scope, or those named."""
    units = _all(project)
    if intent.units:
        found = [u for u in units if u.key in intent.units]
        missing = set(intent.units) - {u.key for u in found}
        if missing:
            raise BadIntent(f"This book has no step {', '.join(sorted(missing))}.")
        return found
    sections = _scope(intent.scope, state) if intent.scope else None
    slugs = _slugs(intent.layer, _protocol(state)) if intent.layer else None
    return [
        u
        for u in units
        if (slugs is None or u.pass_slug in slugs)
        and (sections is None or u.section_id in sections)
    ]


def _all(project: Project) -> list[Unit]:
    rows = Unit.objects.in_project(project.pk).select_related("current", "candidate")
    return list(rows.order_by("place", "pk"))


def _slugs(layer: str, protocol: Protocol) -> set[str]:
    found = {p.slug for p in protocol.composing if layer in (p.layer, p.slug)}
    if not found:
        known = ", ".join(dict.fromkeys(p.layer for p in protocol.composing))
        raise BadIntent(f"This book has no layer “{layer}”; it has: {known}.")
    return found


def _scope(scope: str, state: DbState) -> set[str]:
    sections = proposals.sections_in(state)
    if scope not in sections:
        raise BadIntent(f"This book has no section “{scope}”.")
    return {i for i in sections if scope in _with_parents(i, sections)}


def _with_parents(section_id: str, sections: Mapping[str, Body]) -> Iterable[str]:
    here: str | None = section_id
    while here:
        yield here
        here = sections[here].get("parent") if here in sections else None


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


def _date(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise BadIntent(f"“{text}” is no date; write before:2026-11-30.") from error


def _real(writes: Writes, state: DbState) -> Writes:
    state.fetch(writes)
    return {
        key: body
        for key, body in writes.items()
        if proposals.expected(body) != proposals.expected(state.entry(key))
    }


def _protocol(state: DbState) -> Protocol:
    return parse(state.entry(keys.PROTOCOL) or {})


_RESOLVERS = {
    "set": _set,
    "distrust": _distrust,
    "trust": _trust,
    "recompose": _recompose,
    "keep": _keep,
    "pin": _pin,
    "unpin": _pin,
    "undo": _undo,
    "restore": _restore,
}
