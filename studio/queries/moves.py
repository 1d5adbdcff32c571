"""Which texts come to stand elsewhere when what moved them is undone, or done again."""

from collections.abc import Mapping

from django.db.models import F

from studio.core import keys
from studio.core.editing import Placed
from studio.core.state import Body
from studio.models import Artifact, Project, Unit


def of_writes(project: Project, writes: Mapping[str, Body | None]) -> tuple[Placed, ...]:
    """The moves among writes of texts: a version that came from another unit knows from which."""
    written = {keys.rest(k): body for k, body in writes.items() if keys.kind(k) == "text"}
    begun = {unit_key: body["artifact"] for unit_key, body in written.items() if body}
    ended = Unit.objects.filter(project=project, key__in=set(written) - set(begun))
    ids = [*begun.values(), *filter(None, ended.values_list("current_id", flat=True))]
    came = Artifact.objects.filter(pk__in=ids, base__isnull=False).exclude(base__unit=F("unit"))
    return tuple(
        Placed(origin, place) if place in begun else Placed(place, origin)
        for place, origin in came.order_by("pk").values_list("unit__key", "base__unit__key")
        if origin in written
    )
