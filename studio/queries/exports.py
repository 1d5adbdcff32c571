"""What can be exported, what to know before, and what was exported."""

from django.urls import reverse

from studio.core.manuscript import Book
from studio.formats.files import FORMATS
from studio.models import Export, Project
from studio.queries import frame, values
from studio.queries.manuscript import manuscript


def exports_page(project: Project) -> values.ExportsPage:
    """The files of a book, and what a reader of them would stumble over."""
    book = manuscript(project)
    missing = set(book.missing)
    whole = [s for s in book.sections if s.text and f"{s.number} {s.title}" not in missing]
    rows = (
        Export.objects.filter(project=project).select_related("project").order_by("-made_at", "-pk")
    )
    return values.ExportsPage(
        book=frame.book_head(project),
        accepted_sections=len(whole),
        section_count=len(whole) + len(missing),
        cautions=_cautions(project, book),
        files=tuple(_file(row) for row in rows),
    )


def _cautions(project: Project, book: Book) -> tuple[values.Link, ...]:
    waiting = reverse("review", args=[project.slug])
    found = (
        (len(book.missing), "not written or not accepted yet", _board(project)),
        (sum(s.accepted_by == "policy" for s in book.sections), "accepted by rule, unread",
         f"{waiting}?only=unread"),
        (sum(s.is_stale for s in book.sections), "with a changed basis", f"{waiting}?only=stale"),
        (sum(s.is_untrusted for s in book.sections), "distrusted", f"{waiting}?only=distrusted"),
    )  # fmt: skip
    return tuple(
        values.Link(f"{n} {'section' if n == 1 else 'sections'} {words}", url, n)
        for n, words, url in found
        if n
    )


def _board(project: Project) -> str:
    return reverse("board", args=[project.slug])


def _file(row: Export) -> values.ExportFile:
    return values.ExportFile(
        name=row.name,
        kind=FORMATS[row.format].name,
        made_at=row.made_at,
        change_number=row.commit_number,
        size=_size(row.n_bytes),
        url=reverse("export_file", args=[row.project.slug, row.pk]),
        is_complete=row.is_complete,
        note="" if row.is_complete else "not complete",
    )


def _size(n_bytes: int) -> str:
    return f"{n_bytes / 1000:.0f} kB" if n_bytes < 1_000_000 else f"{n_bytes / 1_000_000:.1f} MB"
