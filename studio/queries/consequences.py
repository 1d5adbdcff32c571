"""What follows from a change: which units it makes stale for certain, and which it may.

Certain: units whose text read a cell that the writes give another digest. Possible: whatever was
made from the output of a unit that is to be composed again, step by step. Breadth first, a few
statements per step, over what is affected and nothing else.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from studio.core import keys
from studio.core.cells import compute, movement_keys
from studio.core.protocol import Protocol
from studio.core.state import Body, touched, touched_by
from studio.core.states import Work
from studio.models import Artifact, Cell, Project, statements
from studio.queries import candidates, feeding
from studio.queries.plan_units import COLUMNS, PlanUnit, PlanUnits, in_order
from studio.queries.selecting import Resolved
from studio.queries.state import DbState

Path = tuple[str, ...]
# From so many sources on, cells are looked for among those that somebody outside reads.
MANY = 2000
# About how much more it is to look at one reader than at one source.
MOST_READS = 4

_JUDGED = """
    SELECT unit.id, unit.key, unit.is_stale, read.key, read.digest <> changed.digest
    FROM unnest(%s::text[], %s::text[]) AS changed(key, digest)
    JOIN studio_read AS read ON read.project_id = %s AND read.key = changed.key
    JOIN studio_unit AS unit ON unit.current_id = read.artifact_id
    WHERE NOT unit.is_retired ORDER BY read.key
"""
_READERS = f"""
    SELECT met.cell, {COLUMNS}
    FROM (
        SELECT read.artifact_id, min(read.key) AS cell FROM unnest(%s::text[]) AS asked(key)
        JOIN studio_read AS read ON read.project_id = %s AND read.key = asked.key
        GROUP BY read.artifact_id
    ) AS met
    JOIN studio_unit AS unit ON unit.current_id = met.artifact_id AND NOT unit.is_retired
    JOIN studio_artifact AS made ON made.id = unit.current_id
"""
_WITH_TEXT = "FROM studio_unit WHERE project_id = %s AND NOT is_retired AND current_id IS NOT NULL"
_COUNT = f"SELECT count(*) {_WITH_TEXT}"
# What the others read, where few others are left.
_OTHERS = f"""
    SELECT unit.id, read.key, cell.sources
    FROM (SELECT id, current_id {_WITH_TEXT} AND id <> ALL(%s::bigint[])) AS unit
    JOIN studio_read AS read ON read.artifact_id = unit.current_id
    JOIN studio_cell AS cell ON cell.project_id = read.project_id AND cell.key = read.key
    ORDER BY read.key DESC
"""
_OTHERWISE = """
    SELECT DISTINCT unit.id FROM studio_unit AS unit
    JOIN studio_read AS read ON read.artifact_id = unit.current_id
    JOIN studio_cell AS cell ON cell.project_id = read.project_id AND cell.key = read.key
    WHERE unit.id = ANY(%s) AND read.key <> ALL(%s) AND read.digest <> cell.digest
"""
_READS = """
    SELECT read.artifact_id, read.key, read.digest, cell.digest FROM studio_read AS read
    LEFT JOIN studio_cell AS cell ON cell.project_id = read.project_id AND cell.key = read.key
    WHERE read.artifact_id = ANY(%s) ORDER BY read.key
"""
# What a text or distrust of it may feed, read by others than those named.
_OUTSIDE = f"""
    SELECT DISTINCT read.key
    FROM (SELECT current_id {_WITH_TEXT} AND key <> ALL(%s::text[])) AS unit
    CROSS JOIN LATERAL (
        SELECT key FROM studio_read WHERE artifact_id = unit.current_id AND (
            key >= 'before/' AND key < 'before0' OR key >= 'after/' AND key < 'after0'
            OR key >= 'text/' AND key < 'text0'
        ) OFFSET 0
    ) AS read
"""
_OF_TEXTS = ("text", "trust", "pin")


@dataclass(frozen=True, slots=True)
class Consequences:
    """By unit key: the cells through which a change reaches it, nearest the change first; and the
    units whose place comes to an end."""

    stale: Mapping[str, Path]
    fresh_again: Mapping[str, Path]
    ending: tuple[PlanUnit, ...] = ()


def of_resolved(
    project: Project, resolved: Resolved, units: PlanUnits, state: DbState
) -> Consequences:
    """What the writes of an intent make stale and fresh again, and which units with something in
    them end without standing elsewhere. What is only proposed was read by nothing."""
    if resolved.proposal is not None:
        return Consequences({}, {})
    found = of_writes(project, resolved.writes, units, resolved.texts, state)
    moved = {one.source for one in resolved.placed}
    moved |= {keys.unit(keys.MAP, key.split("/")[1]) for key in moved}
    ending = [u for u in found.ending if u.key not in moved and _holds_something(u)]
    return replace(found, ending=tuple(ending))


def of_writes(
    project: Project,
    writes: Mapping[str, Body | None],
    units: PlanUnits | None = None,
    texts: Mapping[str, str] | None = None,
    state: DbState | None = None,
) -> Consequences:
    """The units that writes make stale, those that they make fresh again, and those that end, for
    certain. `texts` are those among the writes that are not kept yet."""
    units = units or PlanUnits(project.pk)
    after = (state or DbState(project.pk)).with_writes(writes)
    for digest, body in (texts or {}).items():
        after.know(digest, body)
    changed = {key: now for key, (_, now) in changed_cells(project, writes, after).items()}
    of_kind = keys.by_kind(writes)
    moving = units.in_sections(_moving(writes, of_kind))
    ending = [u for u in moving if not _stays(u, after)]
    gone = {u.key for u in ending}
    moved = {keys.rest(key) for key in of_kind.get("text", ())}
    found = _judge(project, changed, gone | moved, units)
    found = _with_moved(changed, units.with_keys(moved - gone), after, found)
    return replace(found, ending=tuple(ending))


def changed_cells(
    project: Project, writes: Mapping[str, Body | None], after: DbState
) -> dict[str, tuple[str, str]]:
    """The kept cells that writes give another digest: the one they have, and the one after."""
    after.fetch(writes)
    cells = _fed(project, touched_by(writes, after.stored), writes)
    feeding.bring_in(cells, after)
    both = {cell.key: (cell.digest, compute(cell.key, after).digest) for cell in cells}
    return {key: (was, now) for key, (was, now) in both.items() if was != now}


def possible(
    project: Project, roots: Iterable[PlanUnit], units: PlanUnits, protocol: Protocol
) -> dict[str, Path]:
    """The units that may become stale when these are composed again: unit key -> path of cells."""
    frontier = list(roots)
    seen = {u.pk for u in frontier}
    paths: dict[str, Path] = {u.key: () for u in frontier}
    found: dict[str, Path] = {}
    while frontier:
        met = _met(project, frontier, seen, units, protocol)
        frontier = []
        for unit, cell, origin in met:
            if unit.pk not in seen:
                seen.add(unit.pk)
                paths[unit.key] = found[unit.key] = (*paths[origin], cell)
                frontier.append(unit)
        frontier = in_order(frontier)
    return found


# A unit that reads something, the cell, and the unit that put out what it is made of.
_Met = tuple[PlanUnit, str, str]


def _met(
    project: Project,
    frontier: list[PlanUnit],
    seen: set[int],
    units: PlanUnits,
    protocol: Protocol,
) -> Iterable[_Met]:
    """The readers of what these units put out: from these on, or, where fewer are not seen yet,
    from those back."""
    is_many = len(frontier) > MANY
    n_left = statements.value(_COUNT, [project.pk]) - len(seen) if is_many else len(frontier)
    if n_left <= 0:
        return ()
    origin_of = _outputs(frontier, protocol)
    if n_left * MOST_READS < len(frontier):
        return _others(project, origin_of, seen, units)
    cells = feeding.origins(project.pk, origin_of)
    rows = statements.select(_READERS, [list(cells), project.pk])
    met = units.made_of(row[1:] for row in rows)
    return [(unit, row[0], cells[row[0]]) for unit, row in zip(met, rows, strict=True)]


def _others(
    project: Project, origin_of: Mapping[str, str], seen: set[int], units: PlanUnits
) -> Iterable[_Met]:
    start = len(f"{project.pk}:")
    found: dict[int, tuple[str, str]] = {}
    for pk, cell, sources in statements.select(_OTHERS, [project.pk, list(seen)]):
        origin = next((o for s in sources if (o := origin_of.get(s[start:]))), None)
        if origin is not None:
            found[pk] = (cell, origin)
    return [(unit, *found[unit.pk]) for unit in units.with_ids(found)]


def _outputs(units: Iterable[PlanUnit], protocol: Protocol) -> dict[str, str]:
    """The sources that new texts of units would touch, each with the first of these units."""
    found: dict[str, str] = {}
    structural: dict[int, str] = {}
    for unit in units:
        artifact_id = unit.current_id or unit.candidate_id
        if unit.movement_key:
            found.setdefault(keys.text(unit.key), unit.key)
        elif protocol.passes[unit.pass_slug].produces == keys.MAP or not artifact_id:
            if unit.section_id:
                found.setdefault(keys.map_of(unit.section_id), unit.key)
        else:
            structural[artifact_id] = unit.key
    texts = statements.by_id(Artifact, structural)
    for pk, proposed in candidates.operations_of(texts.values()).items():
        for operation in proposed:
            for source in touched(operation.key, None, operation.body):
                found.setdefault(source, structural[pk])
    return found


def _fed(project: Project, sources: set[str], writes: Mapping[str, Body | None]) -> list[Cell]:
    """The cells made of these sources, but for those that only distrusted texts read."""
    of_kind = keys.by_kind(writes) if len(sources) > MANY else {}
    if not of_kind or of_kind.keys() - set(_OF_TEXTS):
        return feeding.fed(project.pk, sources)
    gone = [keys.rest(key) for key in of_kind.get("trust", ())]
    outside = [key for (key,) in statements.select(_OUTSIDE, [project.pk, gone])]
    named = "project_id = %s AND key = ANY(%s) ORDER BY key"
    cells = statements.rows(Cell, named, [project.pk, outside]) if outside else []
    start = len(f"{project.pk}:")
    return [cell for cell in cells if any(s[start:] in sources for s in cell.sources)]


def _judge(
    project: Project, changed: Mapping[str, str], but_not: set[str], units: PlanUnits
) -> Consequences:
    """Reads of changed cells compared with what they would be; all other reads are as now."""
    if not changed:
        return Consequences({}, {})
    alone = {cell: (cell,) for cell in changed}
    stale: dict[str, Path] = {}
    equal: dict[str, Path] = {}
    marked: dict[str, int] = {}
    reached: list[int] = []
    asked = [list(changed), list(changed.values()), project.pk]
    for pk, unit, is_stale, cell, differs in statements.select(_JUDGED, asked):
        if unit in but_not:
            continue
        reached.append(pk)
        found = stale if differs else equal
        found[unit] = (*found[unit], cell) if unit in found else alone[cell]
        if is_stale and not differs:
            marked[unit] = pk
    units.with_ids(reached)
    doubtful = {pk: unit for unit, pk in marked.items() if unit not in stale}
    asked = [list(doubtful), list(changed)]
    otherwise = {pk for (pk,) in statements.select(_OTHERWISE, asked)} if doubtful else set()
    healed = {unit: equal[unit] for pk, unit in doubtful.items() if pk not in otherwise}
    return Consequences(stale, healed)


def _holds_something(unit: PlanUnit) -> bool:
    return bool(unit.current_id or unit.candidate_id or unit.work == Work.ACTIVE)


def _moving(writes: Mapping[str, Body | None], of_kind: Mapping[str, Sequence[str]]) -> set[str]:
    """The sections whose steps may come to an end with these writes."""
    written = [*of_kind.get("section", ()), *of_kind.get("map", ())]
    above = {str((writes[key] or {}).get("parent") or "") for key in written}
    return ({keys.rest(key) for key in written} | above) - {""}


def _stays(unit: PlanUnit, after: DbState) -> bool:
    """Whether the place of a unit is still there: its section, as a leaf, with its passage."""
    section = after.entry(keys.section(unit.section_id))
    if section is None or after.group("section", unit.section_id):
        return False
    return not unit.movement_key or unit.movement_key in movement_keys(after, unit.section_id)


def _with_moved(
    changed: Mapping[str, str], units: Iterable[PlanUnit], after: DbState, found: Consequences
) -> Consequences:
    """Units that get another version are judged by all that this version read."""
    texts = {unit: after.entry(keys.text(unit.key)) for unit in units}
    versions = {unit: body["artifact"] for unit, body in texts.items() if body is not None}
    differing: dict[int, list[str]] = {}
    for artifact_id, key, was, now in statements.select(_READS, [list(versions.values())]):
        if changed.get(key, now or was) != was:
            differing.setdefault(artifact_id, []).append(key)
    stale, healed = dict(found.stale), dict(found.fresh_again)
    for unit, artifact_id in versions.items():
        if artifact_id in differing:
            stale[unit.key] = tuple(differing[artifact_id])
        elif unit.is_stale:
            healed[unit.key] = ()
    return replace(found, stale=stale, fresh_again=healed)
