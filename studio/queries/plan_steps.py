"""Sets of steps, as a plan works with them: what many have in common is told once.

A plan may concern every step of a large book. What becomes of a step, what it leaves standing and
what it costs follows from a few facts; those that share them are one group. Only the steps that a
page lists are brought in each by itself (`plan_units`).
"""

import heapq
import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from functools import cached_property
from itertools import chain
from operator import itemgetter
from types import MappingProxyType
from typing import NamedTuple

from studio.core import keys
from studio.core.digest import digest_of_numbers
from studio.models import statements

_ALL = """
    SELECT unit.pass_slug, unit.movement_key <> '', unit.standing, unit.is_stale, unit.is_pinned,
        COALESCE(made.origin, ''), COALESCE(made.n_words, 0),
        string_agg(unit.place::text, ','), string_agg(unit.id::text, ','),
        string_agg(unit.key, ','), string_agg(COALESCE(unit.current_id::text, 'null'), ',')
    FROM studio_unit AS unit LEFT JOIN studio_artifact AS made ON made.id = unit.current_id
    WHERE unit.project_id = %s AND NOT unit.is_retired
"""
_ASKED = "FROM unnest(%s::{type}[]) AS asked(one) JOIN studio_unit AS unit ON {is_so}"
_BY_ID, _BY_VERSION, _BY_KEY, _BY_SECTION = (
    _ALL.replace("FROM studio_unit AS unit", _ASKED.format(type=of, is_so=is_so))
    for of, is_so in (
        ("bigint", "unit.id = asked.one"),
        ("bigint", "unit.current_id = asked.one"),
        ("text", "unit.key = asked.one"),
        ("text", "unit.section_id = asked.one"),
    )
)
# From so many on it is less to look all steps of a book through than to look each of them up.
MANY = 20_000
_ID, _KEY, _VERSION = itemgetter(1), itemgetter(2), itemgetter(3)
# As a Step has them, but bare: there may be a hundred thousand.
Row = tuple[int, int, str, int | None]


class Alike(NamedTuple):
    """What a plan has to know of a step to say what becomes of it."""

    pass_slug: str
    is_prose: bool
    standing: str
    is_stale: bool
    is_pinned: bool
    origin: str
    words: int


class Step(NamedTuple):
    """One step of a set."""

    place: int
    pk: int
    key: str
    current_id: int | None

    @property
    def pass_slug(self) -> str:
        return keys.kind(self.key)

    @property
    def section_id(self) -> str:
        return section_of(self.key)

    @property
    def movement_key(self) -> str:
        return self.key.split("/", 2)[2] if self.key.count("/") > 1 else ""


class Steps:
    """Some steps of a book."""

    def __init__(self, groups: Mapping[Alike, Sequence[Row]] = MappingProxyType({})) -> None:
        self.groups = groups

    def __len__(self) -> int:
        return sum(map(len, self.groups.values()))

    @cached_property
    def ids(self) -> Set[int]:
        return set(map(_ID, self.rows()))

    def rows(self) -> Iterator[Row]:
        """All of them, in no order."""
        return chain.from_iterable(self.groups.values())

    @cached_property
    def keys(self) -> Sequence[str]:
        return list(map(_KEY, self.rows()))

    def first(self, n: int) -> list[int]:
        """The ids of the first of them in the book."""
        return list(map(_ID, heapq.nsmallest(n, self.rows())))

    def listed(self) -> list[Step]:
        """Each by itself, in book order."""
        return [Step(*row) for row in sorted(self.rows())]

    @property
    def versions(self) -> list[int]:
        """Their current versions."""
        return [one for one in map(_VERSION, self.rows()) if one is not None]

    @property
    def words(self) -> int:
        return sum(alike.words * len(rows) for alike, rows in self.groups.items())

    @cached_property
    def digest(self) -> str:
        """Which steps these are, with their current versions. A version is of one step alone, so
        that two lists say as much as one of pairs."""
        return digest_of_numbers(sorted(self.ids), sorted(self.versions))

    @property
    def sections(self) -> set[str]:
        """The sections that they are of, '' for the whole book."""
        if all(alike.is_prose for alike in self.groups):
            return {key.split("/", 2)[1] for key in self.keys}
        return set(map(section_of, self.keys))

    def where(self, is_meant: Callable[[Alike], object]) -> "Steps":
        """Those of which this is so."""
        found = {alike: rows for alike, rows in self.groups.items() if is_meant(alike)}
        return self if len(found) == len(self.groups) else Steps(found)

    def named(self, is_meant: Callable[[str], object]) -> "Steps":
        """Those whose keys are meant."""
        return self.having({key for key in self.keys if is_meant(key)})

    def having(self, keys: Set[str]) -> "Steps":
        """Those with these keys."""
        return self._having(2, keys)

    def without_keys(self, keys: Set[str]) -> "Steps":
        """Those without these keys."""
        return self.without(self.having(keys).ids)

    def of_versions(self, versions: Set[int]) -> "Steps":
        """Those whose current versions are these."""
        return self._having(3, versions)

    def among(self, ids: Set[int]) -> "Steps":
        return self if self.ids <= ids else self._having(1, ids)

    def without(self, ids: Set[int]) -> "Steps":
        return self if self.ids.isdisjoint(ids) else self._having(1, self.ids - ids)

    def plus(self, other: "Steps") -> "Steps":
        """These and others that are not among them."""
        if not (self and other):
            return self or other
        groups = {alike: list(rows) for alike, rows in self.groups.items()}
        for alike, rows in other.groups.items():
            groups.setdefault(alike, []).extend(rows)
        return Steps(groups)

    def _having(self, column: int, wanted: Set[object]) -> "Steps":
        if not wanted:
            return NONE
        found = {a: [r for r in rows if r[column] in wanted] for a, rows in self.groups.items()}
        return Steps({alike: rows for alike, rows in found.items() if rows})


NONE = Steps()


def section_of(key: str) -> str:
    """The section of a step, '' for those of the whole book."""
    parts = key.split("/", 2)
    return parts[1] if len(parts) > 1 else ""


class BookSteps:
    """The steps of a book, brought in as a plan asks for them."""

    def __init__(self, project_id: int) -> None:
        self._project_id = project_id

    @cached_property
    def every(self) -> Steps:
        """All of them."""
        return self._brought(_ALL, [self._project_id])

    def with_ids(self, wanted: Collection[int]) -> Steps:
        if len(wanted) > MANY:
            return self.every.among(set(wanted))
        return self._among(_BY_ID, statements.numbers(wanted)) if wanted else NONE

    def with_versions(self, wanted: Set[int]) -> Steps:
        """Those whose current versions are these."""
        if len(wanted) > MANY:
            return self.every.of_versions(wanted)
        return self._among(_BY_VERSION, statements.numbers(wanted)) if wanted else NONE

    def with_keys(self, wanted: Collection[str]) -> Steps:
        """Those of these that the book has."""
        return self._among(_BY_KEY, list(wanted)) if wanted else NONE

    def in_sections(self, section_ids: Collection[str]) -> Steps:
        return self._among(_BY_SECTION, list(section_ids))

    def of_layer(self, slugs: Iterable[str]) -> Steps:
        """All of these steps of the method. It takes hardly less to bring in these alone."""
        wanted = set(slugs)
        return self.every.where(lambda alike: alike.pass_slug in wanted)

    def stale(self) -> Steps:
        """Those whose basis changed."""
        return self._brought(f"{_ALL} AND unit.is_stale", [self._project_id])

    def left(self) -> Steps:
        """Those that are wanted or being written."""
        return self._brought(f"{_ALL} AND unit.work IN ('pending', 'active')", [self._project_id])

    def unwritten(self) -> Steps:
        """Those of which there is nothing yet."""
        nothing = "unit.current_id IS NULL AND unit.candidate_id IS NULL"
        return self._brought(f"{_ALL} AND {nothing}", [self._project_id])

    def _among(self, sql: str, wanted: object) -> Steps:
        return self._brought(sql, [wanted, self._project_id])

    def _brought(self, sql: str, parameters: Sequence[object]) -> Steps:
        groups = {}
        for told in statements.select(f"{sql} GROUP BY 1, 2, 3, 4, 5, 6, 7", parameters):
            groups[Alike._make(told[:7])] = _rows(*told[7:])
        return Steps(groups)


def _rows(places: str, ids: str, keys: str, versions: str) -> list[Row]:
    """Rows as the database puts a hundred thousand together in the least time."""
    place, pk, version = (json.loads(f"[{found}]") for found in (places, ids, versions))
    return list(zip(place, pk, keys.split(","), version, strict=True))
