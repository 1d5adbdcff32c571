"""Writing without a model: a section that its author writes needs no plan of passages."""

from contextlib import AbstractContextManager
from datetime import datetime

from django.db import transaction

from studio.actions import artifacts, commits, wording
from studio.actions.commits import Change
from studio.actions.refusals import Empty, Gone, Refused
from studio.core import keys, proposals, prose
from studio.core.proposals import Operation
from studio.core.state import Body
from studio.models import Artifact, Project, Unit
from studio.models.commit import By
from studio.queries import candidates

WHOLE = "text"


class HasPassages(Refused):
    """This section has passages already. Edit them where they stand."""


def write_section(
    project_id: int, section_id: str, text: str, *, actor_id: int, now: datetime
) -> None:
    """Makes a text the whole of a section: one passage, accepted by this word, and locked."""
    if not prose.normalise(text).strip():
        raise Empty
    with transaction.atomic():
        Project.locked(project_id)
        with _change(project_id, "Planned as one passage", actor_id, now) as change:
            _plan_as_one(change, section_id)
        with _change(project_id, "Written by hand", actor_id, now) as change:
            key = keys.unit(keys.DRAFT, section_id, WHOLE)
            unit = Unit.objects.select_related("candidate", "current").get(
                project_id=project_id, key=key
            )
            wording.write_text(change, unit, text, cause="Written by hand")
            change.put(keys.pin(key), {})


def _plan_as_one(change: Change, section_id: str) -> None:
    section = change.state.entry(keys.section(section_id))
    if section is None:
        raise Gone
    if change.state.entry(keys.map_of(section_id)) is not None:
        raise HasPassages
    movement = {
        "key": WHOLE,
        "title": section["title"],
        "purpose": section.get("synopsis") or section["title"],
        "words": int(section.get("words", 0)),
        "done_when": section.get("done_when", ""),
    }
    body: Body = {"movements": [movement]}
    unit = Unit.objects.select_related("candidate", "current").get(
        project=change.project, key=keys.unit(keys.MAP, section_id)
    )
    artifact = _map(change, unit, section_id, body)
    change.put(keys.map_of(section_id), body)
    change.put(keys.text(unit.key), candidates.text_entry(artifact, By.PERSON))
    unit.settle()
    unit.save()
    change.concern(unit)


def _map(change: Change, unit: Unit, section_id: str, body: Body) -> Artifact:
    key = keys.map_of(section_id)
    operation = Operation(key, proposals.expected(None), body)
    return artifacts.given(
        change.project,
        unit,
        text=candidates.as_text([operation]),
        paragraphs=[],
        origin="person",
        made_by="",
        cause="Planned as one passage",
        state=change.state,
        now=change.now,
    )


def _change(
    project_id: int, reason: str, actor_id: int, now: datetime
) -> AbstractContextManager[Change]:
    return commits.change(
        project_id, kind="edit", reason=reason, by=By.PERSON, actor_id=actor_id, now=now
    )
