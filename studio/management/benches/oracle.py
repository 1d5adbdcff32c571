"""An oracle of staleness: it knows nothing but entries and recorded reads.

After any change each unit's mark must be what recomputing its reads from nothing says, each kept
cell must be what it would be if computed afresh, and units and their counters must be those that
the outline and the maps ask for.
"""

from collections import defaultdict
from dataclasses import dataclass

from studio.core import keys, outline
from studio.core.cells import Cell as Computed
from studio.core.cells import compute
from studio.management.benches.growing import Grouped
from studio.management.benches.worlds import World
from studio.models import statements

_READS = """
    SELECT unit.key, unit.is_stale, read.key, read.digest
    FROM studio_unit AS unit LEFT JOIN studio_read AS read ON read.artifact_id = unit.current_id
    WHERE unit.project_id = %s AND NOT unit.is_retired AND unit.current_id IS NOT NULL
"""
_CELLS = "SELECT key, digest, sources FROM studio_cell WHERE project_id = %s"
_REQUIREMENTS = """
    SELECT requirement.unit_id, requirement.is_met,
        (needed.standing = 'accepted' AND NOT needed.is_stale) OR needed.is_retired
    FROM studio_requirement AS requirement JOIN studio_unit AS needed
        ON needed.id = requirement.needs_id
    WHERE needed.project_id = %s
"""
_COUNTERS = "SELECT id, key, n_unmet FROM studio_unit WHERE project_id = %s AND NOT is_retired"


@dataclass(frozen=True, slots=True)
class Compared:
    """What is stored beside what follows from entries and reads alone."""

    marked: frozenset[str]
    stale: frozenset[str]
    wrong: tuple[str, ...]

    @property
    def missed(self) -> frozenset[str]:
        return self.stale - self.marked

    @property
    def extra(self) -> frozenset[str]:
        return self.marked - self.stale


def compare(world: World) -> Compared:
    """Compares all that is stored of a world with what follows."""
    state = world.state()
    now = _Fresh(state)
    marked, stale = set(), set()
    for unit, is_marked, cell, digest in statements.select(_READS, [world.project_id]):
        assert cell is not None, "every text of these books was made from something"
        if is_marked:
            marked.add(unit)
        if now[cell].digest != digest:
            stale.add(unit)
    wrong = [*_wrong_cells(world, now), *_wrong_units(world, state), *_wrong_counters(world)]
    return Compared(frozenset(marked), frozenset(stale), tuple(wrong))


class _Fresh(dict[str, Computed]):
    """Cells, each computed once from the entries."""

    def __init__(self, state: Grouped) -> None:
        super().__init__()
        self._state = state

    def __missing__(self, key: str) -> Computed:
        self[key] = compute(key, self._state)
        return self[key]


def _wrong_cells(world: World, now: _Fresh) -> list[str]:
    """Kept cells that are not what they would be, or do not say what they are made of."""
    found = []
    for key, digest, sources in statements.select(_CELLS, [world.project_id]):
        own = sorted(f"{world.project_id}:{source}" for source in now[key].sources)
        if (digest, sources) != (now[key].digest, own):
            found.append(f"cell {key}")
    return found


def _wrong_units(world: World, state: Grouped) -> list[str]:
    """Units that the book has and should not have, or has not and should."""
    sections = {keys.rest(k): b for k, b in state.entries.items() if keys.kind(k) == "section"}
    wanted = {"argument", "outline"}
    for node in outline.leaves(sections):
        wanted.add(f"map/{node.id}")
        body = state.entry(keys.map_of(node.id)) or {"movements": ()}
        wanted |= {f"draft/{node.id}/{m['key']}" for m in body["movements"]}
    return [f"unit {key}" for key in wanted ^ set(world.units())]


def _wrong_counters(world: World) -> list[str]:
    unmet: dict[int, int] = defaultdict(int)
    found = []
    for unit_id, is_met, is_so in statements.select(_REQUIREMENTS, [world.project_id]):
        unmet[unit_id] += not is_so
        if is_met != is_so:
            found.append(f"a requirement of unit {unit_id}")
    counted = statements.select(_COUNTERS, [world.project_id])
    return [*found, *(f"counter of {key}" for pk, key, n in counted if n != unmet[pk])]
