"""The outline of a book as one sequence of lines, of which as many are brought in as are shown."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from studio.models import statements

# Every line by the places of what it lies in and its own. A section whose parent is gone stands at
# the top, as `core/outline` has it.
LINES = """
    RECURSIVE section AS MATERIALIZED (
        SELECT substr(key, 9) AS id, "group" AS above, body ->> 'title' AS title,
            COALESCE((body ->> 'rank')::float, 0) AS rank
        FROM studio_entry WHERE project_id = %s AND until IS NULL AND kind = 'section'
    ), peer AS MATERIALIZED (
        SELECT id, above, title, is_parent, row_number() OVER (
            PARTITION BY above ORDER BY rank, id COLLATE "C"
        )::int AS position
        FROM (
            SELECT section.id, section.title, section.rank, section.id IN (
                SELECT above FROM section
            ) AS is_parent, CASE WHEN section.above IN (SELECT id FROM section)
                THEN section.above ELSE '' END AS above
            FROM section
        ) AS placed
    ), line AS (
        SELECT id, title, is_parent, ARRAY[position] AS path FROM peer WHERE above = ''
        UNION ALL
        SELECT peer.id, peer.title, peer.is_parent, line.path || peer.position
        FROM line JOIN peer ON peer.above = line.id
    )
"""
_SOME = f"""
    WITH {LINES}
    SELECT id, path, title, NOT is_parent, count(*) OVER () FROM line WHERE {{condition}}
    ORDER BY path OFFSET %s LIMIT %s
"""
# A title as it is looked for: without accents and marks, its words apart.
_MARKS = "\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670"
_PLAIN = f"""
    ' ' || array_to_string(path, '.') || ' ' || regexp_replace(regexp_replace(
        normalize(lower(title), NFD), '[{_MARKS}]', '', 'g'), '[^[:alnum:]_.]+', ' ', 'g')
"""


@dataclass(frozen=True, slots=True)
class Line:
    """A section at its place in the whole."""

    id: str
    path: tuple[int, ...]
    title: str
    is_leaf: bool

    @property
    def number(self) -> str:
        return ".".join(map(str, self.path))

    @property
    def level(self) -> int:
        return len(self.path)


def part(project_id: int, *, first: int = 0, most: int) -> tuple[list[Line], int]:
    """So many lines from one on, and how many there are."""
    return _found(project_id, "TRUE", [], first, most)


def leaves(
    project_id: int, words: Sequence[str] = (), *, first: int = 0, most: int
) -> tuple[list[Line], int]:
    """The sections with prose whose number or title has words that begin so, and how many there
    are; scripts that put no blanks between words are looked through for what is typed."""
    condition, told = _holding(words)
    return _found(project_id, f"NOT is_parent {condition}", told, first, most)


def headings(project_id: int, *, most: int) -> list[Line]:
    """The first lines that others lie in."""
    return _found(project_id, "is_parent", [], 0, most)[0]


def titled(project_id: int, words: Sequence[str]) -> tuple[str, list[object]]:
    """The ids of the sections that these words fit, as SQL with what it is told; where no words
    are, nothing that could be asked."""
    if not words:
        return "SELECT NULL", []
    condition, told = _holding(words)
    return f"WITH {LINES} SELECT id FROM line WHERE TRUE {condition}", [project_id, *told]


def place_of(project_id: int, section_id: str) -> int:
    """How many lines stand before a section; 0 where there is no such section."""
    sql = f"""
        WITH {LINES} SELECT count(*) FROM line
        WHERE path < (SELECT path FROM line WHERE id = %s)
    """
    return int(statements.value(sql, [project_id, section_id]))


def plain(text: str) -> str:
    """Without accents and marks, since nobody types them into a list."""
    bare = "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))
    return re.sub(r"[^\w.]+", " ", bare.casefold())


def _holding(words: Sequence[str]) -> tuple[str, list[str]]:
    told = [f"%{' ' if word.isascii() else ''}{_literal(word)}%" for word in words]
    return f"AND {_PLAIN} LIKE %s " * len(told), told


def _found(
    project_id: int, condition: str, told: Sequence[str], first: int, most: int
) -> tuple[list[Line], int]:
    sql = _SOME.format(condition=condition)
    rows = statements.select(sql, [project_id, *told, first, most])
    lines = [Line(i, tuple(path), title, is_leaf) for i, path, title, is_leaf, _ in rows]
    return lines, rows[0][4] if rows else 0


def _literal(word: str) -> str:
    return re.sub(r"([\\%_])", r"\\\1", word)
