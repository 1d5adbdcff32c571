"""What a change writes: each part before and after, and the outline as it would be."""

from collections.abc import Mapping

from studio.core import keys, outline, proposals
from studio.core.intent import EDITS, Intent
from studio.core.outline import Node
from studio.core.proposals import expected
from studio.core.state import Body
from studio.models import Project
from studio.queries import activity, outline_shape, proposed
from studio.queries.book_units import BookUnits
from studio.queries.dry_run import Dry
from studio.queries.state import DbState
from studio.queries.values.activity import PartChange
from studio.queries.values.change_plan import ShapeLine

# What is marked beside a change, and what goes along with an edit.
_MARKS = ("trust", "pin")
_ALONG = ("trust", "pin", "text", "map")


def parts(project: Project, intent: Intent, dry: Dry, book: BookUnits) -> tuple[PartChange, ...]:
    """What the change writes, before and after; what it marks is listed elsewhere."""
    if intent.kind not in (*EDITS, "adopt", "undo", "restore", "distrust"):
        return ()
    left_out = {"distrust": _MARKS, "undo": (), "restore": ()}.get(intent.kind, _ALONG)
    state, nodes = _state(project, dry), _nodes(dry, book)
    # What is new has its name from what is written.
    after = DbState(project.pk, {**state.overlay, **dry.resolved.writes})
    found = (
        activity.part(project, key, old := state.entry(key), body, nodes, state if old else after)
        for key, body in sorted(dry.resolved.writes.items())
        if keys.kind(key) not in left_out
        and not _is_bare(state.entry(key), body)
        and (intent.kind != "distrust" or expected(state.entry(key)) != expected(body))
    )
    # A number in an order says nothing by itself; the outline as it would be shows it.
    return tuple(p for p in found if p.what != "changed" or _differs(p))


def shape(project: Project, intent: Intent, dry: Dry, book: BookUnits) -> tuple[ShapeLine, ...]:
    """The outline as an edit would leave it, as far as the edit concerns it."""
    if intent.kind not in EDITS or not _shapes(dry):
        return ()
    before: Mapping[str, Body] = {i: node.body for i, node in book.nodes.items()}
    if dry.resolved.proposal is not None:
        before = proposals.sections_in(_state(project, dry))
    return outline_shape.shape(before, dry.resolved.writes, intent.thing)


def _shapes(dry: Dry) -> bool:
    return any(keys.kind(key) == "section" for key in dry.resolved.writes)


def _state(project: Project, dry: Dry) -> DbState:
    """The book, with the proposal over it that an edit belongs to."""
    proposal = dry.resolved.proposal
    return DbState(project.pk, proposed.overlay([proposal]) if proposal else None)


def _is_bare(old: Body | None, new: Body | None) -> bool:
    """Whether this is a new section of which the outline as it would be shows everything."""
    is_new_section = old is None and new is not None and "rank" in new
    return is_new_section and not any((new or {}).get(f) for f in ("synopsis", "done_when"))


def _differs(part: PartChange) -> bool:
    return any(block.kind != "same" for block in part.blocks)


def _nodes(dry: Dry, book: BookUnits) -> Mapping[str, Node]:
    """The outline with what an edit adds to it, so that everything has its name."""
    written = {keys.rest(k): b for k, b in dry.resolved.writes.items() if keys.kind(k) == "section"}
    new = {i: b for i, b in written.items() if b is not None and i not in book.nodes}
    if not new:
        return book.nodes
    return {**{n.id: n for n in outline.ordered(new)}, **book.nodes}
