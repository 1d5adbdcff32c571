"""Orders: what a run is told besides cells, and the version that it works from."""

from typing import Any

from studio.core import keys, operation
from studio.core.operation import Due
from studio.core.states import Standing
from studio.models import Artifact, Entry, Finding, Unit, statements
from studio.models.artifact import text_of
from studio.models.run import RunState
from studio.queries import partials
from studio.queries.briefs import paragraphs
from studio.queries.verdicts import Verdicts

_OPEN = "unit_id = %s AND state = 'open' ORDER BY id"

TAKEN_OUT = "This paragraph was taken out. Write it anew from what stands."
ASKED_FOR = "The author wants this paragraph written anew, to say the same better."


def order(unit: Unit, found: Due, said: Verdicts) -> tuple[dict[str, object], Artifact | None]:
    """What a run is told besides cells, and the version that it works from."""
    order: dict[str, object] = {"over": unit.current_id}
    order |= _after_failure(unit, found)
    if found.kind == operation.REWRITE:
        return order | _order_to_rewrite(unit), unit.current
    if found.kind == operation.UPDATE:
        return order | _order_to_update(unit), None
    if found.kind == operation.COMPOSE:
        return _order_to_compose(unit, order), unit.current or _sent_back(unit)
    assert unit.candidate is not None, "gates and revisions follow a candidate"
    if hidden := _still_distrusted(unit, unit.candidate):
        order["hides"] = hidden
    if found.kind == operation.GATE:
        unjudged = said.unjudged(found.gate, unit.candidate)
        order["paragraphs"] = [n for n in unjudged if n not in hidden]
    else:
        order |= _order_to_revise(unit.candidate, found.gate)
    return order, unit.candidate


def parts(unit: Unit) -> list[str]:
    """The ids of the paragraphs that alone are to be written anew: those that were asked for, else
    those that are distrusted. None where the whole text is."""
    if unit.current is None:
        return []
    marked = set(unit.parts) or _distrusted_paragraphs(unit)
    return [paragraph_id for paragraph_id, _ in unit.current.paragraphs if paragraph_id in marked]


def _distrusted_paragraphs(unit: Unit) -> set[str]:
    body = _distrust(unit) if unit.standing == Standing.REOPENED else None
    return set(body.get("paragraphs", ())) if body else set()


def _still_distrusted(unit: Unit, candidate: Artifact) -> list[int]:
    """The numbers of the paragraphs of a candidate that are distrusted and as they were."""
    distrusted = _distrusted_paragraphs(unit)
    if not distrusted or unit.current is None:
        return []
    stood = {p.id: p.text for p in paragraphs(unit.current) if p.id in distrusted}
    return [n for n, p in enumerate(paragraphs(candidate), 1) if stood.get(p.id) == p.text]


def _distrust(unit: Unit) -> dict[str, Any] | None:
    rows = Entry.objects.filter(project_id=unit.project_id, key=keys.trust(unit.key)).current()
    return rows.values_list("body", flat=True).first()


def _order_to_rewrite(unit: Unit) -> dict[str, object]:
    """Just some paragraphs are to be written anew. The words of distrusted ones are not quoted."""
    assert unit.current is not None, "only a text has paragraphs"
    marked, distrusted = set(parts(unit)), _distrusted_paragraphs(unit)
    ids = [paragraph_id for paragraph_id, _ in unit.current.paragraphs]
    numbers = [n for n, paragraph_id in enumerate(ids, 1) if paragraph_id in marked]
    hidden = [n for n, paragraph_id in enumerate(ids, 1) if paragraph_id in distrusted]
    asked = [f"[{n}] {TAKEN_OUT if n in hidden else ASKED_FOR}" for n in numbers]
    told: dict[str, object] = {"findings": asked, "paragraphs": numbers, "hides": hidden}
    # What its author said of the whole when they sent a proposal back; a quote may be distrusted.
    remarks = Finding.objects.open().filter(unit=unit, source="person", quote="").order_by("pk")
    note = "\n".join(filter(None, [unit.note, *remarks.values_list("words", flat=True)]))
    return told | ({"note": note} if note else {})


def _order_to_update(unit: Unit) -> dict[str, object]:
    """What its author said of an earlier reading; all else is read."""
    remarks = Finding.objects.open().filter(unit=unit, source="person", quote="").order_by("pk")
    told: dict[str, object] = {"note": unit.note, "findings": [r.words for r in remarks]}
    return {key: value for key, value in told.items() if value}


def _order_to_compose(unit: Unit, order: dict[str, object]) -> dict[str, object]:
    """Remarks are passed on, but none that a check made about a text that is distrusted now."""
    findings = statements.rows(Finding, _OPEN, [unit.pk])
    is_distrusted = unit.standing == Standing.REOPENED and _distrust(unit) is not None
    if is_distrusted:
        findings = [f for f in findings if f.source == "person" and not f.quote]
    words = [f"{f.words} (“{f.quote}”)" if f.quote else f.words for f in findings]
    base = "" if is_distrusted else _standing_words(unit)
    told = {"note": unit.note, "findings": words, "base": base, "partial": _beginning(unit)}
    return order | {key: value for key, value in told.items() if value}


def _beginning(unit: Unit) -> str:
    """The words of an unfinished attempt that this one goes on from."""
    return partials.beginning(unit, unit.continues_id) if unit.continues_id else ""


def _order_to_revise(candidate: Artifact, gate: str) -> dict[str, object]:
    found = to_revise(candidate, gate)
    return {
        "findings": [f"[{n}] {f.words} (“{f.quote}”)" for n, f in found],
        "paragraphs": sorted({n for n, _ in found}),
    }


def to_revise(candidate: Artifact, gate: str) -> list[tuple[int, Finding]]:
    """What a gate holds against a candidate still, with the numbers of the paragraphs."""
    found = Finding.objects.open().filter(artifact=candidate, source=gate).order_by("pk")
    number = {p.id: n for n, p in enumerate(paragraphs(candidate), 1)}
    return [(number[f.paragraph_id], f) for f in found if f.paragraph_id in number]


def _standing_words(unit: Unit) -> str:
    """A structural unit is told what stands; prose is never shown its old text."""
    if unit.movement_key or unit.current is None:
        return ""
    return text_of(unit.current.digest)


def _sent_back(unit: Unit) -> Artifact | None:
    return statements.row(Artifact, "unit_id = %s ORDER BY number DESC LIMIT 1", [unit.pk])


def _after_failure(unit: Unit, found: Due) -> dict[str, object]:
    """What the next attempt is told, or spared, because of the one before."""
    if unit.n_attempts == 0:
        return {}
    last = unit.runs.filter(kind=found.kind).order_by("-pk").first()
    if last is None or last.state != RunState.FAILED:
        return {}
    told: dict[str, object] = {}
    if last.outcome in operation.OF_TEXT and unit.continues_id is None:
        told["last_failure"] = last.words
    if last.outcome == "truncated" and not unit.movement_key:
        told["shorter"] = True
    if last.outcome == "too_long" or last.order.get("tight"):
        told["tight"] = True
    return told
