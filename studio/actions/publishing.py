"""Publishing: files of the accepted book, as of the commit that their names carry."""

import logging
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from hashlib import sha256
from pathlib import Path

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from studio.actions.announce import announce
from studio.actions.refusals import Refused
from studio.core.manuscript import Book, part_of
from studio.formats import archives, files
from studio.formats.files import Made
from studio.formats.folder.contents import BadFolder
from studio.formats.folder.disk import write_folder
from studio.formats.folder.pack import pack
from studio.formats.press import NotPrinted
from studio.models import Export, Project
from studio.queries.folder import contents
from studio.queries.manuscript import manuscript

logger = logging.getLogger(__name__)


class NoSuchFormat(Refused):
    """This format does not exist."""


class NoSuchPart(Refused):
    """This part is not in the book."""


class CannotWrite(Refused):
    """The file could not be written."""


def export(
    project_id: int,
    formats: Iterable[str],
    folder: Path,
    *,
    now: datetime,
    part: str = "",
    has_proposals: bool = False,
) -> list[Export]:
    """Writes the accepted book, or one section of it with those below, into files, each whole or
    not at all, and keeps a record."""
    wanted = list(dict.fromkeys(formats))
    check_formats(wanted)
    project = Project.objects.select_related("owner").get(pk=project_id)
    book = _book(project, part, has_proposals=has_proposals)
    of = files.of_what(part, has_proposals=has_proposals)
    exports = []
    for format_ in wanted:
        on = timezone.localdate(now)
        name = files.name_of(project.slug, format_, on=on, number=book.number, of=of)
        path = folder / name
        made = content_of(project, book, format_)
        try:
            n_bytes = files.write_whole(path, made.data)
        except OSError as error:
            raise CannotWrite(f"{path} could not be written: {error.strerror}.") from error
        exports.append(
            Export(
                project=project,
                format=format_,
                part=part,
                has_proposals=has_proposals,
                digest=sha256(made.data).hexdigest(),
                findings=[[f.words, f.section_id, f.heading] for f in made.findings],
                name=name,
                path=str(path.resolve()),
                commit_number=book.number,
                is_complete=book.complete,
                n_words=book.n_words,
                n_bytes=n_bytes,
                made_at=now,
            )
        )
    with transaction.atomic():
        locked = Project.locked(project_id)
        Export.objects.bulk_create(exports)
        announce(project_id, locked.next_change())
        locked.save(update_fields=["change_number"])
    return exports


def _book(project: Project, part: str, *, has_proposals: bool) -> Book:
    whole = manuscript(project, with_proposals=has_proposals)
    try:
        return part_of(whole, part) if part else whole
    except LookupError as error:
        raise NoSuchPart(f"There is no section “{part}” in this book.") from error


def sign(account_id: int, name: str) -> None:
    """The name that stands on all books of an account."""
    User.objects.filter(pk=account_id).update(first_name=" ".join(name.split()), last_name="")


def lay_out(
    project_id: int, folder: Path, *, known: Mapping[str, bytes] | None = None
) -> list[str]:
    """Writes a book as a folder of text files, over an earlier one; returns what changed there."""
    project = Project.objects.get(pk=project_id)
    try:
        return write_folder(folder, pack(contents(project)), known=known)
    except BadFolder as bad:
        raise CannotWrite(str(bad)) from bad
    except OSError as error:
        raise CannotWrite(f"{folder} could not be written: {error.strerror}.") from error


def content_of(
    project: Project,
    book: Book,
    format_: str,
    *,
    is_stopped: Callable[[], bool] = lambda: False,
) -> Made:
    """What goes into a file of a book, or CannotWrite with what to do."""
    if format_ == files.FOLDER:
        return Made(archives.zipped(pack(contents(project)), project.slug))
    try:
        return files.make(book, format_, fonts=settings.STUDIO.fonts, is_stopped=is_stopped)
    except NotPrinted as reason:
        logger.warning("%s of %s: %s", format_, project.slug, reason.__cause__ or reason)
        raise CannotWrite(str(reason)) from reason


def check_formats(wanted: list[str]) -> None:
    """Refuses formats that do not exist, before anything is made."""
    unknown = [f for f in wanted if f not in files.FORMATS]
    if unknown or not wanted:
        known = ", ".join(files.FORMATS)
        raise NoSuchFormat(f"There is no format “{', '.join(unknown)}”. Choose of: {known}.")
