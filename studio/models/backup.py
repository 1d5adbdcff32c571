from django.conf import settings
from django.db import models
from django.db.models import Q

from studio.models.ordered import Ordered, OrderedQuerySet, OrderedState


class Backup(Ordered):
    """A file with all books in it, made or to be made.

    What is in these rows is about files of this machine, and is left out of backups.
    """

    ordered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    name = models.CharField(max_length=80)
    path = models.CharField(max_length=400, blank=True, default="")
    n_bytes = models.PositiveBigIntegerField(default=0, help_text="so far, while it is made")

    objects = OrderedQuerySet["Backup"].as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="a_backup_has_a_state", condition=Q(state__in=OrderedState.values)
            ),
        ]

    def __str__(self) -> str:
        return self.name
