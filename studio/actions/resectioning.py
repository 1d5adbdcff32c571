"""Passages that come to stand in another section, with text, remarks, checks and history.

The text at its new place is a new version there, equal to what stood at the old one to the letter,
and read as the new place stands; what its old place had not caught up with, it has not either.
"""

from collections.abc import Iterable

from studio.actions import acceptance, artifacts, units
from studio.actions.commits import Change
from studio.core import keys, proposals
from studio.core.editing import Placed
from studio.core.proposals import Operation
from studio.models import Artifact, Cell, Finding, Review, Unit
from studio.models.commit import By
from studio.queries import briefs, candidates
from studio.queries.selecting import Resolved
from studio.queries.state import DbState


def carry(change: Change, resolved: Resolved) -> None:
    """Makes the versions that stand where an edit puts texts, and accepts the passages it states.

    The places have to be there before a version can stand at them, so units follow first.
    """
    for digest, text in resolved.texts.items():
        change.state.know(digest, text)
    stored = DbState(change.project.pk)
    stored.fetch(resolved.writes)
    before = {key: body for key in resolved.writes if (body := stored.entry(key)) is not None}
    change.unit_ids |= units.follow(
        change.project,
        change.state,
        resolved.writes,
        before=before,
        sums=change.sums,
        now=change.now,
    )
    for section_id in resolved.stated:
        _state_passages(change, section_id)
    sources = {one.source: _unit(change, one.source).current for one in resolved.placed}
    made = []
    for one in resolved.placed:
        source = sources[one.source]
        assert source is not None, "only what has a text is placed"
        made.append((one, source, _place(change, one, source)))
    for one, source, artifact in made:
        _read(change, one, source, artifact)


def follow(change: Change, placed: Iterable[Placed]) -> None:
    """Remarks go back, or forth again, with a text whose move is undone."""
    for one in placed:
        text = change.state.entry(keys.text(one.place))
        if text is None:
            continue
        _take_remarks(change, one, text["artifact"], text["paragraphs"])
        for unit in (_unit(change, one.source), _unit(change, one.place)):
            stands = change.state.entry(keys.text(unit.key))
            if stands is not None:
                own = Finding.objects.open().filter(unit=unit, artifact=unit.current)
                own.update(artifact=stands["artifact"])


def _place(change: Change, one: Placed, source: Artifact) -> Artifact:
    """The version that stands at the new place; what it was made from is noted when all stand."""
    unit = _unit(change, one.place)
    entry = change.state.entry(keys.text(one.place))
    assert entry is not None, "what is placed has a text"
    kept = set(entry["paragraphs"])
    artifact = artifacts.carried(
        unit,
        source,
        text=change.state.blob(entry["blob"]),
        paragraphs=[pair for pair in source.paragraphs if pair[0] in kept],
        cause=(
            "Divided" if unit.pk == source.unit_id else
            f"Moved here, version {source.number} there"
        ),
        now=change.now,
    )  # fmt: skip
    change.put(keys.text(one.place), {**entry, "artifact": artifact.pk})
    _take_checks(change, unit, artifact, source)
    _take_remarks(change, one, artifact.pk, entry["paragraphs"])
    unit.settle()
    unit.save()
    change.concern(unit)
    return artifact


def _take_remarks(change: Change, one: Placed, artifact_id: int, paragraphs: list[str]) -> None:
    """Open remarks on paragraphs that move go with them; all of them where nothing is left."""
    go, come = _unit(change, one.source), _unit(change, one.place)
    is_left = change.state.entry(keys.text(go.key)) is not None
    for finding in Finding.objects.open().filter(unit=go):
        if is_left and finding.paragraph_id not in paragraphs and go.pk != come.pk:
            continue
        if finding.artifact_id == go.current_id:
            finding.artifact_id = artifact_id
        finding.unit = come
        finding.save()


def _take_checks(change: Change, unit: Unit, artifact: Artifact, source: Artifact) -> None:
    """What checks said of a text holds wherever it stands; a part of it is its author's word."""
    said = Review.objects.filter(unit_id=source.unit_id, digest=artifact.digest)
    if unit.pk != source.unit_id:
        Review.objects.bulk_create(
            Review(
                project_id=unit.project_id, unit=unit, artifact=artifact, gate=review.gate,
                digest=review.digest, verdict=review.verdict, passed=review.passed,
                n_discarded=review.n_discarded, run_id=review.run_id, made_at=review.made_at,
            )
            for review in said.order_by("pk")
        )  # fmt: skip
    acceptance.waive_reviews(unit, artifact, acceptance.gates_of(change, unit))


def _read(change: Change, one: Placed, source: Artifact, artifact: Artifact) -> None:
    was = dict(source.reads.values_list("key", "digest"))
    if artifact.unit_id == source.unit_id:
        artifacts.record(change.project, artifact, was, change.state)
        return
    now = dict(
        Cell.objects.filter(project=change.project, key__in=was).values_list("key", "digest")
    )
    behind = {_there(k, one): d for k, d in was.items() if now.get(k, d) != d}
    reads = briefs.reads_of(_unit(change, one.place), change.state)
    reads |= {k: d for k, d in behind.items() if k in reads}
    artifacts.record(change.project, artifact, reads, change.state)


def _there(cell: str, one: Placed) -> str:
    """A cell of the old place, as it is called at the new one."""
    kind, rest = keys.kind(cell), keys.rest(cell)
    old, new = keys.rest(one.source), keys.rest(one.place)
    if rest == old:
        return f"{kind}/{new}"
    is_of_section = rest == old.partition("/")[0]
    return f"{kind}/{new.partition('/')[0]}" if is_of_section else cell


def _state_passages(change: Change, section_id: str) -> None:
    """The plan of passages that a split or a join leaves is its author's, and accepted."""
    unit, key = _unit(change, keys.unit(keys.MAP, section_id)), keys.map_of(section_id)
    body = change.state.entry(key)
    artifact = artifacts.given(
        change.project,
        unit,
        text=candidates.as_text([Operation(key, proposals.expected(body), body)]),
        paragraphs=[],
        origin="person",
        made_by="",
        cause="Split or joined",
        state=change.state,
        now=change.now,
    )
    change.put(keys.text(unit.key), candidates.text_entry(artifact, By.PERSON))
    acceptance.waive_reviews(unit, artifact, acceptance.gates_of(change, unit))
    unit.settle()
    unit.save()
    change.concern(unit)


def _unit(change: Change, key: str) -> Unit:
    return Unit.objects.select_related("current", "candidate").get(project=change.project, key=key)
