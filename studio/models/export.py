from datetime import datetime, timedelta
from typing import Self

from django.db import models
from django.db.models import F, Q
from django.utils import timezone


class ExportState(models.TextChoices):
    WAITING = "waiting", "waits for its turn"
    MAKING = "making", "is being made"
    READY = "ready", "can be taken"
    FAILED = "failed", "came to nothing"
    STOPPED = "stopped", "was stopped"


class ExportQuerySet(models.QuerySet["Export"]):
    def unfinished(self) -> Self:
        return self.filter(state__in=(ExportState.WAITING, ExportState.MAKING))

    def forgotten(self, now: datetime, patience: timedelta) -> Self:
        """What waits for longer than it should, or whose maker gave no sign of life."""
        waits = Q(state=ExportState.WAITING, made_at__lt=now - patience)
        return self.filter(waits | Q(state=ExportState.MAKING, lease_until__lt=now))


class Export(models.Model):
    """A file made from a book as of one commit, or to be made.

    waiting → making → ready, failed; a person stops it; one whose maker died is made again.
    Each move is one conditional update: who comes second moves nothing.
    """

    project = models.ForeignKey("studio.Project", on_delete=models.CASCADE, related_name="exports")
    format = models.CharField(max_length=10)
    part = models.CharField(max_length=40, blank=True, default="", db_default="")
    has_proposals = models.BooleanField(default=False, db_default=False)
    state = models.CharField(
        max_length=7, choices=ExportState, default=ExportState.READY, db_default=ExportState.READY
    )
    token = models.PositiveSmallIntegerField(default=0, db_default=0, help_text="of its attempt")
    lease_until = models.DateTimeField(null=True, blank=True)
    reason = models.TextField(blank=True, default="", db_default="")
    findings = models.JSONField(
        default=list, db_default=[], blank=True, help_text="[words, section, heading]"
    )
    digest = models.CharField(max_length=64, blank=True, default="", db_default="")
    name = models.CharField(max_length=160)
    path = models.CharField(max_length=400)
    commit_number = models.PositiveIntegerField()
    is_complete = models.BooleanField()
    n_words = models.PositiveIntegerField()
    n_bytes = models.PositiveIntegerField()
    made_at = models.DateTimeField(default=timezone.now)

    objects = ExportQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="an_export_has_a_state", condition=Q(state__in=ExportState.values)
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @classmethod
    def begin(cls, export_id: int, *, now: datetime, until: datetime) -> "Export | None":
        """Takes it to be made; none if somebody else makes it, or nobody wants it any more."""
        free = Q(state=ExportState.WAITING) | Q(state=ExportState.MAKING, lease_until__lt=now)
        taken = cls.objects.filter(free, pk=export_id).update(
            state=ExportState.MAKING, token=F("token") + 1, lease_until=until
        )
        return cls.objects.select_related("project__owner").get(pk=export_id) if taken else None

    def is_ours(self, *, until: datetime) -> bool:
        """A sign of life; False once it is no longer ours to make."""
        return self._move(lease_until=until)

    def finish(self, **facts: object) -> bool:
        return self._move(state=ExportState.READY, lease_until=None, **facts)

    def fail(self, reason: str) -> bool:
        return self._move(state=ExportState.FAILED, lease_until=None, reason=reason)

    def give_back(self) -> bool:
        """To be made by another one, and not counted as an attempt."""
        return self._move(state=ExportState.WAITING, lease_until=None, token=F("token") - 1)

    def stop(self) -> bool:
        """Nobody wants it any more."""
        unfinished = Export.objects.unfinished().filter(pk=self.pk)
        return bool(unfinished.update(state=ExportState.STOPPED, lease_until=None))

    def _move(self, **facts: object) -> bool:
        ours = Export.objects.filter(pk=self.pk, state=ExportState.MAKING, token=self.token)
        return bool(ours.update(**facts))
