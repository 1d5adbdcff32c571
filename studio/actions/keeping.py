"""Keep as is: a person says that a text still holds, whatever changed under it.

The reader runs again: a new version of equal content, with the digests that its cells have now.
"""

from datetime import datetime

from studio.actions import acceptance, artifacts, commits
from studio.actions.commits import Change
from studio.actions.refusals import Gone
from studio.core import keys
from studio.core.cells import compute
from studio.models import Artifact, Blob, Unit
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


def keep_into(change: Change, unit: Unit, artifact: Artifact) -> Artifact:
    """Makes a version of equal content with the reads of this moment current in a change."""
    kept = artifacts.by_person(
        change.project,
        unit,
        text=Blob.objects.values_list("body", flat=True).get(pk=artifact.digest),
        paragraphs=list(artifact.paragraphs),
        base=artifact,
        reads={},
        actor_id=change.actor_id,
        name=artifact.made_by,
        cause="Kept as it is",
        state=change.state,
        now=change.now,
        is_read_again=True,
        # Whose words they are is not changed by keeping them.
        origin=artifact.origin,
    )
    change.put(keys.text(unit.key), candidates.text_entry(kept, By.PERSON))
    acceptance.waive(unit, kept, acceptance.gates_of(change, unit))
    change.concern(unit)
    return kept


def _differs(change: Change, artifact: Artifact) -> bool:
    return any(
        compute(key, change.state).digest != was
        for key, was in artifact.reads.values_list("key", "digest")
    )
