"""All versions of a section, and two of them compared."""

from studio.models import Artifact, Project
from studio.queries import book_units, frame, values
from studio.queries.briefs import paragraphs
from studio.queries.comparing import change_blocks
from studio.queries.section import titles_of, versions


def history_page(
    project: Project, section_id: str, *, older: str = "", newer: str = ""
) -> values.HistoryPage:
    """The versions of a section's passages; LookupError where there is no such section."""
    book = book_units.load(project)
    node = book.nodes.get(section_id)
    if node is None:
        raise LookupError(section_id)
    units = [u for u in book.of_section(section_id) if u.movement_key]
    lines = versions(project, [u.pk for u in units], titles=titles_of(units, book))
    pair = _pair(project, older, newer)
    return values.HistoryPage(
        book=frame.book_head(project),
        section_id=section_id,
        number=node.number,
        title=str(node.body["title"]),
        versions=lines,
        older_id=older if pair else "",
        newer_id=newer if pair else "",
        compared=f"Version {pair[0].number} and version {pair[1].number}" if pair else "",
        changes=change_blocks(*(_texts(a) for a in pair)) if pair else (),
    )


def _pair(project: Project, older: str, newer: str) -> tuple[Artifact, Artifact] | None:
    if not (older.isdigit() and newer.isdigit()):
        return None
    found = Artifact.objects.filter(project=project).in_bulk([int(older), int(newer)])
    if len(found) < 2:
        return None
    return found[int(older)], found[int(newer)]


def _texts(artifact: Artifact) -> list[str]:
    return [p.text for p in paragraphs(artifact)] if artifact.paragraphs else []
