"""A book as its folder has it: what stands in it, and nothing of what is only proposed."""

from collections.abc import Iterator, Mapping

from django.db.models import Q

from studio.core import keys
from studio.core.digest import digest
from studio.formats.folder.contents import Contents, Remark, Version
from studio.models import Artifact, Blob, Finding, Project, Read, Review, Unit
from studio.models.among import among, among_ids
from studio.models.review import Verdict
from studio.queries.manuscript import Damaged
from studio.queries.snapshot import one_moment
from studio.queries.state import Body, DbState

_KINDS = ("brief", "protocol", "pass", "object", "section", "map", "front", "text", "trust", "pin")


def contents(project: Project) -> Contents:
    """What the folder of a book holds, as of this moment."""
    with one_moment():
        found = DbState(project.pk).kinds(*_KINDS)
        live = set(Unit.objects.in_project(project.pk).values_list("key", flat=True))
        texts = {keys.rest(k): b for k, b in found.pop("text").items() if keys.rest(k) in live}
        entries = {
            key: body
            for kind in found
            for key, body in found[kind].items()
            if kind not in ("trust", "pin") or keys.rest(key) in live
        }
        return Contents(entries, tuple(_versions(project, texts)), tuple(_remarks(project, texts)))


def _versions(project: Project, texts: Mapping[str, Body]) -> Iterator[Version]:
    ids = {int(body["artifact"]): key for key, body in texts.items()}
    rows = {row.pk: row for row in Artifact.objects.filter(pk__in=among_ids(ids))}
    wanted = among({row.digest for row in rows.values()})
    bodies = dict(Blob.objects.filter(pk__in=wanted).values_list("pk", "body"))
    reads: dict[int, dict[str, str]] = {}
    read = Read.objects.filter(artifact__in=among_ids(ids))
    for pk, key, then in read.values_list("artifact_id", "key", "digest"):
        reads.setdefault(pk, {})[key] = then
    passed = _passed(project)
    for pk, key in sorted(ids.items(), key=lambda pair: pair[1]):
        row = rows[pk]
        if digest(bodies[row.digest]) != row.digest:
            raise Damaged(f"The kept text of {key} is not what was accepted.")
        yield Version(
            key=key,
            text=bodies[row.digest],
            by=str(texts[key]["by"]),
            origin=row.origin,
            made_by=row.made_by,
            cause=row.cause,
            number=row.number,
            made_at=row.made_at.isoformat(),
            paragraphs=tuple((i, origin) for i, origin in row.paragraphs),
            remarks=tuple(row.remarks),
            reads=reads.get(pk, {}),
            passed=tuple(sorted(passed.get((key, row.digest), {}).values())),
        )


def _passed(
    project: Project,
) -> dict[tuple[str, str], dict[str, tuple[str, str, tuple[str, ...]]]]:
    """By step and text the latest good word of each check."""
    rows = Review.objects.filter(
        project=project, verdict__in=[Verdict.PASSED, Verdict.WAIVED]
    ).order_by("pk")
    found: dict[tuple[str, str], dict[str, tuple[str, str, tuple[str, ...]]]] = {}
    for key, text, gate, verdict, passed in rows.values_list(
        "unit__key", "digest", "gate", "verdict", "passed"
    ):
        found.setdefault((key, text), {})[gate] = (gate, verdict, tuple(passed))
    return found


def _remarks(project: Project, texts: Mapping[str, Body]) -> Iterator[Remark]:
    current = {int(body["artifact"]) for body in texts.values()}
    is_of_text = Q(artifact__in=among_ids(current))
    for row in (
        Finding.objects.open()
        .filter(is_of_text, project=project)
        .select_related("unit")
        .order_by("unit__key", "made_at", "paragraph_id", "words")
    ):
        yield Remark(
            key=row.unit.key,
            source=row.source,
            severity=row.severity,
            words=row.words,
            paragraph=row.paragraph_id,
            quote=row.quote,
            prefix=row.prefix,
            suffix=row.suffix,
            is_anchored=row.is_anchored,
            made_at=row.made_at.isoformat(),
            kind=row.kind,
        )
