"""What an author writes into a text: versions in a person's words, and earlier ones taken back."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType

from studio.actions import acceptance, artifacts, commits, naming
from studio.actions.commits import Change
from studio.actions.refusals import Empty, Gone, Refused, Unchanged
from studio.core import anchors, keys, paragraphs, prose
from studio.core.operation import ALL
from studio.core.states import Work
from studio.models import Artifact, Finding, Unit
from studio.models.artifact import Origin
from studio.models.commit import By
from studio.queries import briefs, candidates


class NoSuchParagraph(Refused):
    """This paragraph is no longer in the text. Look at the text again; yours is kept below."""


def edit_paragraph(
    unit_id: int, paragraph_id: str, text: str, *, actor_id: int, now: datetime
) -> None:
    """Replaces one paragraph by the author's words. Accepted text stays accepted."""
    base = _base(unit_id)
    new = prose.normalise(text).strip()
    found = briefs.paragraphs(base)
    if paragraph_id not in {p.id for p in found}:
        raise NoSuchParagraph
    whole = prose.join(new if p.id == paragraph_id else p.text for p in found if p.text or new)
    edit_text(unit_id, whole, actor_id=actor_id, cause="Edited by hand", now=now)


def edit_text(unit_id: int, text: str, *, actor_id: int, cause: str, now: datetime) -> None:
    """Replaces the whole text of a unit by the author's words, as one commit.

    An edit of accepted text, or of a candidate, is the author's version: the save is the word of
    a person, so it is accepted with the edits, and the reviews it has not passed are waived.
    """
    project_id = Unit.objects.values_list("project_id", flat=True).get(pk=unit_id)
    with commits.change(
        project_id, kind="edit", reason=cause, by=By.PERSON, actor_id=actor_id, now=now
    ) as change:
        unit = Unit.objects.select_related("candidate", "current").get(pk=unit_id)
        if unit.is_retired:
            raise Gone
        write_text(change, unit, text, cause=cause)


def write_text(change: Change, unit: Unit, text: str, *, cause: str) -> Artifact:
    """Makes a person's version of a unit's text current in an open change."""
    base = unit.candidate or unit.current
    if not prose.normalise(text).strip():
        raise Empty
    return write_over(change, unit, base, text, cause=cause, moved={})


def write_over(
    change: Change,
    unit: Unit,
    base: Artifact | None,
    text: str,
    *,
    cause: str,
    moved: Mapping[str, str],
) -> Artifact:
    """The same over a version that is named, which may leave nothing of it; `moved` says who
    wrote the paragraphs that come from elsewhere."""
    whole = prose.normalise(text).strip()
    pairs, origins = _matched(base, whole)
    body = prose.join(paragraph for _, paragraph in pairs)
    if base is not None and body == _body(base) and base == unit.current:
        raise Unchanged
    written = [Written(i, t, origins.get((i, t)) or moved.get(t, Origin.PERSON)) for i, t in pairs]
    artifact = write_paragraphs(change, unit, base, written, cause=cause)
    acceptance.waive(unit, artifact, acceptance.gates_of(change, unit))
    acceptance.trust_what_is_new(change, unit, dict(pairs))
    _re_anchor(unit, artifact, dict(pairs))
    _put_down(unit, base, dict(pairs))
    return artifact


@dataclass(frozen=True, slots=True)
class Written:
    """A paragraph of a version in the making: its id, its text, and whose words they are."""

    id: str
    text: str
    origin: str


def write_paragraphs(
    change: Change,
    unit: Unit,
    base: Artifact | None,
    written: list[Written],
    *,
    cause: str,
    holds: Mapping[str, str] = MappingProxyType({}),
) -> Artifact:
    """Makes a version of these paragraphs current, by a person; what was held against the one
    before, and what was distrusted in it, is left to the caller."""
    body = prose.join(one.text for one in written)
    artifact = artifacts.by_person(
        change.project,
        unit,
        text=body,
        paragraphs=[[one.id, one.origin] for one in written],
        # What says nothing was not written from anything.
        base=base if written else None,
        reads={} if base or not written else briefs.reads_of(unit, change.state),
        actor_id=change.actor_id,
        name=change.actor_name,
        cause=cause,
        state=change.state,
        now=change.now,
        holds=holds,
    )
    change.state.know(artifact.digest, body)
    change.put(keys.text(unit.key), candidates.text_entry(artifact, By.PERSON))
    change.concern(unit)
    return artifact


def restore(artifact_id: int, *, actor_id: int, now: datetime) -> None:
    """Takes an earlier version back, by a person's word."""
    old = Artifact.objects.select_related("unit").get(pk=artifact_id)
    reason = f"Took version {old.number} back"
    with commits.change(
        old.project_id, kind="edit", reason=reason, by=By.PERSON, actor_id=actor_id, now=now
    ) as change:
        before = f"Before version {old.number} was taken back"
        naming.name_before(change.project, old.unit.section_id, before, actor_id=actor_id)
        take_back(change, old)


def take_back(change: Change, old: Artifact) -> None:
    """Makes an earlier version current again, as what it is: with what it was written from, and
    whose words it has. Where all that stands as it did, it is fresh, without a call."""
    unit = Unit.objects.select_related("candidate", "current").get(pk=old.unit_id)
    if unit.is_retired:
        raise Gone
    if unit.current is not None and unit.current.digest == old.digest:
        raise Unchanged("It says that already.")
    texts = {p.id: p.text for p in briefs.paragraphs(old)}
    change.put(keys.text(unit.key), candidates.text_entry(old, By.PERSON))
    acceptance.waive(unit, old, acceptance.gates_of(change, unit))
    acceptance.trust_what_is_new(change, unit, texts)
    _re_anchor(unit, old, texts)
    _put_down(unit, unit.candidate or unit.current, texts)
    change.concern(unit)


def _base(unit_id: int) -> Artifact:
    unit = Unit.objects.select_related("candidate", "current").get(pk=unit_id)
    base = unit.candidate or unit.current
    if base is None:
        raise NoSuchParagraph
    return base


def _matched(
    base: Artifact | None, whole: str
) -> tuple[list[tuple[str, str]], dict[tuple[str, str], str]]:
    """Paragraphs keep their ids across an edit; those that were not touched keep their origin."""
    old = [(p.id, p.text) for p in briefs.paragraphs(base)] if base else []
    n_made = base.number * 1000 if base else 0
    pairs = paragraphs.match(old, prose.paragraphs(whole), lambda n: f"p{n_made + n + 1}e")
    by_id = dict(base.paragraphs) if base else {}
    return pairs, {(i, t): by_id[i] for i, t in old if i in by_id}


def _body(artifact: Artifact) -> str:
    return prose.join(p.text for p in briefs.paragraphs(artifact))


def _put_down(unit: Unit, base: Artifact | None, texts: Mapping[str, str]) -> None:
    """The author's version settles what waited on the text that was edited, and of paragraphs that
    were to be written anew those that its author wrote."""
    if unit.work in (Work.REVIEW, Work.HELD, Work.PENDING) and unit.candidate == base:
        unit.settle()
    elif unit.work == Work.PENDING and unit.parts and unit.current is not None:
        stood = {p.id: p.text for p in briefs.paragraphs(unit.current)}
        left = [i for i in unit.parts if i == ALL or (i in stood and texts.get(i) == stood[i])]
        unit.ask_for(left) if left else unit.settle()
    unit.save()


def _re_anchor(unit: Unit, artifact: Artifact, texts: dict[str, str]) -> None:
    """Remarks follow their words; those whose words are gone are kept without a place, but for
    those that were withdrawn with them."""
    kept = ("open", "withdrawn")
    for finding in Finding.objects.filter(unit=unit, state__in=kept).exclude(paragraph_id=""):
        old = anchors.Anchor(finding.paragraph_id, finding.quote, finding.prefix, finding.suffix)
        new, fate = anchors.re_anchor(old, texts)
        if finding.state == "withdrawn" and fate == "unanchored":
            continue
        finding.paragraph_id, finding.prefix, finding.suffix = (
            new.paragraph_id,
            new.prefix,
            new.suffix,
        )
        finding.is_anchored = fate != "unanchored"
        finding.artifact = artifact
        finding.save()
