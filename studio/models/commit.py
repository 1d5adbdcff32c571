from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone


class By(models.TextChoices):
    PERSON = "person", "a person"
    POLICY = "policy", "by rule"


class Commit(models.Model):
    """One change of a book: numbered without gaps, written once, chained by digests."""

    project = models.ForeignKey(
        "studio.Project", on_delete=models.CASCADE, related_name="commits", db_index=False
    )
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=40)
    by = models.CharField(max_length=6, choices=By)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL
    )
    reason = models.TextField()
    changes = models.JSONField(help_text="[key, digest before, digest after], in order of keys")
    predecessor = models.CharField(max_length=32, blank=True)
    digest = models.CharField(max_length=32)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(name="one_commit_per_number", fields=["project", "number"]),
            models.CheckConstraint(
                name="commits_are_numbered_from_one", condition=Q(number__gte=1)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.reason}"
