"""Marks units whose basis changed: by one indexed join over what their artifacts read."""

from collections.abc import Iterable, Mapping

from studio.models import Project, statements

_READERS = """
    SELECT DISTINCT unit.id FROM studio_read AS read
    JOIN studio_unit AS unit ON unit.current_id = read.artifact_id
    WHERE read.project_id = %s AND read.key = ANY(%s) AND NOT unit.is_retired
"""

_MARK = """
    UPDATE studio_unit AS unit SET is_stale = judged.is_stale
    FROM (
        SELECT u.id, EXISTS (
            SELECT 1 FROM studio_read AS read
            JOIN studio_cell AS cell
              ON cell.project_id = read.project_id AND cell.key = read.key
            WHERE read.artifact_id = u.current_id AND read.digest <> cell.digest
        ) AS is_stale
        FROM studio_unit AS u WHERE u.id = ANY(%s)
    ) AS judged
    WHERE unit.id = judged.id AND unit.is_stale <> judged.is_stale
    RETURNING unit.id
"""


def mark(project: Project, changed: Mapping[str, str], also: Iterable[int]) -> set[int]:
    """Judges the readers of changed cells, and the given units; returns those that flipped."""
    readers = _rows(_READERS, [project.pk, list(changed)]) if changed else set()
    concerned = readers | set(also)
    return _rows(_MARK, [list(concerned)]) if concerned else set()


def _rows(sql: str, parameters: list[int | list[int] | list[str]]) -> set[int]:
    return {unit_id for (unit_id,) in statements.select(sql, parameters)}
