"""Which kept cells are made of some sources: in time that goes by how many there are."""

from collections.abc import Iterable, Sequence
from operator import attrgetter
from typing import NamedTuple

from studio.core import keys
from studio.models import Cell, statements
from studio.queries.state import DbState

FEW = 8
# One look into the index for each source: asked for many at once, it compares every cell that it
# finds with all of them. Sources name their book; to ask for the book as well, or for an order,
# would have a prepared statement go through all cells of the book.
EACH = """
    unnest(%s::text[]) AS asked(source) CROSS JOIN LATERAL (
        SELECT id, key FROM studio_cell WHERE sources @> ARRAY[asked.source] OFFSET 0
    ) AS found
"""
# Gathered first, as an array: the planner expects far too many and would read all cells through.
_FED = f"id = ANY(ARRAY(SELECT DISTINCT found.id FROM {EACH}))"
_KEPT = "SELECT id, key, digest, sources FROM studio_cell WHERE "
_NAMED = "project_id = %s AND key = ANY(%s)"


class Kept(NamedTuple):
    """What a plan compares of a cell that is kept: there may be hundreds of thousands."""

    pk: int
    key: str
    digest: str
    sources: list[str]


def fed(project_id: int, sources: Iterable[str]) -> list[Cell]:
    """The kept cells that were made of any of these sources, by key."""
    found = statements.rows(Cell, _FED, [prefixed(project_id, sources)])
    return sorted(found, key=lambda cell: cell.key)


def kept(project_id: int, sources: Iterable[str]) -> list[Kept]:
    """The same, as a plan compares them."""
    return _kept(_FED, [prefixed(project_id, sources)])


def named(project_id: int, cells: Sequence[str]) -> list[Kept]:
    """Those of these cells that are kept."""
    return _kept(_NAMED, [project_id, cells]) if cells else []


def _kept(condition: str, asked: Sequence[object]) -> list[Kept]:
    found = map(Kept._make, statements.select(_KEPT + condition, asked))
    return sorted(found, key=attrgetter("key"))


def bring_in(cells: Sequence[Cell] | Sequence[Kept], state: DbState) -> None:
    """Fetches what many cells were made of at once, for most are made of the same again."""
    if len(cells) < FEW:
        return
    prefix = f"{state.project_id}:"
    sources = {source.removeprefix(prefix) for cell in cells for source in cell.sources}
    state.fetch(source for source in sources if ":" not in source)
    state.fetch_linking(s.removeprefix("to:") for s in sources if s.startswith("to:"))
    state.fetch_texts(keys.rest(s) for s in sources if keys.kind(s) == "text")


def prefixed(project_id: int, sources: Iterable[str]) -> list[str]:
    """Sources as a cell's row holds them."""
    return sorted(f"{project_id}:{source}" for source in sources)
