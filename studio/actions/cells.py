"""Keeps the digests that cells have now: only of cells that somebody read."""

from collections.abc import Iterable, Mapping

from studio.core.cells import Cell as Computed
from studio.core.cells import compute
from studio.core.state import State
from studio.models import Cell, Project


def refresh(project: Project, touched: Iterable[str], state: State) -> dict[str, str]:
    """Computes the kept cells that were made of touched sources again.

    Returns the new digest of each cell whose digest changed: equal content is no change.
    """
    sources = _prefixed(project.pk, touched)
    changed = {}
    for row in Cell.objects.filter(project=project, sources__overlap=sources).order_by("key"):
        now = compute(row.key, state)
        own_sources = _prefixed(project.pk, now.sources)
        if now.digest != row.digest:
            changed[row.key] = now.digest
            row.was, row.digest, row.since = row.digest, now.digest, project.commit_number
        elif own_sources == row.sources:
            continue
        row.sources = own_sources
        row.save(update_fields=["digest", "was", "since", "sources"])
    return changed


def track(project: Project, read: Mapping[str, str], state: State) -> None:
    """Begins to keep the cells of an artifact's reads, with the digest each has now."""
    known = set(Cell.objects.filter(project=project, key__in=read).values_list("key", flat=True))
    keep(project, [compute(key, state) for key in read if key not in known])


def keep(project: Project, cells: Iterable[Computed]) -> None:
    """Keeps cells as they were computed from the current state."""
    Cell.objects.bulk_create(
        [
            Cell(
                project=project,
                key=cell.key,
                digest=cell.digest,
                since=project.commit_number,
                sources=_prefixed(project.pk, cell.sources),
            )
            for cell in cells
        ],
        ignore_conflicts=True,
    )


def _prefixed(project_id: int, sources: Iterable[str]) -> list[str]:
    return sorted(f"{project_id}:{source}" for source in sources)
