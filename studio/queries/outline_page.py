"""The outline of a book: what stands, with a proposal over it, as a tree or as cards."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Literal

from django.urls import reverse

from studio.core import keys, outline
from studio.core.intent import DIRECTIONS
from studio.core.outline import Node
from studio.core.state import Body
from studio.models import Artifact, Project
from studio.queries import briefs, frame, outline_parts, proposed, values
from studio.queries.book_units import BookUnits, UnitFacts
from studio.queries.outline_parts import Part
from studio.queries.plan import line_state, section_fields

MOST_LETTERS = 60
_ROLES: dict[str, Literal["part", "chapter", "section"]] = {
    "part": "part",
    "chapter": "chapter",
    "section": "section",
}


def outline_page(
    project: Project, *, editing: str = "", at: str = "", first: int = 0
) -> values.OutlineView:
    """The outline with the state of each section; one of its lines may be open for editing. Of a
    long one a part is shown: around a section, or from a line on."""
    state, _ = proposed.proposed_state(project)
    part = outline_parts.part(project, state, at=editing or at, first=first)
    units = part.units()
    lines = [
        _with_ways(_line(n, units.get(n.id, []), part.sums, is_editing=n.id == editing), part)
        for n in part.lines
    ]
    waits = any(u.work == "review" for u in units.get("", ()))
    link = values.Link("Read the proposed plan", reverse("plan_of_book", args=[project.slug]))
    return values.OutlineView(
        book=frame.book_head(project),
        lines=tuple(lines),
        groups=_groups(lines),
        words=part.words,
        written=part.written,
        proposal=link if waits else None,
        rest=_rest(part),
    )


def exported(project: Project) -> list[tuple[int, Body]]:
    """The sections in order with how deep each stands, as they leave in a file."""
    state, _ = proposed.proposed_state(project)
    sections = {keys.rest(key): body for key, body in state.kind("section").items()}
    return [(node.level - 1, node.body) for node in outline.ordered(sections)]


def _rest(part: Part) -> values.PlanRest | None:
    """Which lines are shown, of how many; None where all are."""
    if not part.count:
        return None
    most, last = outline_parts.MOST_LINES, min(part.count, part.first + outline_parts.MOST_LINES)
    before = max(0, part.first - most) if part.first else None
    return values.PlanRest("lines", part.first, last, part.count, before, last % part.count)


def _line(
    node: Node,
    units: list[UnitFacts],
    sums: Mapping[str, tuple[int, int]],
    *,
    is_editing: bool,
) -> values.OutlineLine:
    passages = [u for u in units if u.movement_key]
    own = (sum(u.words for u in passages), int(node.body.get("words", 0)))
    # Chapters have the words of what stands in them.
    words, target_words = own if node.is_leaf else sums[node.id]
    return values.OutlineLine(
        id=node.id,
        number=node.number,
        title=str(node.body["title"]),
        role=_ROLES.get(str(node.body.get("role", "section")), "section"),
        level=node.level,
        synopsis=str(node.body.get("synopsis", "")),
        words=words,
        target_words=target_words,
        state=section_state(units),
        is_stale=any(u.is_stale for u in units),
        is_editing=is_editing,
        fields=section_fields(node.body) if is_editing else (),
        is_leaf=node.is_leaf,
    )


def section_state(units: list[UnitFacts]) -> values.Work:
    """How far the text of a section is; one of which only the plan stands is not begun."""
    passages = [u for u in units if u.movement_key]
    if passages:
        return line_state([u.state for u in passages])
    state = line_state([u.state for u in units])
    return "none" if state == "accepted" else state


def _with_ways(line: values.OutlineLine, part: Part) -> values.OutlineLine:
    """The line with where it can go; while it is edited, also how it may be divided or joined."""
    peers = part.peers[line.id]
    is_first, is_last = line.id == peers[0], line.id == peers[-1]
    may = {"up": not is_first, "down": not is_last, "in": not is_first, "out": line.level > 1}
    ways = replace(line, moves=tuple(d for d in DIRECTIONS if may[d]))
    if not line.is_editing or not line.is_leaf:
        return ways
    after = [part.nodes[i] for i in peers[peers.index(line.id) + 1 :][:1]]
    joins = "".join(str(node.body["title"]) for node in after if node.is_leaf)
    return replace(ways, joins=joins, splits=_splits(line.id, part.book))


def _splits(section_id: str, book: BookUnits) -> tuple[values.SplitPlace, ...]:
    """Every place within a section but its beginning."""
    movements = book.maps.get(section_id, {}).get("movements", ())
    texts = {u.movement_key: u.current_id for u in book.of_section(section_id) if u.current_id}
    versions = Artifact.objects.in_bulk(list(texts.values()))
    found = []
    for number, movement in enumerate(movements, 1):
        key = movement["key"]
        if number > 1:
            words = f"Before passage {number}: {movement['title']}"
            found.append(values.SplitPlace(key, words, is_passage=True))
        paragraphs = briefs.paragraphs(versions[texts[key]]) if key in texts else ()
        found += [
            values.SplitPlace(f"{key}/{p.id}", f"Before “{_beginning(p.text)}”")
            for p in paragraphs[1:]
        ]
    return tuple(found)


def _beginning(text: str) -> str:
    plain = " ".join(text.split())
    return plain if len(plain) <= MOST_LETTERS else f"{plain[: MOST_LETTERS - 1].rstrip()}…"


def _groups(lines: Sequence[values.OutlineLine]) -> tuple[values.OutlineGroup, ...]:
    """Cards by chapter: the leaves below each top line; a top line without any is a card."""
    found: list[values.OutlineGroup] = []
    for line in lines:
        if line.level == 1:
            found.append(
                values.OutlineGroup(None, (line,)) if line.is_leaf else
                values.OutlineGroup(line, ())
            )  # fmt: skip
        else:
            found[-1] = replace(found[-1], cards=(*found[-1].cards, line))
    return tuple(found)
