"""Writes artifacts: a text once, under its digest, with the cells it was made from."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from types import MappingProxyType

from studio.actions import cells
from studio.core import operation, prose
from studio.core.digest import digest
from studio.core.reviews import Paragraph
from studio.core.state import State
from studio.llm import tokens
from studio.models import Artifact, Project, Run, Unit, statements
from studio.models.artifact import Origin, text_of
from studio.queries import briefs
from studio.queries.state import DbState

_UNKNOWN = """
    SELECT wanted.digest FROM unnest(%s::text[]) AS wanted(digest)
    LEFT JOIN studio_blob AS blob ON blob.digest = wanted.digest WHERE blob.digest IS NULL
"""
_KEEP = """
    INSERT INTO studio_blob (digest, body) SELECT * FROM unnest(%s::text[], %s::text[])
    ON CONFLICT DO NOTHING
"""
_RECORD = """
    INSERT INTO studio_read (artifact_id, project_id, key, digest)
    SELECT %s, %s, * FROM unnest(%s::text[], %s::text[])
"""
_NEXT_NUMBER = """
    (SELECT GREATEST(%s, COALESCE(max(number), 0)) + 1 FROM studio_artifact WHERE unit_id = %s)
"""
CAUSES = {
    operation.COMPOSE: "Written",
    operation.REVISE: "Revised after a check",
    operation.REWRITE: "Single paragraphs written anew",
    operation.UPDATE: "The plan, read off the text",
}


def keep_text(text: str) -> str:
    """Keeps a text once and returns its digest."""
    keep_texts([text])
    return digest(text)


def keep_texts(texts: Iterable[str]) -> None:
    """Keeps texts, each once."""
    by_digest = {digest(text): text for text in texts}
    # Most of them are known, and too long to be sent for nothing.
    missing = [found for (found,) in statements.select(_UNKNOWN, [list(by_digest)])]
    if missing:
        # In one order everywhere, so that books that keep the same texts never wait in a circle.
        missing.sort()
        statements.do(_KEEP, [missing, [by_digest[one] for one in missing]])


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
    holds: Mapping[str, str] = MappingProxyType({}),
) -> Artifact:
    """A person's version. With a base it keeps the base's reads: an edit makes nothing fresh,
    unless its author says that the text still holds, and the cells are read again that are told
    with the digests they have after the change."""
    artifact = _create(
        unit,
        text=text,
        paragraphs=paragraphs,
        origin=Origin.PERSON,
        made_by=name,
        actor_id=actor_id,
        base=base,
        cause=cause,
        remarks=[],
        now=now,
    )
    record(project, artifact, {**reads, **_reads_of(base), **holds}, state)
    return artifact


def kept(
    project: Project,
    unit: Unit,
    base: Artifact,
    *,
    holds: Mapping[str, str],
    actor_id: int | None,
    cause: str,
    state: State,
    now: datetime,
) -> Artifact:
    """A version of equal content, of which a person says that it holds under these digests. Whose
    words they are is not changed by keeping them."""
    artifact = _create(
        unit,
        text=text_of(base.digest),
        paragraphs=list(base.paragraphs),
        origin=base.origin,
        made_by=base.made_by,
        actor_id=actor_id,
        base=base,
        cause=cause,
        remarks=[],
        now=now,
    )
    record(project, artifact, {**_reads_of(base), **holds}, state)
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


def carried(
    unit: Unit,
    source: Artifact,
    *,
    text: str,
    paragraphs: list[list[str]],
    cause: str,
    now: datetime,
) -> Artifact:
    """A version that comes from another place, whole or in part: its words stay whose they were.
    It is numbered after its source, so that no id of a paragraph is given out twice."""
    return _create(
        unit,
        text=text,
        paragraphs=paragraphs,
        after=source.number,
        origin=source.origin,
        made_by=source.made_by,
        actor_id=source.actor_id,
        base=source,
        cause=cause,
        remarks=[],
        now=now,
    )


def record(project: Project, artifact: Artifact, reads: Mapping[str, str], state: State) -> None:
    """Writes what an artifact was made from, and begins to keep those cells."""
    statements.do(_RECORD, [artifact.pk, project.pk, list(reads), list(reads.values())])
    cells.track(project, reads, state)


def _create(
    unit: Unit,
    *,
    text: str,
    paragraphs: list[list[str]],
    now: datetime,
    after: int = 0,
    **facts: object,
) -> Artifact:
    artifact = Artifact(
        project_id=unit.project_id,
        unit=unit,
        digest=keep_text(text),
        paragraphs=paragraphs,
        n_words=prose.count_words(text) if paragraphs else 0,
        n_tokens=tokens.estimate(text),
        made_at=now,
        **facts,
    )
    return statements.insert(artifact, number=(_NEXT_NUMBER, [after, unit.pk]))


def _reads_of(base: Artifact | None) -> dict[str, str]:
    return dict(base.reads.values_list("key", "digest")) if base else {}


def _texts_by_id(base: Artifact | None) -> dict[str, str]:
    if base is None or not base.paragraphs:
        return {}
    body = text_of(base.digest)
    ids = [paragraph_id for paragraph_id, _ in base.paragraphs]
    return dict(zip(ids, prose.paragraphs(body), strict=True))
