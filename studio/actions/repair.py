"""Repairs of what `verify` names: only those that lose nothing, in one commit that says so."""

from datetime import datetime

from django.db.models import Sum

from studio.actions import cells, commits, freshness, readiness
from studio.actions.commits import Change
from studio.core.states import Work
from studio.models import Cell, Project, Requirement, Run, Unit
from studio.models.commit import By
from studio.queries.verify import HARMLESS, Violation, verify


def repair(project_id: int, *, actor_id: int | None, now: datetime) -> list[Violation]:
    """Mends what follows from other rows: digests, marks, counters, dead runs. Returns what it
    mended; texts, commits and reviews are never touched."""
    found = [v for v in verify(Project.objects.get(pk=project_id)) if v.repair in HARMLESS]
    if not found:
        return []
    named = ", ".join(sorted({v.repair for v in found}))
    with commits.change(
        project_id,
        kind="repair",
        reason=f"Repaired {len(found)} marks and counters ({named})",
        by=By.PERSON if actor_id else By.POLICY,
        actor_id=actor_id,
        now=now,
    ) as change:
        change.is_forced = True
        _end_dead_runs(change, now)
        change.stands_anew |= {v.place for v in found if v.repair == "stand"}
        _recompute(change)
        _recount(change)
    return found


def _end_dead_runs(change: Change, now: datetime) -> None:
    project = change.project
    live = Run.objects.active().filter(project=project)
    for run in live.exclude(unit__work=Work.ACTIVE):
        run.lose("Repaired: nobody was writing this.", now=now)
        run.settle()
        run.save()
    writing = live.values_list("unit_id", flat=True)
    for unit in Unit.objects.filter(project=project, work=Work.ACTIVE).exclude(pk__in=writing):
        unit.release()
        unit.save()
        change.concern(unit)


def _recompute(change: Change) -> None:
    project = change.project
    rows = Cell.objects.filter(project=project).values_list("sources", flat=True)
    prefix = f"{project.pk}:"
    sources = {source.removeprefix(prefix) for row in rows for source in row}
    changed = cells.refresh(project, sources, change.state)
    units = Unit.objects.in_project(project.pk).values_list("pk", flat=True)
    change.unit_ids |= freshness.mark(project, changed, list(units))


def _recount(change: Change) -> None:
    project = change.project
    units = list(Unit.objects.in_project(project.pk).values_list("pk", flat=True))
    needed = Requirement.objects.filter(unit__project=project).values_list("needs_id", flat=True)
    readiness.meet(project, set(needed))
    readiness.count(project, units)
    live = Run.objects.active().filter(project=project)
    in_tokens = live.filter(money_reserved=0).aggregate(n=Sum("tokens_reserved"))
    project.tokens_reserved = in_tokens["n"] or 0
    project.stands = None
    project.money_reserved = live.aggregate(n=Sum("money_reserved"))["n"] or 0
