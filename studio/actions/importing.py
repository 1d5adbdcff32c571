"""A manuscript becomes a book: its outline, and its texts as their author's own.

Every section is one passage in its author's words, accepted and locked; no model was asked. The
plan of the book is what the manuscript shows; what it argues may be read off it later.
"""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction

from studio import protocols
from studio.actions import artifacts, books, commits
from studio.actions.books import Statement
from studio.actions.commits import Change
from studio.actions.refusals import Refused
from studio.actions.unpacking import WHOLE, one_passage, record_reads
from studio.core import keys, progress, proposals, prose
from studio.core.digest import digest
from studio.core.language import guess
from studio.core.progress import Tell
from studio.core.proposals import Operation
from studio.core.protocol import pass_entries
from studio.core.state import Body
from studio.formats.reading.manuscript import MOST_SECTIONS, Manuscript, Section, title_of
from studio.llm import tokens
from studio.models import Artifact, Project, Review, Unit
from studio.models.artifact import Origin
from studio.models.commit import By
from studio.models.review import Verdict
from studio.queries import briefs, candidates

CAUSE = "Brought in"
NOT_BEGUN = "Brought in from a manuscript; nothing is written in it until you say so."
MOST_WORDS_OF_SECTION = 20_000
_SAMPLE = 20_000


class NothingThere(Refused):
    """There is nothing in the file that a book could be made of."""


@dataclass(frozen=True, slots=True)
class Source:
    """Where a book comes from, as its history names it."""

    name: str
    kind: str


def stated(manuscript: Manuscript, sections: Sequence[Section]) -> Statement:
    """What can be said of a book by its manuscript alone."""
    title = title_of(manuscript)
    sample = "\n".join(section.text[:2_000] for section in sections)[:_SAMPLE]
    own = manuscript.language.strip().replace("_", "-").split("-")[0].lower()
    n_words = sum(section.n_words or section.words for section in sections)
    return Statement(
        title=title,
        intention=f"The text of “{title}” is here already. What is added goes on with it.",
        language=own if 2 <= len(own) <= 3 and own.isalpha() else guess(sample),
        words=min(books.MOST_WORDS, max(100, n_words)),
    )


def bring_in(
    sections: Sequence[Section],
    statement: Statement,
    source: Source,
    *,
    owner_id: int,
    now: datetime,
    slug: str = "",
    tell: Tell = progress.untold,
) -> Project:
    """Makes a book of the sections of a manuscript."""
    if not sections:
        raise NothingThere
    if len(sections) > MOST_SECTIONS:
        raise NothingThere(
            f"Divided like this, the book would have {len(sections):,} sections; at most "
            f"{MOST_SECTIONS:,} can be made. Divide it at a higher level."
        )
    statement = books.checked(statement)
    plan = _plan(sections)
    tell(0.15)
    with transaction.atomic():
        project = books.empty(
            statement.title,
            protocol=statement.protocol,
            owner_id=owner_id,
            now=now,
            slug=slug,
            pause_reason=NOT_BEGUN,
        )
        reason = f"Brought in “{source.name}” ({source.kind}): its outline"
        with _change(project, reason, owner_id, now) as change:
            for key, body in (_brief(statement) | plan).items():
                change.put(key, body)
        tell(0.3)
        reason = f"Brought in “{source.name}” ({source.kind}): its text"
        with _change(project, reason, owner_id, now) as change:
            texts = {
                section_id: section.text
                for section_id, section in zip(_ids(sections), sections, strict=True)
                if section.text
            }
            _accept(change, plan, texts, progress.part(tell, 0.3, 0.9))
    project.refresh_from_db()
    return project


def _brief(statement: Statement) -> dict[str, Body]:
    template, prompts = protocols.load(statement.protocol)
    brief: dict[str, Body] = {
        keys.brief(name): {"value": getattr(statement, name)} for name in keys.BRIEF_FIELDS
    }
    return {**brief, **pass_entries(template, prompts), keys.PROTOCOL: template}


def _ids(sections: Sequence[Section]) -> list[str]:
    return [f"s{n}" for n, _ in enumerate(sections, 1)]


def _plan(sections: Sequence[Section]) -> dict[str, Body]:
    """The outline, and one passage for each section that has a text."""
    found: dict[str, Body] = {}
    above: list[str] = []
    for rank, (section_id, section) in enumerate(zip(_ids(sections), sections, strict=True), 1):
        del above[section.depth :]
        n_words = section.n_words
        body: Body = {
            "parent": above[-1] if above else None,
            "rank": rank,
            "role": "section" if above else "chapter",
            "title": section.title,
            "synopsis": section.synopsis,
            "words": min(MOST_WORDS_OF_SECTION, n_words or section.words),
            "establishes": [],
            "uses": [],
            "depends_on": [],
            "done_when": "",
        }
        above.append(section_id)
        found[keys.section(section_id)] = body
        if section.text:
            found[keys.map_of(section_id)] = one_passage(body)
        if section.front:
            found[keys.front(section_id)] = {"text": section.front}
    return found


# --- what stands at once


def _accept(change: Change, plan: Mapping[str, Body], texts: Mapping[str, str], tell: Tell) -> None:
    """Accepts the outline, the plans of passages and the texts, by their author's word."""
    change.state.fetch_all()
    units = {unit.key: unit for unit in Unit.objects.in_project(change.project.pk)}
    said = _structure(change, plan, units)
    said |= {keys.unit(keys.DRAFT, i, WHOLE): text for i, text in texts.items()}
    artifacts.keep_texts(said.values())
    name = User.objects.values_list("username", flat=True).get(pk=change.actor_id or 0)
    first, second = progress.part(tell, 0, 0.4), progress.part(tell, 0.4, 0.9)
    made = {
        key: _artifact(change, units[key], said[key], name) for key in progress.along(said, first)
    }
    Artifact.objects.bulk_create(made.values())
    for key, artifact in made.items():
        change.state.know(artifact.digest, said[key])
        change.put(keys.text(key), candidates.text_entry(artifact, By.PERSON))
        if artifact.paragraphs:
            change.put(keys.pin(key), {})
        units[key].settle()
        change.concern(units[key])
    _read(change, units, made, second)
    _waive(change, units, made.values())


def _structure(
    change: Change, plan: Mapping[str, Body], units: Mapping[str, Unit]
) -> dict[str, str]:
    """What the outline and each plan of passages says, as a proposal that was accepted."""
    outline = next(p.slug for p in change.protocol.composing if p.produces == "outline")
    written = {
        outline: [key for key in plan if keys.kind(key) == "section"],
        **{keys.unit(keys.MAP, keys.rest(key)): [key] for key in plan if keys.kind(key) == "map"},
    }
    none = proposals.expected(None)
    return {
        unit: candidates.as_text([Operation(key, none, plan[key]) for key in found])
        for unit, found in written.items()
        if unit in units
    }


def _artifact(change: Change, unit: Unit, text: str, name: str) -> Artifact:
    n = len(prose.paragraphs(text)) if unit.movement_key else 0
    return Artifact(
        project_id=unit.project_id,
        unit=unit,
        number=1,
        digest=digest(text),
        origin=Origin.PERSON,
        made_by=name,
        actor_id=change.actor_id,
        cause=CAUSE,
        paragraphs=[[f"p{i}", Origin.PERSON] for i in range(1, n + 1)],
        n_words=prose.count_words(text) if n else 0,
        n_tokens=tokens.estimate(text),
        made_at=change.now,
    )


def _read(
    change: Change, units: Mapping[str, Unit], made: Mapping[str, Artifact], tell: Tell
) -> None:
    """Each is read as its place stands now, with all that was brought in around it."""
    rows = [
        (artifact.pk, cell, then)
        for key, artifact in progress.along(made.items(), tell)
        for cell, then in briefs.reads_of(units[key], change.state).items()
    ]
    record_reads(change, rows)


def _waive(change: Change, units: Mapping[str, Unit], made: Iterable[Artifact]) -> None:
    passes = change.protocol.passes
    Review.objects.bulk_create(
        Review(
            project=change.project, unit=artifact.unit, artifact=artifact, gate=gate,
            digest=artifact.digest, verdict=Verdict.WAIVED,
        )
        for artifact in made
        for gate in passes[artifact.unit.pass_slug].gates
    )  # fmt: skip


def _change(
    project: Project, reason: str, actor_id: int, now: datetime
) -> AbstractContextManager[Change]:
    return commits.change(
        project.pk, kind="begin", reason=reason, by=By.PERSON, actor_id=actor_id, now=now
    )
