from django.conf import settings
from django.db import models
from django.db.models import Q

from studio.models.ordered import Ordered, OrderedQuerySet, OrderedState


class ErrandKind(models.TextChoices):
    READ = "read", "what was sent is read"
    MAKE = "make", "a book is made of what was sent"
    LOOK = "look", "what a folder changes in its book is found out"
    TAKE = "take", "a folder is brought back into its book"
    COPY = "copy", "a book is copied"


class Errand(Ordered):
    """What somebody wants done with a whole book, done by a worker: `told` is what it needs to
    know, `found` what it found out, `made` the book that it leads to."""

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="errands"
    )
    kind = models.CharField(max_length=4, choices=ErrandKind)
    project = models.ForeignKey(
        "studio.Project", null=True, blank=True, on_delete=models.CASCADE, related_name="errands"
    )
    made = models.ForeignKey(
        "studio.Project", null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )
    sent = models.CharField(max_length=16, blank=True, help_text="under which files are kept")
    name = models.CharField(max_length=200, help_text="of the file or the book, as it is shown")
    told = models.JSONField(default=dict, blank=True)
    found = models.JSONField(default=dict, blank=True)
    share = models.PositiveSmallIntegerField(default=0, help_text="how much is done, in percent")

    objects = OrderedQuerySet["Errand"].as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="an_errand_has_a_state", condition=Q(state__in=OrderedState.values)
            ),
            models.CheckConstraint(
                name="an_errand_has_a_kind", condition=Q(kind__in=ErrandKind.values)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.name}"
