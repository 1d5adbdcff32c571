"""The steps that a plan lists, each by itself."""

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from studio.models import statements
from studio.queries import values
from studio.queries.book_units import state_of

_UNITS = """
    SELECT unit.id, unit.key, unit.pass_slug, unit.section_id, unit.movement_key, unit.work,
        unit.standing, unit.is_stale, unit.current_id, unit.candidate_id,
        COALESCE(made.n_words, 0)
    FROM {found} LEFT JOIN studio_artifact AS made ON made.id = unit.current_id
    WHERE NOT unit.is_retired ORDER BY unit.place, unit.id
"""
_BY_ID = _UNITS.format(
    found="unnest(%s::bigint[]) AS asked(one) JOIN studio_unit AS unit ON unit.id = asked.one"
)
_BY_SECTION = _UNITS.format(
    found="unnest(%s::text[]) AS asked(one) JOIN studio_unit AS unit"
    " ON unit.project_id = %s AND unit.section_id = asked.one"
)


class PlanUnit(NamedTuple):
    """One step as a page lists it."""

    pk: int
    key: str
    pass_slug: str
    section_id: str
    movement_key: str
    work: str
    standing: str
    is_stale: bool
    current_id: int | None
    candidate_id: int | None
    current_words: int

    @property
    def state(self) -> values.Work:
        return state_of(self.work, self.standing)


def with_ids(ids: Iterable[int]) -> list[PlanUnit]:
    """The steps with these ids, in book order."""
    wanted = list(ids)
    return _brought(_BY_ID, [wanted]) if wanted else []


def in_sections(project_id: int, section_ids: Collection[str]) -> list[PlanUnit]:
    """All steps of these sections, in book order."""
    return _brought(_BY_SECTION, [list(section_ids), project_id]) if section_ids else []


def _brought(sql: str, parameters: Sequence[object]) -> list[PlanUnit]:
    return [PlanUnit._make(row) for row in statements.select(sql, parameters)]
