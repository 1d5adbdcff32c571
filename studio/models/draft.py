from datetime import datetime

from django.conf import settings
from django.db import models


class Draft(models.Model):
    """What somebody typed in a section and has not made part of the book: it changes nothing."""

    project = models.ForeignKey("studio.Project", on_delete=models.CASCADE, related_name="drafts")
    section_id = models.CharField(max_length=40)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    base = models.TextField(blank=True, help_text="the versions that it was begun from")
    text = models.TextField(blank=True)
    tab = models.CharField(max_length=40, blank=True, help_text="the window it was typed in")
    sequence = models.PositiveBigIntegerField(default=0, help_text="of that window, ever rising")
    revision = models.PositiveIntegerField(default=0, help_text="how often it was written here")
    updated_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="one_draft_per_person_and_section", fields=["project", "section_id", "user"]
            ),
        ]

    def __str__(self) -> str:
        return f"draft of {self.section_id}"

    def take(self, text: str, *, base: str, tab: str, sequence: int, now: datetime) -> None:
        """Holds what was typed last."""
        self.text, self.base, self.tab, self.sequence = text, base, tab, sequence
        self.revision += 1
        self.updated_at = now
