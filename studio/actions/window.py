"""The window: the first sections that are not done, which may be worked on while staying ahead."""

from collections.abc import Sequence

from studio.core import eligibility
from studio.core.eligibility import N_AHEAD
from studio.core.states import Standing
from studio.models import Project, Unit, statements
from studio.models.commit import By

_UNDONE = "bool_or(standing <> 'accepted') OR count(*) FILTER (WHERE movement_key <> '') = 0"
_FIRST = f"""
    SELECT section_id FROM studio_unit
    WHERE project_id = %s AND section_id <> '' AND NOT is_retired
    GROUP BY section_id HAVING {_UNDONE} ORDER BY min(place) LIMIT %s
"""
_SECTIONS = f"""
    SELECT section_id, {_UNDONE}, min(place) FROM studio_unit
    WHERE project_id = %s AND section_id = ANY(%s) AND NOT is_retired GROUP BY section_id
"""
_CONCERNED = """
    SELECT DISTINCT section_id, standing = 'accepted' AND accepted_by = 'person'
        AND movement_key <> ''
    FROM studio_unit WHERE id = ANY(%s) AND section_id <> ''
"""


def sections(project: Project) -> list[str]:
    """The sections in the window, found by going through the book."""
    size = eligibility.window_size(
        project.autonomy, n_sections_accepted=int(_is_past_first(project))
    )
    return [section_id for (section_id,) in statements.select(_FIRST, [project.pk, size])]


def may_move(project: Project, unit_ids: Sequence[int]) -> bool:
    """Whether the window may be another after these units changed where they are: a section of it
    is done, or one is not done that belongs into it. Nothing but their sections is looked at."""
    now = project.window
    concerned = statements.select(_CONCERNED, [list(unit_ids)])
    if not concerned:
        return False
    if not now or (len(now) == 1 and any(is_read for _, is_read in concerned)):
        return True
    if len(now) > 1 and not _is_past_first(project):
        return True
    asked = {section_id for section_id, _ in concerned}
    rows = statements.select(_SECTIONS, [project.pk, sorted(asked | {now[-1]})])
    found = {section_id: (is_undone, place) for section_id, is_undone, place in rows}
    if (asked & set(now)) - set(found) or now[-1] not in found:
        return True
    last = found[now[-1]][1]
    return any(
        is_undone != (section_id in now)
        and (section_id in now or place < last or len(now) < N_AHEAD)
        for section_id, (is_undone, place) in found.items()
    )


def _is_past_first(project: Project) -> bool:
    """Whether its author has accepted a passage."""
    read = Unit.objects.in_project(project.pk).filter(
        standing=Standing.ACCEPTED, accepted_by=By.PERSON, movement_key__gt=""
    )
    return read.exists()
