"""What may follow when steps are composed again: whatever was made from what they put out.

Breadth first over outputs, cells and readers, a few statements for each step away. It brings in
which steps these are and no more; through which cells a step is met is asked for those that a page
lists (`Following.reasons`), by the same look from a step back to what it was made from.
"""

import re
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property

from studio.core import keys
from studio.core.cells import OF_TEXTS
from studio.core.protocol import Protocol
from studio.core.state import touched
from studio.models import Artifact, statements
from studio.queries import candidates
from studio.queries.feeding import EACH, prefixed
from studio.queries.plan_steps import NONE, BookSteps, Steps

Path = tuple[str, ...]
# From so many sources on it is looked otherwise than by each of them.
MANY = 2000
# What the steps of a whole section read, about so many: through these most are met.
SHARED, SHARERS = ("terms-for/", "section/"), 10
# How many steps are looked at from their side for what one source costs.
PER_SOURCE = 1
TEXT = "text/"
OF_PROSE = {TEXT}

# One look into an index for each, here as in `feeding`: a join would have a prepared statement read
# all reads or all cells through.
_READERS = """
    SELECT array_agg(read.artifact_id) FROM ({cells}) AS fed
    CROSS JOIN LATERAL (
        SELECT artifact_id FROM studio_read WHERE project_id = %s AND key = fed.key OFFSET 0
    ) AS read
"""
_OF_ANY = _READERS.format(cells=f"SELECT DISTINCT found.key FROM {EACH}")
# A cell that a section shares is called by it, as the source is.
_OF_KIND = _READERS.format(
    cells="""
        SELECT DISTINCT cell.key FROM unnest(%s::text[]) AS asked(source)
        CROSS JOIN LATERAL (
            SELECT key, sources FROM studio_cell
            WHERE project_id = %s AND key = %s || split_part(asked.source, '/', 2) OFFSET 0
        ) AS cell WHERE cell.sources @> ARRAY[asked.source]
    """
)
# What these steps read, with that of it which steps put out.
_BACK = """
    SELECT unit.id, read.key, made.sources
    FROM unnest(%s::bigint[]) AS asked(one)
    JOIN studio_unit AS unit ON unit.id = asked.one
    CROSS JOIN LATERAL (
        SELECT project_id, key FROM studio_read
        WHERE artifact_id = unit.current_id AND key ^@ ANY(%s::text[]) OFFSET 0
    ) AS read
    CROSS JOIN LATERAL (
        SELECT sources FROM studio_cell
        WHERE project_id = read.project_id AND key = read.key OFFSET 0
    ) AS cell
    CROSS JOIN LATERAL (
        SELECT array_agg(source) AS sources FROM unnest(cell.sources) AS one(source)
        WHERE source ^@ ANY(%s::text[])
    ) AS made
    WHERE made.sources IS NOT NULL ORDER BY read.key
"""


class Wave:
    """Steps that are met so many steps away, with what new texts of theirs would touch: told when
    somebody asks, for of the last ones, which may be all of a book, nobody does."""

    def __init__(self, steps: Steps, protocol: Protocol) -> None:
        self._steps, self._protocol = steps, protocol
        self.ids = steps.ids

        self._prose = steps.where(lambda alike: alike.is_prose)

    @property
    def size(self) -> int:
        """How many sources are touched."""
        return len(self._planned) + len(self._prose)

    @cached_property
    def outputs(self) -> Mapping[str, int]:
        """Each source that is touched, with the first of these steps that does."""
        texts = {f"{TEXT}{key}": pk for _, pk, key, _ in self._prose.rows()}
        return {**self._planned, **texts}

    @cached_property
    def kinds(self) -> Set[str]:
        """How these sources begin."""
        found = {re.split("[/:]", source)[0] for source in self._planned}
        return found | OF_PROSE if self._prose else found

    def origins(self, sources: Set[str]) -> Mapping[str, int]:
        """Those of these sources that are touched, with the first of these steps that does."""
        wanted = {s.removeprefix(TEXT) for s in sources if s.startswith(TEXT)}
        texts = {f"{TEXT}{key}": pk for _, pk, key, _ in self._prose.having(wanted).rows()}
        return {s: pk for s in sources if (pk := self._planned.get(s))} | texts

    @cached_property
    def _planned(self) -> Mapping[str, int]:
        """What is touched besides texts."""
        return _outputs(self._steps, self._protocol)


@dataclass(frozen=True, slots=True)
class Following:
    """The steps that may become stale, as they were met."""

    steps: Steps = NONE
    waves: Sequence[Wave] = ()
    project_id: int = 0

    def reasons(self, ids: Iterable[int]) -> dict[int, Path]:
        """By step the cells through which it is met, nearest the change first."""
        wanted = set(ids)
        met: list[dict[int, tuple[str, int]]] = []
        for before, wave in zip(reversed(self.waves[:-1]), reversed(self.waves[1:]), strict=True):
            met.append(_back(self.project_id, wanted & wave.ids, before))
            wanted |= {origin for _, origin in met[-1].values()}
        paths: dict[int, Path] = {}
        for of_wave in reversed(met):
            paths |= {pk: (*paths.get(by, ()), cell) for pk, (cell, by) in of_wave.items()}
        return paths


def follow(project_id: int, roots: Steps, steps: BookSteps, protocol: Protocol) -> Following:
    """The steps that may become stale when these are composed again."""
    found, frontier, seen = NONE, roots, set(roots.ids)
    waves: list[Wave] = []
    while frontier:
        waves.append(Wave(frontier, protocol))
        frontier = _met(project_id, waves[-1], seen, steps)
        seen |= frontier.ids
        found = found.plus(frontier)
    return Following(found, waves, project_id)


def _met(project_id: int, wave: Wave, seen: Set[int], steps: BookSteps) -> Steps:
    if len(wave.ids) > MANY and not _others(seen, steps):
        return NONE
    look = _readers_of_many if wave.size > MANY else _readers
    return look(project_id, wave, seen, steps)


def _others(seen: Set[int], steps: BookSteps) -> set[int]:
    """The steps with a text that are not met yet."""
    return set(steps.every.where(lambda alike: alike.origin).ids - seen)


def _readers(project_id: int, wave: Wave, seen: Set[int], steps: BookSteps) -> Steps:
    """The steps that read what these put out, but for those that are met already."""
    asked = [prefixed(project_id, wave.outputs), project_id]
    return _having_read(_OF_ANY, asked, steps).without(seen)


def _readers_of_many(project_id: int, wave: Wave, seen: Set[int], steps: BookSteps) -> Steps:
    """The same: first the many by whom one cell is shared; the last few from their side."""
    others, found = _others(seen, steps), NONE
    n = wave.size
    is_worth_it = SHARERS * n >= len(others) and wave.kinds != OF_PROSE
    for kind in SHARED if is_worth_it else ():
        if SHARERS * len(others) > n:
            asked = [prefixed(project_id, wave.outputs), project_id, kind, project_id]
            found = found.plus(_having_read(_OF_KIND, asked, steps).among(others))
            others -= found.ids
    if len(others) > PER_SOURCE * n:
        return found.plus(_readers(project_id, wave, seen | found.ids, steps))
    return found.plus(steps.with_ids(_back(project_id, others, wave)))


def _having_read(sql: str, asked: Sequence[object], steps: BookSteps) -> Steps:
    return steps.with_versions(set(statements.value(sql, asked) or ()))


def _back(project_id: int, ids: Iterable[int], wave: Wave) -> dict[int, tuple[str, int]]:
    """Those of these steps that read what a wave puts out: the first cell, and who feeds it."""
    start = len(f"{project_id}:")
    found: dict[int, tuple[str, int]] = {}
    cells = OF_TEXTS if wave.kinds == OF_PROSE else ("",)
    asked = [statements.numbers(ids), list(cells), prefixed(project_id, wave.kinds)]
    rows = statements.select(_BACK, asked) if wave.size else []
    origins = wave.origins({s[start:] for _, _, sources in rows for s in sources})
    for pk, cell, sources in rows:
        origin = next((o for s in sources if (o := origins.get(s[start:]))), None)
        if origin is not None:
            found.setdefault(pk, (cell, origin))
    return found


def _outputs(steps: Steps, protocol: Protocol) -> dict[str, int]:
    """What steps would touch that are no prose."""
    maps: dict[str, int] = {}
    proposals: dict[int, int] = {}
    for _, pk, key, version in sorted(steps.where(lambda alike: not alike.is_prose).rows()):
        slug, _, section_id = key.partition("/")
        if protocol.passes[slug].produces != keys.MAP:
            proposals[version or 0] = pk
        elif section_id:
            maps.setdefault(keys.map_of(section_id), pk)
    return _proposed(proposals) | maps


def _proposed(by_version: Mapping[int, int]) -> dict[str, int]:
    """The sources that steps whose proposals are these would touch."""
    found: dict[str, int] = {}
    texts = statements.by_id(Artifact, by_version)
    for pk, operations in candidates.operations_of(texts.values()).items():
        for operation in operations:
            for source in touched(operation.key, None, operation.body):
                found.setdefault(source, by_version[pk])
    return found
