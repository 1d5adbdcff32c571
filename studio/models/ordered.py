from datetime import datetime, timedelta
from typing import Self, TypeVar

from django.db import models
from django.db.models import F, Q
from django.utils import timezone

Row = TypeVar("Row", bound="Ordered", covariant=True)


class OrderedState(models.TextChoices):
    WAITING = "waiting", "waits for its turn"
    MAKING = "making", "is being made"
    READY = "ready", "can be taken"
    FAILED = "failed", "came to nothing"
    STOPPED = "stopped", "was stopped"


UNFINISHED = (OrderedState.WAITING, OrderedState.MAKING)


class OrderedQuerySet(models.QuerySet[Row]):
    def unfinished(self) -> Self:
        return self.filter(state__in=UNFINISHED)

    def forgotten(self, now: datetime, patience: timedelta) -> Self:
        """What waits for longer than it should, or whose maker gave no sign of life."""
        waits = Q(state=OrderedState.WAITING, made_at__lt=now - patience)
        return self.filter(waits | Q(state=OrderedState.MAKING, lease_until__lt=now))


class Ordered(models.Model):
    """What takes its time: ordered by a person, done by one worker under a lease.

    waiting → making → ready, failed; a person stops it; one whose maker died is made again.
    Each move is one conditional update: who comes second moves nothing.
    """

    state = models.CharField(
        max_length=7,
        choices=OrderedState,
        default=OrderedState.READY,
        db_default=OrderedState.READY,
    )
    token = models.PositiveSmallIntegerField(default=0, db_default=0, help_text="of its attempt")
    lease_until = models.DateTimeField(null=True, blank=True)
    reason = models.TextField(blank=True, default="", db_default="")
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        abstract = True

    @classmethod
    def begin(cls, row_id: int, *, now: datetime, until: datetime) -> Self | None:
        """Takes it to be made; none if somebody else makes it, or nobody wants it any more."""
        free = Q(state=OrderedState.WAITING) | Q(state=OrderedState.MAKING, lease_until__lt=now)
        taken = cls._default_manager.filter(free, pk=row_id).update(
            state=OrderedState.MAKING, token=F("token") + 1, lease_until=until
        )
        return cls._default_manager.get(pk=row_id) if taken else None

    @property
    def is_unfinished(self) -> bool:
        return self.state in UNFINISHED

    def is_wanted(self) -> bool:
        """Whether it is still ours to make."""
        return self._ours().exists()

    def is_ours(self, *, until: datetime, **facts: object) -> bool:
        """A sign of life; False once it is no longer ours to make."""
        return self._move(lease_until=until, **facts)

    def finish(self, **facts: object) -> bool:
        return self._move(state=OrderedState.READY, lease_until=None, **facts)

    def fail(self, reason: str, **facts: object) -> bool:
        return self._move(state=OrderedState.FAILED, lease_until=None, reason=reason, **facts)

    def give_back(self) -> bool:
        """To be made by another one, and not counted as an attempt."""
        return self._move(state=OrderedState.WAITING, lease_until=None, token=F("token") - 1)

    def stop(self) -> bool:
        """Nobody wants it any more."""
        rows = type(self)._default_manager.filter(pk=self.pk, state__in=UNFINISHED)
        return bool(rows.update(state=OrderedState.STOPPED, lease_until=None))

    def _ours(self) -> "models.QuerySet[Self]":
        return type(self)._default_manager.filter(
            pk=self.pk, state=OrderedState.MAKING, token=self.token
        )

    def _move(self, **facts: object) -> bool:
        return bool(self._ours().update(**facts))
