from typing import Self

from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.db.models import F, Q


class EntryQuerySet(models.QuerySet["Entry"]):
    def current(self) -> Self:
        return self.filter(until=None)

    def as_of(self, commit_number: int) -> Self:
        """The entries as they stood after that commit."""
        return self.filter(Q(until=None) | Q(until__gt=commit_number), since__lte=commit_number)


class Entry(models.Model):
    """One version of one part of a book's state, from commit `since` until commit `until`."""

    project = models.ForeignKey(
        "studio.Project", on_delete=models.CASCADE, related_name="entries", db_index=False
    )
    key = models.CharField(max_length=160)
    kind = models.CharField(max_length=20)
    group = models.CharField(max_length=60, blank=True, default="")
    body = models.JSONField()
    digest = models.CharField(max_length=32)
    since = models.PositiveIntegerField()
    until = models.PositiveIntegerField(null=True, blank=True)

    objects = EntryQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="one_current_version_per_entry",
                fields=["project", "key"],
                condition=Q(until=None),
            ),
            models.UniqueConstraint(
                name="one_version_per_entry_and_commit", fields=["project", "key", "since"]
            ),
            models.CheckConstraint(
                name="an_entry_ends_after_it_began",
                condition=Q(until=None) | Q(until__gt=F("since")),
            ),
        ]
        indexes = [
            models.Index(
                name="entry_by_group",
                fields=["project", "kind", "group"],
                condition=Q(until=None),
            ),
            GinIndex(
                name="entry_by_relation",
                fields=["body"],
                opclasses=["jsonb_path_ops"],
                condition=Q(until=None, kind="object"),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.key} since {self.since}"
