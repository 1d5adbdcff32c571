"""The protocol of a book, remembered for as long as no commit writes it."""

from collections import OrderedDict
from threading import Lock

from studio.core.protocol import Protocol, parse
from studio.models import Entry, Project, statements

MOST = 64
_CURRENT = "project_id = %s AND key = 'protocol' AND until IS NULL"
# By the digest of a commit, which no other state of any book has.
_known: OrderedDict[str, Protocol] = OrderedDict()
_lock = Lock()


def protocol_of(project: Project) -> Protocol:
    """The protocol as the book has it now."""
    with _lock:
        found = _known.get(project.commit_digest)
    if found is None:
        row = statements.row(Entry, _CURRENT, [project.pk])
        assert row is not None, "a book begins with a protocol"
        found = parse(row.body)
        _remember(project.commit_digest, found)
    return found


def stays(before: str, now: str) -> None:
    """A commit that does not write the protocol leaves the one of the commit before."""
    with _lock:
        found = _known.get(before)
    if found is not None:
        _remember(now, found)


def _remember(commit_digest: str, found: Protocol) -> None:
    with _lock:
        _known[commit_digest] = found
        while len(_known) > MOST:
            _known.popitem(last=False)
