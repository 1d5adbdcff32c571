"""The drawing of a book: its argument and its outline, each thing behind what it is built from."""

import textwrap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.urls import reverse

from studio.core import doubt, graphs, keys
from studio.core.graphs import Edge
from studio.core.outline import Node
from studio.core.state import Body
from studio.models import Project
from studio.queries import frame, graph_things, values
from studio.queries.graph_things import Asked, Standing, Things
from studio.queries.values.graph import GraphEdge, GraphNode, GraphPage

ZOOMS = (50, 75, 100, 150, 200)
COLUMN, ROW, WIDE, HIGH, EDGE = 248, 72, 192, 52, 16
MOST_LETTERS, MOST_LINES = 25, 2


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


def graph_page(project: Project, asked: Asked, *, zoom: int = 100) -> GraphPage:
    """The drawing; of a thing that is named, what it is built from, or what is built on it, stands
    out. Chapters of a large book are one thing each, unless the whole is asked for; what is still
    more than a drawing bears comes in parts."""
    every = graph_things.things(project, asked.show)
    is_large = len(every.keys) > graph_things.MOST_OPEN
    if is_large and not asked.is_whole:
        every = graph_things.closed(every)
    asked = replace(asked, at=asked.at if asked.at in every.keys else "")
    on = graph_things.standing_out(every, asked)
    found, n_anchors = graph_things.part(every, on, asked)
    things = {key: _thing(found, key) for key in found.keys}
    layers = graphs.layers(list(things), found.edges)
    spots = {
        node: (EDGE + x * COLUMN, EDGE + y * ROW)
        for x, layer in enumerate(layers)
        for y, node in enumerate(layer)
    }
    tallest = max((len(layer) for layer in layers), default=0)
    return GraphPage(
        book=frame.book_head(project),
        nodes=tuple(_nodes(things, found.edges, spots, on, asked.at)),
        edges=tuple(_line(spots[a], spots[b], is_on={a, b} <= on) for a, b in found.edges),
        width=max(0, len(layers) - 1) * COLUMN + WIDE + 2 * EDGE,
        height=max(0, tallest - 1) * ROW + HIGH + 2 * EDGE,
        show=asked.show,
        at=asked.at,
        at_title=things[asked.at].title if asked.at else "",
        way=asked.way if asked.at else "",
        only_stale=asked.only_stale,
        zoom=zoom if zoom in ZOOMS else 100,
        is_closed=is_large and not asked.is_whole,
        is_whole=is_large and asked.is_whole,
        is_large=is_large,
        n_left=len(every.keys) - len(found.keys),
        rest=_rest(asked, every, n_anchors),
    )


def _rest(asked: Asked, every: Things, n_anchors: int) -> values.PlanRest | None:
    """The parts before and after the one that is drawn."""
    if not n_anchors:
        return None
    has_sections = any(keys.kind(key) == "section" for key in every.keys)
    step = graph_things.MOST_OPEN if has_sections else graph_things.MOST_DRAWN
    end = min(n_anchors, asked.first + step)
    before = max(0, asked.first - step) if asked.first else None
    return values.PlanRest(
        "things", asked.first, end, n_anchors, before, end if end < n_anchors else 0
    )


def _thing(found: Things, key: str) -> _Thing:
    if keys.kind(key) == "object":
        return _object(found, key, found.objects[key])
    return _section(found, found.nodes[keys.rest(key)])


def _object(found: Things, key: str, body: Body) -> _Thing:
    fields = body["fields"]
    said = str(fields.get("name") or next(iter(fields.values()), key))
    url = reverse("plan_of_book", args=[found.project.slug]) + f"#item-{keys.rest(key)}"
    kind = found.protocol.kinds[body["kind"]].title
    return _Thing(kind, said, url, "accepted", is_distrusted=bool(doubt.doubted_by(body)))


def _section(found: Things, node: Node) -> _Thing:
    """A section, or a chapter that stands for those in it."""
    own = found.standings.get(node.id, Standing())
    slug = found.project.slug
    outline = f"{reverse('outline', args=[slug])}#line-{node.id}"
    return _Thing(
        kind=node.number,
        title=str(node.body["title"]),
        url=frame.section_url(slug, node.id) if node.is_leaf else outline,
        state=own.state,
        is_section=True,
        is_stale=own.is_stale,
        is_distrusted=own.is_distrusted,
    )


def _nodes(
    things: Mapping[str, _Thing],
    edges: Sequence[Edge],
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
