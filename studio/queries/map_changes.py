"""A proposed map beside the one that stands: which passages stay, which end, which come back."""

from collections.abc import Iterable, Mapping
from typing import Any

from studio.core import keys
from studio.core.cells import draft_unit
from studio.models import Artifact, Unit
from studio.queries import candidates
from studio.queries.state import DbState
from studio.queries.values.pages import EndingPassage, PlannedPassage

Body = Mapping[str, Any]


def standing(unit: Unit) -> list[Body]:
    """The passages of the map that stands at a unit's section."""
    body = DbState(unit.project_id).entry(keys.map_of(unit.section_id))
    return list(body["movements"]) if body else []


def used_keys(unit: Unit) -> set[str]:
    """The keys of all passages that the section has or ever had."""
    rows = Unit.objects.filter(project=unit.project_id, section_id=unit.section_id)
    ever = set(rows.exclude(movement_key="").values_list("movement_key", flat=True))
    return ever | {m["key"] for m in standing(unit)}


def passages(unit: Unit, artifact: Artifact, url: str) -> tuple[PlannedPassage, ...]:
    """The passages of a map; of a proposed one with what becomes of the texts that there are."""
    body = next((o.body for o in candidates.operations(artifact) if _is_map(o.key)), None)
    movements = (body or {"movements": ()})["movements"]
    is_proposed = unit.candidate_id == artifact.pk and unit.current_id is not None
    before = {m["key"]: m for m in standing(unit)} if is_proposed else {}
    texts = _texts(unit, (m["key"] for m in movements)) if is_proposed else {}
    return tuple(
        PlannedPassage(
            key=m["key"],
            title=m["title"],
            purpose=m["purpose"],
            words=m["words"],
            done_when=m.get("done_when", ""),
            url=url,
            was=before[m["key"]]["title"] if m["key"] in before else "",
            is_changed=m["key"] in before and _said(before[m["key"]]) != _said(m),
            is_new=is_proposed and m["key"] not in before,
            comes_back=texts.get(m["key"], 0) if m["key"] not in before else 0,
            text_words=texts.get(m["key"], 0) if m["key"] in before else 0,
        )
        for m in movements
    )


def ending(unit: Unit, artifact: Artifact) -> tuple[EndingPassage, ...]:
    """The passages that a proposed map no longer has; their texts are kept in the history."""
    if unit.candidate_id != artifact.pk or unit.current_id is None:
        return ()
    body = next((o.body for o in candidates.operations(artifact) if _is_map(o.key)), None)
    left = {m["key"] for m in (body or {"movements": ()})["movements"]}
    gone = [m for m in standing(unit) if m["key"] not in left]
    words = _texts(unit, (m["key"] for m in gone))
    return tuple(EndingPassage(m["key"], m["title"], words.get(m["key"], 0)) for m in gone)


def _texts(unit: Unit, movement_keys: Iterable[str]) -> dict[str, int]:
    """The words of the texts that passages have, also of passages that ended."""
    wanted = [draft_unit(unit.section_id, key) for key in movement_keys]
    rows = Unit.objects.filter(project=unit.project_id, key__in=wanted).exclude(current=None)
    return dict(rows.values_list("movement_key", "current__n_words"))


def _is_map(key: str) -> bool:
    return keys.kind(key) == "map"


def _said(movement: Body) -> tuple[str, ...]:
    return tuple(str(movement.get(name, "")) for name in ("title", "purpose", "done_when"))
