"""Who reads a cell, and whether all marks of staleness are right: by reads and digests alone."""

from collections.abc import Iterable

from studio.models import Project, statements

_READERS = """
    SELECT DISTINCT unit.key FROM studio_read AS read
    JOIN studio_unit AS unit ON unit.current_id = read.artifact_id
    WHERE read.project_id = %s AND read.key = ANY(%s) AND NOT unit.is_retired
"""
_WRONG = """
    SELECT unit.key FROM studio_unit AS unit LEFT JOIN (
        SELECT DISTINCT read.artifact_id FROM studio_read AS read
        JOIN studio_cell AS cell ON cell.project_id = read.project_id AND cell.key = read.key
        WHERE read.project_id = %s AND read.digest <> cell.digest
    ) AS changed ON changed.artifact_id = unit.current_id
    WHERE unit.project_id = %s AND NOT unit.is_retired AND unit.current_id IS NOT NULL
    AND unit.is_stale <> (changed.artifact_id IS NOT NULL)
"""


def readers(project: Project, cells: Iterable[str]) -> set[str]:
    """The units whose text was made from one of these cells."""
    found = statements.select(_READERS, [project.pk, list(cells)])
    return {key for (key,) in found}


def wrong_marks(project: Project) -> list[str]:
    """The units whose mark is not what their reads and the cells' digests say."""
    return [key for (key,) in statements.select(_WRONG, [project.pk, project.pk])]
