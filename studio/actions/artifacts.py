"""Writes artifacts: a text once, under its digest, with the cells it was made from."""

from collections.abc import Iterable, Mapping
from datetime import datetime

from studio.actions import cells
from studio.core import operation, prose
from studio.core.cells import compute
from studio.core.digest import digest
from studio.core.reviews import Paragraph
from studio.core.state import State
from studio.llm import tokens
from studio.models import Artifact, Blob, Project, Read, Run, Unit
from studio.models.artifact import Origin
from studio.queries import briefs
from studio.queries.state import DbState

CAUSES = {
    operation.COMPOSE: "Written",
    operation.REVISE: "Revised after a check",
    operation.REWRITE: "Distrusted paragraphs written anew",
}


def keep_text(text: str) -> str:
    """Keeps a text once and returns its digest."""
    return keep_texts([text])[0]


def keep_texts(texts: Iterable[str]) -> list[str]:
    """Keeps texts, each once, and returns their digests in order."""
    blobs = [Blob(digest=digest(text), body=text) for text in texts]
    by_digest = {blob.digest: blob for blob in blobs}
    # In one order everywhere, so that two books that keep the same texts never wait in a circle.
    Blob.objects.bulk_create([by_digest[d] for d in sorted(by_digest)], ignore_conflicts=True)
    return [blob.digest for blob in blobs]


def by_model(
    run: Run,
    unit: Unit,
    *,
    text: str,
    paragraphs: tuple[Paragraph, ...],
    remarks: list[dict[str, str]],
    reads: Mapping[str, str],
    state: State,
    now: datetime,
) -> Artifact:
    """The artifact of a run: with its own reads, and those of its base with the base's digests."""
    base_origins = dict(run.base.paragraphs) if run.base else {}
    base_texts = _texts_by_id(run.base)
    artifact = _create(
        unit,
        text=text,
        paragraphs=[
            [p.id, base_origins[p.id] if base_texts.get(p.id) == p.text else Origin.MODEL]
            for p in paragraphs
        ],
        origin=Origin.MODEL,
        made_by=run.model,
        run=run,
        base=run.base,
        cause=CAUSES[run.kind],
        remarks=remarks,
        now=now,
    )
    inherited = {} if run.kind == operation.COMPOSE else _reads_of(run.base)
    record(run.project, artifact, {**reads, **inherited}, state)
    return artifact


def by_person(
    project: Project,
    unit: Unit,
    *,
    text: str,
    paragraphs: list[list[str]],
    base: Artifact | None,
    reads: Mapping[str, str],
    actor_id: int | None,
    name: str,
    cause: str,
    state: State,
    now: datetime,
    is_read_again: bool = False,
    origin: str = Origin.PERSON,
) -> Artifact:
    """A person's version. With a base it keeps the base's reads: an edit makes nothing fresh,
    unless its author says that the text still holds, and the cells are read again."""
    artifact = _create(
        unit,
        text=text,
        paragraphs=paragraphs,
        origin=origin,
        made_by=name,
        actor_id=actor_id,
        base=base,
        cause=cause,
        remarks=[],
        now=now,
    )
    inherited = _reads_of(base)
    if is_read_again:
        inherited = {key: compute(key, state).digest for key in inherited}
    record(project, artifact, {**reads, **inherited}, state)
    return artifact


def given(
    project: Project,
    unit: Unit,
    *,
    text: str,
    paragraphs: list[list[str]],
    origin: str,
    made_by: str,
    cause: str,
    state: DbState,
    now: datetime,
) -> Artifact:
    """A version that came from elsewhere, read as its place stands at this moment."""
    artifact = _create(
        unit,
        text=text,
        paragraphs=paragraphs,
        origin=origin,
        made_by=made_by,
        cause=cause,
        remarks=[],
        now=now,
    )
    record(project, artifact, briefs.reads_of(unit, state), state)
    return artifact


def record(project: Project, artifact: Artifact, reads: Mapping[str, str], state: State) -> None:
    """Writes what an artifact was made from, and begins to keep those cells."""
    Read.objects.bulk_create(
        Read(artifact=artifact, project=project, key=key, digest=found)
        for key, found in reads.items()
    )
    cells.track(project, reads, state)


def _create(
    unit: Unit,
    *,
    text: str,
    paragraphs: list[list[str]],
    now: datetime,
    **facts: object,
) -> Artifact:
    last = unit.artifacts.order_by("-number").values_list("number", flat=True).first()
    return Artifact.objects.create(
        project_id=unit.project_id,
        unit=unit,
        number=(last or 0) + 1,
        digest=keep_text(text),
        paragraphs=paragraphs,
        n_words=prose.count_words(text) if paragraphs else 0,
        n_tokens=tokens.estimate(text),
        made_at=now,
        **facts,
    )


def _reads_of(base: Artifact | None) -> dict[str, str]:
    return dict(base.reads.values_list("key", "digest")) if base else {}


def _texts_by_id(base: Artifact | None) -> dict[str, str]:
    if base is None or not base.paragraphs:
        return {}
    body = Blob.objects.values_list("body", flat=True).get(pk=base.digest)
    ids = [paragraph_id for paragraph_id, _ in base.paragraphs]
    return dict(zip(ids, prose.paragraphs(body), strict=True))
