"""Which kept cells are made of some sources: in time that goes by how many there are."""

from collections.abc import Iterable

from studio.models import Cell, statements

# The index is asked for so many sources at once: for each row found it looks at all it was asked
# for, so that one question for all would take the square of their number.
AT_ONCE = 100
_FED = "project_id = %s AND sources && %s::text[] ORDER BY key"


def fed(project_id: int, sources: Iterable[str]) -> list[Cell]:
    """The kept cells that were made of any of these sources, by key."""
    wanted = prefixed(project_id, sources)
    found: dict[str, Cell] = {}
    for start in range(0, len(wanted), AT_ONCE):
        part = wanted[start : start + AT_ONCE]
        found |= {cell.key: cell for cell in statements.rows(Cell, _FED, [project_id, part])}
    return [found[key] for key in sorted(found)]


def prefixed(project_id: int, sources: Iterable[str]) -> list[str]:
    """Sources as a cell's row holds them."""
    return sorted(f"{project_id}:{source}" for source in sources)
