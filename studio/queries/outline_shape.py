"""The outline as an edit would leave it, as far as the edit concerns it."""

from collections.abc import Mapping

from studio.core import keys, outline
from studio.core.outline import Node
from studio.core.state import Body
from studio.queries.values.change_plan import ShapeLine

MOST_LINES = 600


def shape(
    before: Mapping[str, Body], writes: Mapping[str, Body | None], thing: str
) -> tuple[ShapeLine, ...]:
    """The places below each section that gets, loses or rearranges others, in book order; `thing`
    is what moves. Nothing where the outline stays as it is."""
    written = {keys.rest(k): b for k, b in writes.items() if keys.kind(k) == "section"}
    after = {i: b for i, b in {**before, **written}.items() if b is not None}
    marks = {i: "new" for i in after if i not in before}
    marks |= {i: "gone" for i in before if i not in after}
    own = keys.rest(thing)
    if own in before and own in after and _place(before[own]) != _place(after[own]):
        marks[own] = "moved"
    if not marks:
        return ()
    above = {_above(side[i]) for i in marks for side in (before, after) if i in side}
    shown = [n for n in outline.ordered(after) if _above(n.body) in above or n.id in above]
    gone = [n for n in outline.ordered(before) if marks.get(n.id) == "gone"]
    return tuple(_line(n, marks.get(n.id, "")) for n in [*shown, *gone][:MOST_LINES])


def _place(body: Body) -> tuple[str, int]:
    return _above(body), int(body.get("rank", 0))


def _above(body: Body) -> str:
    return str(body.get("parent") or "")


def _line(node: Node, what: str) -> ShapeLine:
    words = int(node.body.get("words", 0)) if node.is_leaf else 0
    return ShapeLine(node.number, node.level, str(node.body["title"]), words, what)
