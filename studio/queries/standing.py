"""What stands in a book, in sums: remembered by the change after which it stood so."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
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


def of(project: Project) -> Mapping[Kind, Sum]:
    """The accepted steps of a book. Only commits change them."""
    return _at(project.pk, project.commit_digest)


def without(found: Mapping[Kind, Sum], units: Iterable[PlanUnit]) -> dict[Kind, Sum]:
    """The same without some steps."""
    left = dict(found)
    for unit in units:
        if unit.standing == Standing.ACCEPTED:
            kind = Kind(unit.pass_slug, bool(unit.movement_key), unit.current_origin)
            before = left.get(kind, Sum(0, 0))
            left[kind] = Sum(before.n - 1, before.words - unit.current_words)
    return left


@lru_cache(maxsize=64)
def _at(project_id: int, commit_digest: str) -> Mapping[Kind, Sum]:
    found = statements.select(_STANDING, [project_id])
    return {Kind(slug, is_prose, whose): Sum(n, w) for slug, is_prose, whose, n, w in found}
