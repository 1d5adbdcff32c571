"""A proposal beside a text, decided change by change by its author."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import datetime

from django.db import transaction

from studio.actions import acceptance, commits, wording
from studio.actions.commits import Change
from studio.actions.refusals import Empty, Moved, NothingToAccept, Refused
from studio.core import choices, keys, prose
from studio.core.choices import Choice, Way
from studio.core.state import Body
from studio.core.states import Work
from studio.models import Artifact, Judged, Project, Unit
from studio.models.commit import By
from studio.queries import briefs, comparing
from studio.queries.seen import seen_digest

Told = Mapping[str, Choice]
ACCEPTED, KEPT = "accepted", "kept"


class Undecided(Refused):
    """Some changes are not decided yet. Decide them, or accept or keep the rest."""


def remember(project_id: int, section_id: str, told: Told, *, now: datetime) -> None:
    """Keeps what was decided so far, to be gone on with; the book does not change.

    `told` names each change by its unit and its own id, as pages do.
    """
    with transaction.atomic():
        Project.locked(project_id)
        for unit in _judged(project_id, section_id):
            said = {change: asdict(choice) for change, choice in _of(unit, told).items()}
            row = Judged.objects.filter(artifact=unit.candidate).first()
            row = row or Judged(project_id=project_id, artifact=unit.candidate)
            row.take(said, now=now)
            row.save()


def finish(
    project_id: int,
    section_id: str,
    told: Told,
    *,
    rest: Way | None,
    seen: str,
    actor_id: int,
    now: datetime,
) -> str:
    """Applies the decisions to the passages of a section, in one commit; `rest` decides the others.

    All taken is an acceptance, all kept leaves the text as it is; anything between is the
    author's version. Returns what became of it: accepted, or kept.
    """
    with commits.change(
        project_id,
        kind="accept",
        reason="Judged a proposal change by change",
        by=By.PERSON,
        actor_id=actor_id,
        now=now,
    ) as change:
        if seen and seen != seen_digest(project_id, section_id):
            raise Moved("Something else is there now. Look at it again, then decide.")
        units = _judged(project_id, section_id)
        if not units:
            raise NothingToAccept
        ends = {_apply(change, unit, _of(unit, told), rest) for unit in units}
        Judged.objects.filter(artifact__unit__in=units).delete()
    return ACCEPTED if ACCEPTED in ends else KEPT


def _judged(project_id: int, section_id: str) -> Sequence[Unit]:
    """The passages of a section that have both a text and a proposal that waits."""
    units = Unit.objects.in_project(project_id).filter(section_id=section_id)
    both = units.exclude(movement_key="").exclude(candidate=None).exclude(current=None)
    waiting = both.filter(work__in=[Work.REVIEW, Work.HELD])
    return list(waiting.select_related("candidate", "current").order_by("place"))


def _of(unit: Unit, told: Told) -> dict[str, Choice]:
    """The decisions about one unit, by change."""
    stem = f"{unit.pk}-"
    return {name.removeprefix(stem): c for name, c in told.items() if name.startswith(stem)}


def _apply(change: Change, unit: Unit, told: Told, rest: Way | None) -> str:
    current, candidate = unit.current, unit.candidate
    assert current is not None, "only what has both is judged"
    assert candidate is not None, "only what has both is judged"
    found = comparing.changes_of(current, candidate)
    whole = {c.id: told.get(c.id) or (Choice(rest) if rest else None) for c in found if c.is_real}
    decided = {name: choice for name, choice in whole.items() if choice}
    if len(decided) < len(whole):
        raise Undecided
    text = prose.join(choices.chosen(found, decided))
    if not text:
        raise Empty
    if text == _body(candidate):
        acceptance.accept_into(change, unit, candidate)
        return ACCEPTED
    if text == _body(current):
        unit.settle()
        unit.save()
        change.concern(unit)
        return KEPT
    _mix(change, unit, current, candidate, text)
    return ACCEPTED


def _mix(change: Change, unit: Unit, current: Artifact, candidate: Artifact, text: str) -> None:
    """Makes what was chosen of both the author's version; whose words they are stays as it was."""
    origins = dict(current.paragraphs)
    kept = {p.text: origins[p.id] for p in briefs.paragraphs(current)}
    doubted = _doubted(change, unit, current)
    made = wording.write_over(
        change, unit, candidate, text, cause="Chosen from a proposal", moved=kept
    )
    marked = [p.id for p in briefs.paragraphs(made) if p.text in doubted.get("texts", ())]
    if marked:
        change.put(keys.trust(unit.key), {**doubted["body"], "whole": False, "paragraphs": marked})


def _doubted(change: Change, unit: Unit, current: Artifact) -> Body:
    """What is distrusted of the text that stood: who keeps it has not said to trust it."""
    body = change.state.entry(keys.trust(unit.key))
    if body is None:
        return {}
    marked = set(body.get("paragraphs", ()))
    texts = {p.text for p in briefs.paragraphs(current) if body.get("whole") or p.id in marked}
    return {"body": body, "texts": texts}


def _body(artifact: Artifact) -> str:
    return prose.join(p.text for p in briefs.paragraphs(artifact))
