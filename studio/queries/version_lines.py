"""The versions of texts, as lines of a list."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from studio.models import Artifact, Project
from studio.queries import values
from studio.queries.book_units import BookUnits, UnitFacts


def versions(
    project: Project,
    unit_ids: Iterable[int],
    *,
    most: int = 0,
    titles: Mapping[int, str] = MappingProxyType({}),
) -> tuple[values.VersionLine, ...]:
    """The versions of units, the newest first, with the title of each one's passage."""
    rows = (
        Artifact.objects.filter(project=project, unit_id__in=list(unit_ids))
        .select_related("unit")
        .order_by("-made_at", "unit__place", "-pk")
    )
    shown = rows[:most] if most else rows
    return tuple(version_line(row, titles.get(row.unit_id, "")) for row in shown)


def titles_of(units: Iterable[UnitFacts], book: BookUnits) -> dict[int, str]:
    """The titles of passages by unit."""
    return {u.pk: str(book.movement(u).get("title", "")) for u in units}


def version_line(row: Artifact, title: str = "") -> values.VersionLine:
    """One version in a list."""
    return values.VersionLine(
        id=str(row.pk),
        number=row.number,
        made_at=row.made_at,
        cause=row.cause,
        by="you" if row.origin == "person" else row.made_by,
        words=row.n_words,
        is_current=row.unit.current_id == row.pk,
        is_proposal=row.unit.candidate_id == row.pk,
        note=title,
    )
