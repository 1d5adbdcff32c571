"""What follows from a change: which units it makes stale for certain, and which it may.

Certain: units whose text read a cell that the writes give another digest. Possible: whatever was
made from the output of a unit that is to be composed again, step by step. Breadth first, one
bounded set of queries per step, whatever the size of the book.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from studio.core import keys
from studio.core.cells import compute, movement_keys
from studio.core.state import Body, touched
from studio.core.states import Work
from studio.models import Artifact, Cell, Project, Read
from studio.queries import candidates
from studio.queries.book_units import UnitFacts
from studio.queries.selecting import Resolved
from studio.queries.state import DbState


@dataclass(frozen=True, slots=True)
class Consequences:
    """By unit key: the cells through which a change reaches it, nearest the change first; and the
    units whose place comes to an end."""

    stale: Mapping[str, tuple[str, ...]]
    fresh_again: Mapping[str, tuple[str, ...]]
    ending: tuple[UnitFacts, ...] = ()


def of_resolved(project: Project, resolved: Resolved, units: Iterable[UnitFacts]) -> Consequences:
    """What the writes of an intent make stale and fresh again, and which units with something in
    them end without standing elsewhere. What is only proposed was read by nothing."""
    if resolved.proposal is not None:
        return Consequences({}, {})
    found = of_writes(project, resolved.writes, units, resolved.texts)
    moved = {one.source for one in resolved.placed}
    moved |= {keys.unit(keys.MAP, key.split("/")[1]) for key in moved}
    ending = [u for u in found.ending if u.key not in moved and _holds_something(u)]
    return replace(found, ending=tuple(ending))


def of_writes(
    project: Project,
    writes: Mapping[str, Body | None],
    units: Iterable[UnitFacts],
    texts: Mapping[str, str] | None = None,
) -> Consequences:
    """The units that writes make stale, those that they make fresh again, and those that end, for
    certain. `texts` are those among the writes that are not kept yet."""
    after = DbState(project.pk, writes)
    for digest, body in (texts or {}).items():
        after.know(digest, body)
    changed = {key: now for key, (_, now) in changed_cells(project, writes, after).items()}
    moving = _moving(writes)
    all_units = list(units)
    ending = [u for u in all_units if u.section_id in moving and not _stays(u, after)]
    gone = {u.key for u in ending}
    units = [u for u in all_units if u.key not in gone]
    moved = {keys.rest(key) for key in writes if keys.kind(key) == "text"}
    stay = {u.current_id: u for u in units if u.current_id and u.key not in moved}
    found = _judge(project, changed, stay)
    found = _with_moved(project, changed, [u for u in units if u.key in moved], after, found)
    return replace(found, ending=tuple(ending))


def changed_cells(
    project: Project, writes: Mapping[str, Body | None], after: DbState
) -> dict[str, tuple[str, str]]:
    """The kept cells that writes give another digest: the one they have, and the one after."""
    before = DbState(project.pk)
    before.fetch(writes)
    sources = {s for key, body in writes.items() for s in touched(key, before.entry(key), body)}
    both = {key: (was, compute(key, after).digest) for key, was in _cells(project, sources)}
    return {key: (was, now) for key, (was, now) in both.items() if was != now}


def possible(
    project: Project, roots: Iterable[UnitFacts], units: Iterable[UnitFacts]
) -> dict[str, tuple[str, ...]]:
    """The units that may become stale when these are composed again: unit key -> path of cells."""
    by_artifact = {u.current_id: u for u in units if u.current_id}
    paths: dict[str, tuple[str, ...]] = {u.key: () for u in roots}
    frontier = list(roots)
    found: dict[str, tuple[str, ...]] = {}
    while frontier:
        reached = _readers_of_outputs(project, frontier, by_artifact)
        frontier = []
        for unit, (cell, origin) in reached.items():
            if unit.key not in paths:
                paths[unit.key] = (*paths[origin], cell)
                found[unit.key] = paths[unit.key]
                frontier.append(unit)
    return found


def outputs(unit: UnitFacts, project: Project) -> set[str]:
    """The sources that a new text of a unit would touch."""
    if unit.movement_key:
        return {keys.text(unit.key)}
    if unit.candidate_id or unit.current_id:
        return _structural(unit, project)
    return {keys.map_of(unit.section_id)} if unit.section_id else set()


def _structural(unit: UnitFacts, project: Project) -> set[str]:

    artifact = Artifact.objects.get(pk=unit.current_id or unit.candidate_id or 0)
    sources: set[str] = set()
    for operation in candidates.operations(artifact):
        sources |= touched(operation.key, None, operation.body)
    return sources


def _readers_of_outputs(
    project: Project, units: list[UnitFacts], by_artifact: Mapping[int, UnitFacts]
) -> dict[UnitFacts, tuple[str, str]]:
    """Each reader of what these units put out, with the cell and the unit responsible."""
    origin_of: dict[str, str] = {}
    for unit in units:
        for source in outputs(unit, project):
            origin_of.setdefault(source, unit.key)
    prefix = f"{project.pk}:"
    rows = Cell.objects.filter(
        project=project, sources__overlap=[f"{prefix}{s}" for s in sorted(origin_of)]
    ).values_list("key", "sources")
    cells = {}
    for key, sources in rows:
        own = [s.removeprefix(prefix) for s in sources]
        cells[key] = next(origin_of[s] for s in own if s in origin_of)
    reads = Read.objects.filter(project=project, key__in=cells, artifact_id__in=list(by_artifact))
    found: dict[UnitFacts, tuple[str, str]] = {}
    for artifact_id, key in reads.order_by("artifact_id", "key").values_list("artifact_id", "key"):
        found.setdefault(by_artifact[artifact_id], (key, cells[key]))
    return found


def _cells(project: Project, sources: Iterable[str]) -> list[tuple[str, str]]:
    prefixed = [f"{project.pk}:{source}" for source in sorted(sources)]
    rows = Cell.objects.filter(project=project, sources__overlap=prefixed)
    return list(rows.order_by("key").values_list("key", "digest"))


def _judge(
    project: Project, changed: Mapping[str, str], by_artifact: Mapping[int, UnitFacts]
) -> Consequences:
    """Reads of changed cells compared with what they would be; all other reads are as now."""
    reads = Read.objects.filter(project=project, key__in=changed, artifact_id__in=list(by_artifact))
    differing: dict[UnitFacts, list[str]] = {}
    equal: dict[UnitFacts, list[str]] = {}
    for artifact_id, key, was in reads.order_by("key").values_list("artifact_id", "key", "digest"):
        side = differing if changed[key] != was else equal
        side.setdefault(by_artifact[artifact_id], []).append(key)
    stale = {u.key: tuple(cells) for u, cells in differing.items()}
    healed = {
        u.key: tuple(cells)
        for u, cells in equal.items()
        if u.is_stale and u.key not in stale and not _is_stale_otherwise(project, u, changed)
    }
    return Consequences(stale, healed)


def _holds_something(unit: UnitFacts) -> bool:
    return bool(unit.current_id or unit.candidate_id or unit.work == Work.ACTIVE)


def _moving(writes: Mapping[str, Body | None]) -> set[str]:
    """The sections whose steps may come to an end with these writes."""
    written = {k: body for k, body in writes.items() if keys.kind(k) in ("section", "map")}
    above = {str(body.get("parent") or "") for body in written.values() if body}
    return ({keys.rest(key) for key in written} | above) - {""}


def _stays(unit: UnitFacts, after: DbState) -> bool:
    """Whether the place of a unit is still there: its section, as a leaf, with its passage."""
    section = after.entry(keys.section(unit.section_id))
    if section is None or after.group("section", unit.section_id):
        return False
    return not unit.movement_key or unit.movement_key in movement_keys(after, unit.section_id)


def _with_moved(
    project: Project,
    changed: Mapping[str, str],
    units: Iterable[UnitFacts],
    after: DbState,
    found: Consequences,
) -> Consequences:
    """Units that get another version are judged by all that this version read."""
    stale, healed = dict(found.stale), dict(found.fresh_again)
    for unit in units:
        text = after.entry(keys.text(unit.key))
        if text is None:
            continue
        reads = Read.objects.filter(artifact_id=text["artifact"]).order_by("key")
        cells = Cell.objects.filter(project=project, key__in=reads.values("key"))
        now = dict(cells.values_list("key", "digest")) | dict(changed)
        differing = [k for k, was in reads.values_list("key", "digest") if now.get(k, was) != was]
        if differing:
            stale[unit.key] = tuple(differing)
        elif unit.is_stale:
            healed[unit.key] = ()
    return Consequences(stale, healed)


def _is_stale_otherwise(project: Project, unit: UnitFacts, changed: Mapping[str, str]) -> bool:
    rows = Read.objects.filter(artifact_id=unit.current_id or 0).exclude(key__in=changed)
    now = dict(
        Cell.objects.filter(project=project, key__in=rows.values("key")).values_list(
            "key", "digest"
        )
    )
    return any(now.get(key, was) != was for key, was in rows.values_list("key", "digest"))
