"""What the acceptance of a candidate would write."""

import json
from collections.abc import Iterable

from studio.core import keys
from studio.core.proposals import Operation
from studio.core.state import Body
from studio.models import Artifact, Unit, statements
from studio.models.artifact import text_of
from studio.models.commit import By

PROPOSAL = "proposal"
_TEXTS = "SELECT digest, body FROM studio_blob WHERE digest = ANY(%s)"
_BEFORE = """
    SELECT needed.id, needed.key, needed.candidate_id
    FROM studio_requirement AS link JOIN studio_unit AS needed ON needed.id = link.needs_id
    WHERE link.unit_id = %s AND link.is_after LIMIT 1
"""


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
    return [] if artifact.paragraphs else _read(text_of(artifact.digest))


def operations_of(artifacts: Iterable[Artifact]) -> dict[int, list[Operation]]:
    """The operations of many artifacts by their ids, their texts brought in at once."""
    structural = {a.pk: a.digest for a in artifacts if not a.paragraphs}
    texts = dict(statements.select(_TEXTS, [sorted(set(structural.values()))]))
    return {pk: _read(texts[digest]) for pk, digest in structural.items()}


def _read(content: str) -> list[Operation]:
    if not content:
        return []
    return [Operation(o["key"], o["expects"], o["body"]) for o in json.loads(content)[PROPOSAL]]


def writes(artifact: Artifact, unit_key: str, by: str = By.POLICY) -> dict[str, Body | None]:
    """All entries that accepting an artifact writes."""
    found: dict[str, Body | None] = {o.key: o.body for o in operations(artifact)}
    found[keys.text(unit_key)] = text_entry(artifact, by)
    return found


def overlay(unit: Unit) -> dict[str, Body | None]:
    """What the candidates that a unit may be composed on would write, the earliest first."""
    found: dict[str, Body | None] = {}
    chain = _chain(unit)
    artifacts = statements.by_id(Artifact, [candidate_id for _, candidate_id in chain])
    for unit_key, candidate_id in reversed(chain):
        found |= writes(artifacts[candidate_id], unit_key)
    return found


def _chain(unit: Unit) -> list[tuple[str, int]]:
    """The units before one that have a candidate, each with it, the nearest first.

    Only the nearest unit of a passage is looked at; book-wide steps build on all.
    """
    chain: list[tuple[str, int]] = []
    here = unit.pk
    for _ in range(1 if unit.movement_key else 8):
        before = statements.select(_BEFORE, [here])
        if not before:
            break
        here, unit_key, candidate_id = before[0]
        if candidate_id is not None:
            chain.append((unit_key, candidate_id))
    return chain
