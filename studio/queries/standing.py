"""What stands in a book, in sums: the book's row keeps them, and each commit moves them."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from studio.core.states import Standing
from studio.models import Project, statements
from studio.queries.plan_units import PlanUnit

_STANDING = """
    SELECT unit.pass_slug, unit.movement_key <> '', COALESCE(made.origin, ''), count(*),
        COALESCE(sum(made.n_words), 0)::bigint
    FROM studio_unit AS unit LEFT JOIN studio_artifact AS made ON made.id = unit.current_id
    WHERE unit.project_id = %s AND NOT unit.is_retired AND unit.standing = 'accepted'
    GROUP BY 1, 2, 3
"""


class Kind(NamedTuple):
    """A step, whether it is prose, and whose text it has."""

    slug: str
    is_prose: bool
    origin: str


class Sum(NamedTuple):
    """How many accepted steps there are of one kind, and their words."""

    n: int
    words: int

    def plus(self, n: int, words: int) -> "Sum":
        return Sum(self.n + n, self.words + words)


Sums = dict[Kind, Sum]


def of(project: Project) -> Sums:
    """The accepted steps of a book; counted where its row does not know them yet."""
    if project.stands is None:
        return counted(project.pk)
    return {Kind(*kind): Sum(*found) for kind, found in project.stands}


def counted(project_id: int) -> Sums:
    """The same, by looking the whole book through."""
    found = statements.select(_STANDING, [project_id])
    return {Kind(slug, is_prose, whose): Sum(n, w) for slug, is_prose, whose, n, w in found}


def as_json(found: Mapping[Kind, Sum]) -> list[list[list[object]]]:
    """Sums as the book's row keeps them."""
    return [[list(kind), list(found[kind])] for kind in sorted(found) if found[kind].n]


def without(found: Mapping[Kind, Sum], units: Iterable[PlanUnit]) -> Sums:
    """The same without some steps."""
    n: Counter[tuple[str, bool, str]] = Counter()
    words: Counter[tuple[str, bool, str]] = Counter()
    for unit in units:
        if unit.standing == Standing.ACCEPTED:
            kind = (unit.pass_slug, unit.movement_key != "", unit.current_origin)
            n[kind] += 1
            words[kind] += unit.current_words
    gone = {Kind(*kind): (-n[kind], -words[kind]) for kind in n}
    return {**found, **{k: found.get(k, Sum(0, 0)).plus(*less) for k, less in gone.items()}}
