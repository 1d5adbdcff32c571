"""What an author does with several remarks at once, each time in one commit."""

from collections.abc import Callable, Iterable
from datetime import datetime

from studio.actions import carrying, commits
from studio.actions.refusals import Refused
from studio.models import Finding
from studio.models.commit import By
from studio.models.finding import FindingState

Act = Callable[[Finding], None]
_OPEN, _FIXED = (FindingState.OPEN,), (FindingState.FIXED,)
# What was withdrawn comes back with the trust in its text, and not by itself.
_CLOSED = (FindingState.FIXED, FindingState.WAIVED, FindingState.DONE)


class NothingChosen(Refused):
    """Choose at least one remark that this can be done with."""


def set_aside(project_id: int, finding_ids: Iterable[int], *, actor_id: int, now: datetime) -> int:
    """Sets open remarks aside by a person's word; returns how many it were."""
    reason = "Set remarks aside"
    return _each(project_id, finding_ids, _OPEN, Finding.waive, reason, actor_id, now)


def mark_fixed(project_id: int, finding_ids: Iterable[int], *, actor_id: int, now: datetime) -> int:
    """Says that open remarks are settled in the text; they are still to be looked at again."""
    reason = "Marked remarks as fixed"
    return _each(project_id, finding_ids, _OPEN, Finding.fix, reason, actor_id, now)


def confirm(project_id: int, finding_ids: Iterable[int], *, actor_id: int, now: datetime) -> int:
    """Says that remarks which were fixed were looked at again: they are done with."""
    reason = "Looked at fixed remarks again"
    return _each(project_id, finding_ids, _FIXED, Finding.confirm, reason, actor_id, now)


def open_again(project_id: int, finding_ids: Iterable[int], *, actor_id: int, now: datetime) -> int:
    """Opens remarks again, against the text as it is now."""
    reason = "Opened remarks again"
    return _each(project_id, finding_ids, _CLOSED, _open_again, reason, actor_id, now)


def _open_again(finding: Finding) -> None:
    finding.open_again()
    text = finding.unit.candidate or finding.unit.current
    if text is not None:
        carrying.follow(finding, text)


def _each(
    project_id: int,
    finding_ids: Iterable[int],
    states: Iterable[FindingState],
    act: Act,
    reason: str,
    actor_id: int,
    now: datetime,
) -> int:
    with commits.change(
        project_id, kind="waive", reason=reason, by=By.PERSON, actor_id=actor_id, now=now
    ) as change:
        rows = Finding.objects.filter(project_id=project_id, pk__in=list(finding_ids))
        related = ("unit__current", "unit__candidate")
        found = list(rows.filter(state__in=list(states)).select_related(*related))
        if not found:
            raise NothingChosen
        for finding in found:
            act(finding)
            finding.save()
            change.stands_anew.add(finding.unit.key)
        change.is_forced = True
        return len(found)
