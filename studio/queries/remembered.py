"""What this process has read of a book's entries, remembered for as long as they stay the same.

Entries change in commits alone, and the digest of a commit stands for all entries of its book: what
was read at one is true at it for good. A commit carries the memory on to its own digest with what
it writes; after a commit of another process the digest is a new one, and nothing is remembered.
"""

from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from threading import Lock
from typing import TypeVar

from studio.core import keys
from studio.core.protocol import Protocol, parse
from studio.core.state import Body, group_of, targets
from studio.models import Entry, Project, statements

K = TypeVar("K")
MOST_COMMITS, MOST_ENTRIES = 16, 4_000
MOST_IN_ALL = MOST_COMMITS * MOST_ENTRIES
_CURRENT = "project_id = %s AND key = 'protocol' AND until IS NULL"


@dataclass(slots=True)
class Remembered:
    """Entries by key, None where there is none; whole groups, and what leads to an object.

    Threads share it: what is in it is never changed, only added to.
    """

    entries: dict[str, Body | None] = field(default_factory=dict)
    groups: dict[tuple[str, str], Mapping[str, Body]] = field(default_factory=dict)
    linking: dict[str, Mapping[str, Body]] = field(default_factory=dict)
    protocol: Protocol | None = None

    def after(self, writes: Mapping[str, Body | None]) -> "Remembered":
        """The same with what a commit writes."""
        then = Remembered(dict(self.entries), dict(self.groups), dict(self.linking), self.protocol)
        for key, body in writes.items():
            then._write(key, body)
        return then

    def _write(self, key: str, body: Body | None) -> None:
        kind = keys.kind(key)
        self.entries[key] = body
        self.protocol = None if key == keys.PROTOCOL else self.protocol
        _put(self.groups, key, body, lambda one, new: one == (kind, group_of(key, new)))
        if kind == "object":
            _put(self.linking, key, body, lambda one, new: one in targets(new))


def at(project: Project) -> Remembered:
    """What is remembered of a book as it is now; whoever writes adds nothing to it."""
    if not project.commit_digest:
        return Remembered()
    with _lock:
        found = _known.setdefault(project.commit_digest, Remembered())
        _known.move_to_end(project.commit_digest)
        _forget()
        return found


def carry(before: str, now: str, writes: Mapping[str, Body | None]) -> None:
    """Remembers at the digest of a commit what is remembered at the one before it."""
    with _lock:
        found = _known.get(before)
        if found is not None and len(found.entries) + len(writes) <= MOST_ENTRIES:
            _known[now] = found.after(writes)
            _forget()


def protocol_of(project: Project) -> Protocol:
    """The protocol as the book has it now."""
    found = at(project)
    if found.protocol is None:
        row = statements.row(Entry, _CURRENT, [project.pk])
        assert row is not None, "a book begins with a protocol"
        found.protocol = parse(row.body)
    return found.protocol


_known: OrderedDict[str, Remembered] = OrderedDict()
_lock = Lock()


def _forget() -> None:
    """Lets the oldest go; of books too large to be carried on no two share what they hold."""
    while len(_known) > 1 and (len(_known) > MOST_COMMITS or _n_entries() > MOST_IN_ALL):
        _known.popitem(last=False)


def _n_entries() -> int:
    return sum(len(one.entries) for one in _known.values())


def _put(
    within: dict[K, Mapping[str, Body]],
    key: str,
    body: Body | None,
    belongs: Callable[[K, Body], bool],
) -> None:
    """Moves an entry to where it belongs now among collections, which others may be reading."""
    for one, members in within.items():
        is_member = body is not None and belongs(one, body)
        if is_member or key in members:
            rest = {k: b for k, b in members.items() if k != key}
            within[one] = rest | ({key: body} if body is not None and is_member else {})
