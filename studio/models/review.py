from django.db import models
from django.db.models import Q
from django.utils import timezone


class Verdict(models.TextChoices):
    PASSED = "passed", "passed"
    FAILED = "failed", "failed"
    WAIVED = "waived", "waived by a person"
    NOT_EVALUATED = "none", "not evaluated"


class Review(models.Model):
    """What a gate says of one text: by digest, and by the digest of each paragraph."""

    project = models.ForeignKey("studio.Project", on_delete=models.CASCADE, related_name="reviews")
    unit = models.ForeignKey(
        "studio.Unit", on_delete=models.CASCADE, related_name="reviews", db_index=False
    )
    artifact = models.ForeignKey(
        "studio.Artifact", on_delete=models.CASCADE, related_name="reviews"
    )
    gate = models.CharField(max_length=40)
    digest = models.CharField(max_length=32)
    verdict = models.CharField(max_length=6, choices=Verdict)
    passed = models.JSONField(
        default=list, help_text="digests of the paragraphs without a must-fix"
    )
    n_discarded = models.PositiveIntegerField(default=0, help_text="findings with a false quote")
    run = models.ForeignKey("studio.Run", null=True, blank=True, on_delete=models.SET_NULL)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="a_review_has_a_verdict", condition=Q(verdict__in=Verdict.values)
            ),
        ]
        indexes = [models.Index(name="review_by_unit", fields=["unit", "gate"])]

    def __str__(self) -> str:
        return f"{self.gate}: {self.verdict}"
