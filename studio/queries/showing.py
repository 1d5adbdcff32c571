"""Any part of a book as plain data, for people who look under the bonnet."""

from studio.core import keys
from studio.core.cells import compute
from studio.models import Artifact, Blob, Commit, Project, Run, Unit
from studio.models.artifact import text_of
from studio.queries import activity, past
from studio.queries.manuscript import manuscript
from studio.queries.state import DbState
from studio.queries.values import ChangeBlock


def show(project: Project, key: str, *, at: int = 0) -> object:
    """What a book has under a key: an entry, a cell, `unit/<key>`, `text` for the whole book,
    `changes`, `change/<number>`, `change/<older>...<newer>`; LookupError where nothing.

    `at`: as it was after that change.
    """
    if at and not 1 <= at <= project.commit_number:
        raise LookupError(f"This book has changes 1 to {project.commit_number}.")
    if not key:
        return _past(project, at) if at else _contents(project)
    if key == "text":
        return _whole_text(project, at)
    if key == "changes" or keys.kind(key) == "change":
        return _changes(project, keys.rest(key))
    if keys.kind(key) == "unit" and not at:
        return _unit(project, keys.rest(key))
    if keys.kind(key) == "unit":
        return _past_unit(project, keys.rest(key), at)
    state = DbState(project.pk, as_of=at or None)
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


# --- as it was


def _past(project: Project, number: int) -> object:
    state = past.PastState(project, number)
    return {
        "change": number,
        "entries": sorted(state.entries),
        "steps": past.steps(project, number),
    }


def _past_unit(project: Project, key: str, number: int) -> object:
    step = next((s for s in past.steps(project, number) if s.key == key), None)
    body = DbState(project.pk, as_of=number).entry(keys.text(key))
    if step is None or body is None:
        raise LookupError(f"“{key}” had no text after change {number}.")
    return {"step": step, "text": text_of(body["blob"])}


def _whole_text(project: Project, number: int) -> object:
    book = manuscript(project, as_of=number or None)
    return {
        "change": book.number,
        "title": book.title,
        "words": book.n_words,
        "sections": [{"number": s.number, "title": s.title, "text": s.text} for s in book.sections],
    }


def _changes(project: Project, said: str) -> object:
    """The list of changes, one of them, or all that differs between two."""
    older, dots, newer = said.partition("...")
    if not said:
        rows = Commit.objects.filter(project=project).order_by("number")
        return list(rows.values("number", "kind", "by", "reason", "made_at"))
    if not (older.isdecimal() and len(older) < 10 and (not dots or newer.isdecimal())):
        raise LookupError("Write change/12, or change/3...12 to compare two.")
    try:
        page = (
            activity.compare_page(project, int(older), int(newer[:9]))
            if dots
            else activity.commit_page(project, int(older))
        )
    except LookupError:
        raise LookupError(f"This book has changes 1 to {project.commit_number}.") from None
    return {
        "title": page.title,
        "parts": [
            {"name": part.name, "what": part.what, "differs": [_block(b) for b in part.blocks]}
            for part in page.parts
        ],
        "n_more": page.n_more,
    }


def _block(block: ChangeBlock) -> object:
    """A compared paragraph, its words as in a word diff: [-removed-] {+added+}."""
    marks = {"same": "{}", "removed": "[-{}-]", "added": "{{+{}+}}"}
    return {"kind": block.kind, "text": "".join(marks[p.kind].format(p.text) for p in block.parts)}
