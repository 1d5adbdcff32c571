"""As much of an outline as a page shows: all of a short one, so many lines of a long one."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from studio.core import keys, outline
from studio.core.outline import Node
from studio.models import Entry, Project, statements
from studio.queries import book_units, sequence, standing
from studio.queries.book_units import BookUnits, UnitFacts
from studio.queries.state import DbState

# Of a longer outline so many lines are shown at a time.
MOST_LINES = 200
_PEERS = """
    SELECT array_agg(
        substr(key, 9) ORDER BY COALESCE((body ->> 'rank')::float, 0), key COLLATE "C"
    )
    FROM studio_entry WHERE project_id = %s AND until IS NULL AND kind = 'section'
    AND "group" = ANY(%s) GROUP BY "group"
"""
_BELOW = """
    WITH RECURSIVE below AS (
        SELECT top, top AS id FROM unnest(%s::text[]) AS heading(top)
        UNION ALL
        SELECT below.top, substr(section.key, 9) FROM below JOIN studio_entry AS section
        ON section.project_id = %s AND section.until IS NULL AND section.kind = 'section'
        AND section."group" = below.id
    )
    SELECT top, COALESCE(sum(passage.n_words), 0)::bigint, COALESCE(sum(
        (section.body ->> 'words')::bigint
    ) FILTER (WHERE NOT EXISTS (
        SELECT FROM studio_entry AS child WHERE child.project_id = section.project_id
        AND child.until IS NULL AND child.kind = 'section' AND child."group" = below.id
    )), 0)::bigint
    FROM below JOIN studio_entry AS section ON section.project_id = %s
        AND section.until IS NULL AND section.key = 'section/' || below.id
    CROSS JOIN LATERAL (
        SELECT sum(COALESCE(NULLIF(proposed.n_words, 0), current.n_words)) AS n_words
        FROM studio_unit AS unit
        LEFT JOIN studio_artifact AS proposed ON proposed.id = unit.candidate_id
        LEFT JOIN studio_artifact AS current ON current.id = unit.current_id
        WHERE unit.project_id = section.project_id AND unit.section_id = below.id
        AND NOT unit.is_retired AND unit.movement_key <> ''
    ) AS passage
    GROUP BY top
"""
_TARGET = """
    SELECT COALESCE(sum((body ->> 'words')::bigint), 0)::bigint FROM studio_entry AS leaf
    WHERE project_id = %s AND until IS NULL AND kind = 'section' AND substr(key, 9) NOT IN (
        SELECT "group" FROM studio_entry
        WHERE project_id = %s AND until IS NULL AND kind = 'section'
    )
"""


@dataclass(frozen=True, slots=True)
class Part:
    """Lines of an outline with what stands in them, and which of how many they are."""

    lines: Sequence[Node]
    nodes: Mapping[str, Node]
    book: BookUnits
    # For each section those beside it, itself among them, in order.
    peers: Mapping[str, list[str]]
    # What stands in a heading: words written, and words that it is to have.
    sums: Mapping[str, tuple[int, int]]
    words: int
    written: int
    first: int = 0
    count: int = 0

    def units(self) -> dict[str, list[UnitFacts]]:
        """The steps of these sections by section."""
        found: dict[str, list[UnitFacts]] = {}
        for unit in self.book.units:
            found.setdefault(unit.section_id, []).append(unit)
        return found


def is_long(project_id: int) -> bool:
    """Whether an outline is shown in parts."""
    rows = Entry.objects.filter(project_id=project_id, kind="section").current()
    return rows[MOST_LINES : MOST_LINES + 1].exists()


def part(project: Project, state: DbState, *, at: str = "", first: int = 0) -> Part:
    """The whole, as a proposal makes it; or of a long outline the lines from one on, or those
    around a section."""
    is_proposed = any(keys.kind(key) == "section" for key in state.overlay)
    if is_proposed or not is_long(project.pk):
        return _whole(project, state)
    if at:
        first = sequence.place_of(project.pk, at)
    lines, count = sequence.part(project.pk, first=first - first % MOST_LINES, most=MOST_LINES)
    if not lines:
        return part(project, state)
    first -= first % MOST_LINES
    book = book_units.load_some(project, ["", *(line.id for line in lines)])
    nodes = [book.nodes[line.id] for line in lines]
    above = _above(nodes[0], book.nodes)
    shown = [*above, *nodes]
    stands = standing.of(project)
    return Part(
        lines=shown,
        nodes=book.nodes,
        book=book,
        peers=_peers_of(project, shown),
        sums=_sums(project, [node.id for node in shown if not node.is_leaf]),
        words=statements.value(_TARGET, [project.pk, project.pk]),
        written=sum(found.words for kind, found in stands.items() if kind.is_prose),
        first=first,
        count=count,
    )


def _whole(project: Project, state: DbState) -> Part:
    sections = {keys.rest(key): body for key, body in state.kind("section").items()}
    book = book_units.load(project)
    lines = outline.ordered(sections)
    words: dict[str, int] = {}
    for unit in book.units:
        if unit.movement_key:
            words[unit.section_id] = words.get(unit.section_id, 0) + unit.words
    leaves = {n.id: (words.get(n.id, 0), _target(n)) for n in lines if n.is_leaf}
    return Part(
        lines=lines,
        nodes={node.id: node for node in lines},
        book=book,
        peers=_peers(lines),
        sums={n.id: _added(lines[place:], leaves) for place, n in enumerate(lines)},
        words=sum(target for _, target in leaves.values()),
        written=sum(written for written, _ in leaves.values()),
    )


def _added(lines: Sequence[Node], leaves: Mapping[str, tuple[int, int]]) -> tuple[int, int]:
    """The sums of what stands in the first of some lines."""
    written = target = 0
    for n, node in enumerate(lines):
        if n and node.level <= lines[0].level:
            break
        own = leaves.get(node.id, (0, 0))
        written, target = written + own[0], target + own[1]
    return written, target


def _target(node: Node) -> int:
    return int(node.body.get("words", 0))


def _above(node: Node, nodes: Mapping[str, Node]) -> list[Node]:
    """What a section lies in, the outermost first."""
    found: list[Node] = []
    here = nodes.get(str(node.body.get("parent") or ""))
    while here is not None:
        found.append(here)
        here = nodes.get(str(here.body.get("parent") or ""))
    return found[::-1]


def _peers(nodes: Iterable[Node]) -> dict[str, list[str]]:
    below: dict[str, list[str]] = {}
    for node in nodes:
        below.setdefault(str(node.body.get("parent") or ""), []).append(node.id)
    return {i: ids for ids in below.values() for i in ids}


def _peers_of(project: Project, nodes: Iterable[Node]) -> dict[str, list[str]]:
    groups = {str(node.body.get("parent") or "") for node in nodes}
    found = statements.select(_PEERS, [project.pk, sorted(groups)])
    return {i: ids for (ids,) in found for i in ids}


def _sums(project: Project, headings: Sequence[str]) -> dict[str, tuple[int, int]]:
    found = statements.select(_BELOW, [list(headings), project.pk, project.pk])
    return {top: (written, target) for top, written, target in found}
