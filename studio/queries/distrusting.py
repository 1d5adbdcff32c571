"""What distrusting and trusting again would write."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import date

from django.utils import timezone

from studio.core import doubt, keys
from studio.core.intent import BadIntent, Intent
from studio.core.proposals import Operation
from studio.core.protocol import protocol_of
from studio.core.state import Body
from studio.models import Artifact, Cell, Entry, Project, Unit, statements
from studio.models.among import among
from studio.models.artifact import Origin
from studio.queries import candidates, feeding
from studio.queries.plan_steps import NONE, Step, Steps
from studio.queries.selecting import (
    Resolved,
    Writes,
    paragraphs_of,
    real,
    real_marks,
    select,
    slugs_of,
    written,
)
from studio.queries.state import DbState

AT_ONCE = 500
# Of these texts those that persons had a part in, where that is spared, and those without any;
# and of the others those that are not of the origin that is meant.
_JUDGED = """
    SELECT made.id, made.paragraphs = '[]' OR NOT %s AND (
        made.origin = 'person' OR made.paragraphs @> '[["person"]]'
    ) AS is_mixed
    FROM unnest(%s::bigint[]) AS asked(one) JOIN studio_artifact AS made ON made.id = asked.one
    WHERE made.paragraphs = '[]' OR NOT %s AND (
        made.origin = 'person' OR made.paragraphs @> '[["person"]]'
    ) OR NOT ({is_meant})
"""
_BY_MODEL, _BEFORE = "made.made_by = %s", "(made.made_at AT TIME ZONE 'UTC')::date < %s"


def distrust(project: Project, intent: Intent, state: DbState) -> Resolved:
    """The marks on texts, on what came of distrusted proposals, and on facts taken from texts."""
    selected = written(project, intent, state)
    whole, left_out = _whole(selected, intent, state)
    body: Body = {"whole": True, "paragraphs": [], "reason": intent.reason}
    writes: Writes = {}
    others = selected.without(whole.ids | left_out.ids)
    apart = _apart(others.listed(), intent, state)
    spared = others.named(lambda key: not apart[key]).plus(left_out)
    chosen = selected.without(spared.ids)
    for found in apart.values():
        writes |= found
    writes |= _facts(project, chosen.where(lambda alike: alike.is_prose), state)
    writes |= _instead(intent, state)
    marks = real_marks("trust", body, whole, state)
    return Resolved(real(writes, state), chosen, spared, _parts(apart, writes), marks=marks)


def _whole(units: Steps, intent: Intent, state: DbState) -> tuple[Steps, Steps]:
    """The texts that are distrusted as a whole, and those that are left out as a whole: those of a
    model alone, by who or when that was, and with what persons wrote those of everybody."""
    if intent.paragraphs:
        return NONE, NONE
    prose = units.where(lambda alike: alike.is_prose)
    mixed, otherwise = _judged(prose.versions, intent)
    marked = state.marks("trust", prose.keys)
    in_part = {key for key, body in marked.items() if not body.get("whole")}
    alone = prose.without(prose.of_versions(mixed).ids)
    left_out = alone.of_versions(otherwise)
    return alone.without(left_out.ids | alone.having(in_part).ids), left_out


def _judged(versions: list[int], intent: Intent) -> tuple[set[int], set[int]]:
    """Of these texts those that have to be judged by paragraphs, and those of another origin."""
    is_of_all = intent.origin in ("", "model", "any")
    # A person's words are no model's, whatever is meant of them.
    is_own = intent.includes_own and is_of_all
    is_meant, told = "TRUE", list[str | date]()
    if intent.origin.startswith("before:"):
        is_meant, told = _BEFORE, [_date(intent.origin.removeprefix("before:"))]
    elif not is_of_all:
        is_meant, told = _BY_MODEL, [intent.origin]
    sql = _JUDGED.format(is_meant=is_meant)
    rows = statements.select(sql, [is_own, statements.numbers(versions), is_own, *told])
    mixed = {pk for pk, is_mixed in rows if is_mixed}
    return mixed, {pk for pk, is_mixed in rows if not is_mixed}


def _apart(units: list[Step], intent: Intent, state: DbState) -> dict[str, Writes]:
    """What is written for each of these by itself, some texts at a time."""
    found: dict[str, Writes] = {}
    for start in range(0, len(units), AT_ONCE):
        some = units[start : start + AT_ONCE]
        texts = statements.by_id(Artifact, [u.current_id for u in some])
        made = {u.key: texts[u.current_id] for u in some if u.current_id}
        plans = [u for u in some if not u.movement_key]
        state.fetch(keys.trust(u.key) for u in some)
        brought = candidates.operations_of(made[u.key] for u in plans)
        state.fetch(o.key for operations in brought.values() for o in operations)
        for unit in some:
            text = made[unit.key]
            if unit.movement_key:
                found[unit.key] = _of_prose(unit.key, text, intent, state)
            else:
                found[unit.key] = _of_plan(unit.key, text, brought[text.pk], intent, state)
    return found


def _parts(chosen: Iterable[str], writes: Writes) -> dict[str, tuple[str, ...]]:
    bodies = {key: writes.get(keys.trust(key)) or {} for key in chosen}
    return {k: tuple(b["paragraphs"]) for k, b in bodies.items() if b.get("paragraphs")}


def _of_prose(key: str, text: Artifact, intent: Intent, state: DbState) -> Writes:
    """What of a text is distrusted: all, some paragraphs, or nothing that the filter spares.
    What is distrusted already stays so."""
    named = paragraphs_of(key, text, intent)
    meant = {i for i, o in named if intent.paragraphs or _is_meant(text, o, intent)}
    if not meant:
        return {}
    known = [i for i, _ in text.paragraphs]
    before = state.entry(keys.trust(key)) or {}
    meant |= set(known) if before.get("whole") else set(before.get("paragraphs", ()))
    marked = [i for i in known if i in meant]
    whole = len(marked) == len(known)
    some = [] if whole else marked
    return {keys.trust(key): {"whole": whole, "paragraphs": some, "reason": intent.reason}}


def _of_plan(
    unit_key: str, text: Artifact, operations: list[Operation], intent: Intent, state: DbState
) -> Writes:
    """A proposal that is distrusted, with all that came of it and stands as it was proposed.

    What a person put into other words since is theirs, word for word.
    """
    brought = [o.key for o in operations if o.body is not None]
    written = _by_model(text)
    by_model = operations if written is text else candidates.operations(written)
    theirs = {o.key: o.body for o in by_model if o.body is not None}
    writes: Writes = {}
    for key in brought:
        body, kind = state.entry(key), keys.kind(key)
        proposed = doubt.parts(kind, theirs.get(key))
        marked = [
            part
            for part, said in doubt.parts(kind, body).items()
            if _is_meant(text, _origin(said, proposed.get(part)), intent)
        ]
        if body is not None and marked:
            writes[key] = doubt.marked(body, unit_key, marked)
    if not writes and (brought or not _is_meant(text, text.origin, intent)):
        return {}
    whole: Body = {"whole": True, "paragraphs": [], "reason": intent.reason}
    return {keys.trust(unit_key): whole, **writes}


def _origin(text: object, proposed: object) -> str:
    return Origin.MODEL if text == proposed else Origin.PERSON


def _facts(project: Project, units: Steps, state: DbState) -> Writes:
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


def _taken_from(project: Project, units: Steps, state: DbState) -> list[Unit]:
    """The steps whose proposals were made from these texts. Only a step that comes after the
    prose can take anything from it."""
    steps = [p.slug for p in protocol_of(state).after_prose] if units else []
    if not steps:
        return []
    sources = map(keys.text, units.keys)
    cells = among(cell.key for cell in feeding.fed(project.pk, sources))
    rows = Unit.objects.in_project(project.pk).filter(pass_slug__in=steps)
    read = rows.filter(current__reads__key__in=cells).select_related("current")
    return list(read.order_by("place", "pk").distinct())


def _is_meant(text: Artifact, origin: str, intent: Intent) -> bool:
    """Whether a paragraph is of the origin that is distrusted; a person's own is only if asked."""
    if origin == Origin.PERSON:
        return intent.includes_own
    if intent.origin in ("", "model", "any"):
        return True
    written = _by_model(text)
    if intent.origin.startswith("before:"):
        return timezone.localdate(written.made_at) < _date(intent.origin.removeprefix("before:"))
    return written.made_by == intent.origin


def _by_model(text: Artifact) -> Artifact:
    """The version in which a model wrote what is left of it, below the edits of persons."""
    here = text
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
    found = select(project, chosen, state) if chosen.units or not things else NONE
    units = found.named(lambda key: key in distrusted)
    writes = {keys.trust(key): _still_distrusted(key, intent, state) for key in units.keys}
    writes |= {key: doubt.said(state.entry(key) or {}) for key in things if state.entry(key)}
    trusted = units.named(lambda key: writes[keys.trust(key)] is None)
    texts = trusted.where(lambda alike: alike.is_prose)
    left = distrusted - set(trusted.keys)
    known = [u for u in _taken_from(project, texts, state) if not _is_from(u, left)]
    writes |= _taken_off(project, [*trusted.keys, *(u.key for u in known)])
    return Resolved(real(writes, state), units)


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
