"""The commit: the only way anything of a book changes for good.

A change gathers writes under the project's lock. When it closes, in the same transaction: the
entries get their new versions, the cells those writes feed are computed again, the readers of
cells whose digest changed are marked, units follow the outline, requirements are counted anew,
and what became ready is rung for.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime

from django.db import transaction

from studio.actions import arming, cells, freshness, readiness, units
from studio.actions.announce import announce
from studio.core import keys
from studio.core.digest import digest_of
from studio.core.protocol import Protocol, parse
from studio.core.state import Body, group_of, touched
from studio.models import Commit, Entry, Project
from studio.queries.state import DbState


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
    commit: Commit | None = None
    is_forced: bool = False
    stands_anew: set[str] = field(default_factory=set)

    @property
    def protocol(self) -> Protocol:
        return parse(self.state.entry(keys.PROTOCOL) or {})

    def put(self, key: str, body: Body) -> None:
        """Writes a body under a key."""
        self.state.overlay[key] = body

    def drop(self, key: str) -> None:
        """Ends an entry."""
        self.state.overlay[key] = None

    def concern(self, unit_id: int) -> None:
        """Says that a unit's row was changed besides what the writes bring about."""
        self.unit_ids.add(unit_id)


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
    writes = {
        key: body
        for key, body in sorted(gathered.state.overlay.items())
        if _digest(body) != before.get(key, ("", None))[0]
    }
    number = project.next_change()
    if writes or gathered.is_forced:
        gathered.commit = _commit(gathered, writes, before)
        _follow(gathered, writes, {k: body for k, (_, body) in before.items()})
    gathered.unit_ids |= arming.follow(project, now=gathered.now)
    units.touch(gathered.unit_ids, number)
    readiness.settle(project, gathered.unit_ids)
    project.save()
    announce(project.pk, project.change_number)


def _follow(gathered: Change, writes: dict[str, Body | None], before: dict[str, Body]) -> None:
    """All that a commit brings about: cells, units, standing, staleness."""
    project, state = gathered.project, gathered.state
    sources = {s for key, body in writes.items() for s in touched(key, before.get(key), body)}
    changed_cells = cells.refresh(project, sources, state)
    moved = units.follow(project, state, writes, now=gathered.now)
    stood = units.stand(project, state, writes, also=gathered.stands_anew, now=gathered.now)
    # A place that comes back was not judged while it was away.
    marked = freshness.mark(project, changed_cells, moved | stood)
    gathered.unit_ids |= moved | stood | marked


def _commit(
    gathered: Change, writes: dict[str, Body | None], before: dict[str, tuple[str, Body]]
) -> Commit:
    project = gathered.project
    project.commit_number += 1
    _write_entries(project, writes)
    changes = [[k, before.get(k, ("",))[0], _digest(body)] for k, body in writes.items()]
    facts = [project.pk, project.commit_number, gathered.kind, gathered.by, gathered.reason]
    made = Commit.objects.create(
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
    project.commit_digest = made.digest
    title = writes.get(keys.brief("title"))
    project.title = str(title["value"])[:200] if title else project.title
    return made


def _stored(project_id: int, state: DbState) -> dict[str, tuple[str, Body]]:
    rows = Entry.objects.filter(project_id=project_id, key__in=list(state.overlay)).current()
    return {key: (digest, body) for key, digest, body in rows.values_list("key", "digest", "body")}


def _write_entries(project: Project, writes: dict[str, Body | None]) -> None:
    number = project.commit_number
    Entry.objects.filter(project=project, key__in=list(writes)).current().update(until=number)
    Entry.objects.bulk_create(
        Entry(
            project=project,
            key=key,
            kind=keys.kind(key),
            group=group_of(key, body),
            body=body,
            digest=digest_of(body),
            since=number,
        )
        for key, body in writes.items()
        if body is not None
    )


def _digest(body: Body | None) -> str:
    return "" if body is None else digest_of(body)
