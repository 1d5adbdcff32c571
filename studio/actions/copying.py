"""A copy of a book, to try something with: what stands in it, as a book of its own.

Its history begins with the copy. What is only proposed, unfinished writing and attempts stay with
the book they belong to; the copy spends and is limited by itself, and does nothing until somebody
says so.
"""

from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

from django.db import transaction

from studio.actions import books, cells, commits
from studio.actions.commits import Change
from studio.core import keys, progress
from studio.core.progress import Tell
from studio.core.state import Body
from studio.models import Artifact, Entry, Finding, Project, Review, Unit, statements
from studio.models.commit import By
from studio.models.review import Verdict

Row = TypeVar("Row", Review, Finding)
NOT_BEGUN = "A copy of a book; nothing is written in it until you say so."
MOST_TITLE = 190
# What goes with the texts, once their places are there.
_OF_TEXTS = ("text", "trust", "pin")
_SETTINGS = (
    "protocol_slug", "autonomy", "n_parallel", "endpoint_id", "token_limit", "money_limit",
    "day_token_limit", "day_money_limit", "run_token_limit", "run_money_limit", "model_lists",
    "pauses_while_editing",
)  # fmt: skip
_READS = """
    INSERT INTO studio_read (artifact_id, project_id, key, digest)
    SELECT pair.made, %s, read.key, read.digest
    FROM unnest(%s::bigint[], %s::bigint[]) AS pair(source, made)
    JOIN studio_read AS read ON read.artifact_id = pair.source
"""
_KEYS = "SELECT DISTINCT key FROM studio_read WHERE artifact_id = ANY(%s)"


@dataclass(frozen=True, slots=True)
class Said:
    """What a book says at one moment: its current entries, by key."""

    project: Project
    entries: Mapping[str, Body]


def said(project_id: int) -> Said:
    """What is to be copied. One statement sees one moment, so that nobody has to wait for it."""
    project = Project.objects.get(pk=project_id)
    rows = Entry.objects.filter(project=project).current()
    return Said(project, dict(rows.values_list("key", "body")))


def copy(source: Said, *, owner_id: int, now: datetime, tell: Tell = progress.untold) -> Project:
    """Makes a book that says what this one says, with its plan, texts, locks, doubts and open
    remarks; returns it."""
    title = f"{source.project.title[:MOST_TITLE]} (copy)"
    entries = {**source.entries, keys.brief("title"): {"value": title}}
    own = {key: body for key, body in entries.items() if _goes_with_text(key)}
    with transaction.atomic():
        made = _project(source.project, title, owner_id, now)
        reason = f"Copied from “{source.project.title}”"
        with _change(made, reason, owner_id, now) as change:
            for key, body in entries.items():
                if key not in own:
                    change.put(key, body)
        tell(0.4)
        reason = f"Copied the texts of “{source.project.title}”"
        with _change(made, reason, owner_id, now) as change:
            _texts(change, source.project, own, progress.part(tell, 0.4, 0.9))
    made.refresh_from_db()
    return made


def _project(source: Project, title: str, owner_id: int, now: datetime) -> Project:
    return Project.objects.create(
        owner_id=owner_id,
        slug=books.free_slug(title),
        title=title,
        pause_reason=NOT_BEGUN,
        created_at=now,
        **{name: getattr(source, name) for name in _SETTINGS},
    )


def _goes_with_text(key: str) -> bool:
    return keys.kind(key) in _OF_TEXTS


def _texts(change: Change, source: Project, entries: Mapping[str, Body], tell: Tell) -> None:
    """Each text as a version at its place in the copy, read as its source was."""
    texts = {keys.rest(k): b for k, b in entries.items() if keys.kind(k) == "text"}
    here = Unit.objects.in_project(change.project.pk).filter(key__in=texts)
    units = {unit.key: unit for unit in here}
    sources = Artifact.objects.in_bulk([texts[key]["artifact"] for key in units])
    pairs = {
        key: (sources[texts[key]["artifact"]], _version(unit, sources[texts[key]["artifact"]]))
        for key, unit in progress.along(units.items(), progress.part(tell, 0, 0.3))
    }
    Artifact.objects.bulk_create([version for _, version in pairs.values()])
    for key, unit in units.items():
        change.put(keys.text(key), {**texts[key], "artifact": pairs[key][1].pk})
        unit.settle()
        change.concern(unit)
    for key, body in entries.items():
        if keys.kind(key) != "text" and keys.rest(key) in units:
            change.put(key, body)
    tell(0.5)
    _read(change, pairs)
    tell(0.9)
    _judged(change, source, units, pairs)


def _version(unit: Unit, source: Artifact) -> Artifact:
    """Numbered as its source, so that no id of a paragraph is given out twice."""
    same = ("number", "digest", "origin", "made_by", "paragraphs", "remarks", "n_words",
            "n_tokens", "actor_id", "made_at")  # fmt: skip
    facts = {name: getattr(source, name) for name in same}
    return Artifact(project_id=unit.project_id, unit=unit, cause="Copied", **facts)


def _read(change: Change, pairs: Mapping[str, tuple[Artifact, Artifact]]) -> None:
    ids = [[a.pk for a in side] for side in zip(*pairs.values(), strict=True)] or [[], []]
    statements.do(_READS, [change.project.pk, *ids])
    read = {key: "" for (key,) in statements.select(_KEYS, [ids[0]])}
    cells.track(change.project, read, change.state)


def _judged(
    change: Change,
    source: Project,
    units: Mapping[str, Unit],
    pairs: Mapping[str, tuple[Artifact, Artifact]],
) -> None:
    """The checks that each text has passed, and what is held against it still."""
    by_source = {old.pk: (units[key], new) for key, (old, new) in pairs.items()}
    digests = {units[key].pk: old.digest for key, (old, _) in pairs.items()}
    by_key = {key: (unit, pairs[key][1]) for key, unit in units.items()}
    passed = Review.objects.filter(
        project=source, unit__key__in=units, verdict__in=[Verdict.PASSED, Verdict.WAIVED]
    )
    Review.objects.bulk_create(
        _moved(review, *by_key[review.unit.key])
        for review in passed.select_related("unit")
        if digests[by_key[review.unit.key][0].pk] == review.digest
    )
    held = Finding.objects.open().filter(project=source, artifact__in=by_source)
    Finding.objects.bulk_create(_moved(one, *by_source[one.artifact_id]) for one in held)


def _moved(row: Row, unit: Unit, version: Artifact) -> Row:
    """A row of another book as one of the copy's, which no attempt of its own made."""
    row.pk, row.run_id = None, None
    row.project_id, row.unit, row.artifact = unit.project_id, unit, version
    return row


def _change(
    project: Project, reason: str, actor_id: int, now: datetime
) -> AbstractContextManager[Change]:
    return commits.change(
        project.pk, kind="begin", reason=reason, by=By.PERSON, actor_id=actor_id, now=now
    )
