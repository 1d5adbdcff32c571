"""What an author changes in the plan: things the book knows, and its outline.

The plan is one document to its author. While a proposal of it waits, an edit makes the author's
version of the proposal; once it is accepted, an edit is a commit. Book-wide steps are then kept as
they are in the same commit, for their author has just said what the plan is; sections that were
written from what changed are marked.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from studio.actions import artifacts, commits, keeping, leases
from studio.actions.refusals import Gone, Invalid, Refused, Unchanged
from studio.core import arranging, doubt, keys, proposals
from studio.core.intent import Intent
from studio.core.proposals import Operation
from studio.core.protocol import Protocol, parse
from studio.core.state import Body
from studio.core.states import Work
from studio.models import Project, Unit
from studio.models.commit import By
from studio.queries import book_units, candidates, planning
from studio.queries.state import DbState

MOST_WORDS = 20_000
SECTION_TEXTS = {"title": 200, "synopsis": 2000, "done_when": 1000}
Writes = dict[str, Body | None]


class BadField(Refused):
    """This cannot be used as it is."""

    def __init__(self, field: str, words: str) -> None:
        super().__init__(words)
        self.field = field


class Foreseen(Exception):
    """This would show on texts that were written from it: the plan of the change comes first."""

    def __init__(self, intent: Intent) -> None:
        super().__init__()
        self.intent = intent


@dataclass(frozen=True, slots=True)
class _Plan:
    """The plan as its author sees it: what is accepted, with a waiting proposal laid over it."""

    project: Project
    state: DbState
    protocol: Protocol

    def sections(self) -> dict[str, Body]:
        return proposals.sections_in(self.state)

    def section(self, section_id: str) -> dict[str, Any]:
        body = self.state.entry(keys.section(section_id))
        if body is None:
            raise Gone
        return dict(body)

    def object(self, object_id: str) -> dict[str, Any]:
        body = self.state.entry(keys.object_(object_id))
        if body is None:
            raise Gone
        return dict(body)


def edit_object(
    project_id: int,
    object_id: str,
    fields: Mapping[str, str],
    *,
    actor_id: int,
    now: datetime,
    foresees: bool = False,
) -> None:
    """Changes the fields of one thing that the book knows; one that foresees may raise Foreseen."""

    def change(plan: _Plan) -> Writes:
        old = plan.object(object_id)
        said = {**old["fields"], **_checked(fields, old["kind"], plan.protocol)}
        return {keys.object_(object_id): doubt.rewritten("object", old, {**old, "fields": said})}

    _apply(project_id, change, f"Edited {object_id}", actor_id, now, foresees)


def add_object(
    project_id: int, kind: str, fields: Mapping[str, str], *, actor_id: int, now: datetime
) -> None:
    """Adds one thing that the book is to know."""

    def change(plan: _Plan) -> Writes:
        body = {"kind": kind, "fields": _checked(fields, kind, plan.protocol), "relations": []}
        taken = {keys.rest(key) for key in plan.state.group("object", kind)}
        object_id = next(i for n in range(1, 10_000) if (i := f"{kind}-{n}") not in taken)
        return {keys.object_(object_id): body}

    _apply(project_id, change, f"Added a {kind}", actor_id, now)


def remove_object(project_id: int, object_id: str, *, actor_id: int, now: datetime) -> None:
    """Takes one thing out of the book, and out of the sections and relations that name it."""

    def change(plan: _Plan) -> Writes:
        plan.object(object_id)
        writes: Writes = {keys.object_(object_id): None}
        for key, body in plan.state.linking(object_id).items():
            kept = [r for r in body["relations"] if r["to"] != object_id]
            writes[key] = {**body, "relations": kept}
        for section_id, body in plan.sections().items():
            if object_id in (*body.get("establishes", ()), *body.get("uses", ())):
                writes[keys.section(section_id)] = arranging.without(body, object_id)
        return writes

    _apply(project_id, change, f"Removed {object_id}", actor_id, now)


def edit_section(
    project_id: int,
    section_id: str,
    fields: Mapping[str, str | int],
    *,
    actor_id: int,
    now: datetime,
    foresees: bool = False,
) -> None:
    """Changes the specification of a section: title, synopsis, words, done_when."""

    def change(plan: _Plan) -> Writes:
        old = plan.section(section_id)
        body = doubt.rewritten("section", old, old | _section_fields(fields))
        return {keys.section(section_id): body}

    _apply(project_id, change, "Edited the outline", actor_id, now, foresees)


def add_section(
    project_id: int,
    *,
    parent: str | None,
    after: str,
    title: str,
    words: int = 600,
    actor_id: int,
    now: datetime,
) -> None:
    """Adds a section below a parent, or at the top; after a peer, or as the last one."""

    def change(plan: _Plan) -> Writes:
        sections = plan.sections()
        new_id = arranging.free_id(sections)
        new: dict[str, Any] = {
            "parent": parent,
            "rank": 0,
            "role": "section" if parent else "chapter",
            "synopsis": "",
            "establishes": [],
            "uses": [],
            "depends_on": [],
            "done_when": "",
            **_section_fields({"title": title, "words": words}),
        }
        order = arranging.peers(sections, parent)
        place = order.index(after) + 1 if after in order else len(order)
        order.insert(place, new_id)
        return arranging.ranked(order, {**sections, new_id: new}, parent)

    _apply(project_id, change, f"Added “{title.strip()}”", actor_id, now)


def move_section(
    project_id: int,
    section_id: str,
    *,
    direction: str,
    actor_id: int,
    now: datetime,
    foresees: bool = False,
) -> None:
    """Moves a section up or down among its peers, in under the one before it, or out."""

    def change(plan: _Plan) -> Writes:
        plan.section(section_id)
        try:
            return arranging.move(plan.sections(), section_id, direction)
        except arranging.CannotMove as cannot:
            raise Unchanged(str(cannot)) from cannot

    _apply(project_id, change, "Moved a section", actor_id, now, foresees)


def remove_section(project_id: int, section_id: str, *, actor_id: int, now: datetime) -> None:
    """Takes a section and all below it out of the outline; texts are kept in the history."""

    def change(plan: _Plan) -> Writes:
        sections = plan.sections()
        title = plan.section(section_id)["title"]
        gone = arranging.below(sections, section_id)
        if len(gone) == len(sections):
            raise Invalid(f"“{title}” is all that the outline has; a book needs a section.")
        writes: Writes = {keys.section(i): None for i in gone}
        for other, body in sections.items():
            kept = [i for i in body.get("depends_on", ()) if i not in gone]
            if other not in gone and kept != list(body.get("depends_on", ())):
                writes[keys.section(other)] = {**body, "depends_on": kept}
        return writes

    _apply(project_id, change, "Removed a section", actor_id, now)


def _apply(
    project_id: int,
    change: Callable[[_Plan], Writes],
    reason: str,
    actor_id: int,
    now: datetime,
    foresees: bool = False,
) -> None:
    """One edit of the plan: into the proposal that waits, or into the book."""
    with transaction.atomic():
        project = Project.locked(project_id)
        waiting = _waiting(project)
        state = DbState(project_id, _proposed(waiting))
        plan = _Plan(project, state, parse(state.entry(keys.PROTOCOL) or {}))
        writes = _real(change(plan), state)
        wrong = proposals.problems(writes, plan.protocol, state)
        if wrong:
            raise Invalid(" ".join(wrong))
        unit = next((u for u in waiting if _belongs(u, writes, plan.protocol)), None)
        if unit is not None:
            _into_proposal(project, unit, writes, actor_id, now)
            return
        if foresees:
            _foresee(project, writes, state)
        with commits.change(
            project_id, kind="plan", reason=reason, by=By.PERSON, actor_id=actor_id, now=now
        ) as made:
            for key, body in writes.items():
                made.put(key, body) if body is not None else made.drop(key)
            keeping.keep_book_wide(made)


def _foresee(project: Project, writes: Writes, state: DbState) -> None:
    sets: dict[str, dict[str, Any]] = {}
    for key, body in writes.items():
        was, new = state.entry(key) or {}, body or {}
        if keys.kind(key) == "object":
            was, new = was["fields"], new["fields"]
        new = doubt.said(new)
        sets[key] = {name: value for name, value in new.items() if was.get(name) != value}
    intent = Intent("set", sets=sets)
    if planning.dry_run(project, intent, book_units.load(project)).stale:
        raise Foreseen(intent)


def _waiting(project: Project) -> list[Unit]:
    units = Unit.objects.in_project(project.pk).filter(section_id="", work=Work.REVIEW)
    return list(units.select_related("candidate").order_by("place"))


def _proposed(waiting: list[Unit]) -> Writes:
    overlay: Writes = {}
    for unit in waiting:
        assert unit.candidate is not None, "a unit in review has a candidate"
        overlay |= candidates.writes(unit.candidate, unit.key)
    return overlay


def _belongs(unit: Unit, writes: Writes, protocol: Protocol) -> bool:
    """Whether the proposal of a unit is the one that these writes edit."""
    produces = protocol.passes[unit.pass_slug].produces
    kind = {"objects": "object", "outline": "section"}.get(produces)
    return any(keys.kind(key) == kind for key in writes)


def _into_proposal(
    project: Project, unit: Unit, writes: Writes, actor_id: int, now: datetime
) -> None:
    """The author's version of a proposal: its operations with these writes in them."""
    base = unit.candidate
    assert base is not None, "a unit in review has a candidate"
    stored = DbState(project.pk)
    found = {o.key: o for o in candidates.operations(base)}
    for key, body in writes.items():
        expects = found[key].expects if key in found else proposals.expected(stored.entry(key))
        found[key] = Operation(key, expects, body)
    real = [o for o in found.values() if o.body is not None or o.expects]
    artifact = artifacts.by_person(
        project,
        unit,
        text=candidates.as_text(real),
        paragraphs=[],
        base=base,
        reads={},
        actor_id=actor_id,
        name="",
        cause="Edited by hand",
        state=stored,
        now=now,
    )
    unit.candidate = artifact
    leases.close(project, unit, now)


def _real(writes: Writes, state: DbState) -> Writes:
    found = {key: body for key, body in writes.items() if body != state.entry(key)}
    if not found:
        raise Unchanged
    return found


def _checked(fields: Mapping[str, str], kind: str, protocol: Protocol) -> dict[str, str]:
    if kind not in protocol.kinds:
        raise BadField("kind", f"This book does not keep track of “{kind}”.")
    known = {f.name: f for f in protocol.kinds[kind].fields}
    clean = {name: value.replace("\0", "").strip() for name, value in fields.items()}
    for name, value in clean.items():
        if name not in known:
            raise BadField(name, f"There is no field “{name}”.")
        if known[name].required and not value:
            raise BadField(name, f"“{known[name].title}” must not be empty.")
        if len(value) > known[name].max * 4:
            raise BadField(name, f"At most {known[name].max * 4:,} characters, please.")
    return clean


def _section_fields(fields: Mapping[str, str | int]) -> dict[str, str | int]:
    clean: dict[str, str | int] = {}
    for name, most in SECTION_TEXTS.items():
        if name in fields:
            clean[name] = str(fields[name]).replace("\0", "").strip()
            if len(str(clean[name])) > most:
                raise BadField(name, f"At most {most:,} characters, please.")
    if "title" in clean and not clean["title"]:
        raise BadField("title", "Give it a title.")
    if "words" in fields:
        words = str(fields["words"]).replace(",", "").strip()
        if not words.isdigit() or not 0 <= int(words) <= MOST_WORDS:
            raise BadField("words", f"Write a number of words up to {MOST_WORDS:,}.")
        clean["words"] = int(words)
    return clean
