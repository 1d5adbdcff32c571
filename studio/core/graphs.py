"""Where things stand that are built on one another: in layers, with few lines that cross."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

Edge = tuple[str, str]
PASSES = 8


def layers(nodes: Sequence[str], edges: Iterable[Edge]) -> list[list[str]]:
    """The nodes from left to right: each behind all that it is built from, in an order in which
    few lines cross. What leads back in a circle is left out of account."""
    below = _forward(nodes, edges)
    depth = dict.fromkeys(nodes, 0)
    for node in _in_order(nodes, below):
        for other in below[node]:
            depth[other] = max(depth[other], depth[node] + 1)
    found: list[list[str]] = [[] for _ in range(1 + max(depth.values(), default=-1))]
    for node in nodes:
        found[depth[node]].append(node)
    return _uncrossed(found, [(a, b) for a in nodes for b in below[a]])


def reached(start: str, edges: Iterable[Edge], *, back: bool = False) -> set[str]:
    """A node and all that is built on it; or, going back, all that it is built from."""
    following: dict[str, list[str]] = defaultdict(list)
    for a, b in edges:
        following[b if back else a].append(a if back else b)
    found, waiting = {start}, [start]
    while waiting:
        new = [node for node in following[waiting.pop()] if node not in found]
        found.update(new)
        waiting += new
    return found


def _forward(nodes: Sequence[str], edges: Iterable[Edge]) -> dict[str, list[str]]:
    """What each node leads to, without the edges that close a circle."""
    every: dict[str, list[str]] = {node: [] for node in nodes}
    for a, b in dict.fromkeys(edges):
        if a in every and b in every and a != b:
            every[a].append(b)
    kept: dict[str, list[str]] = {node: [] for node in nodes}
    done: set[str] = set()
    for start in nodes:
        if start in done:
            continue
        path, above = [(start, iter(every[start]))], {start}
        while path:
            node, rest = path[-1]
            other = next(rest, None)
            if other is None:
                path.pop()
                above.discard(node)
                done.add(node)
            elif other not in above:
                kept[node].append(other)
                if other not in done:
                    above.add(other)
                    path.append((other, iter(every[other])))
    return kept


def _in_order(nodes: Sequence[str], below: Mapping[str, list[str]]) -> list[str]:
    """The nodes with none before what it is built from."""
    n_above = dict.fromkeys(nodes, 0)
    for node in nodes:
        for other in below[node]:
            n_above[other] += 1
    free = [node for node in nodes if not n_above[node]]
    order: list[str] = []
    while free:
        node = free.pop()
        order.append(node)
        for other in below[node]:
            n_above[other] -= 1
            if not n_above[other]:
                free.append(other)
    return order


def _uncrossed(found: list[list[str]], edges: list[Edge]) -> list[list[str]]:
    """Each layer ordered by where its neighbours stand, to and fro a few times."""
    beside: dict[str, list[str]] = defaultdict(list)
    for a, b in edges:
        beside[a].append(b)
        beside[b].append(a)
    place = {node: float(n) for layer in found for n, node in enumerate(layer)}
    for turn in range(PASSES):
        for layer in found if turn % 2 == 0 else reversed(found):
            wanted = {node: _mean([place[o] for o in beside[node]], place[node]) for node in layer}
            layer.sort(key=lambda node: (wanted[node], place[node]))
            place |= {node: float(n) for n, node in enumerate(layer)}
    return found


def _mean(places: list[float], otherwise: float) -> float:
    return sum(places) / len(places) if places else otherwise
