from django.db import models
from django.db.models import Q

from studio.models.ordered import Ordered, OrderedQuerySet, OrderedState


class Export(Ordered):
    """A file made from a book as of one commit, or to be made."""

    project = models.ForeignKey("studio.Project", on_delete=models.CASCADE, related_name="exports")
    format = models.CharField(max_length=10)
    part = models.CharField(max_length=40, blank=True, default="", db_default="")
    has_proposals = models.BooleanField(default=False, db_default=False)
    findings = models.JSONField(
        default=list, db_default=[], blank=True, help_text="[words, section, heading]"
    )
    digest = models.CharField(max_length=64, blank=True, default="", db_default="")
    name = models.CharField(max_length=160)
    path = models.CharField(max_length=400)
    commit_number = models.PositiveIntegerField()
    is_complete = models.BooleanField()
    n_words = models.PositiveIntegerField()
    n_bytes = models.PositiveIntegerField()

    objects = OrderedQuerySet["Export"].as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="an_export_has_a_state", condition=Q(state__in=OrderedState.values)
            ),
        ]

    def __str__(self) -> str:
        return self.name
