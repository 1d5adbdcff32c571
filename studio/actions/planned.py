"""Carries out an intent whose plan was confirmed: one commit, and what is to be composed again."""

from datetime import datetime

from django.db import transaction
from django.db.models import F

from studio.actions import (
    commits,
    keeping,
    naming,
    proposing,
    readiness,
    resectioning,
    wording,
)
from studio.actions.announce import announce
from studio.actions.carrying import REPLACE, carry_remarks
from studio.actions.commits import Change
from studio.actions.refusals import Refused
from studio.core import keys, operation
from studio.core.intent import EDITS, Intent
from studio.core.states import Standing, Work
from studio.models import Artifact, Finding, Project, Unit
from studio.models.among import among, among_ids
from studio.models.artifact import Origin
from studio.models.commit import By
from studio.queries import book_units, planning
from studio.queries.dry_run import BELOW, Dry, dry_run
from studio.queries.plan_steps import NONE, Steps
from studio.queries.values.change_plan import ChangePlan

# What these bring back, nothing needs to be composed again for.
_HEALS = {"trust", "undo", "restore", "keep", "take"}


class PlanChanged(Refused):
    """The book changed since this plan was made. Here is the plan as it is now."""

    def __init__(self, plan: ChangePlan) -> None:
        super().__init__()
        self.plan = plan


def carry_out(
    project_id: int, intent: Intent, *, digest: str, actor_id: int, now: datetime
) -> ChangePlan:
    """Does what a plan said, if the plan still holds; else raises PlanChanged with the new one.

    The commit and what is wanted by it are one transaction: never half of either.
    """
    with transaction.atomic():
        project = Project.locked(project_id)
        book = book_units.load_some(project, ())
        dry = dry_run(project, intent, book)
        plan = planning.in_words(dry, intent, book)
        if digest != dry.digest:
            raise PlanChanged(plan)
        carry_out_locked(project, intent, dry, _reason(intent, plan), actor_id=actor_id, now=now)
        return plan


def carry_out_locked(
    project: Project, intent: Intent, dry: Dry, reason: str, *, actor_id: int, now: datetime
) -> None:
    """Does what a dry run said that was made under the lock which is still held."""
    if dry.resolved.proposal is not None:
        proposing.edit(project, dry.resolved, actor_id=actor_id, now=now)
        return
    with commits.change(
        project.pk, kind=intent.kind, reason=reason, by=By.PERSON, actor_id=actor_id, now=now
    ) as change:
        _write(change, intent, dry)
    _want(project.pk, intent, dry, now)


def undo(project_id: int, number: int, *, actor_id: int, now: datetime) -> ChangePlan:
    """Takes one change back at once where nothing follows from that; else PlanChanged with the
    plan of it, to be looked at first."""
    intent = Intent("undo", commit=number)
    with transaction.atomic():
        project = Project.locked(project_id)
        book = book_units.load_some(project, ())
        dry = dry_run(project, intent, book)
        if dry.asks_first:
            raise PlanChanged(planning.in_words(dry, intent, book))
        return carry_out(project_id, intent, digest=dry.digest, actor_id=actor_id, now=now)


def _write(change: Change, intent: Intent, dry: Dry) -> None:
    if intent.kind == "take":
        version = dry.resolved.writes[keys.text(intent.units[0])] or {}
        wording.take_back(change, Artifact.objects.get(pk=version["artifact"]))
        return
    if intent.kind == "restore":
        before = f"Before the book as of change {intent.commit} was taken back"
        naming.name_before(change.project, "", before, actor_id=change.actor_id)
    for key, body in dry.resolved.every_write.items():
        change.put(key, body) if body is not None else change.drop(key)
    if intent.kind in EDITS and dry.resolved.stated:
        resectioning.carry(change, dry.resolved)
    elif dry.resolved.placed:
        resectioning.follow(change, dry.resolved.placed)
    if intent.kind == "undo":
        _carry_back(change, intent.commit)
    kept = [*dry.resolved.units.keys] if intent.kind == "keep" else []
    kept += dry.read_again
    below = set(dry.kept.get(BELOW, NONE).keys)
    stated = [keys.unit(keys.MAP, section_id) for section_id in dry.resolved.stated]
    rows = Unit.objects.in_project(change.project.pk).filter(key__in=among(set(kept) - set(stated)))
    for unit in rows.select_related("current", "candidate"):
        text = change.state.entry(keys.text(unit.key))
        if text is not None:
            # What merely stands below a distrusted text, nobody said to have read.
            by = text["by"] if unit.key in below else By.PERSON
            artifact = Artifact.objects.get(pk=text["artifact"])
            keeping.keep_into(change, unit, artifact, by=by)


def _carry_back(change: Change, number: int) -> None:
    """Remarks that went along with replaced words go back with them."""
    if not change.project.commits.filter(number=number, kind=REPLACE).exists():
        return
    texts = {keys.rest(k): b for k, b in change.state.overlay.items() if keys.kind(k) == "text"}
    versions = Artifact.objects.in_bulk([body["artifact"] for body in texts.values() if body])
    rows = Unit.objects.in_project(change.project.pk).filter(key__in=texts)
    for unit in rows.exclude(current=None).select_related("current"):
        body = texts[unit.key]
        if body and unit.current is not None:
            carry_remarks(unit, unit.current, versions[body["artifact"]])


def _want(project_id: int, intent: Intent, dry: Dry, now: datetime) -> None:
    project = Project.locked(project_id)
    number = project.next_change()
    note = intent.instead.strip() if intent.instead_as == "note" else ""
    wanted = _rows(dry.rewritten)
    for unit in wanted:
        _wanted(unit, number, note, now, _parts(unit, intent, dry))
    Unit.write_all(wanted)
    _tell_later(dry, note)
    armed = dry.later.ids | dry.possible.ids
    Unit.objects.filter(pk__in=among_ids(armed)).update(is_armed=True, plan=number, change=number)
    healed = _settle_healed(project_id, dry, number) if intent.kind in _HEALS else []
    healed += _settle_taken(dry, number) if intent.kind == "adopt" else []
    healed += _offer_again(project, intent.commit, number) if intent.kind == "undo" else []
    readiness.settle(project, [*(unit.pk for unit in wanted), *healed])
    project.save()
    readiness.ring_ready(project, now=now)
    announce(project.pk, project.change_number)


def _offer_again(project: Project, undone: int, number: int) -> list[int]:
    """Where an acceptance was undone, its proposals wait again as they did before it."""
    if not project.commits.filter(number=undone, kind="accept").exists():
        return []
    entries = project.entries.filter(since=undone, key__startswith="text/")
    accepted = [entry.body["artifact"] for entry in entries]
    offered = Artifact.objects.filter(pk__in=accepted, origin=Origin.MODEL)
    free = offered.filter(unit__work__in=[Work.IDLE, Work.PENDING], unit__candidate=None)
    prose = free.exclude(unit__movement_key="").exclude(unit__current=F("pk"))
    again = prose.exclude(unit__is_retired=True).exclude(unit__is_pinned=True)
    units = [_offered(artifact, number) for artifact in again.select_related("unit")]
    Unit.write_all(units)
    return [unit.pk for unit in units]


def _offered(artifact: Artifact, number: int) -> Unit:
    unit = artifact.unit
    unit.offer(artifact.pk)
    unit.change = number
    return unit


def _tell_later(dry: Dry, note: str) -> None:
    """What should be different is kept for what is composed again only later."""
    later = (dry.later.ids | dry.distrusted.ids) - dry.rewritten.ids
    if note:
        Unit.objects.filter(pk__in=among_ids(later)).exclude(work=Work.ACTIVE).update(note=note)


def _parts(unit: Unit, intent: Intent, dry: Dry) -> list[str]:
    """The paragraphs that alone are to be written anew."""
    if intent.whole:
        return [operation.ALL]
    if intent.kind == "update":
        return [operation.FROM_TEXT]
    return list(dry.parts.asked.get(unit.key, ()))


def _wanted(unit: Unit, number: int, note: str, now: datetime, parts: list[str]) -> None:
    """Wants a unit beside its text; a proposal that waited is put aside, a version like others."""
    if unit.work == Work.ACTIVE:
        return
    unit.candidate = None
    if unit.work == Work.PENDING:
        unit.note = note or unit.note
    else:
        unit.want(now=now, note=note)
    unit.ask_for(parts)
    unit.plan, unit.change, unit.is_armed = number, number, False
    unit.grant()


def _settle_healed(project_id: int, dry: Dry, number: int) -> list[int]:
    """What was to be composed again, and need not be any more, is wanted no longer."""
    healed = {*dry.fresh_again.keys, *dry.resolved.units.keys}
    healed |= {keys.rest(k) for k in dry.resolved.writes if keys.kind(k) in ("trust", "text")}
    units = Unit.objects.in_project(project_id).filter(
        work=Work.PENDING, standing=Standing.ACCEPTED, is_stale=False, key__in=among(healed)
    )
    found = list(units)
    for unit in found:
        unit.settle()
        unit.change = number
    Unit.write_all(found)
    return [unit.pk for unit in found]


def _settle_taken(dry: Dry, number: int) -> list[int]:
    """What was read off a text is judged, and with it what its author had remarked on it."""
    units = Unit.objects.filter(pk__in=dry.resolved.units.ids)
    for unit in units:
        unit.settle()
        unit.change = number
        unit.save()
        Finding.objects.open().filter(unit=unit, source="person").update(state="fixed")
    return [unit.pk for unit in units]


def _rows(steps: Steps) -> list[Unit]:
    rows = Unit.objects.filter(pk__in=among_ids(steps.ids))
    return list(rows.select_related("current").order_by("place"))


def _reason(intent: Intent, plan: ChangePlan) -> str:
    said = f": {intent.reason.strip()}" if intent.reason.strip() else ""
    return f"{plan.title}{said}"
