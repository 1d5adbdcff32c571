"""Remarks go along when a text gets another version that says nearly the same."""

from collections.abc import Iterable

from studio.core import anchors
from studio.models import Artifact, Finding, Unit
from studio.models.among import among_ids
from studio.queries import briefs

REPLACE = "replace"  # the kind of a commit that carried remarks along


def carry_remarks(unit: Unit, old: Artifact, new: Artifact) -> None:
    """The open remarks of a text hold against its next version, at the words that theirs became.

    Those of a proposal that waits stay with it. Carrying them back gives what they were.
    """
    before = {p.id: p.text for p in briefs.paragraphs(old)}
    after = {p.id: p.text for p in briefs.paragraphs(new)}
    rows = Finding.objects.open().filter(unit=unit)
    for finding in rows.exclude(artifact=unit.candidate_id) if unit.candidate_id else rows:
        finding.artifact = new
        if finding.paragraph_id:
            _carry(finding, before, after)
        finding.save()


def with_remarks(units: Iterable[Unit]) -> set[int]:
    """Those of some steps against which something is held, by id."""
    rows = Finding.objects.open().filter(unit__in=among_ids(unit.pk for unit in units))
    return set(rows.values_list("unit_id", flat=True))


def follow(finding: Finding, text: Artifact) -> None:
    """A remark holds against a text that came later, where its words are found there."""
    finding.artifact = text
    if finding.paragraph_id:
        _carry(finding, {}, {p.id: p.text for p in briefs.paragraphs(text)})


def _carry(finding: Finding, before: dict[str, str], after: dict[str, str]) -> None:
    anchor = anchors.Anchor(finding.paragraph_id, finding.quote, finding.prefix, finding.suffix)
    here, there = before.get(finding.paragraph_id), after.get(finding.paragraph_id)
    carried = anchors.carry(anchor, here, there) if here and there else None
    if carried is None:
        carried, fate = anchors.re_anchor(anchor, after)
        finding.is_anchored = fate != "unanchored"
    finding.paragraph_id, finding.quote = carried.paragraph_id, carried.quote
    finding.prefix, finding.suffix = carried.prefix, carried.suffix
