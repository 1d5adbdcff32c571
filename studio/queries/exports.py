"""What can be exported, what to know before, and what was exported."""

from collections.abc import Iterable

from django.urls import reverse

from studio.core.manuscript import Book
from studio.formats.files import FORMATS
from studio.formats.resolving import resolve
from studio.models import Export, Project, Unit
from studio.models.ordered import OrderedState
from studio.queries import frame, values
from studio.queries.manuscript import manuscript

MOST_FILES, MOST_REMARKS = 60, 30
# Beyond this it takes longer to find out than a page may; then the file tells of it.
MOST_LETTERS = 400_000


def exports_page(project: Project) -> values.ExportsPage:
    """The files of a book, and what a reader of them would stumble over."""
    book = manuscript(project)
    missing = set(book.missing)
    whole = [s for s in book.sections if s.text and f"{s.number} {s.title}" not in missing]
    return values.ExportsPage(
        book=frame.book_head(project),
        accepted_sections=len(whole),
        section_count=len(whole) + len(missing),
        change_number=project.commit_number,
        cautions=_cautions(project, book),
        remarks=_foreseen(project, book),
        parts=tuple((s.id, s.heading) for s in book.sections if s.level == 1),
        n_proposed=Unit.objects.proposing_prose(project.pk).values("section_id").distinct().count(),
        files=files_of(project),
        n_older=max(0, Export.objects.filter(project=project).count() - MOST_FILES),
    )


def files_of(project: Project) -> tuple[values.ExportFile, ...]:
    """The newest files, made or on their way."""
    rows = Export.objects.filter(project=project).order_by("-made_at", "-pk")[:MOST_FILES]
    return tuple(_file(project, row) for row in rows)


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


def _foreseen(project: Project, book: Book) -> tuple[values.Link, ...]:
    if sum(len(section.text) for section in book.sections) > MOST_LETTERS:
        return ()
    return _remarks(project, [(f.words, f.section_id, f.heading) for f in resolve(book).findings])


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
