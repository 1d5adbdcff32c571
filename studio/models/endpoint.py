from django.db import models
from django.db.models import Q


class Endpoint(models.Model):
    """An OpenAI-compatible model server, as an author set it up."""

    name = models.CharField(max_length=80)
    base_url = models.URLField(max_length=300)
    api_key = models.CharField(max_length=300, blank=True, default="")
    model = models.CharField(max_length=120)
    context_tokens = models.PositiveIntegerField(default=8192)
    is_demo = models.BooleanField(default=False)
    is_default = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="one_default_endpoint", fields=["is_default"], condition=Q(is_default=True)
            ),
            models.CheckConstraint(
                name="an_endpoint_has_a_context", condition=Q(context_tokens__gte=1024)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.model} at {self.base_url}"
