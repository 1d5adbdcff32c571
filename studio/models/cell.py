from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models


class Cell(models.Model):
    """The digest that a cell has now, with the sources it was computed from.

    Only cells that some artifact read are kept. Sources carry the project's id as a prefix, so
    that one inverted index finds the cells that a write touches.
    """

    project = models.ForeignKey(
        "studio.Project", on_delete=models.CASCADE, related_name="cells", db_index=False
    )
    key = models.CharField(max_length=160)
    digest = models.CharField(max_length=32)
    was = models.CharField(max_length=32, blank=True, default="")
    since = models.PositiveIntegerField(help_text="the commit that gave it this digest")
    sources = ArrayField(models.TextField())

    class Meta:
        constraints = [
            models.UniqueConstraint(name="one_digest_per_cell", fields=["project", "key"]),
        ]
        indexes = [GinIndex(name="cell_by_source", fields=["sources"], fastupdate=False)]

    def __str__(self) -> str:
        return self.key
