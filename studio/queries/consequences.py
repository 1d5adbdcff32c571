"""What a change is certain to do: which texts' bases it changes, and which steps end with it.

A basis changes where a text read a cell that the writes give another digest: found by the cells
made of what is written, and by who read them; nothing else is looked at. What may follow from that
is told by `following`.
"""

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from studio.core import keys
from studio.core.cells import MARKS, OF_TEXTS, compute, movement_keys
from studio.core.state import FOUND_OTHERWISE, Body, touched_by
from studio.core.states import Work
from studio.models import Project, statements
from studio.queries import feeding, plan_units
from studio.queries.feeding import Kept
from studio.queries.plan_steps import NONE, BookSteps, Steps
from studio.queries.plan_units import PlanUnit
from studio.queries.selecting import NO_MARKS, Marks, Resolved
from studio.queries.state import DbState

Path = tuple[str, ...]
# From so many sources on, cells are looked for among those that somebody outside reads.
MANY = 2000
# So many cells are computed with what they are made of at hand.
AT_ONCE = 4000

_JUDGED = """
    SELECT read.digest <> changed.digest, array_agg(read.artifact_id)
    FROM unnest(%s::text[], %s::text[]) AS changed(key, digest)
    JOIN studio_read AS read ON read.project_id = %s AND read.key = changed.key
    GROUP BY 1
"""
_WHY = """
    SELECT read.id, read.key, read.digest <> changed.digest
    FROM unnest(%s::text[], %s::text[]) AS changed(key, digest)
    JOIN (
        SELECT unit.id, read.key, read.digest FROM unnest(%s::bigint[]) AS asked(one)
        JOIN studio_unit AS unit ON unit.id = asked.one
        CROSS JOIN LATERAL (
            SELECT key, digest FROM studio_read WHERE artifact_id = unit.current_id OFFSET 0
        ) AS read
    ) AS read ON read.key = changed.key
    ORDER BY read.key
"""
_OTHERWISE = """
    SELECT DISTINCT unit.id FROM studio_unit AS unit
    JOIN studio_read AS read ON read.artifact_id = unit.current_id
    JOIN studio_cell AS cell ON cell.project_id = read.project_id AND cell.key = read.key
    WHERE unit.id = ANY(%s::bigint[]) AND read.key <> ALL(%s) AND read.digest <> cell.digest
"""
_READS = """
    SELECT read.artifact_id, read.key, read.digest, cell.digest FROM studio_read AS read
    LEFT JOIN studio_cell AS cell ON cell.project_id = read.project_id AND cell.key = read.key
    WHERE read.artifact_id = ANY(%s) ORDER BY read.key
"""
# What a text or distrust of it may feed, read by these versions.
_READ_OF_TEXTS = """
    SELECT DISTINCT read.key FROM unnest(%s::bigint[]) AS asked(version)
    CROSS JOIN LATERAL (
        SELECT key FROM studio_read
        WHERE artifact_id = asked.version AND key ^@ ANY(%s::text[]) OFFSET 0
    ) AS read
"""
_TO_TEXTS = ("text/", "trust/", "pin/")


@dataclass(frozen=True, slots=True)
class Reasons:
    """Through which cells a change reaches texts: by key those with the digest that it gives them;
    of texts that come to stand elsewhere, what differs for them there."""

    changed: Mapping[str, str] = field(default_factory=dict)
    moved: Mapping[int, Path] = field(default_factory=dict)

    def of(self, ids: Iterable[int]) -> dict[int, Path]:
        """The cells that reach each of these steps: those that differ, else those that are again
        what was read."""
        wanted = list(ids)
        found = {pk: self.moved[pk] for pk in wanted if pk in self.moved}
        if not self.changed:
            return found
        differing: dict[int, Path] = {}
        equal: dict[int, Path] = {}
        asked = [list(self.changed), list(self.changed.values()), statements.numbers(wanted)]
        for pk, cell, differs in statements.select(_WHY, asked):
            of_its_kind = differing if differs else equal
            of_its_kind[pk] = (*of_its_kind.get(pk, ()), cell)
        return equal | differing | found


@dataclass(frozen=True, slots=True)
class Consequences:
    """The steps that a change makes stale and fresh again, why, and those whose place ends."""

    stale: Steps = NONE
    fresh_again: Steps = NONE
    ending: tuple[PlanUnit, ...] = ()
    reasons: Reasons = Reasons()


def of_resolved(
    project: Project, resolved: Resolved, steps: BookSteps, state: DbState
) -> Consequences:
    """What the writes of an intent make stale and fresh again, and which units with something in
    them end without standing elsewhere. What is only proposed was read by nothing."""
    if resolved.proposal is not None:
        return Consequences()
    found = of_writes(project, resolved.writes, steps, resolved.texts, state, resolved.marks)
    moved = {one.source for one in resolved.placed}
    moved |= {keys.unit(keys.MAP, key.split("/")[1]) for key in moved}
    ending = [u for u in found.ending if u.key not in moved and _holds_something(u)]
    return replace(found, ending=tuple(ending))


def of_writes(
    project: Project,
    writes: Mapping[str, Body | None],
    steps: BookSteps | None = None,
    texts: Mapping[str, str] | None = None,
    state: DbState | None = None,
    marks: Marks = NO_MARKS,
) -> Consequences:
    """The units that writes make stale, those that they make fresh again, and those that end, for
    certain. `texts` are those among the writes that are not kept yet."""
    steps = steps or BookSteps(project.pk)
    after = (state or DbState(project.pk)).with_writes(writes)
    for digest, body in (texts or {}).items():
        after.know(digest, body)
    cells = changed_cells(project, writes, after, marks)
    changed = {key: now for key, (_, now) in cells.items()}
    placed = keys.of_kinds(("section", "map", "text"), writes)
    moving = plan_units.in_sections(project.pk, _moving(writes, placed))
    after.fetch_groups("section", {unit.section_id for unit in moving})
    ending = [u for u in moving if not _stays(u, after)]
    gone = {u.key for u in ending}
    moved = {keys.rest(key) for key in keys.of_kinds(("text",), placed)}
    found = _judge(project, changed, gone | moved, steps)
    found = _with_moved(changed, steps.with_keys(moved - gone), after, found)
    return replace(found, ending=tuple(ending))


def changed_cells(
    project: Project,
    writes: Mapping[str, Body | None],
    after: DbState,
    marks: Marks = NO_MARKS,
) -> dict[str, tuple[str, str]]:
    """The kept cells that writes give another digest: the one they have, and the one after."""
    after.fetch(key for key in writes if key.startswith(FOUND_OTHERWISE))
    cells = _fed(project, touched_by(writes, after.stored), writes, after.steps)
    if marked := _fed_by_marks(project, marks, after.steps):
        cells = list({cell.pk: cell for cell in (*cells, *marked)}.values())
    if cells and marks.steps:
        after.lay_over(marks.writes)
    return _compared(cells, after)


def _compared(cells: Sequence[Kept], after: DbState) -> dict[str, tuple[str, str]]:
    """Those of these cells that have another digest now. Of many those of some sections at a time,
    so that no more of the book is at hand at once."""
    if len(cells) > AT_ONCE:
        cells = sorted(cells, key=lambda cell: keys.rest(cell.key))
    found = {}
    for start in range(0, len(cells), AT_ONCE):
        some = cells[start : start + AT_ONCE]
        state = after if len(cells) <= AT_ONCE else after.apart()
        feeding.bring_in(some, state)
        for cell in some:
            now = compute(cell.key, state).digest
            if now != cell.digest:
                found[cell.key] = (cell.digest, now)
    return found


def _fed(
    project: Project, sources: set[str], writes: Mapping[str, Body | None], steps: BookSteps
) -> list[Kept]:
    """The cells made of these sources, but for those that only distrusted texts read."""
    if len(sources) <= MANY or not all(key.startswith(_TO_TEXTS) for key in writes):
        return feeding.kept(project.pk, sources)
    marked = {keys.rest(key) for key in keys.of_kinds(("trust",), writes)}
    return _made_of(sources, _read_outside(project, steps.every.having(marked), steps))


def _fed_by_marks(project: Project, marks: Marks, steps: BookSteps) -> list[Kept]:
    """The same of marks. That a step is locked is no part of any cell."""
    if not marks.steps or marks.kind not in MARKS:
        return []
    if len(marks.steps) <= MANY:
        return feeding.kept(project.pk, marks.keys)
    cells = _read_outside(project, marks.steps, steps)
    return _made_of(set(marks.keys), cells) if cells else []


def _read_outside(project: Project, marked: Steps, steps: BookSteps) -> list[Kept]:
    """The cells over texts that others read than the steps that are marked."""
    others = steps.every.without(marked.ids)
    asked = [statements.numbers(others.versions), list(OF_TEXTS)]
    outside = [key for (key,) in statements.select(_READ_OF_TEXTS, asked)]
    return feeding.named(project.pk, outside)


def _made_of(sources: Container[str], cells: Sequence[Kept]) -> list[Kept]:
    return [c for c in cells if any(s.partition(":")[2] in sources for s in c.sources)]


def _judge(
    project: Project, changed: Mapping[str, str], but_not: set[str], steps: BookSteps
) -> Consequences:
    """Reads of changed cells compared with what they would be; all other reads are as now."""
    if not changed:
        return Consequences()
    asked = [list(changed), list(changed.values()), project.pk]
    met = {differs: set(made) for differs, made in statements.select(_JUDGED, asked)}
    differing = met.get(True, set())
    stale = steps.with_versions(differing)
    equal = steps.with_versions(met.get(False, set()) - differing)
    equal = equal.where(lambda alike: alike.is_stale)
    if but_not:
        stale, equal = (one.named(lambda key: key not in but_not) for one in (stale, equal))
    asked = [statements.numbers(equal.ids), list(changed)]
    otherwise = {pk for (pk,) in statements.select(_OTHERWISE, asked)} if equal else set()
    return Consequences(stale, equal.without(otherwise), reasons=Reasons(changed))


def _holds_something(unit: PlanUnit) -> bool:
    return bool(unit.current_id or unit.candidate_id or unit.work == Work.ACTIVE)


def _moving(writes: Mapping[str, Body | None], placed: Iterable[str]) -> set[str]:
    """The sections whose steps may come to an end with these writes."""
    written = keys.of_kinds(("section", "map"), placed)
    above = {str((writes[key] or {}).get("parent") or "") for key in written}
    return ({keys.rest(key) for key in written} | above) - {""}


def _stays(unit: PlanUnit, after: DbState) -> bool:
    """Whether the place of a unit is still there: its section, as a leaf, with its passage."""
    section = after.entry(keys.section(unit.section_id))
    if section is None or after.group("section", unit.section_id):
        return False
    return not unit.movement_key or unit.movement_key in movement_keys(after, unit.section_id)


def _with_moved(
    changed: Mapping[str, str], units: Steps, after: DbState, found: Consequences
) -> Consequences:
    """Units that get another version are judged by all that this version read."""
    texts = {pk: after.entry(keys.text(key)) for _, pk, key, _ in units.rows()}
    versions = {pk: body["artifact"] for pk, body in texts.items() if body is not None}
    differing: dict[int, Path] = {}
    for artifact_id, key, was, now in statements.select(_READS, [list(versions.values())]):
        if changed.get(key, now or was) != was:
            differing[artifact_id] = (*differing.get(artifact_id, ()), key)
    moved = {pk: differing.get(artifact_id, ()) for pk, artifact_id in versions.items()}
    stale = {pk for pk, path in moved.items() if path}
    healed = units.among(moved.keys() - stale).where(lambda alike: alike.is_stale)
    return replace(
        found,
        stale=found.stale.plus(units.among(stale)),
        fresh_again=found.fresh_again.plus(healed),
        reasons=replace(found.reasons, moved=moved),
    )
