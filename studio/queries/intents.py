"""What an intent would write, and which units it speaks of: read only, over any state."""

from dataclasses import replace

from studio.core import keys, proposals
from studio.core.intent import EDITS, BadIntent, Intent
from studio.core.protocol import protocol_of
from studio.core.state import Body
from studio.models import Artifact, Commit, Entry, Project, statements
from studio.models.among import among
from studio.models.artifact import Origin
from studio.models.commit import By
from studio.queries import candidates, distrusting, editing, moves, updating
from studio.queries.plan_steps import Steps
from studio.queries.selecting import (
    Resolved,
    Writes,
    paragraphs_of,
    real,
    real_marks,
    select,
    text_of,
    written,
)
from studio.queries.state import DbState

# The sections that speak of some objects or of some sections.
_REFERRING = """
    SELECT key FROM studio_entry WHERE project_id = %s AND until IS NULL AND kind = 'section'
    AND (body -> 'establishes' ?| %s OR body -> 'uses' ?| %s OR body -> 'depends_on' ?| %s)
"""


def resolve(project: Project, intent: Intent, state: DbState) -> Resolved:
    """What an intent comes to now; BadIntent where it names what does not exist."""
    return _RESOLVERS[intent.kind](project, intent, state)


def _recompose(project: Project, intent: Intent, state: DbState) -> Resolved:
    if not (intent.layer or intent.units or intent.scope):
        units = state.steps.stale()
    else:
        units = written(project, intent, state)
    return _of_paragraphs(units, intent) if intent.paragraphs else Resolved({}, units)


def _of_paragraphs(units: Steps, intent: Intent) -> Resolved:
    """Single paragraphs of a text; those that a person wrote only if it is asked for."""
    (unit,) = units.listed()
    named = paragraphs_of(unit.key, text_of(unit), intent)
    meant = tuple(i for i, o in named if o != Origin.PERSON or intent.includes_own)
    if not meant:
        return Resolved({}, spared=units)
    return Resolved({}, units, parts={unit.key: meant})


def _keep(project: Project, intent: Intent, state: DbState) -> Resolved:
    return Resolved({}, written(project, intent, state).where(lambda alike: alike.is_stale))


def _pin(project: Project, intent: Intent, state: DbState) -> Resolved:
    units = written(project, intent, state)
    body: Body | None = {} if intent.kind == "pin" else None
    return Resolved({}, units, marks=real_marks("pin", body, units, state))


def _take(project: Project, intent: Intent, state: DbState) -> Resolved:
    """An earlier version of a text, current again as what it is."""
    units = select(project, intent, state)
    (unit,) = units.listed()
    old = Artifact.objects.filter(unit_id=unit.pk, number=intent.version).first()
    if old is None or not unit.movement_key:
        raise BadIntent(f"{unit.key} has no text of version {intent.version}.")
    if unit.current_id and text_of(unit).digest == old.digest:
        raise BadIntent(f"{unit.key} says already what version {intent.version} says.")
    writes: Writes = {keys.text(unit.key): candidates.text_entry(old, By.PERSON)}
    if state.entry(keys.trust(unit.key)) is not None:
        # What of it is distrusted and comes back stays so; that is seen when it is done.
        writes[keys.trust(unit.key)] = None
    return Resolved(real(writes, state), units)


def _undo(project: Project, intent: Intent, state: DbState) -> Resolved:
    """The inverse of one commit, where what it wrote has not been changed since."""
    number = intent.commit
    _exists(project, number)
    commit = Commit.objects.get(project=project, number=number)
    written_keys = among(key for key, *_ in commit.changes)
    touched = Entry.objects.filter(project=project, key__in=written_keys)
    begun = list(touched.filter(since=number))
    ended = list(touched.filter(until=number))
    names = {row.key for row in (*begun, *ended)}
    after, was = ({row.key: _says(row) for row in rows} for rows in (begun, ended))
    stands = list(touched.current())
    now = {row.key: _says(row) for row in stands}
    # By what they say: a part that was changed and brought back is as this change left it.
    moved = [name for name in names if now.get(name) != after.get(name)]
    if moved:
        raise BadIntent(
            f"Change {number} cannot be undone by itself: "
            f"{len(moved)} of its parts were changed since. Restore an earlier state instead."
        )
    before: Writes = {row.key: row.body for row in ended}
    writes: Writes = {row.key: before.get(row.key) for row in begun}
    writes = {**before, **writes}
    # A step of the whole book that was only kept, and kept again since, is kept once more.
    left = {row.key: row.digest for row in begun}
    kept = [r.key for r in stands if r.digest != left.get(r.key) and was.get(r.key) == now[r.key]]
    writes = {key: body for key, body in writes.items() if key not in kept}
    if writes.get(keys.PROTOCOL, {}) is None:
        raise BadIntent(f"Change {number} cannot be undone: with it the book began.")
    if wrong := proposals.problems({**_left(writes, state), **writes}, protocol_of(state), state):
        raise BadIntent(f"Change {number} cannot be undone by itself. {' '.join(wrong)}")
    found = _taken_back(project, real(writes, state))
    return replace(found, kept=tuple(keys.rest(key) for key in kept))


def _says(row: Entry) -> str:
    """By what one version of an entry is compared with another: a step of the whole book by its
    text, since each edit of the plan keeps it as it is, in a version of its own."""
    is_book_wide = row.kind == "text" and "/" not in keys.rest(row.key)
    return str(row.body["blob"]) if is_book_wide else row.digest


def _left(writes: Writes, state: DbState) -> Writes:
    """What refers to things that these writes take away."""
    gone = [key for key, body in writes.items() if body is None]
    objects = [keys.rest(key) for key in gone if keys.kind(key) == "object"]
    sections = [keys.rest(key) for key in gone if keys.kind(key) == "section"]
    if not objects and not sections:
        return {}
    state.fetch_linking(objects)
    state.fetch_groups("section", sections)
    asked = [state.project_id, objects, objects, sections]
    named = [key for (key,) in statements.select(_REFERRING, asked)]
    found: Writes = dict(state.bodies(named))
    for one in objects:
        found |= state.linking(one)
    for one in sections:
        found |= state.group("section", one)
    return found


def _restore(project: Project, intent: Intent, state: DbState) -> Resolved:
    """Everything as it was after a commit, as one new commit."""
    _exists(project, intent.commit)
    rows = Entry.objects.filter(project=project)
    then = dict(rows.as_of(intent.commit).values_list("key", "body"))
    now = set(rows.current().values_list("key", flat=True))
    writes: Writes = dict.fromkeys(now - set(then))
    return _taken_back(project, real({**writes, **then}, state))


def _taken_back(project: Project, writes: Writes) -> Resolved:
    return Resolved(writes, placed=moves.of_writes(project, writes))


def _exists(project: Project, number: int) -> None:
    if not 1 <= number <= project.commit_number:
        raise BadIntent(f"This book has changes 1 to {project.commit_number}.")


_RESOLVERS = {
    **dict.fromkeys(EDITS, editing.edit),
    "distrust": distrusting.distrust,
    "trust": distrusting.trust,
    "recompose": _recompose,
    "keep": _keep,
    "pin": _pin,
    "unpin": _pin,
    "take": _take,
    "undo": _undo,
    "restore": _restore,
    "update": updating.ask,
    "adopt": updating.adopt,
}
