"""Whose words a paragraph holds: its author's, a model's, or a model's that its author edited."""

from collections.abc import Iterable

from studio.models import Artifact
from studio.models.artifact import Origin
from studio.queries import values


def with_model_versions(unit_ids: Iterable[int]) -> set[int]:
    """Those of some units of which a model ever wrote a version."""
    rows = Artifact.objects.filter(unit__in=set(unit_ids), origin=Origin.MODEL)
    return set(rows.values_list("unit_id", flat=True))


def by(origin: str, paragraph_id: str, *, is_model: bool) -> values.Provenance:
    """Whose a paragraph is; `is_model` says that its unit has versions by a model."""
    if origin != Origin.PERSON:
        return "model"
    # An id that its author made ends in "e": the others came with the model's text.
    return "edited" if is_model and not paragraph_id.endswith("e") else "yours"
