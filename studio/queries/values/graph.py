"""How a book hangs together: what is built on what, drawn and listed."""

from dataclasses import dataclass
from typing import Literal

from studio.queries.values.common import BookHead, Link, Work
from studio.queries.values.plan import PlanRest

Show = Literal["both", "argument", "outline"]
Way = Literal["", "from", "to"]


@dataclass(frozen=True, slots=True)
class GraphNode:
    """A thing that the book knows, or a section, at its place."""

    id: str
    kind: str
    title: str
    lines: tuple[str, ...]
    url: str
    x: int
    y: int
    state: Work
    is_section: bool = False
    is_stale: bool = False
    is_distrusted: bool = False
    is_on: bool = True
    is_here: bool = False
    built_from: tuple[Link, ...] = ()
    used_by: tuple[Link, ...] = ()


@dataclass(frozen=True, slots=True)
class GraphEdge:
    """A line from what something is built from to what is built on it."""

    path: str
    is_on: bool = True


@dataclass(frozen=True, slots=True)
class GraphPage:
    """The whole drawing, and what of it is asked for."""

    book: BookHead
    nodes: tuple[GraphNode, ...]
    edges: tuple[GraphEdge, ...]
    width: int
    height: int
    show: Show
    at: str = ""
    at_title: str = ""
    way: Way = ""
    only_stale: bool = False
    zoom: int = 100
    is_closed: bool = False
    is_whole: bool = False
    is_large: bool = False
    n_left: int = 0
    rest: PlanRest | None = None

    @property
    def shown_width(self) -> int:
        return self.width * self.zoom // 100

    @property
    def shown_height(self) -> int:
        return self.height * self.zoom // 100
