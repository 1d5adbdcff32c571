from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone


class Named(models.Model):
    """A name that an author gave to what a book, a chapter or a section said after a commit: a
    name, not a copy."""

    project = models.ForeignKey("studio.Project", on_delete=models.CASCADE, related_name="names")
    section_id = models.CharField(
        max_length=40, blank=True, default="", help_text="a section or chapter; empty for the book"
    )
    name = models.CharField(max_length=120)
    commit_number = models.PositiveIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL
    )
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.CheckConstraint(name="a_name_says_something", condition=~Q(name="")),
        ]
        indexes = [models.Index(name="named_by_section", fields=["project", "section_id"])]

    def __str__(self) -> str:
        return self.name
