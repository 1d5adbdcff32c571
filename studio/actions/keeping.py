"""Keep as is: a person says that a text still holds, whatever changed under it.

The reader runs again: a new version of equal content, with the digests that its cells have now.
"""

from collections.abc import Mapping
from datetime import datetime

from studio.actions import acceptance, artifacts, commits
from studio.actions.commits import Change
from studio.actions.refusals import Gone
from studio.core import keys
from studio.core.cells import compute
from studio.models import Artifact, Unit
from studio.models.commit import By
from studio.queries import candidates


def keep(project_id: int, unit_ids: list[int], *, actor_id: int, now: datetime) -> None:
    """Keeps the texts of units as they are, in one commit: they are fresh again."""
    reason = "Kept as it is"
    with commits.change(
        project_id, kind="keep", reason=reason, by=By.PERSON, actor_id=actor_id, now=now
    ) as change:
        units = Unit.objects.in_project(project_id).filter(pk__in=unit_ids)
        for unit in units.select_related("current", "candidate"):
            if unit.current is None:
                raise Gone
            keep_into(change, unit, unit.current)


def keep_book_wide(change: Change) -> None:
    """Keeps the book-wide steps that an edit of the plan would mark, in the same commit."""
    units = Unit.objects.in_project(change.project.pk).filter(section_id="")
    for unit in units.select_related("current", "candidate"):
        text = change.state.entry(keys.text(unit.key))
        standing = Artifact.objects.get(pk=text["artifact"]) if text else None
        if standing is not None and _differs(change, standing):
            keep_into(change, unit, standing)


def keep_into(change: Change, unit: Unit, artifact: Artifact, *, by: str = By.PERSON) -> Artifact:
    """Makes a version of equal content with the reads of this moment current in a change."""
    read = artifact.reads.values_list("key", flat=True)
    now = {key: compute(key, change.state).digest for key in read}
    kept = keep_under(change, unit, artifact, holds=now, cause="Kept as it is")
    change.put(keys.text(unit.key), candidates.text_entry(kept, by))
    acceptance.waive(unit, kept, acceptance.gates_of(change, unit))
    change.concern(unit)
    return kept


def keep_under(
    change: Change, unit: Unit, artifact: Artifact, *, holds: Mapping[str, str], cause: str
) -> Artifact:
    """A version of equal content in a change, with cells read under these digests."""
    return artifacts.kept(
        change.project,
        unit,
        artifact,
        holds=holds,
        actor_id=change.actor_id,
        cause=cause,
        state=change.state,
        now=change.now,
    )


def _differs(change: Change, artifact: Artifact) -> bool:
    return any(
        compute(key, change.state).digest != was
        for key, was in artifact.reads.values_list("key", "digest")
    )
