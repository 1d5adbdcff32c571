"""What distrusting and trusting again would write."""

from datetime import date

from studio.core import keys
from studio.core.intent import BadIntent, Intent
from studio.core.state import Body
from studio.models import Artifact, Project, Unit
from studio.models.artifact import Origin
from studio.queries.selecting import Resolved, Writes, protocol_of, real, select, slugs_of
from studio.queries.state import DbState


def distrust(project: Project, intent: Intent, state: DbState) -> Resolved:
    selected = [u for u in select(project, intent, state) if u.current_id]
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
    return Resolved(real(writes, state), tuple(chosen), tuple(spared))


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
    return next(iter(slugs_of(intent.layer, protocol_of(state))), "")


def trust(project: Project, intent: Intent, state: DbState) -> Resolved:
    distrusted = {keys.rest(key) for key in state.kind("trust")}
    units = [u for u in select(project, intent, state) if u.key in distrusted]
    writes = {keys.trust(u.key): _still_distrusted(u.key, intent, state) for u in units}
    return Resolved(real(writes, state), tuple(units))


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
