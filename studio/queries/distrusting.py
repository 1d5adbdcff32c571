"""What distrusting and trusting again would write."""

from dataclasses import replace
from datetime import date

from studio.core import doubt, keys
from studio.core.intent import BadIntent, Intent
from studio.core.protocol import protocol_of
from studio.core.state import Body
from studio.models import Artifact, Cell, Entry, Project, Unit
from studio.models.artifact import Origin
from studio.queries import candidates
from studio.queries.selecting import (
    Resolved,
    Writes,
    paragraphs_of,
    real,
    select,
    slugs_of,
)
from studio.queries.state import DbState


def distrust(project: Project, intent: Intent, state: DbState) -> Resolved:
    """The marks on texts, on what came of distrusted proposals, and on facts taken from texts."""
    writes: Writes = {}
    chosen, spared = [], []
    selected = [u for u in select(project, intent, state) if u.current_id]
    state.fetch(keys.trust(u.key) for u in selected)
    for unit in selected:
        of = _of_prose if unit.movement_key else _of_plan
        found = of(unit, intent, state)
        chosen.append(unit) if found else spared.append(unit)
        writes |= found
    writes |= _facts(project, [u for u in chosen if u.movement_key], state)
    writes |= _instead(intent, state)
    return Resolved(real(writes, state), tuple(chosen), tuple(spared), _parts(chosen, writes))


def _parts(chosen: list[Unit], writes: Writes) -> dict[str, tuple[str, ...]]:
    bodies = {u.key: writes.get(keys.trust(u.key)) or {} for u in chosen}
    return {k: tuple(b["paragraphs"]) for k, b in bodies.items() if b.get("paragraphs")}


def _of_prose(unit: Unit, intent: Intent, state: DbState) -> Writes:
    """What of a text is distrusted: all, some paragraphs, or nothing that the filter spares.
    What is distrusted already stays so."""
    assert unit.current is not None, "only units with a text are distrusted"
    named = paragraphs_of(unit, intent)
    meant = {i for i, o in named if intent.paragraphs or _is_meant(unit, o, intent)}
    if not meant:
        return {}
    known = [i for i, _ in unit.current.paragraphs]
    before = state.entry(keys.trust(unit.key)) or {}
    meant |= set(known) if before.get("whole") else set(before.get("paragraphs", ()))
    marked = [i for i in known if i in meant]
    whole = len(marked) == len(known)
    some = [] if whole else marked
    return {keys.trust(unit.key): {"whole": whole, "paragraphs": some, "reason": intent.reason}}


def _of_plan(unit: Unit, intent: Intent, state: DbState) -> Writes:
    """A proposal that is distrusted, with all that came of it and stands as it was proposed.

    What a person put into other words since is theirs, word for word.
    """
    assert unit.current is not None, "only units with a text are distrusted"
    brought = [o.key for o in candidates.operations(unit.current) if o.body is not None]
    theirs = {o.key: o.body for o in candidates.operations(_by_model(unit)) if o.body is not None}
    state.fetch(brought)
    writes: Writes = {}
    for key in brought:
        body, kind = state.entry(key), keys.kind(key)
        proposed = doubt.parts(kind, theirs.get(key))
        marked = [
            part
            for part, text in doubt.parts(kind, body).items()
            if _is_meant(unit, _origin(text, proposed.get(part)), intent)
        ]
        if body is not None and marked:
            writes[key] = doubt.marked(body, unit.key, marked)
    if not writes and (brought or not _is_meant(unit, unit.current.origin, intent)):
        return {}
    whole: Body = {"whole": True, "paragraphs": [], "reason": intent.reason}
    return {keys.trust(unit.key): whole, **writes}


def _origin(text: object, proposed: object) -> str:
    return Origin.MODEL if text == proposed else Origin.PERSON


def _facts(project: Project, units: list[Unit], state: DbState) -> Writes:
    """What was taken from these texts, as it stands: withdrawn with them."""
    writes: Writes = {}
    for unit in _taken_from(project, units, state):
        assert unit.current is not None, "it has read something"
        for operation in candidates.operations(unit.current):
            body, kind = state.entry(operation.key), keys.kind(operation.key)
            taken = doubt.parts(kind, operation.body)
            same = [p for p, text in doubt.parts(kind, body).items() if text == taken.get(p)]
            if body is not None and same:
                writes[operation.key] = doubt.marked(body, unit.key, same)
    return writes


def _taken_from(project: Project, units: list[Unit], state: DbState) -> list[Unit]:
    """The steps whose proposals were made from these texts. Only a step that comes after the
    prose can take anything from it."""
    steps = [p.slug for p in protocol_of(state).after_prose] if units else []
    if not steps:
        return []
    sources = [f"{project.pk}:{keys.text(u.key)}" for u in units]
    cells = Cell.objects.filter(project=project, sources__overlap=sources).values("key")
    rows = Unit.objects.in_project(project.pk).filter(pass_slug__in=steps)
    read = rows.filter(current__reads__key__in=cells).select_related("current")
    return list(read.order_by("place", "pk").distinct())


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
    return next(iter(slugs_of(intent.layer, protocol_of(state))), "")


def trust(project: Project, intent: Intent, state: DbState) -> Resolved:
    """The marks taken off again: from texts, from what came of them, from single things."""
    things = [key for key in intent.units if keys.kind(key) in doubt.KINDS[:2]]
    chosen = replace(intent, units=tuple(u for u in intent.units if u not in things))
    distrusted = {keys.rest(key) for key in state.kind("trust")}
    found = select(project, chosen, state) if chosen.units or not things else []
    units = [u for u in found if u.key in distrusted]
    writes = {keys.trust(u.key): _still_distrusted(u.key, intent, state) for u in units}
    writes |= {key: doubt.said(state.entry(key) or {}) for key in things if state.entry(key)}
    trusted = [u for u in units if writes[keys.trust(u.key)] is None]
    texts = [u for u in trusted if u.movement_key]
    left = distrusted - {u.key for u in trusted}
    known = [u for u in _taken_from(project, texts, state) if not _is_from(u, left)]
    writes |= _taken_off(project, [u.key for u in (*trusted, *known)])
    return Resolved(real(writes, state), tuple(units))


def _is_from(unit: Unit, distrusted: set[str]) -> bool:
    """Whether what a step knows is from a text that is still distrusted, or is so itself."""
    assert unit.current is not None, "it has read something"
    read = unit.current.reads.values("key")
    rows = Cell.objects.filter(project=unit.project_id, key__in=read)
    sources = {s for found in rows.values_list("sources", flat=True) for s in found}
    texts = {f"{unit.project_id}:{keys.text(key)}" for key in distrusted}
    return unit.key in distrusted or bool(sources & texts)


def _taken_off(project: Project, unit_keys: list[str]) -> Writes:
    """What is doubted because of these units, as it was before."""
    rows = Entry.objects.filter(project=project, kind__in=doubt.KINDS).current()
    found = rows.filter(**{f"body__{doubt.MARK}__by__in": unit_keys}) if unit_keys else rows.none()
    return {key: doubt.said(body) for key, body in found.values_list("key", "body")}


def _still_distrusted(unit_key: str, intent: Intent, state: DbState) -> Body | None:
    """What stays distrusted of a unit of which only some paragraphs are trusted again."""
    body = state.entry(keys.trust(unit_key))
    if body is None or body.get("whole") or not intent.paragraphs:
        return None
    left = [i for i in body["paragraphs"] if i not in intent.paragraphs]
    return {**body, "paragraphs": left} if left else None


def _date(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise BadIntent(f"“{text}” is no date; write before:2026-11-30.") from error
