"""Files that take their time: ordered by a person, made by a worker, kept by their digest."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from pathlib import Path

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from studio.actions import bell
from studio.actions.announce import announce
from studio.actions.publishing import check_formats
from studio.actions.refusals import Gone, Refused
from studio.core.manuscript import Book
from studio.formats import files
from studio.formats.files import Made
from studio.models import Export, Project
from studio.models.ordered import OrderedState
from studio.queries.exports import is_large

MOST_ATTEMPTS = 3
PATIENCE = timedelta(seconds=10)
INTERRUPTED = (
    "It was interrupted three times while it was made. Order it again; if that comes to the same, "
    "make a file of each part, or give the machine more memory."
)


class AlreadyOrdered(Refused):
    """These files are being made already."""


@dataclass(frozen=True, slots=True)
class Order:
    """What somebody wants: formats, of the whole book or of one of its sections, with what is
    only proposed or without."""

    formats: tuple[str, ...]
    part: str = ""
    has_proposals: bool = False


def order(project_id: int, wanted: Order, *, now: datetime) -> list[Export]:
    """Has files made of the book as it is now, one for each format that is not under way."""
    check_formats(list(wanted.formats))
    with transaction.atomic():
        project = Project.locked(project_id)
        underway = set(
            Export.objects.unfinished()
            .filter(
                project=project,
                commit_number=project.commit_number,
                part=wanted.part,
                has_proposals=wanted.has_proposals,
            )
            .values_list("format", flat=True)
        )
        missing = [format_ for format_ in wanted.formats if format_ not in underway]
        if not missing:
            raise AlreadyOrdered
        ordered = Export.objects.bulk_create(_row(project, f, wanted, now) for f in missing)
        bell.ring_printers(export.pk for export in ordered)
        _tell(project)
    return ordered


def _row(project: Project, format_: str, wanted: Order, now: datetime) -> Export:
    return Export(
        project=project,
        format=format_,
        part=wanted.part,
        has_proposals=wanted.has_proposals,
        state=OrderedState.WAITING,
        name=files.name_of(
            project.slug,
            format_,
            on=timezone.localdate(now),
            number=project.commit_number,
            of=files.of_what(wanted.part, has_proposals=wanted.has_proposals),
        ),
        commit_number=project.commit_number,
        is_complete=True,
        n_words=0,
        n_bytes=0,
        made_at=now,
    )


def begin(export_id: int, *, now: datetime) -> Export | None:
    """Takes a file to be made; none if there is nothing to make."""
    export = Export.begin(export_id, now=now, until=lease(now))
    if export is not None and export.token > MOST_ATTEMPTS:
        fail(export, INTERRUPTED)
        return None
    return export


def lease(now: datetime) -> datetime:
    """Until when a maker need not give a sign of life."""
    return now + timedelta(seconds=settings.STUDIO.lease_seconds)


def finish(export: Export, book: Book, made: Made) -> bool:
    """Keeps the file under its digest, and offers it."""
    digest = sha256(made.data).hexdigest()
    path = folder_of(export.project) / f"{digest}.{files.FORMATS[export.format].ending}"
    files.write_whole(path, made.data)
    with transaction.atomic():
        project = Project.locked(export.project_id)
        is_kept = export.finish(
            digest=digest,
            path=str(path.resolve()),
            is_complete=book.complete,
            n_words=book.n_words,
            n_bytes=len(made.data),
            findings=[[f.words, f.section_id, f.heading] for f in made.findings],
        )
        _tell(project)
    return is_kept


def fail(export: Export, reason: str) -> None:
    """Says why there is no file."""
    with transaction.atomic():
        project = Project.locked(export.project_id)
        export.fail(reason)
        _tell(project)


def stop(project_id: int, export_id: int) -> None:
    """Nobody wants the file any more: whoever makes it ends within a second."""
    with transaction.atomic():
        project = Project.locked(project_id)
        _of(project, export_id).stop()
        _tell(project)


def remove(project_id: int, export_id: int) -> None:
    """Forgets a file, and deletes it where the desk keeps it and no other one is the same."""
    with transaction.atomic():
        project = Project.locked(project_id)
        export = _of(project, export_id)
        export.stop()
        export.delete()
        _tell(project)
    path = Path(export.path)
    is_wanted = Export.objects.filter(path=export.path).exists()
    if export.path and not is_wanted and path.parent == folder_of(project).resolve():
        path.unlink(missing_ok=True)


def ring_forgotten(*, now: datetime) -> int:
    """Rings for files that nobody took up, or whose maker is gone; returns for how many."""
    forgotten = list(Export.objects.forgotten(now, PATIENCE).values_list("pk", flat=True)[:20])
    if forgotten:
        bell.ring_printers(forgotten)
    return len(forgotten)


def folder_of(project: Project) -> Path:
    """Where the desk keeps the files of a book."""
    return settings.STUDIO.data / "exports" / project.slug


def slow(project: Project, formats: Iterable[str]) -> tuple[str, ...]:
    """Those of the formats that no page waits for: of a large book all."""
    is_any = is_large(project)
    return tuple(f for f in formats if is_any or files.FORMATS[f].is_pressed)


def _of(project: Project, export_id: int) -> Export:
    found = Export.objects.filter(project=project, pk=export_id).first()
    if found is None:
        raise Gone("This file is no longer there.")
    return found


def _tell(project: Project) -> None:
    announce(project.pk, project.next_change())
    project.save(update_fields=["change_number"])
