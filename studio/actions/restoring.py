"""Takes earlier text back, whole or one paragraph of it: as a new version, by its author's word."""

from contextlib import AbstractContextManager
from datetime import datetime

from studio.actions import commits, naming, wording
from studio.actions.commits import Change
from studio.actions.refusals import Gone, Refused, Unchanged
from studio.core import arranging, keys, outline, prose
from studio.models import Artifact, Unit
from studio.models.commit import By
from studio.queries import briefs, writing
from studio.queries.state import DbState
from studio.queries.words_written import RESTORED


class WasNotThere(Refused):
    """This section had no text then that could be taken back."""


def restore_section(
    project_id: int, section_id: str, number: int, *, actor_id: int, now: datetime
) -> int:
    """Makes a section, or all of a chapter, say what it said after a commit, passage by passage,
    in one commit whose number it returns. Passages that were not there then are left alone."""
    reason = f"{RESTORED}: text as it was at change {number}"
    then = DbState(project_id, as_of=number)
    with _change(project_id, reason, actor_id, now) as change:
        before = f"Before change {number} was taken back"
        naming.name_before(change.project, section_id, before, actor_id=actor_id)
        leaves = _leaves(change, section_id)
        units = [unit for leaf in leaves for unit in writing.passages(project_id, leaf)]
        pairs = [(unit, body) for unit in units if (body := then.entry(keys.text(unit.key)))]
        if not pairs:
            raise WasNotThere
        versions = Artifact.objects.in_bulk([body["artifact"] for _, body in pairs])
        for unit, body in pairs:
            old = versions[body["artifact"]]
            if unit.current is None or unit.current.digest != old.digest:
                wording.take_back(change, old)
        if not change.units:
            raise Unchanged("It says that already.")
    return _number(change)


def _leaves(change: Change, section_id: str) -> list[str]:
    """The sections with text at or below one, in book order."""
    nodes = outline.ordered({keys.rest(k): b for k, b in change.state.kind("section").items()})
    within = arranging.below({node.id: node.body for node in nodes}, section_id)
    return [node.id for node in nodes if node.is_leaf and node.id in within]


def restore_paragraph(artifact_id: int, paragraph_id: str, *, actor_id: int, now: datetime) -> int:
    """Puts one paragraph of a version into today's text: in the place of what it became, or where
    it stood. Returns the number of the commit."""
    old = Artifact.objects.select_related("unit").get(pk=artifact_id)
    reason = f"{RESTORED}: a paragraph of version {old.number}"
    with _change(old.project_id, reason, actor_id, now) as change:
        unit = Unit.objects.select_related("candidate", "current").get(pk=old.unit_id)
        if unit.current is None or unit.is_retired:
            raise Gone
        whole = _with_paragraph(unit.current, old, paragraph_id)
        wording.write_over(change, unit, unit.current, whole, cause=reason, moved=_origins(old))
    return _number(change)


def _with_paragraph(now: Artifact, old: Artifact, paragraph_id: str) -> str:
    """Today's text with a paragraph of an older version in it."""
    then = [(p.id, p.text) for p in briefs.paragraphs(old)]
    order = [i for i, _ in then]
    if paragraph_id not in order:
        raise wording.NoSuchParagraph
    text = dict(then)[paragraph_id]
    here = {p.id: p.text for p in briefs.paragraphs(now)}
    if paragraph_id in here:
        return prose.join((here | {paragraph_id: text}).values())
    before = order[: order.index(paragraph_id)]
    place = next((i for i in reversed(before) if i in here), None)
    texts = [] if place else [text]
    for i, said in here.items():
        texts += [said, text] if i == place else [said]
    return prose.join(texts)


def _origins(old: Artifact) -> dict[str, str]:
    """Whose words the paragraphs of a version are: taking them back changes nothing about it."""
    origins = dict(old.paragraphs)
    return {p.text: origins[p.id] for p in briefs.paragraphs(old)}


def _change(
    project_id: int, reason: str, actor_id: int, now: datetime
) -> AbstractContextManager[Change]:
    return commits.change(
        project_id, kind="edit", reason=reason, by=By.PERSON, actor_id=actor_id, now=now
    )


def _number(change: Change) -> int:
    assert change.commit is not None, "equal text was refused before"
    return change.commit.number
