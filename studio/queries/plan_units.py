"""The steps that a plan concerns, brought in as they are met, so that it costs what they are."""

from collections.abc import Iterable, Sequence
from operator import itemgetter
from typing import NamedTuple

from studio.models import statements
from studio.queries import values
from studio.queries.book_units import state_of

COLUMNS = """
    unit.id, unit.key, unit.pass_slug, unit.section_id, unit.movement_key, unit.place,
    unit.standing, unit.work, unit.is_stale, unit.is_pinned, unit.current_id,
    unit.candidate_id, COALESCE(made.n_words, 0), COALESCE(made.origin, '')
"""
_UNITS = f"""
    SELECT {COLUMNS} FROM {{found}}
    LEFT JOIN studio_artifact AS made ON made.id = unit.current_id
    WHERE unit.project_id = %s AND NOT unit.is_retired
"""
_AMONG = "unnest(%s::{type}[]) AS asked(one) JOIN studio_unit AS unit ON {on}"
_BY_ID = _UNITS.format(found=_AMONG.format(type="bigint", on="unit.id = asked.one"))
_BY_KEY = _UNITS.format(
    found=_AMONG.format(type="text", on="unit.project_id = %s AND unit.key = asked.one")
)
_BY_SECTION = _UNITS.format(
    found=_AMONG.format(type="text", on="unit.project_id = %s AND unit.section_id = asked.one")
)
_ALL = _UNITS.format(found="studio_unit AS unit")
_OF_LAYER = f"{_ALL} AND unit.pass_slug = ANY(%s)"
_STALE = f"{_ALL} AND unit.is_stale"
_LEFT = f"{_ALL} AND unit.work IN ('pending', 'active')"
_PLACE = itemgetter(5, 0)


class PlanUnit(NamedTuple):
    """One step as a plan needs it."""

    pk: int
    key: str
    pass_slug: str
    section_id: str
    movement_key: str
    place: int
    standing: str
    work: str
    is_stale: bool
    is_pinned: bool
    current_id: int | None
    candidate_id: int | None
    current_words: int
    current_origin: str

    @property
    def state(self) -> values.Work:
        return state_of(self.work, self.standing)


class PlanUnits:
    """The steps of a book by key, each brought in once."""

    def __init__(self, project_id: int) -> None:
        self._project_id = project_id
        self._by_key: dict[str, PlanUnit] = {}
        self._by_id: dict[int, PlanUnit] = {}

    def made_of(self, rows: Iterable[Sequence[object]]) -> list[PlanUnit]:
        """Steps as a statement with their columns answers them."""
        return self._keep(map(PlanUnit._make, rows))

    def know(self, units: Iterable[PlanUnit]) -> None:
        """Remembers steps that were brought in elsewhere."""
        self._keep(units)

    def with_ids(self, ids: Iterable[int]) -> list[PlanUnit]:
        """The steps with these ids, in book order."""
        # In the order given, which is that of the book already as a rule.
        wanted = dict.fromkeys(ids)
        missing = [one for one in wanted if one not in self._by_id]
        if missing:
            self._brought(_BY_ID, [missing, self._project_id])
        return in_order(self._by_id[i] for i in wanted if i in self._by_id)

    def with_keys(self, keys: Iterable[str]) -> list[PlanUnit]:
        """Those of these steps that the book has, in book order."""
        wanted = dict.fromkeys(keys)
        missing = [key for key in wanted if key not in self._by_key]
        if missing:
            asked = [missing, self._project_id, self._project_id]
            self._brought(_BY_KEY, asked)
        return in_order(self._by_key[key] for key in wanted if key in self._by_key)

    def in_sections(self, section_ids: Iterable[str]) -> list[PlanUnit]:
        """All steps of these sections, in book order."""
        wanted = list(section_ids)
        if not wanted:
            return []
        asked = [wanted, self._project_id, self._project_id]
        return in_order(self._brought(_BY_SECTION, asked))

    def of_layer(self, slugs: Iterable[str]) -> list[PlanUnit]:
        """All that these steps of the method made, in book order."""
        return in_order(self._brought(_OF_LAYER, [self._project_id, list(slugs)]))

    def stale(self) -> list[PlanUnit]:
        """Every step whose basis changed, in book order."""
        return in_order(self._brought(_STALE, [self._project_id]))

    def left(self) -> list[PlanUnit]:
        """Every step that is wanted or being written, in book order."""
        return in_order(self._brought(_LEFT, [self._project_id]))

    def every(self) -> list[PlanUnit]:
        """All steps of the book, in its order."""
        return in_order(self._brought(_ALL, [self._project_id]))

    def _brought(self, sql: str, parameters: Sequence[object]) -> list[PlanUnit]:
        return self.made_of(statements.select(sql, parameters))

    def _keep(self, units: Iterable[PlanUnit]) -> list[PlanUnit]:
        found = list(units)
        self._by_key |= {unit.key: unit for unit in found}
        self._by_id |= {unit.pk: unit for unit in found}
        return found


def in_order(units: Iterable[PlanUnit]) -> list[PlanUnit]:
    return sorted(units, key=_PLACE)
