from datetime import datetime
from typing import Any

from django.db import models


class Judged(models.Model):
    """What its author has decided so far of the changes of a proposal: it changes nothing yet."""

    project = models.ForeignKey("studio.Project", on_delete=models.CASCADE, related_name="+")
    artifact = models.OneToOneField(
        "studio.Artifact", on_delete=models.CASCADE, related_name="judged"
    )
    choices = models.JSONField(default=dict, help_text="by change: the way, and the author's text")
    updated_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"decisions about {self.artifact_id}"

    def take(self, choices: dict[str, dict[str, Any]], *, now: datetime) -> None:
        """Holds what was decided last."""
        self.choices, self.updated_at = choices, now
