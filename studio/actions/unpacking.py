"""A book out of a folder: what its files say, as a book of its own.

What the folder was written from is taken as it stood, with what it was made from. What was edited
in the folder since is its author's.
"""

from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager
from datetime import UTC, datetime

from django.contrib.auth.models import User
from django.db import transaction

from studio import protocols
from studio.actions import acceptance, artifacts, books, cells, commits
from studio.actions.commits import Change
from studio.actions.refusals import Refused
from studio.core import keys, progress, proposals, prose
from studio.core.digest import digest
from studio.core.progress import Tell
from studio.core.protocol import pass_entries, protocol_of
from studio.core.reviews import KINDS
from studio.core.state import Body
from studio.formats.folder.contents import Remark, Version
from studio.formats.folder.texts import Passages
from studio.formats.folder.unpack import Unpacked
from studio.llm import tokens
from studio.models import Artifact, Finding, Project, Review, Unit, statements
from studio.models.artifact import Origin
from studio.models.commit import By
from studio.models.finding import Severity
from studio.queries import candidates

EDITED = "Edited outside"
WHOLE = "text"
NOT_BEGUN = "Brought in from a folder; nothing is written in it until you say so."
_AFTER_PLAN = ("trust", "pin")
_READS = """
    INSERT INTO studio_read (artifact_id, project_id, key, digest)
    SELECT one.artifact, %s, one.key, one.digest
    FROM unnest(%s::bigint[], %s::text[], %s::text[]) AS one(artifact, key, digest)
"""


class CannotBringIn(Refused):
    """The folder cannot be brought in as it is."""


def unpack(
    found: Unpacked,
    *,
    owner_id: int,
    now: datetime,
    slug: str = "",
    tell: Tell = progress.untold,
) -> Project:
    """Makes a book of what a folder says; CannotBringIn where it contradicts itself."""
    entries = dict(found.contents.entries)
    _complete(entries)
    _as_one_passage(entries, found.edited_texts)
    title = str(entries[keys.brief("title")]["value"]).strip()[:200] or "A book"
    with transaction.atomic():
        project = books.empty(
            title,
            protocol=str(entries[keys.PROTOCOL].get("slug", ""))[:40],
            owner_id=owner_id,
            now=now,
            slug=slug,
            pause_reason=NOT_BEGUN,
        )
        with _change(project, f"Brought in “{title}” from a folder", owner_id, now) as change:
            plan = {k: b for k, b in entries.items() if keys.kind(k) not in _AFTER_PLAN}
            _check(change, plan)
            for key, body in plan.items():
                change.put(key, body)
        tell(0.4)
        with _change(project, f"Brought in the texts of “{title}”", owner_id, now) as change:
            marks = {k: b for k, b in entries.items() if keys.kind(k) in _AFTER_PLAN}
            _texts(change, found, marks, progress.part(tell, 0.4, 0.9))
    project.refresh_from_db()
    return project


def _complete(entries: dict[str, Body]) -> None:
    """A folder without a method has the usual one."""
    if keys.PROTOCOL not in entries:
        template, prompts = protocols.load("argument")
        entries |= {keys.PROTOCOL: template, **pass_entries(template, prompts)}
    words = entries[keys.brief("words")]["value"]
    if not isinstance(words, int) or not 0 < words <= books.MOST_WORDS:
        entries[keys.brief("words")] = {"value": 3000}


def _as_one_passage(entries: dict[str, Body], edited: Mapping[str, Passages]) -> None:
    """A text in a section without a plan of passages is one passage."""
    for section_id, passages in edited.items():
        if "" in passages.texts:
            entries[keys.map_of(section_id)] = one_passage(entries[keys.section(section_id)])


def one_passage(section: Body) -> Body:
    """The plan of a section that is one passage."""
    movement = {
        "key": WHOLE,
        "title": section["title"],
        "purpose": section.get("synopsis") or section["title"],
        "words": int(section.get("words", 0)),
        "done_when": section.get("done_when", ""),
    }
    return {"movements": [movement]}


def _check(change: Change, plan: Mapping[str, Body]) -> None:
    """Refuses a plan that contradicts itself, or a method that cannot be worked by."""
    state = change.state.with_writes(plan)
    try:
        protocol = protocol_of(state)
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise CannotBringIn(
            "The method in .bookmeta/method.json cannot be worked by. Restore that file, or remove "
            "it: then the book begins by the usual method."
        ) from error
    missing = [s.slug for s in protocol.composing if keys.step(s.slug) not in plan]
    if missing:
        raise CannotBringIn(f"The instructions of a step are missing: method/{missing[0]}.md.")
    kinds = {str(b.get("kind")) for k, b in plan.items() if keys.kind(k) == "object"}
    if unknown := sorted(kinds - protocol.kinds.keys()):
        raise CannotBringIn(f"things/{unknown[0]}.yaml: the method knows nothing of that kind.")
    written = {k: b for k, b in plan.items() if keys.kind(k) in ("object", "section")}
    if wrong := proposals.problems(written, protocol, state):
        raise CannotBringIn(" ".join(wrong[:5]))


# --- texts


def _texts(change: Change, found: Unpacked, marks: Mapping[str, Body], tell: Tell) -> None:
    units = {u.key: u for u in Unit.objects.in_project(change.project.pk)}
    versions = {v.key: v for v in found.contents.versions if v.key in units}
    edited = _edited(found.edited_texts)
    texts = {key: version.text for key, version in versions.items() if key not in edited}
    texts |= {key: text for key, (text, _) in edited.items() if key in units}
    artifacts.keep_texts(texts.values())
    name = User.objects.values_list("username", flat=True).get(pk=change.actor_id or 0)
    made = {
        key: _own(change, units[key], text, edited[key][1], name)
        if key in edited
        else _as_it_was(change, units[key], versions[key])
        for key, text in progress.along(texts.items(), progress.part(tell, 0, 0.4))
    }
    Artifact.objects.bulk_create(made.values())
    for key, artifact in made.items():
        change.state.know(artifact.digest, texts[key])
        by = By.PERSON if key in edited else versions[key].by
        change.put(keys.text(key), candidates.text_entry(artifact, by))
        units[key].settle()
        change.concern(units[key])
    for key, body in marks.items():
        if keys.rest(key) in made:
            change.put(key, body)
    _read(change, made, versions)
    tell(0.8)
    _judged(change, units, made, versions, edited)
    _remarks(units, made, found.contents.remarks)


def _edited(found: Mapping[str, Passages]) -> dict[str, tuple[str, list[list[str]]]]:
    """By step the text that somebody wrote in the folder, and its paragraphs with their origins;
    ids of new ones are given out later."""
    return {
        key or keys.unit(keys.DRAFT, section_id, WHOLE): (
            text,
            [[i, origin] for i, origin, _ in passages.paragraphs.get(key, ())],
        )
        for section_id, passages in found.items()
        for key, text in passages.texts.items()
    }


def _own(change: Change, unit: Unit, text: str, paragraphs: list[list[str]], name: str) -> Artifact:
    taken = {i for i, _ in paragraphs}
    free = (i for n in range(1, 10**6) if (i := f"p{n}e") not in taken)
    return Artifact(
        project_id=unit.project_id,
        unit=unit,
        number=1,
        digest=digest(text),
        origin=Origin.PERSON,
        made_by=name,
        actor_id=change.actor_id,
        cause=EDITED,
        paragraphs=[[i or next(free), origin or Origin.PERSON] for i, origin in paragraphs],
        n_words=prose.count_words(text),
        n_tokens=tokens.estimate(text),
        made_at=change.now,
    )


def _as_it_was(change: Change, unit: Unit, version: Version) -> Artifact:
    """Numbered as it was, so that no id of a paragraph is given out twice."""
    return Artifact(
        project_id=unit.project_id,
        unit=unit,
        number=version.number,
        digest=digest(version.text),
        origin=version.origin,
        made_by=version.made_by,
        actor_id=change.actor_id if version.origin == Origin.PERSON else None,
        cause=version.cause,
        paragraphs=[list(pair) for pair in version.paragraphs],
        remarks=list(version.remarks),
        n_words=prose.count_words(version.text) if version.paragraphs else 0,
        n_tokens=tokens.estimate(version.text),
        made_at=_moment(version.made_at, change.now),
    )


def _moment(said: str, otherwise: datetime) -> datetime:
    try:
        found = datetime.fromisoformat(said)
    except ValueError:
        return otherwise
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def _read(
    change: Change,
    made: Mapping[str, Artifact],
    versions: Mapping[str, Version],
) -> None:
    """What each text was made from: an edit inherits it, and makes nothing fresh."""
    rows = [
        (artifact.pk, cell, then)
        for key, artifact in made.items()
        if key in versions
        for cell, then in versions[key].reads.items()
    ]
    record_reads(change, rows)


def record_reads(change: Change, rows: list[tuple[int, str, str]]) -> None:
    """Writes what versions were made from, by version, cell and digest, and keeps the cells."""
    columns = [list(column) for column in zip(*rows, strict=True)] or [[], [], []]
    statements.do(_READS, [change.project.pk, *columns])
    cells.track(change.project, dict.fromkeys(columns[1], ""), change.state)


def _judged(
    change: Change,
    units: Mapping[str, Unit],
    made: Mapping[str, Artifact],
    versions: Mapping[str, Version],
    edited: Mapping[str, object],
) -> None:
    for key in edited.keys() & made.keys():
        gates = acceptance.gates_of(change, units[key])
        acceptance.waive_reviews(units[key], made[key], gates)
    Review.objects.bulk_create(
        Review(
            project=change.project, unit=units[key], artifact=made[key], gate=gate[:40],
            digest=made[key].digest, passed=list(passed),
            verdict="passed" if verdict == "passed" else "waived",
        )
        for key, version in versions.items()
        if key not in edited
        for gate, verdict, passed in version.passed
    )  # fmt: skip


def _remarks(
    units: Mapping[str, Unit], made: Mapping[str, Artifact], remarks: Iterable[Remark]
) -> None:
    Finding.objects.bulk_create(
        Finding(
            project_id=units[one.key].project_id,
            unit=units[one.key],
            artifact=made[one.key],
            source=one.source[:40] or "person",
            severity=one.severity if one.severity in Severity.values else Severity.SHOULD,
            kind=one.kind if one.kind in KINDS else "",
            words=one.words,
            paragraph_id=one.paragraph[:40],
            quote=one.quote,
            prefix=one.prefix[:64],
            suffix=one.suffix[:64],
            is_anchored=one.is_anchored,
            made_at=_moment(one.made_at, made[one.key].made_at),
        )
        for one in remarks
        if one.key in made
    )


def _change(
    project: Project, reason: str, actor_id: int, now: datetime
) -> AbstractContextManager[Change]:
    return commits.change(
        project.pk, kind="begin", reason=reason, by=By.PERSON, actor_id=actor_id, now=now
    )
