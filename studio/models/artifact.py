from functools import lru_cache
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from studio.models import statements


class Blob(models.Model):
    """A text under its digest: kept once, however many rows speak of it."""

    digest = models.CharField(max_length=32, primary_key=True)
    body = models.TextField()

    def __str__(self) -> str:
        return self.digest


@lru_cache(maxsize=256)
def text_of(digest: str) -> str:
    """The text with this digest. It is remembered, for it can never be another."""
    found: str | None = statements.value("SELECT body FROM studio_blob WHERE digest = %s", [digest])
    if found is None:
        raise Blob.DoesNotExist(digest)
    return found


class Origin(models.TextChoices):
    MODEL = "model", "the model"
    PERSON = "person", "a person"


class Artifact(models.Model):
    """A version of what a unit produced. Written once: a correction is a new version."""

    project = models.ForeignKey(
        "studio.Project", on_delete=models.CASCADE, related_name="artifacts"
    )
    unit = models.ForeignKey(
        "studio.Unit", on_delete=models.CASCADE, related_name="artifacts", db_index=False
    )
    number = models.PositiveIntegerField()
    digest = models.CharField(max_length=32)
    origin = models.CharField(max_length=6, choices=Origin)
    made_by = models.CharField(max_length=120, help_text="the model, or the person's name")
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL
    )
    run = models.OneToOneField(
        "studio.Run", null=True, blank=True, on_delete=models.PROTECT, related_name="artifact"
    )
    base = models.ForeignKey("self", null=True, blank=True, on_delete=models.PROTECT)
    cause = models.CharField(max_length=200)
    paragraphs = models.JSONField(default=list, help_text="[id, origin] of each paragraph in order")
    remarks = models.JSONField(default=list, help_text="what the mechanical checks advise")
    n_words = models.PositiveIntegerField(default=0)
    n_tokens = models.PositiveIntegerField(default=0)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(name="one_artifact_per_number", fields=["unit", "number"]),
            models.CheckConstraint(
                name="an_artifact_has_an_origin", condition=Q(origin__in=Origin.values)
            ),
        ]

    def __str__(self) -> str:
        return f"version {self.number} of unit {self.unit_id}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Writes a new version; saving an existing one raises TypeError."""
        if not self._state.adding:
            raise TypeError("an artifact is written once; make a new version")
        super().save(*args, **kwargs)


class Read(models.Model):
    """A cell that an artifact was made from, with the digest it had then."""

    # Found by the unique pair, and by `read_by_key`; the artifact vouches for the book.
    artifact = models.ForeignKey(
        Artifact, on_delete=models.CASCADE, related_name="reads", db_index=False
    )
    project = models.ForeignKey(
        "studio.Project",
        on_delete=models.CASCADE,
        related_name="+",
        db_index=False,
        db_constraint=False,
    )
    key = models.CharField(max_length=160)
    digest = models.CharField(max_length=32)

    class Meta:
        constraints = [
            models.UniqueConstraint(name="one_read_per_cell", fields=["artifact", "key"]),
        ]
        indexes = [models.Index(name="read_by_key", fields=["project", "key"])]

    def __str__(self) -> str:
        return self.key
