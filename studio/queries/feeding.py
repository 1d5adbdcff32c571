"""Which kept cells are made of some sources: in time that goes by how many there are."""

from collections.abc import Iterable, Mapping, Sequence

from studio.models import Cell, statements
from studio.queries.state import DbState

# The index is asked for so many sources at once: for each row found it looks at all it was asked
# for, so that one question for all would take the square of their number.
AT_ONCE, FEW = 100, 8
# Sources name their book. To ask for the book as well, or for an order, would have a prepared
# statement go through all cells of the book.
_FED = "sources && %s::text[]"
_BY_FIRST = """
    SELECT key, (SELECT source FROM unnest(sources) AS source WHERE source = ANY(%s) LIMIT 1)
    FROM studio_cell WHERE sources && %s::text[]
"""


def fed(project_id: int, sources: Iterable[str]) -> list[Cell]:
    """The kept cells that were made of any of these sources, by key."""
    wanted = prefixed(project_id, sources)
    found: dict[str, Cell] = {}
    for start in range(0, len(wanted), AT_ONCE):
        part = wanted[start : start + AT_ONCE]
        found |= {cell.key: cell for cell in statements.rows(Cell, _FED, [part])}
    return [found[key] for key in sorted(found)]


def origins(project_id: int, origin_of: Mapping[str, str]) -> dict[str, str]:
    """The kept cells made of these sources, by key, each with the origin of the first of them."""
    prefix, wanted = f"{project_id}:", prefixed(project_id, origin_of)
    found: dict[str, str] = {}
    for start in range(0, len(wanted), AT_ONCE):
        part = wanted[start : start + AT_ONCE]
        rows = statements.select(_BY_FIRST, [part, part])
        found |= {key: origin_of[source.removeprefix(prefix)] for key, source in rows}
    return found


def bring_in(cells: Sequence[Cell], state: DbState) -> None:
    """Fetches what many cells were made of at once, for most are made of the same again."""
    if len(cells) < FEW:
        return
    prefix = f"{state.project_id}:"
    sources = {source.removeprefix(prefix) for cell in cells for source in cell.sources}
    state.fetch(source for source in sources if ":" not in source)
    state.fetch_linking(s.removeprefix("to:") for s in sources if s.startswith("to:"))


def prefixed(project_id: int, sources: Iterable[str]) -> list[str]:
    """Sources as a cell's row holds them."""
    return sorted(f"{project_id}:{source}" for source in sources)
