"""The backups of the desk, as its settings show them."""

from django.urls import reverse

from studio.models import Backup
from studio.models.ordered import OrderedState
from studio.queries.exports import size_words
from studio.queries.values.settings import BackupLine

MOST_LISTED = 10


def backup_lines() -> tuple[BackupLine, ...]:
    """The last backups, the newest first."""
    return tuple(map(_line, Backup.objects.order_by("-made_at", "-pk")[:MOST_LISTED]))


def _line(row: Backup) -> BackupLine:
    return BackupLine(
        id=row.pk,
        name=row.name,
        state=row.state,
        url=reverse("backup_file", args=[row.pk]) if row.state == OrderedState.READY else "",
        size=size_words(row.n_bytes) if row.n_bytes else "",
        note=row.reason,
        made_at=row.made_at,
        is_underway=row.is_unfinished,
    )
