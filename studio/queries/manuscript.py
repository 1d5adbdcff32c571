"""The accepted book, put together for reading and for every format."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import NAMESPACE_URL, UUID, uuid5

from studio.core import keys, outline
from studio.core.digest import digest
from studio.core.manuscript import Book, Section
from studio.core.outline import Node
from studio.models import Blob, Commit, Project, Unit
from studio.models.among import among
from studio.queries.state import Body, DbState


class Damaged(Exception):
    """A text is not what its digest says; nothing is printed from it."""


@dataclass(frozen=True, slots=True)
class _Passage:
    text: str
    by: str
    is_stale: bool
    is_untrusted: bool
    is_proposed: bool = False


def manuscript(project: Project, *, as_of: int | None = None, with_proposals: bool = False) -> Book:
    """The book as of its last commit, or of an earlier one; only what was accepted is in it, or
    what is proposed now as well, in the place of what was accepted there."""
    state = DbState(project.pk, as_of=as_of)
    found = state.kinds("brief", "section", "map", "text", "trust")
    nodes = outline.ordered({keys.rest(k): body for k, body in found["section"].items()})
    orders = _orders(found["map"])
    # Marks are of today: what had a changed basis then is not known.
    is_now = as_of in (None, project.commit_number)
    stale = _stale(project) if is_now else set()
    passages = _passages(found["text"], found["trust"], stale)
    if with_proposals:
        passages |= _proposals(project)
    missing = [_named(node) for node in nodes if _is_missing(node, orders, passages)]
    brief = {f: found["brief"].get(keys.brief(f), {}).get("value", "") for f in keys.BRIEF_FIELDS}
    return Book(
        title=str(brief["title"]),
        author=project.owner.get_full_name(),
        language=str(brief["language"]),
        sections=tuple(_section(node, orders, passages) for node in nodes),
        number=project.commit_number if as_of is None else as_of,
        complete=bool(nodes) and not missing and not any(p.is_proposed for p in passages.values()),
        missing=tuple(missing),
        identifier=f"urn:uuid:{_identity(project)}",
        at=_time(project, project.commit_number if as_of is None else as_of),
    )


def _identity(project: Project) -> UUID:
    """The same for all files of a book, whatever it says: readers know by it that it is the one."""
    begun = project.created_at.astimezone(UTC).isoformat()
    return uuid5(NAMESPACE_URL, f"studio:{project.pk}/{begun}")


def _time(project: Project, number: int) -> datetime:
    commits = Commit.objects.filter(project=project, number=number)
    return commits.values_list("made_at", flat=True).first() or project.created_at


def _orders(maps: Mapping[str, Body]) -> dict[str, list[str]]:
    return {keys.rest(key): [m["key"] for m in body["movements"]] for key, body in maps.items()}


def _stale(project: Project) -> set[str]:
    rows = Unit.objects.in_project(project.pk).filter(is_stale=True)
    return set(rows.values_list("key", flat=True))


def _passages(
    entries: Mapping[str, Body], trust: Iterable[str], stale: set[str]
) -> dict[str, _Passage]:
    """Accepted passages by unit key, all texts in one query."""
    prefix = f"{keys.DRAFT}/"
    texts = {
        keys.rest(key): body for key, body in entries.items() if keys.rest(key).startswith(prefix)
    }
    bodies = dict(
        Blob.objects.filter(pk__in=among({b["blob"] for b in texts.values()})).values_list(
            "pk", "body"
        )
    )
    distrusted = {keys.rest(key) for key in trust}
    damaged = [key for key, body in texts.items() if digest(bodies[body["blob"]]) != body["blob"]]
    if damaged:
        raise Damaged(f"The kept text of {', '.join(damaged[:3])} is not what was accepted.")
    return {
        key: _Passage(bodies[body["blob"]], body["by"], key in stale, key in distrusted)
        for key, body in texts.items()
    }


def _proposals(project: Project) -> dict[str, _Passage]:
    """Passages that wait to be accepted, by unit key."""
    waiting = Unit.objects.proposing_prose(project.pk)
    digests = dict(waiting.values_list("key", "candidate__digest"))
    bodies = dict(Blob.objects.filter(pk__in=among(digests.values())).values_list("pk", "body"))
    return {
        key: _Passage(bodies[blob], "", is_stale=False, is_untrusted=False, is_proposed=True)
        for key, blob in digests.items()
    }


def _unit_keys(node: Node, orders: Mapping[str, list[str]]) -> list[str]:
    return [keys.unit(keys.DRAFT, node.id, key) for key in orders.get(node.id, ())]


def _is_missing(
    node: Node, orders: Mapping[str, list[str]], passages: Mapping[str, _Passage]
) -> bool:
    if not node.is_leaf:
        return False
    wanted = _unit_keys(node, orders)
    return not wanted or any(key not in passages for key in wanted)


def _section(
    node: Node, orders: Mapping[str, list[str]], passages: Mapping[str, _Passage]
) -> Section:
    found = [passages[key] for key in _unit_keys(node, orders) if key in passages]
    return Section(
        id=node.id,
        number=node.number,
        level=node.level,
        title=str(node.body["title"]),
        text="\n\n".join(p.text for p in found if p.text),
        accepted_by=_accepted_by(found),
        is_stale=any(p.is_stale for p in found),
        is_untrusted=any(p.is_untrusted for p in found),
        is_proposed=any(p.is_proposed for p in found),
    )


def _accepted_by(found: list[_Passage]) -> str:
    accepted = [p for p in found if not p.is_proposed]
    if not accepted:
        return ""
    return "person" if all(p.by == "person" for p in accepted) else "policy"


def _named(node: Node) -> str:
    return f"{node.number} {node.body['title']}"
