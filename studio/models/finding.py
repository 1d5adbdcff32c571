from collections.abc import Mapping
from typing import Self

from django.db import models
from django.utils import timezone

from studio.models import statements

# Whether something must be fixed in a version: `blocking` for statements.
MUST_BE_FIXED = """EXISTS (
    SELECT 1 FROM studio_finding
    WHERE artifact_id = %s AND state = 'open' AND severity = 'must_fix'
)"""
_BRING_BACK = """
    UPDATE studio_finding AS finding SET state = 'open'
    FROM unnest(%s::bigint[], %s::text[]) AS trusted(unit_id, digest)
    WHERE finding.unit_id = trusted.unit_id AND finding.state = 'withdrawn' AND EXISTS (
        SELECT 1 FROM studio_artifact AS about
        WHERE about.id = finding.artifact_id AND about.digest = trusted.digest
    )
"""


class Severity(models.TextChoices):
    MUST_FIX = "must_fix", "must fix"
    SHOULD = "should", "should be better"
    IDEA = "idea", "idea"


class FindingState(models.TextChoices):
    OPEN = "open", "open"
    FIXED = "fixed", "fixed"
    WAIVED = "waived", "waived"
    WITHDRAWN = "withdrawn", "withdrawn with the text that it is about"
    DONE = "done", "looked at again"


class FindingQuerySet(models.QuerySet["Finding"]):
    def open(self) -> Self:
        return self.filter(state=FindingState.OPEN)

    def blocking(self) -> Self:
        return self.open().filter(severity=Severity.MUST_FIX)

    def withdraw(self) -> None:
        """What checks said of a text that is distrusted now is passed on to no model."""
        self.open().exclude(source="person").update(state=FindingState.WITHDRAWN)


def bring_back(texts: Mapping[int, str]) -> None:
    """What was withdrawn with these very texts, by unit, holds again, now that they are trusted."""
    if texts:
        statements.do(_BRING_BACK, [list(texts), list(texts.values())])


class Finding(models.Model):
    """What a check, a review or a person holds against a text, anchored by a quote."""

    project = models.ForeignKey("studio.Project", on_delete=models.CASCADE, related_name="findings")
    unit = models.ForeignKey(
        "studio.Unit", on_delete=models.CASCADE, related_name="findings", db_index=False
    )
    artifact = models.ForeignKey(
        "studio.Artifact", on_delete=models.CASCADE, related_name="findings"
    )
    source = models.CharField(max_length=40, help_text="a gate's slug, or person")
    severity = models.CharField(max_length=8, choices=Severity)
    kind = models.CharField(
        max_length=13, blank=True, default="", db_default="", help_text="of fault, if a check said"
    )
    words = models.TextField()
    paragraph_id = models.CharField(max_length=40, blank=True, default="")
    quote = models.TextField(blank=True, default="")
    prefix = models.CharField(max_length=64, blank=True, default="")
    suffix = models.CharField(max_length=64, blank=True, default="")
    is_anchored = models.BooleanField(default=True)
    state = models.CharField(max_length=9, choices=FindingState, default=FindingState.OPEN)
    run = models.ForeignKey("studio.Run", null=True, blank=True, on_delete=models.SET_NULL)
    made_at = models.DateTimeField(default=timezone.now)

    objects = FindingQuerySet.as_manager()

    class Meta:
        indexes = [models.Index(name="finding_by_unit", fields=["unit", "state"])]

    def __str__(self) -> str:
        return self.words

    def fix(self) -> None:
        self.state = FindingState.FIXED

    def waive(self) -> None:
        self.state = FindingState.WAIVED

    def confirm(self) -> None:
        """Its author looked again: it is fixed indeed."""
        self.state = FindingState.DONE

    def open_again(self) -> None:
        self.state = FindingState.OPEN
