"""The chapters of a book of any size, with the little that a table of contents says of each."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from studio.core import keys, outline
from studio.core.outline import Node
from studio.models import Project, statements

_LINES = """
    SELECT key, "group", COALESCE((body ->> 'rank')::float, 0), body ->> 'role', body ->> 'title'
    FROM studio_entry WHERE project_id = %s AND kind = 'section' AND {then}
"""
_NOW = _LINES.format(then="until IS NULL")
_THEN = _LINES.format(then="since <= %s AND (until IS NULL OR until > %s)")
# Of a section its prose counts, and before there is any what is planned of it.
_SUMS = """
    SELECT section_id, COALESCE(sum(n_words), 0)::int,
        bool_or(work IN ('review', 'held')) AND NOT bool_or(work = 'active'), bool_or(is_unread)
    FROM (
        SELECT unit.section_id, unit.work, unit.movement_key <> '' AS is_prose,
            CASE WHEN unit.movement_key <> ''
                THEN COALESCE(NULLIF(proposed.n_words, 0), standing.n_words) END AS n_words,
            unit.movement_key <> '' AND unit.standing = 'accepted'
                AND unit.accepted_by = 'policy' AND unit.work NOT IN ('review', 'held')
                AS is_unread,
            bool_or(unit.movement_key <> '') OVER (PARTITION BY unit.section_id) AS has_prose
        FROM studio_unit AS unit
        LEFT JOIN studio_artifact AS proposed ON proposed.id = unit.candidate_id
        LEFT JOIN studio_artifact AS standing ON standing.id = unit.current_id
        WHERE unit.project_id = %s AND NOT unit.is_retired AND unit.section_id <> ''
    ) AS unit
    WHERE is_prose OR NOT has_prose GROUP BY section_id
"""


@dataclass(frozen=True, slots=True)
class Sum:
    """What a section or a chapter comes to."""

    words: int = 0
    n_waiting: int = 0
    n_unread: int = 0
    n_missing: int = 0


@dataclass(frozen=True, slots=True)
class Most:
    """What one page bears of a book."""

    words: int
    sections: int


def chapters(project: Project, as_of: int | None = None) -> list[list[Node]]:
    """The nodes of each page: a chapter with its sections, or a section that stands alone."""
    return grouped(lines(project, as_of))


def lines(project: Project, as_of: int | None = None) -> list[Node]:
    """The outline in book order, with parent, role and title of each section and no more."""
    told = [project.pk] if as_of is None else [project.pk, as_of, as_of]
    rows = statements.select(_NOW if as_of is None else _THEN, told)
    return outline.ordered(
        {
            keys.rest(key): {"parent": above, "rank": rank, "role": role, "title": title}
            for key, above, rank, role, title in rows
        }
    )


def grouped(nodes: Iterable[Node]) -> list[list[Node]]:
    """Nodes in book order by the page that they are read on."""
    groups: list[list[Node]] = []
    level = 0
    waiting: list[Node] = []
    for node in nodes:
        if groups and level and node.level > level:
            groups[-1].append(node)
            continue
        if node.body.get("role") == "part" and not node.is_leaf:
            waiting.append(node)
            level = 0
            continue
        groups.append([node])
        level = node.level
    # Parts are names for chapters that follow; they have no page of their own.
    return groups or [[node] for node in waiting]


def sums(project: Project, groups: Iterable[Sequence[Node]]) -> list[Sum]:
    """What each chapter comes to, of what would stand if all that waits were accepted."""
    found: Mapping[str, tuple[int, bool, bool]] = {
        section_id: (words, waits, unread)
        for section_id, words, waits, unread in statements.select(_SUMS, [project.pk])
    }
    return [_sum(nodes, found) for nodes in groups]


def _sum(nodes: Sequence[Node], found: Mapping[str, tuple[int, bool, bool]]) -> Sum:
    nothing = (0, False, False)
    own = [(node, *found.get(node.id, nothing)) for node in nodes]
    return Sum(
        words=sum(words for _, words, _, _ in own),
        n_waiting=sum(waits for _, _, waits, _ in own),
        n_unread=sum(unread for _, _, _, unread in own),
        n_missing=sum(node.is_leaf and not words for node, words, _, _ in own),
    )


def parts(groups: Sequence[Sequence[Node]], words: Sequence[int], most: Most) -> list[range]:
    """The chapters that are on one page together, where all would be more than it bears."""
    found, begin, n_words, n_sections = [], 0, 0, 0
    for n, (nodes, own) in enumerate(zip(groups, words, strict=True)):
        n_words, n_sections = n_words + own, n_sections + len(nodes)
        if n > begin and (n_words > most.words or n_sections > most.sections):
            found.append(range(begin, n))
            begin, n_words, n_sections = n, own, len(nodes)
    return [*found, range(begin, len(groups))]


def part_with(
    groups: Sequence[Sequence[Node]], found: Sequence[range], chapter_id: str
) -> range | None:
    """The part that a chapter is in, else the first; None where there are no parts."""
    own = (part for part in found if any(groups[n][0].id == chapter_id for n in part))
    return next(own, next(iter(found), None))


def beside(
    groups: Sequence[Sequence[Node]], found: Sequence[range], part: range | None, side: int
) -> str:
    """The chapter that begins the part before or after one; '' where there is none."""
    place = found.index(part) + side if part in found else -1
    return groups[found[place].start][0].id if 0 <= place < len(found) else ""
