"""Who read what: the units whose text was made from cells that a change would alter."""

from collections.abc import Mapping

from studio.core.cells import compute
from studio.core.state import Body, touched
from studio.models import Cell, Project, Read, Unit
from studio.queries.state import DbState


def stale_if(project: Project, writes: Mapping[str, Body | None]) -> list[tuple[str, str]]:
    """The units that these writes would make stale, each with the first cell responsible.

    Nothing is written: the touched cells are computed over the state with the writes laid over it.
    """
    before, after = DbState(project.pk), DbState(project.pk, writes)
    sources = {
        f"{project.pk}:{source}"
        for key, body in writes.items()
        for source in touched(key, before.entry(key), body)
    }
    rows = Cell.objects.filter(project=project, sources__overlap=sorted(sources)).order_by("key")
    changed = {
        row.key: now for row in rows if (now := compute(row.key, after).digest) != row.digest
    }
    units = dict(
        Unit.objects.in_project(project.pk).exclude(current=None).values_list("current_id", "key")
    )
    found: dict[str, str] = {}
    reads = Read.objects.filter(project=project, key__in=changed, artifact__in=list(units))
    for artifact_id, key, was in reads.order_by("key").values_list("artifact_id", "key", "digest"):
        if changed[key] != was:
            found.setdefault(units[artifact_id], key)
    order = list(units.values())
    return sorted(found.items(), key=lambda pair: order.index(pair[0]))
