"""What hangs together in a book of any size, and the part of it that one drawing bears."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from studio.core import graphs, keys, outline
from studio.core.graphs import Edge
from studio.core.outline import Node
from studio.core.protocol import Protocol, protocol_of
from studio.core.state import Body
from studio.models import Project, statements
from studio.queries import values, wide
from studio.queries.state import DbState
from studio.queries.values.graph import Show, Way

MOST_OPEN, MOST_DRAWN = 150, 250
_RULES = "constraint"
_ORDER: tuple[values.Work, ...] = (
    "active", "held", "review", "pending", "none", "reopened", "accepted",
)  # fmt: skip
# Of a section its prose counts; one of which only the plan stands is not begun.
_STATES = f"""
    SELECT section_id,
        COALESCE(min(rank) FILTER (WHERE is_prose), min(CASE rank WHEN 7 THEN 5 ELSE rank END)),
        bool_or(is_stale), bool_or(is_distrusted)
    FROM (
        SELECT unit.section_id, unit.movement_key <> '' AS is_prose, unit.is_stale,
            {wide.RANK} AS rank, unit.key IN (
                SELECT substr(key, 7) FROM studio_entry
                WHERE project_id = %s AND until IS NULL AND kind = 'trust'
            ) AS is_distrusted
        FROM studio_unit AS unit
        WHERE unit.project_id = %s AND NOT unit.is_retired AND unit.section_id <> ''
    ) AS unit GROUP BY section_id
"""


@dataclass(frozen=True, slots=True)
class Standing:
    """How far a section is, or a chapter with all that is in it."""

    state: values.Work = "none"
    is_stale: bool = False
    is_distrusted: bool = False


@dataclass(frozen=True, slots=True)
class Things:
    """Everything by its key in the order of the book, and what leads to what."""

    project: Project
    protocol: Protocol
    nodes: Mapping[str, Node]
    objects: Mapping[str, Body]
    standings: Mapping[str, Standing]
    keys: tuple[str, ...]
    edges: tuple[Edge, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """What of it somebody wants to see; `first` is the place at which a part begins."""

    show: Show = "both"
    at: str = ""
    way: Way = ""
    only_stale: bool = False
    is_whole: bool = False
    first: int = 0


def things(project: Project, show: Show) -> Things:
    """All things of a book that are of this kind."""
    state = DbState(project.pk)
    protocol, found = protocol_of(state), state.kinds("object", "section")
    bodies = {keys.rest(key): body for key, body in found["section"].items()}
    nodes = {node.id: node for node in outline.ordered(bodies)}
    objects = {
        key: body
        for key, body in sorted(found["object"].items())
        if body["kind"] != _RULES and body["kind"] in protocol.kinds
    }
    shown = [] if show == "outline" else [*objects]
    if show != "argument":
        shown += [keys.section(node.id) for node in nodes.values() if node.is_leaf]
    here = set(shown)
    edges = dict.fromkeys(e for e in _edges(objects, nodes) if e[0] in here and e[1] in here)
    standings = _standings(project)
    return Things(project, protocol, nodes, objects, standings, tuple(shown), tuple(edges))


def _edges(objects: Mapping[str, Body], nodes: Mapping[str, Node]) -> Iterator[Edge]:
    for key, body in objects.items():
        for relation in body["relations"]:
            yield key, keys.object_(relation["to"])
    for node in nodes.values():
        here = keys.section(node.id)
        for object_id in (*node.body.get("establishes", ()), *node.body.get("uses", ())):
            yield keys.object_(object_id), here
        for other in node.body.get("depends_on", ()):
            yield keys.section(other), here


def _standings(project: Project) -> dict[str, Standing]:
    rows = statements.select(_STATES, [project.pk, project.pk])
    return {
        section_id: Standing(_ORDER[rank - 1], is_stale, is_distrusted)
        for section_id, rank, is_stale, is_distrusted in rows
    }


def closed(found: Things) -> Things:
    """The same with each chapter as one thing, which stands for all that is in it."""
    top = {key: _top(found.nodes, key) for key in found.keys}
    within: dict[str, list[Standing]] = {}
    for key in found.keys:
        if keys.kind(key) == "section":
            own = found.standings.get(keys.rest(key), Standing())
            within.setdefault(keys.rest(top[key]), []).append(own)
    lifted = dict.fromkeys((top[a], top[b]) for a, b in found.edges)
    return Things(
        found.project,
        found.protocol,
        found.nodes,
        found.objects,
        {section_id: _together(below) for section_id, below in within.items()},
        tuple(dict.fromkeys(top.values())),
        tuple((a, b) for a, b in lifted if a != b),
    )


def _top(nodes: Mapping[str, Node], key: str) -> str:
    here = keys.rest(key)
    if keys.kind(key) != "section":
        return key
    while (above := str(nodes[here].body.get("parent") or "")) in nodes:
        here = above
    return keys.section(here)


def _together(below: Iterable[Standing]) -> Standing:
    every = list(below)
    return Standing(
        next((state for state in _ORDER if any(one.state == state for one in every)), "none"),
        any(one.is_stale for one in every),
        any(one.is_distrusted for one in every),
    )


def standing_out(found: Things, asked: Asked) -> set[str]:
    """The way to or from a thing, and of it what leads to a changed basis; else everything."""
    on = set(found.keys)
    if asked.at:
        back = graphs.reached(asked.at, found.edges, back=True) if asked.way != "to" else set()
        on = back | (graphs.reached(asked.at, found.edges) if asked.way != "from" else set())
    if asked.only_stale:
        stale = [key for key in found.keys if _is_stale(found, key)]
        on &= {k for key in stale for k in graphs.reached(key, found.edges, back=True)}
    return on


def _is_stale(found: Things, key: str) -> bool:
    own = found.standings.get(keys.rest(key)) if keys.kind(key) == "section" else None
    return bool(own and own.is_stale)


def part(found: Things, on: set[str], asked: Asked) -> tuple[Things, int]:
    """As much as one drawing bears: what stands out, else from some place on, each with what it is
    built from. Returns how many could be first in a part."""
    if len(found.keys) <= MOST_DRAWN:
        return found, 0
    if asked.at or (asked.only_stale and on):
        near = [asked.at, *beside(found, asked.at)] if asked.at else []
        order = [*near, *(key for key in found.keys if key in on)]
        return _only(found, dict.fromkeys(k for k in order if k in on)), 0
    sections = [key for key in found.keys if keys.kind(key) == "section"]
    anchors = sections or list(found.keys)
    step = MOST_OPEN if sections else MOST_DRAWN
    shown = anchors[asked.first : asked.first + step]
    return _only(found, dict.fromkeys([*shown, *_before(found, shown)])), len(anchors)


def beside(found: Things, key: str) -> list[str]:
    """What leads to a thing, and what it leads to."""
    return [a if b == key else b for a, b in found.edges if key in (a, b)]


def _before(found: Things, shown: Sequence[str]) -> list[str]:
    """What these are built from; what leads to many of them first."""
    wanted, counts = set(shown), dict[str, int]()
    for a, b in found.edges:
        if b in wanted and a not in wanted and keys.kind(a) != "section":
            counts[a] = counts.get(a, 0) + 1
    return sorted(counts, key=lambda key: (-counts[key], key))


def _only(found: Things, order: Iterable[str]) -> Things:
    chosen = set(list(order)[:MOST_DRAWN])
    return Things(
        found.project,
        found.protocol,
        found.nodes,
        found.objects,
        found.standings,
        tuple(key for key in found.keys if key in chosen),
        tuple((a, b) for a, b in found.edges if a in chosen and b in chosen),
    )
