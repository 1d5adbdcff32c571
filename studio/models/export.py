from django.db import models
from django.utils import timezone


class Export(models.Model):
    """A file made from a book as of one commit."""

    project = models.ForeignKey("studio.Project", on_delete=models.CASCADE, related_name="exports")
    format = models.CharField(max_length=10)
    name = models.CharField(max_length=160)
    path = models.CharField(max_length=400)
    commit_number = models.PositiveIntegerField()
    is_complete = models.BooleanField()
    n_words = models.PositiveIntegerField()
    n_bytes = models.PositiveIntegerField()
    made_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return self.name
