"""What stands in a book, in sums: the book's row keeps them, and each commit moves them."""

from collections.abc import Mapping
from typing import NamedTuple

from studio.core.states import Standing
from studio.models import Project, statements
from studio.queries.plan_steps import Steps

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


def without(found: Mapping[Kind, Sum], *gone: Steps) -> Sums:
    """The same without some steps."""
    left = dict(found)
    for alike, rows in (group for steps in gone for group in steps.groups.items()):
        if alike.standing == Standing.ACCEPTED:
            kind = Kind(alike.pass_slug, alike.is_prose, alike.origin)
            left[kind] = left.get(kind, Sum(0, 0)).plus(-len(rows), -alike.words * len(rows))
    return left
