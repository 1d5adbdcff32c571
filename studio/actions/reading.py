"""What an author decides while reading through: about one section, or several by one decision."""

from collections.abc import Iterable, Mapping
from datetime import datetime

from django.db import transaction

from studio.actions import commits, judging, keeping
from studio.actions.refusals import Moved, NothingToAccept, Refused
from studio.core import keys
from studio.core.states import Work
from studio.models import Project, Unit
from studio.models.commit import By
from studio.models.unit import UnitQuerySet
from studio.queries.seen import seen_digest

LOOK_AGAIN = "Something else is there now. Look at it again, then decide."


class NothingUnread(Refused):
    """There is nothing here that you have not read."""


def accept_sections(
    project_id: int, seen: Mapping[str, str], *, actor_id: int, reason: str, now: datetime
) -> int:
    """Accepts the prose that waits in sections, in one commit; returns how many passages it was.

    `seen` holds, for each section, the digest of what was looked at. Steps that are held, and
    prose in which something must be fixed, are judged one by one and not in passing.
    """
    with transaction.atomic():
        _look(project_id, seen)
        units = _prose(project_id, seen).filter(work=Work.REVIEW).exclude(candidate=None)
        must_fix = units.filter(findings__state="open", findings__severity="must_fix")
        ids = list(units.exclude(pk__in=must_fix.values("pk")).values_list("pk", flat=True))
        if not ids:
            raise NothingToAccept
        judging.accept(project_id, ids, actor_id=actor_id, reason=reason, now=now)
        return len(ids)


def mark_read(
    project_id: int,
    section_ids: Iterable[str],
    *,
    actor_id: int,
    now: datetime,
    seen: Mapping[str, str] | None = None,
) -> None:
    """What a rule accepted unread is accepted by a person from now on: one commit, no new text."""
    with commits.change(
        project_id,
        kind="read",
        reason="Read and accepted",
        by=By.PERSON,
        actor_id=actor_id,
        now=now,
    ) as change:
        _look(project_id, seen or {})
        units = _prose(project_id, section_ids).filter(accepted_by=By.POLICY)
        found = [keys.text(key) for key in units.values_list("key", flat=True)]
        change.state.fetch(found)
        for key in found:
            body = change.state.entry(key)
            assert body is not None, "what is accepted has a text"
            change.put(key, {**body, "by": By.PERSON.value})
        if not found:
            raise NothingUnread


def still_holds(
    project_id: int, section_id: str, *, actor_id: int, seen: str, now: datetime
) -> None:
    """The texts of a place hold, whatever changed under them; '' for the plan of the book."""
    with transaction.atomic():
        _look(project_id, {section_id: seen})
        units = Unit.objects.in_project(project_id).filter(section_id=section_id, is_stale=True)
        ids = list(units.exclude(current=None).order_by("place").values_list("pk", flat=True))
        if not ids:
            raise Moved(LOOK_AGAIN)
        keeping.keep(project_id, ids, actor_id=actor_id, now=now)


def keep_text(project_id: int, section_id: str, *, seen: str, now: datetime) -> None:
    """Discards what is proposed beside the text of a section: the text stays as it is."""
    with transaction.atomic():
        _look(project_id, {section_id: seen})
        units = Unit.objects.in_project(project_id).filter(section_id=section_id)
        waiting = units.filter(work__in=[Work.REVIEW, Work.HELD])
        both = waiting.exclude(candidate=None).exclude(current=None).order_by("place")
        ids = list(both.values_list("pk", flat=True))
        if not ids:
            raise NothingToAccept
        for unit_id in ids:
            judging.keep_current(unit_id, now=now)


def _prose(project_id: int, section_ids: Iterable[str]) -> UnitQuerySet:
    units = Unit.objects.in_project(project_id).filter(section_id__in=list(section_ids))
    return units.exclude(movement_key="").order_by("place")


def _look(project_id: int, seen: Mapping[str, str]) -> None:
    """Refuses where something else is there than what was looked at."""
    Project.locked(project_id)
    for section_id, digest in seen.items():
        if digest and digest != seen_digest(project_id, section_id):
            raise Moved(LOOK_AGAIN)
