"""The drawing of a book: its argument and its outline, each thing behind what it is built from."""

import textwrap
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.urls import reverse

from studio.core import doubt, graphs, keys
from studio.core.graphs import Edge
from studio.core.outline import Node
from studio.core.state import Body
from studio.models import Project
from studio.queries import book_units, frame, values
from studio.queries.book_units import BookUnits
from studio.queries.outline_page import section_state
from studio.queries.plan import line_state
from studio.queries.values.graph import GraphEdge, GraphNode, GraphPage, Show, Way

MOST_OPEN = 150
ZOOMS = (50, 75, 100, 150, 200)
COLUMN, ROW, WIDE, HIGH, EDGE = 248, 72, 192, 52, 16
MOST_LETTERS, MOST_LINES = 25, 2
_RULES = "constraint"


@dataclass(frozen=True, slots=True)
class _Thing:
    """What a node stands for, before it has its place."""

    kind: str
    title: str
    url: str
    state: values.Work
    is_section: bool = False
    is_stale: bool = False
    is_distrusted: bool = False


def graph_page(
    project: Project,
    *,
    show: Show = "both",
    at: str = "",
    way: Way = "",
    only_stale: bool = False,
    zoom: int = 100,
    is_whole: bool = False,
) -> GraphPage:
    """The drawing; of a thing that is named, what it is built from, or what is built on it, stands
    out. Chapters of a large book are one thing each, unless the whole is asked for."""
    book = book_units.load(project)
    things, edges = _all(book, show)
    is_large = len(things) > MOST_OPEN
    if is_large and not is_whole:
        things, edges = _closed(book, things, edges)
    at = at if at in things else ""
    on = _on(things, edges, at, way, only_stale=only_stale)
    layers = graphs.layers(list(things), edges)
    spots = {
        node: (EDGE + x * COLUMN, EDGE + y * ROW)
        for x, layer in enumerate(layers)
        for y, node in enumerate(layer)
    }
    tallest = max((len(layer) for layer in layers), default=0)
    return GraphPage(
        book=frame.book_head(project),
        nodes=tuple(_nodes(things, edges, spots, on, at)),
        edges=tuple(_line(spots[a], spots[b], is_on={a, b} <= on) for a, b in edges),
        width=max(0, len(layers) - 1) * COLUMN + WIDE + 2 * EDGE,
        height=max(0, tallest - 1) * ROW + HIGH + 2 * EDGE,
        show=show,
        at=at,
        at_title=things[at].title if at else "",
        way=way if at else "",
        only_stale=only_stale,
        zoom=zoom if zoom in ZOOMS else 100,
        is_closed=is_large and not is_whole,
        is_whole=is_large and is_whole,
        is_large=is_large,
    )


def _all(book: BookUnits, show: Show) -> tuple[dict[str, _Thing], list[Edge]]:
    """Every thing by its key, in the order of the book, and what leads to what."""
    objects = {
        key: body
        for key, body in sorted(book.state.kind("object").items())
        if body["kind"] != _RULES and body["kind"] in book.protocol.kinds
    }
    things = {} if show == "outline" else {k: _object(book, k, b) for k, b in objects.items()}
    if show != "argument":
        leaves = (node for node in book.nodes.values() if node.is_leaf)
        things |= {keys.section(node.id): _section(book, node) for node in leaves}
    found = [
        *((key, keys.object_(r["to"])) for key, b in objects.items() for r in b["relations"]),
        *_into_sections(book.nodes),
    ]
    return things, [e for e in dict.fromkeys(found) if e[0] in things and e[1] in things]


def _into_sections(nodes: Mapping[str, Node]) -> Iterable[Edge]:
    for node in nodes.values():
        here = keys.section(node.id)
        for object_id in (*node.body.get("establishes", ()), *node.body.get("uses", ())):
            yield keys.object_(object_id), here
        for other in node.body.get("depends_on", ()):
            yield keys.section(other), here


def _object(book: BookUnits, key: str, body: Body) -> _Thing:
    fields = body["fields"]
    said = str(fields.get("name") or next(iter(fields.values()), key))
    url = reverse("plan_of_book", args=[book.project.slug]) + f"#item-{keys.rest(key)}"
    kind = book.protocol.kinds[body["kind"]].title
    is_distrusted = bool(doubt.doubted_by(body))
    return _Thing(kind, said, url, "accepted", is_distrusted=is_distrusted)


def _section(book: BookUnits, node: Node) -> _Thing:
    units = book.of_section(node.id)
    return _Thing(
        kind=node.number,
        title=str(node.body["title"]),
        url=frame.section_url(book.project.slug, node.id),
        state=section_state(units),
        is_section=True,
        is_stale=any(u.is_stale for u in units),
        is_distrusted=any(u.key in book.distrusted for u in units),
    )


def _closed(
    book: BookUnits, things: dict[str, _Thing], edges: list[Edge]
) -> tuple[dict[str, _Thing], list[Edge]]:
    """The same with each chapter as one thing, which stands for all that is in it."""
    top = {key: _top(book.nodes, key) for key in things}
    found: dict[str, _Thing] = {}
    within: dict[str, list[_Thing]] = {}
    for key, thing in things.items():
        within.setdefault(top[key], []).append(thing)
        found.setdefault(top[key], thing)
    for key, below in within.items():
        if key not in things:
            found[key] = _chapter(book, key, below)
    lifted = dict.fromkeys((top[a], top[b]) for a, b in edges)
    return found, [(a, b) for a, b in lifted if a != b]


def _top(nodes: Mapping[str, Node], key: str) -> str:
    here = keys.rest(key)
    if keys.kind(key) != "section":
        return key
    while (above := str(nodes[here].body.get("parent") or "")) in nodes:
        here = above
    return keys.section(here)


def _chapter(book: BookUnits, key: str, below: list[_Thing]) -> _Thing:
    node = book.nodes[keys.rest(key)]
    return _Thing(
        kind=node.number,
        title=str(node.body["title"]),
        url=reverse("outline", args=[book.project.slug]) + f"#line-{node.id}",
        state=line_state([thing.state for thing in below]),
        is_section=True,
        is_stale=any(thing.is_stale for thing in below),
        is_distrusted=any(thing.is_distrusted for thing in below),
    )


def _on(
    things: Mapping[str, _Thing], edges: list[Edge], at: str, way: Way, *, only_stale: bool
) -> set[str]:
    """What stands out: the way to or from a thing, and of it what leads to a changed basis."""
    on = set(things)
    if at:
        back = graphs.reached(at, edges, back=True) if way != "to" else set()
        on = back | (graphs.reached(at, edges) if way != "from" else set())
    if only_stale:
        stale = [key for key, thing in things.items() if thing.is_stale]
        on &= {k for key in stale for k in graphs.reached(key, edges, back=True)}
    return on


def _nodes(
    things: Mapping[str, _Thing],
    edges: list[Edge],
    spots: Mapping[str, tuple[int, int]],
    on: set[str],
    at: str,
) -> Iterable[GraphNode]:
    before: dict[str, list[str]] = {}
    after: dict[str, list[str]] = {}
    for a, b in edges:
        before.setdefault(b, []).append(a)
        after.setdefault(a, []).append(b)
    for key in sorted(things, key=lambda key: spots[key]):
        thing, (x, y) = things[key], spots[key]
        yield GraphNode(
            id=key,
            kind=thing.kind,
            title=thing.title,
            lines=_lines(thing),
            url=thing.url,
            x=x,
            y=y,
            state=thing.state,
            is_section=thing.is_section,
            is_stale=thing.is_stale,
            is_distrusted=thing.is_distrusted,
            is_on=key in on,
            is_here=key == at,
            built_from=tuple(_named(things, key) for key in before.get(key, ())),
            used_by=tuple(_named(things, key) for key in after.get(key, ())),
        )


def _named(things: Mapping[str, _Thing], key: str) -> values.Link:
    thing = things[key]
    words = f"{thing.kind} {thing.title}" if thing.is_section else thing.title
    return values.Link(words, key)


def _lines(thing: _Thing) -> tuple[str, ...]:
    said = f"{thing.kind} {thing.title}" if thing.is_section else thing.title
    return tuple(textwrap.wrap(said, MOST_LETTERS, max_lines=MOST_LINES, placeholder="…") or [said])


def _line(a: tuple[int, int], b: tuple[int, int], *, is_on: bool) -> GraphEdge:
    (x1, y1), (x2, y2) = (a[0] + WIDE, a[1] + HIGH // 2), (b[0], b[1] + HIGH // 2)
    bend = max(28, (x2 - x1) // 2)
    return GraphEdge(f"M{x1} {y1}C{x1 + bend} {y1} {x2 - bend} {y2} {x2} {y2}", is_on)
