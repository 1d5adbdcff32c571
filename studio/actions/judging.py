"""How an author judges a text: accept, send back, keep, lock, remark."""

from collections.abc import Iterable
from contextlib import AbstractContextManager
from datetime import datetime

from django.db import transaction

from studio.actions import acceptance, commits, keeping, leases
from studio.actions.commits import Change
from studio.actions.refusals import Empty, Moved, NothingToAccept
from studio.core import anchors, keys
from studio.core.states import Work
from studio.models import Artifact, Finding, Project, Unit
from studio.models.commit import By
from studio.models.finding import Severity
from studio.queries import briefs
from studio.queries.seen import seen_digest


def accept(
    project_id: int,
    unit_ids: Iterable[int],
    *,
    actor_id: int,
    reason: str,
    now: datetime,
    seen: tuple[str, str] = ("", ""),
) -> None:
    """Accepts the candidates of units, in book order, in one commit, by a person; if their section
    is as it was seen."""
    with _change(project_id, "accept", reason, actor_id, now) as change:
        _check_seen(project_id, *seen)
        units = Unit.objects.in_project(project_id).filter(pk__in=list(unit_ids))
        waiting = units.exclude(candidate=None).filter(work__in=[Work.REVIEW, Work.HELD])
        rows = waiting.select_related("candidate", "current").order_by("place")
        # What its text suggests for a plan is taken change by change (core.plan_updates).
        found = [unit for unit in rows if not unit.is_from_text]
        if not found:
            raise NothingToAccept
        for unit in found:
            assert unit.candidate is not None, "filtered above"
            acceptance.accept_into(change, unit, unit.candidate)
        if any(not unit.section_id for unit in found):
            keeping.keep_book_wide(change)


def accept_section(
    project_id: int, section_id: str, *, actor_id: int, reason: str, now: datetime, seen: str = ""
) -> None:
    """Accepts all that waits in a section, its passages in order, in one commit."""
    _check_seen(project_id, section_id, seen)
    units = Unit.objects.in_project(project_id).filter(section_id=section_id)
    ids = list(units.values_list("pk", flat=True))
    accept(project_id, ids, actor_id=actor_id, reason=reason, now=now)


def accept_plan(project_id: int, *, actor_id: int, now: datetime, seen: str = "") -> None:
    """Accepts all book-wide steps that wait: what the book argues, and its outline.

    The plan is judged as one: an outline that was proposed before its author changed a word of
    the argument is kept as it is, by the same decision.
    """
    _check_seen(project_id, "", seen)
    units = Unit.objects.in_project(project_id).filter(section_id="")
    ids = list(units.values_list("pk", flat=True))
    accept(project_id, ids, actor_id=actor_id, reason="Accepted the plan", now=now)


def send_back(unit_id: int, *, note: str, actor_id: int, now: datetime) -> None:
    """Rejects a candidate with a note: a remark that the next attempt must settle."""
    with transaction.atomic():
        unit = Unit.objects.get(pk=unit_id)
        project = Project.locked(unit.project_id)
        unit.refresh_from_db()
        if unit.candidate is None or unit.work not in (Work.REVIEW, Work.HELD):
            raise NothingToAccept
        if note.strip():
            _remark(unit, unit.candidate, note.strip())
        unit.send_back(now=now, note="")
        unit.candidate = None
        leases.close(project, unit, now)


def keep_current(unit_id: int, *, now: datetime) -> None:
    """Discards a candidate: the text of the book stays as it is."""
    with transaction.atomic():
        unit = Unit.objects.get(pk=unit_id)
        project = Project.locked(unit.project_id)
        unit.refresh_from_db()
        if unit.candidate is None or unit.current is None:
            raise NothingToAccept
        unit.settle()
        leases.close(project, unit, now)


def lock(
    project_id: int, unit_ids: Iterable[int], *, is_locked: bool, actor_id: int, now: datetime
) -> None:
    """Locks texts, so that nothing ever rewrites them, or unlocks them."""
    reason = "Locked" if is_locked else "Unlocked"
    with _change(project_id, "lock", reason, actor_id, now) as change:
        for unit in Unit.objects.in_project(project_id).filter(pk__in=list(unit_ids)):
            if not is_locked:
                change.drop(keys.pin(unit.key))
            elif unit.current_id is not None:
                change.put(keys.pin(unit.key), {})


def remark(unit_id: int, paragraph_id: str, quote: str, words: str, *, now: datetime) -> None:
    """Keeps a person's remark about a passage, anchored to its words where they are found."""
    with transaction.atomic():
        unit = Unit.objects.get(pk=unit_id)
        project = Project.locked(unit.project_id)
        unit.refresh_from_db()
        base = unit.candidate or unit.current
        if base is None or not words.strip():
            raise Empty("Write down what you want to remark.")
        _remark(unit, base, words.strip(), paragraph_id, quote)
        leases.close(project, unit, now)


def waive_finding(finding_id: int, *, actor_id: int, now: datetime) -> None:
    """Sets a remark aside by a person's word."""
    finding = Finding.objects.select_related("unit").get(pk=finding_id)
    reason = "Set a remark aside"
    with _change(finding.project_id, "waive", reason, actor_id, now) as change:
        finding.refresh_from_db()
        finding.waive()
        finding.save()
        change.is_forced = True
        change.stands_anew.add(finding.unit.key)


def _change(
    project_id: int, kind: str, reason: str, actor_id: int, now: datetime
) -> AbstractContextManager[Change]:
    return commits.change(
        project_id, kind=kind, reason=reason, by=By.PERSON, actor_id=actor_id, now=now
    )


def _check_seen(project_id: int, section_id: str, seen: str) -> None:
    if seen and seen != seen_digest(project_id, section_id):
        raise Moved("Something else is there now. Look at it again, then decide.")


def _remark(
    unit: Unit, artifact: Artifact, words: str, paragraph_id: str = "", quote: str = ""
) -> None:
    texts = {p.id: p.text for p in briefs.paragraphs(artifact)} if artifact.paragraphs else {}
    found = anchors.anchor(paragraph_id, texts.get(paragraph_id, ""), quote) if quote else None
    Finding.objects.create(
        project_id=unit.project_id,
        unit=unit,
        artifact=artifact,
        source="person",
        severity=Severity.SHOULD,
        words=words,
        paragraph_id=paragraph_id,
        quote=found.quote if found else quote,
        prefix=found.prefix if found else "",
        suffix=found.suffix if found else "",
        is_anchored=not quote or found is not None,
    )
