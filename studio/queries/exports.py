"""What can be exported, what to know before, and what was exported."""

from collections.abc import Iterable
from typing import NamedTuple

from django.urls import reverse

from studio.core.outline import Node
from studio.formats.files import FORMATS
from studio.formats.resolving import resolve
from studio.models import Export, Project, Unit, statements
from studio.models.ordered import OrderedState
from studio.queries import around, chapters, frame, standing, values
from studio.queries.manuscript import manuscript

MOST_FILES, MOST_REMARKS = 60, 30
# Beyond this a page does not wait for what is made of all of it.
MOST_STEPS, MOST_WORDS = 3_000, 70_000
# Of each section that has passages; a text that was taken back for a while goes in as it stood.
_GOES_IN = """
    SELECT count(*) FILTER (WHERE is_whole), count(*) FILTER (WHERE is_unread),
        count(*) FILTER (WHERE is_stale), count(*) FILTER (WHERE is_distrusted)
    FROM (
        SELECT bool_and(unit.standing <> 'none') AS is_whole,
            bool_or(unit.standing <> 'none' AND unit.accepted_by <> 'person') AS is_unread,
            bool_or(unit.standing <> 'none' AND unit.is_stale) AS is_stale,
            bool_or(unit.key IN (
                SELECT substr(key, 7) FROM studio_entry
                WHERE project_id = %s AND until IS NULL AND kind = 'trust'
            )) AS is_distrusted
        FROM studio_unit AS unit
        WHERE unit.project_id = %s AND NOT unit.is_retired AND unit.movement_key <> ''
        GROUP BY unit.section_id
    ) AS section
"""


def exports_page(project: Project) -> values.ExportsPage:
    """The files of a book, and what a reader of them would stumble over."""
    found, n_leaves = _goes_in(project), around.n_leaves(project)
    return values.ExportsPage(
        book=frame.book_head(project),
        accepted_sections=found.n_whole,
        section_count=n_leaves,
        change_number=project.commit_number,
        cautions=_cautions(project, found, n_leaves - found.n_whole),
        remarks=_foreseen(project),
        parts=tuple((n.id, _heading(n)) for n in chapters.lines(project) if n.level == 1),
        n_proposed=Unit.objects.proposing_prose(project.pk).values("section_id").distinct().count(),
        files=files_of(project),
        n_older=max(0, Export.objects.filter(project=project).count() - MOST_FILES),
    )


def is_large(project: Project) -> bool:
    """Whether no page waits for a file of it, however plain."""
    found = standing.of(project).values()
    return sum(one.n for one in found) > MOST_STEPS or sum(one.words for one in found) > MOST_WORDS


def _heading(node: Node) -> str:
    return f"{node.number} {node.body['title']}"


class _GoesIn(NamedTuple):
    """How many sections go into a file, and of how many something is to be known."""

    n_whole: int
    n_unread: int
    n_stale: int
    n_distrusted: int


def _goes_in(project: Project) -> _GoesIn:
    (found,) = statements.select(_GOES_IN, [project.pk, project.pk])
    return _GoesIn(*found)


def files_of(project: Project) -> tuple[values.ExportFile, ...]:
    """The newest files, made or on their way."""
    rows = Export.objects.filter(project=project).order_by("-made_at", "-pk")[:MOST_FILES]
    return tuple(_file(project, row) for row in rows)


def _cautions(project: Project, found: _GoesIn, n_missing: int) -> tuple[values.Link, ...]:
    waiting = reverse("review", args=[project.slug])
    told = (
        (n_missing, "not written or not accepted yet", _board(project)),
        (found.n_unread, "accepted by rule, unread", f"{waiting}?only=unread"),
        (found.n_stale, "with a changed basis", f"{waiting}?only=stale"),
        (found.n_distrusted, "distrusted", f"{waiting}?only=distrusted"),
    )
    return tuple(
        values.Link(f"{n} {'section' if n == 1 else 'sections'} {words}", url, n)
        for n, words, url in told
        if n
    )


def _foreseen(project: Project) -> tuple[values.Link, ...]:
    """What cannot be printed as it was meant, where that is found out while a page is asked for."""
    if is_large(project):
        return ()
    found = resolve(manuscript(project)).findings
    return _remarks(project, [(f.words, f.section_id, f.heading) for f in found])


def _remarks(project: Project, findings: Iterable[tuple[str, str, str]]) -> tuple[values.Link, ...]:
    """What cannot be printed as it was meant, each with the section it is in."""
    return tuple(
        values.Link(
            f"{heading}: {words}" if heading else words,
            reverse("section", args=[project.slug, section]) if section else "",
        )
        for words, section, heading in list(findings)[:MOST_REMARKS]
    )


def _board(project: Project) -> str:
    return reverse("board", args=[project.slug])


def _file(project: Project, row: Export) -> values.ExportFile:
    return values.ExportFile(
        id=row.pk,
        name=row.name,
        kind=FORMATS[row.format].name,
        state=row.state,
        made_at=row.made_at,
        change_number=row.commit_number,
        size=size_words(row.n_bytes) if row.state == OrderedState.READY else "",
        url=reverse("export_file", args=[project.slug, row.pk]),
        is_complete=row.is_complete,
        is_of_now=row.commit_number == project.commit_number,
        note=row.reason or ("" if row.is_complete else "not complete"),
        part=row.part,
        has_proposals=row.has_proposals,
        remarks=_remarks(project, row.findings),
    )


def size_words(n_bytes: int) -> str:
    """How large a file is, as it is said."""
    return f"{n_bytes / 1000:.0f} kB" if n_bytes < 1_000_000 else f"{n_bytes / 1_000_000:.1f} MB"
