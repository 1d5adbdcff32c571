"""The commit: the only way anything of a book changes for good.

A change gathers writes under the project's lock. When it closes, in the same transaction: the
entries get their new versions, the cells those writes feed are computed again, the readers of
cells whose digest changed are marked, units follow the outline, requirements are counted anew,
and what became ready is rung for.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction

from studio.actions import arming, cells, freshness, readiness, units
from studio.actions.announce import announce
from studio.actions.sums import Sums
from studio.core import keys, open_edits
from studio.core.digest import digest_of
from studio.core.protocol import Protocol, protocol_of
from studio.core.state import Body, group_of, touched_by
from studio.models import Commit, Project, Unit, statements
from studio.models.commit import By
from studio.queries import remembered
from studio.queries.state import DbState

_CURRENT = "project_id = %s AND until IS NULL AND key = ANY(%s)"
_STORED = f"SELECT key, digest, body::text FROM studio_entry WHERE {_CURRENT}"
_BEGIN = """
    INSERT INTO studio_entry (project_id, since, key, kind, "group", body, digest)
    SELECT %s, %s, new.* FROM unnest(
        %s::text[], %s::text[], %s::text[], %s::jsonb[], %s::text[]
    ) AS new
"""
_END = f"UPDATE studio_entry SET until = %s WHERE {_CURRENT}"


@dataclass(slots=True)
class Change:
    """The writes of one commit in the making, and the project that they are made under."""

    project: Project
    state: DbState
    kind: str
    reason: str
    by: str
    actor_id: int | None
    now: datetime
    unit_ids: set[int] = field(default_factory=set)
    units: dict[int, Unit] = field(default_factory=dict)
    commit: Commit | None = None
    is_forced: bool = False
    has_moved: bool = False
    stands_anew: set[str] = field(default_factory=set)
    sums: Sums = field(default_factory=Sums)
    _name: str | None = None

    @property
    def actor_name(self) -> str:
        """Who makes the change, as versions of theirs say it; '' of nobody."""
        if self._name is None:
            found = User.objects.filter(pk=self.actor_id or 0).values_list("username", flat=True)
            self._name = found.first() or ""
        return self._name

    @property
    def protocol(self) -> Protocol:
        return protocol_of(self.state)

    def put(self, key: str, body: Body) -> None:
        """Writes a body under a key."""
        self.state.overlay[key] = body

    def drop(self, key: str) -> None:
        """Ends an entry."""
        self.state.overlay[key] = None

    def concern(self, unit: Unit) -> None:
        """Says that a unit's row is changed besides what the writes bring about; it is written
        with them."""
        before = self.units.get(unit.pk, unit)
        if before is not unit:
            before.write()
        self.units[unit.pk] = unit
        self.unit_ids.add(unit.pk)


@contextmanager
def change(
    project_id: int,
    *,
    kind: str,
    reason: str,
    by: str,
    actor_id: int | None,
    now: datetime,
) -> Iterator[Change]:
    """One transaction that changes a book: lock, gather writes, commit what they bring about."""
    with transaction.atomic():
        project = Project.locked(project_id)
        gathered = Change(project, DbState(project_id), kind, reason, by, actor_id, now)
        yield gathered
        close(gathered)


def close(gathered: Change) -> None:
    """Makes the commit, and rings for what it made ready."""
    make(gathered)
    readiness.ring_ready(gathered.project, now=gathered.now)


def make(gathered: Change) -> None:
    """Makes the commit; the bell is the caller's.

    Equal content is no change: without a real write there is no commit, unless it is forced, as
    where a repair is to be on record.
    """
    project = gathered.project
    before = _stored(project.pk, gathered.state)
    digests = _digests(gathered.state.overlay)
    writes = {
        key: gathered.state.overlay[key]
        for key in sorted(digests)
        if digests[key] != before.get(key, ("", None))[0]
    }
    number = project.next_change()
    if writes or gathered.is_forced:
        gathered.commit = _commit(gathered, writes, before, digests)
        if project.open_edits and gathered.by == By.PERSON:
            project.open_edits = open_edits.without_written(project.open_edits, writes)
            project.waits_change = number
        _follow(gathered, writes, {k: body for k, (_, body) in before.items()})
    for unit in gathered.units.values():
        unit.change = number
    Unit.write_all(gathered.units.values())
    gathered.sums.carry(project)
    readiness.settle(project, gathered.unit_ids, is_moved=gathered.has_moved)
    armed = arming.follow(project, now=gathered.now)
    readiness.settle(project, armed)
    gathered.unit_ids |= armed
    units.touch(gathered.unit_ids - set(gathered.units), number)
    project.write()
    announce(project.pk, project.change_number)


def _follow(gathered: Change, writes: dict[str, Body | None], before: dict[str, Body]) -> None:
    """All that a commit brings about: cells, units, standing, staleness."""
    project, state = gathered.project, gathered.state
    sources = touched_by(writes, before.get)
    changed_cells = cells.refresh(project, sources, state)
    moved = units.follow(
        project, state, writes, before=before, sums=gathered.sums, now=gathered.now
    )
    at_hand = {unit.key: unit for unit in gathered.units.values()}
    stood = units.stand(
        project,
        state,
        writes,
        also=gathered.stands_anew,
        at_hand=at_hand,
        sums=gathered.sums,
        now=gathered.now,
    )
    gathered.units |= {unit.pk: unit for unit in stood}
    # A place that comes back was not judged while it was away.
    gathered.has_moved = bool(moved)
    placed = moved | {unit.pk for unit in stood}
    gathered.unit_ids |= placed | freshness.mark(project, changed_cells, placed)


def _commit(
    gathered: Change,
    writes: dict[str, Body | None],
    before: dict[str, tuple[str, Body]],
    digests: Mapping[str, str],
) -> Commit:
    project = gathered.project
    project.commit_number += 1
    _write_entries(project, writes, before, digests)
    changes = [[k, before.get(k, ("",))[0], digests[k]] for k in writes]
    facts = [project.pk, project.commit_number, gathered.kind, gathered.by, gathered.reason]
    made = Commit(
        project=project,
        number=project.commit_number,
        kind=gathered.kind,
        by=gathered.by,
        actor_id=gathered.actor_id,
        reason=gathered.reason,
        changes=changes,
        predecessor=project.commit_digest,
        digest=digest_of([*facts, changes, project.commit_digest]),
        made_at=gathered.now,
    )
    statements.insert(made)
    remembered.carry(project.commit_digest, made.digest, writes)
    project.commit_digest = made.digest
    title = writes.get(keys.brief("title"))
    project.title = str(title["value"])[:200] if title else project.title
    return made


def _stored(project_id: int, state: DbState) -> dict[str, tuple[str, Body]]:
    found = statements.select(_STORED, [project_id, list(state.overlay)])
    return {key: (digest, json.loads(body)) for key, digest, body in found}


def _write_entries(
    project: Project,
    writes: Mapping[str, Body | None],
    before: Iterable[str],
    digests: Mapping[str, str],
) -> None:
    number = project.commit_number
    ended = [key for key in before if key in writes]
    if ended:
        statements.do(_END, [number, project.pk, ended])
    new = [
        (key, keys.kind(key), group_of(key, body), json.dumps(body), digests[key])
        for key, body in writes.items()
        if body is not None
    ]
    if new:
        columns = [list(column) for column in zip(*new, strict=True)]
        statements.do(_BEGIN, [project.pk, number, *columns])


def _digests(overlay: Mapping[str, Body | None]) -> dict[str, str]:
    """The digest of each body, once where many keys have the same one; '' of what ends."""
    known = {id(body): digest_of(body) for body in {id(b): b for b in overlay.values()}.values()}
    return {key: "" if body is None else known[id(body)] for key, body in overlay.items()}
