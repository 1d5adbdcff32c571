"""What the acceptance of a candidate would write."""

import json
from collections.abc import Iterable

from studio.core import keys
from studio.core.proposals import Operation
from studio.core.state import Body
from studio.models import Artifact, Blob, Requirement, Unit
from studio.models.commit import By

PROPOSAL = "proposal"


def text_entry(artifact: Artifact, by: str) -> Body:
    """The entry that makes an artifact the current text of its unit."""
    return {
        "artifact": artifact.pk,
        "blob": artifact.digest,
        "by": by,
        "paragraphs": [paragraph_id for paragraph_id, _ in artifact.paragraphs],
    }


def as_text(operations: Iterable[Operation]) -> str:
    """Operations as the text of an artifact."""
    items = [{"key": o.key, "expects": o.expects, "body": o.body} for o in operations]
    return json.dumps({PROPOSAL: items}, ensure_ascii=False, sort_keys=True, indent=1)


def operations(artifact: Artifact) -> list[Operation]:
    """The operations of a structural artifact; prose has none."""
    if artifact.paragraphs:
        return []
    content = Blob.objects.values_list("body", flat=True).get(pk=artifact.digest)
    return [Operation(o["key"], o["expects"], o["body"]) for o in json.loads(content)[PROPOSAL]]


def writes(artifact: Artifact, unit_key: str, by: str = By.POLICY) -> dict[str, Body | None]:
    """All entries that accepting an artifact writes."""
    found: dict[str, Body | None] = {o.key: o.body for o in operations(artifact)}
    found[keys.text(unit_key)] = text_entry(artifact, by)
    return found


def overlay(unit: Unit) -> dict[str, Body | None]:
    """What the candidates that a unit may be composed on would write, the earliest first."""
    found: dict[str, Body | None] = {}
    for before in reversed(_chain(unit)):
        if before.candidate is not None:
            found |= writes(before.candidate, before.key)
    return found


def _chain(unit: Unit) -> list[Unit]:
    """Only the nearest candidate of a passage is looked at; book-wide steps build on all."""
    chain: list[Unit] = []
    here: Unit | None = unit
    while here is not None and len(chain) < (1 if unit.movement_key else 8):
        link = (
            Requirement.objects.filter(unit=here, is_after=True)
            .select_related("needs__candidate")
            .first()
        )
        here = link.needs if link else None
        chain += [here] if here else []
    return chain
