"""Keeps the digests that cells have now: only of cells that somebody read."""

from collections.abc import Iterable, Mapping

from studio.core.cells import Cell as Computed
from studio.core.cells import compute
from studio.core.state import State
from studio.models import Cell, Project, statements
from studio.queries.feeding import bring_in, fed, prefixed
from studio.queries.state import DbState

_UNKEPT = """
    SELECT wanted.key FROM unnest(%s::text[]) AS wanted(key)
    LEFT JOIN studio_cell AS cell ON cell.project_id = %s AND cell.key = wanted.key
    WHERE cell.id IS NULL
"""


def refresh(project: Project, touched: Iterable[str], state: DbState) -> dict[str, str]:
    """Computes the kept cells that were made of touched sources again.

    Returns the new digest of each cell whose digest changed: equal content is no change.
    """
    changed, moved, reached = {}, [], []
    rows = fed(project.pk, touched)
    bring_in(rows, state)
    for row in rows:
        now = compute(row.key, state)
        own_sources = prefixed(project.pk, now.sources)
        if now.digest != row.digest:
            changed[row.key] = now.digest
            row.was, row.digest, row.since = row.digest, now.digest, project.commit_number
            moved.append(row)
        if own_sources != row.sources:
            row.sources = own_sources
            reached.append(row)
    statements.update_all(moved, ["digest", "was", "since"])
    statements.update_all(reached, ["sources"])
    return changed


def track(project: Project, read: Mapping[str, str], state: State) -> None:
    """Begins to keep the cells of an artifact's reads, with the digest each has now."""
    keep(project, [compute(key, state) for key in unkept(project, read)])


def unkept(project: Project, read: Iterable[str]) -> list[str]:
    """Which of these cells are not kept yet."""
    found = statements.select(_UNKEPT, [list(read), project.pk])
    return [key for (key,) in found]


def keep(project: Project, cells: Iterable[Computed]) -> None:
    """Keeps cells as they were computed from the current state."""
    new = [
        Cell(
            project=project,
            key=cell.key,
            digest=cell.digest,
            since=project.commit_number,
            sources=prefixed(project.pk, cell.sources),
        )
        for cell in cells
    ]
    statements.insert_all(new)
