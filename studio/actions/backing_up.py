"""Backups that are ordered in the browser: made by a worker, kept beside the books."""

from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from studio.actions import bell, printing
from studio.actions.refusals import Gone, Refused
from studio.models import Backup
from studio.models.ordered import OrderedState

INTERRUPTED = (
    "It was interrupted three times while it was made. Look whether the disk is full, then make "
    "another one."
)


class AlreadyOrdered(Refused):
    """A backup is being made already."""


def order(*, actor_id: int, now: datetime) -> Backup:
    """Has all books written into one file, while the desk goes on."""
    with transaction.atomic():
        if Backup.objects.unfinished().exists():
            raise AlreadyOrdered
        ordered = Backup.objects.create(
            ordered_by_id=actor_id, state=OrderedState.WAITING, name=_name(now), made_at=now
        )
        bell.ring_for_backups([ordered.pk])
    return ordered


def begin(backup_id: int, *, now: datetime) -> Backup | None:
    """Takes a backup to be made; none if there is nothing to make."""
    backup = Backup.begin(backup_id, now=now, until=printing.lease(now))
    if backup is not None and backup.token > printing.MOST_ATTEMPTS:
        backup.fail(INTERRUPTED)
        return None
    return backup


def stop(backup_id: int) -> None:
    """Nobody wants the backup any more: whoever makes it ends within a second."""
    _of(backup_id).stop()


def remove(backup_id: int) -> None:
    """Forgets a backup and deletes its file."""
    backup = _of(backup_id)
    backup.stop()
    backup.delete()
    if backup.path:
        Path(backup.path).unlink(missing_ok=True)


def ring_forgotten(*, now: datetime) -> None:
    """Rings for a backup that nobody took up, or whose maker is gone."""
    forgotten = list(Backup.objects.forgotten(now, printing.PATIENCE).values_list("pk", flat=True))
    if forgotten:
        bell.ring_for_backups(forgotten)


def folder() -> Path:
    """Where the desk keeps backups."""
    return settings.STUDIO.data / "backups"


def _name(now: datetime) -> str:
    return f"studio-{timezone.localtime(now):%Y-%m-%d-%H%M%S}.dump"


def _of(backup_id: int) -> Backup:
    found = Backup.objects.filter(pk=backup_id).first()
    if found is None:
        raise Gone("This backup is no longer there.")
    return found
