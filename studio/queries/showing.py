"""Any part of a book as plain data, for people who look under the bonnet."""

from studio.core import keys
from studio.core.cells import compute
from studio.models import Artifact, Blob, Project, Run, Unit
from studio.queries.state import DbState


def show(project: Project, key: str) -> object:
    """What a book has under a key: an entry, a cell, `unit/<key>`; LookupError where nothing."""
    if not key:
        return _contents(project)
    if keys.kind(key) == "unit":
        return _unit(project, keys.rest(key))
    state = DbState(project.pk)
    entry = state.entry(key)
    try:
        cell = compute(key, state)
    except ValueError:
        cell = None
    if entry is None and (cell is None or cell.value in (None, "", [])):
        raise LookupError(f"This book has nothing under “{key}”. `show {project.slug}` lists all.")
    return {
        "key": key,
        "entry": entry,
        "cell": {"value": cell.value, "digest": cell.digest} if cell else None,
    }


def _contents(project: Project) -> object:
    entries = project.entries.current().order_by("key").values_list("key", flat=True)
    units = Unit.objects.in_project(project.pk).order_by("place").values_list("key", flat=True)
    return {"entries": list(entries), "units": [f"unit/{key}" for key in units]}


def _unit(project: Project, key: str) -> object:
    unit = Unit.objects.filter(project=project, key=key).select_related("current").first()
    if unit is None:
        raise LookupError(f"This book has no step “{key}”.")
    artifacts = Artifact.objects.filter(unit=unit).order_by("number")
    return {
        "key": unit.key,
        "standing": unit.standing,
        "work": unit.work,
        "is_stale": unit.is_stale,
        "is_retired": unit.is_retired,
        "held": unit.held_words,
        "text": _text(unit.current),
        "reads": dict(unit.current.reads.values_list("key", "digest")) if unit.current else {},
        "versions": list(
            artifacts.values("number", "digest", "origin", "made_by", "cause", "n_words", "made_at")
        ),
        "runs": list(
            Run.objects.filter(unit=unit)
            .order_by("pk")
            .values("kind", "gate", "state", "outcome", "words", "model", "tokens_in",
                    "tokens_out", "order", "started_at", "ended_at")
        ),
    }  # fmt: skip


def _text(artifact: Artifact | None) -> str:
    if artifact is None:
        return ""
    return Blob.objects.values_list("body", flat=True).get(pk=artifact.digest)
