"""What an author does with several remarks at once."""

from collections.abc import Iterable
from datetime import datetime

from studio.actions import commits
from studio.actions.refusals import Refused
from studio.models import Finding
from studio.models.commit import By


class NothingChosen(Refused):
    """Choose at least one remark that is open."""


def set_aside(project_id: int, finding_ids: Iterable[int], *, actor_id: int, now: datetime) -> int:
    """Sets open remarks aside by a person's word, in one commit; returns how many it were."""
    with commits.change(
        project_id,
        kind="waive",
        reason="Set remarks aside",
        by=By.PERSON,
        actor_id=actor_id,
        now=now,
    ) as change:
        rows = Finding.objects.open().filter(project_id=project_id, pk__in=list(finding_ids))
        found = list(rows.select_related("unit"))
        if not found:
            raise NothingChosen
        for finding in found:
            finding.waive()
            change.stands_anew.add(finding.unit.key)
        Finding.objects.bulk_update(found, ["state"])
        change.is_forced = True
        return len(found)
