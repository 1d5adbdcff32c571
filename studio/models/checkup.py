from typing import Any

from django.db import models


class Checkup(models.Model):
    """What the last check of a book's invariants found; of each book only the last is kept."""

    project = models.OneToOneField(
        "studio.Project", primary_key=True, on_delete=models.CASCADE, related_name="checkup"
    )
    found: "models.JSONField[list[list[Any]], list[list[Any]]]" = models.JSONField(
        default=list, help_text="[invariant, place, words, repair] of each violation"
    )
    n_found = models.PositiveIntegerField(default=0)
    made_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"checkup of book {self.project_id}"
