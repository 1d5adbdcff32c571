"""The book typeset: its chapters, with the texts as they would stand if all were accepted."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.urls import reverse

from studio.core import keys, prose
from studio.core.digest import digest_of
from studio.core.outline import Node
from studio.core.states import Standing, Work
from studio.formats.markdown import to_html
from studio.models import Artifact, Blob, Finding, Project, statements
from studio.models.among import among, among_ids
from studio.models.commit import By
from studio.queries import book_units, chapters, frame, values
from studio.queries.book_units import BookUnits, UnitFacts
from studio.queries.chapters import Sum
from studio.queries.values.read import ReadChapter, ReadPage, ReadParagraph, ReadSection

# No chapter has a stroke in its name.
ALL = "/"
# What one page bears: beyond that, the whole book is read and printed in parts.
MOST = chapters.Most(words=100_000, sections=150)


def read_page(project: Project, chapter_id: str = "", *, first: str = "") -> ReadPage:
    """The title page with the contents, one chapter (its id), or the whole book (`ALL`): of a
    long one a part, from the chapter that is `first` in it.

    LookupError, where the book has no such chapter.
    """
    groups = chapters.chapters(project)
    order = [nodes[0].id for nodes in groups]
    if chapter_id not in ("", ALL, *order):
        raise LookupError(chapter_id)
    sums = [] if chapter_id in order else chapters.sums(project, groups)
    words = [found.words for found in sums]
    parts = chapters.parts(groups, words, MOST) if chapter_id == ALL else []
    part = chapters.part_with(groups, parts, first)
    here = order.index(chapter_id) if chapter_id in order else -1
    part = range(here, here + 1) if here >= 0 else part
    wanted = groups[part.start : part.stop] if part else []
    shown = {nodes[0].id for nodes in wanted}
    return ReadPage(
        book=frame.book_head(project),
        author=project.owner.get_full_name(),
        contents=tuple(
            _line(nodes[0], found, is_open=nodes[0].id in shown)
            for nodes, found in zip(groups, sums, strict=False)
        ),
        open=_open(project, wanted) if wanted else (),
        is_whole=chapter_id == ALL,
        is_part=len(parts) > 1,
        before=_turn(project, groups, here - 1) if here > 0 else None,
        after=_turn(project, groups, here + 1) if chapter_id != ALL else None,
        part_before=chapters.beside(groups, parts, part, -1),
        part_after=chapters.beside(groups, parts, part, 1),
        words=sum(words),
    )


def chapter_of(project: Project, section_id: str) -> str:
    """The id of the chapter that a section is read in; '' where the book has none of that name."""
    groups = chapters.chapters(project)
    return next((g[0].id for g in groups if any(n.id == section_id for n in g)), "")


def _open(project: Project, wanted: Sequence[Sequence[Node]]) -> tuple[ReadChapter, ...]:
    """Chapters with their texts; nothing of the others is brought in."""
    book = book_units.load_some(project, [node.id for nodes in wanted for node in nodes])
    texts = _Texts.of(project, book)
    return tuple(_chapter(nodes, book, texts) for nodes in wanted)


def _line(node: Node, found: Sum, *, is_open: bool) -> ReadChapter:
    """A line of the contents."""
    return ReadChapter(
        id=node.id,
        number=node.number,
        title=str(node.body["title"]),
        words=found.words,
        n_waiting=found.n_waiting,
        n_unread=found.n_unread,
        n_missing=found.n_missing,
        is_open=is_open,
    )


@dataclass(frozen=True, slots=True)
class _Texts:
    """Versions with their bodies, and the open remarks of each unit."""

    artifacts: Mapping[int, Artifact]
    bodies: Mapping[str, str]
    remarks: Mapping[int, list[str]]
    must_fix: Mapping[int, int]
    units: Mapping[str, list[UnitFacts]]

    @classmethod
    def of(cls, project: Project, book: BookUnits) -> "_Texts":
        units = [unit for unit in book.units if unit.movement_key]
        artifacts = statements.by_id(Artifact, [i for u in units if (i := _shown_id(u))])
        digests = among({a.digest for a in artifacts.values()})
        bodies = dict(Blob.objects.filter(pk__in=digests).values_list("pk", "body"))
        ids = [unit.pk for unit in units]
        remarks: dict[int, list[str]] = {}
        rows = Finding.objects.open().filter(unit__in=among_ids(ids), is_anchored=True)
        for unit_id, paragraph_id in rows.values_list("unit_id", "paragraph_id"):
            remarks.setdefault(unit_id, []).append(paragraph_id)
        by_section: dict[str, list[UnitFacts]] = {}
        for unit in book.units:
            by_section.setdefault(unit.section_id, []).append(unit)
        return cls(artifacts, bodies, remarks, frame.n_must_fix(project, ids), by_section)


def _chapter(nodes: Sequence[Node], book: BookUnits, texts: _Texts) -> ReadChapter:
    sections = tuple(_section(node, book, texts) for node in nodes)
    head = nodes[0]
    return ReadChapter(
        id=head.id,
        number=head.number,
        title=str(head.body["title"]),
        sections=sections,
        words=sum(s.words for s in sections),
        n_waiting=sum(s.state in ("review", "held") for s in sections),
        n_unread=sum(s.can_mark_read for s in sections),
        n_missing=sum(not s.is_heading and not s.words for s in sections),
    )


def _section(node: Node, book: BookUnits, texts: _Texts) -> ReadSection:
    every = texts.units.get(node.id, [])
    units = [u for u in every if u.movement_key]
    n_must_fix = sum(texts.must_fix.get(u.pk, 0) for u in units)
    is_waiting = any(u.work == Work.REVIEW and u.candidate_id for u in units)
    return ReadSection(
        id=node.id,
        number=node.number,
        title=str(node.body["title"]),
        level=node.level,
        is_heading=not node.is_leaf,
        paragraphs=tuple(p for u in units for p in _paragraphs(u, book, texts)),
        state=_state(units or every),
        words=sum(u.words for u in units),
        accepted_by=book_units.accepted_by(units),
        is_stale=any(u.is_stale for u in units),
        is_distrusted=any(u.key in book.distrusted for u in units),
        is_beside=any(u.candidate_id and u.current_id for u in units),
        can_accept=is_waiting and not n_must_fix,
        can_mark_read=any(_is_unread(u) for u in units),
        must_fix_count=n_must_fix,
        seen=digest_of([[u.pk, u.current_id, u.candidate_id] for u in every]),
    )


def _paragraphs(unit: UnitFacts, book: BookUnits, texts: _Texts) -> list[ReadParagraph]:
    artifact = texts.artifacts.get(_shown_id(unit) or 0)
    if artifact is None:
        return []
    is_marked = unit.key in book.distrusted
    trust = (book.state.entry(keys.trust(unit.key)) or {}) if is_marked else {}
    marked = set(trust.get("paragraphs", ())) if artifact.pk == unit.current_id else set()
    is_all = bool(trust.get("whole")) and artifact.pk == unit.current_id
    pairs = zip(artifact.paragraphs, prose.paragraphs(texts.bodies[artifact.digest]), strict=True)
    return [
        ReadParagraph(
            id=f"{unit.pk}-{paragraph_id}",
            html=to_html(text, id_prefix=f"u{unit.pk}-{paragraph_id}"),
            provenance="yours" if origin == "person" else "model",
            is_distrusted=is_all or paragraph_id in marked,
            n_remarks=texts.remarks.get(unit.pk, []).count(paragraph_id),
        )
        for (paragraph_id, origin), text in pairs
    ]


def _shown_id(unit: UnitFacts) -> int | None:
    """The version that is read: a proposal where one waits, since that is what is accepted."""
    return unit.candidate_id if unit.candidate_id and _waits(unit) else unit.current_id


def _waits(unit: UnitFacts) -> bool:
    return unit.work in (Work.REVIEW, Work.HELD)


def _is_unread(unit: UnitFacts) -> bool:
    return unit.standing == Standing.ACCEPTED and unit.accepted_by == By.POLICY and not _waits(unit)


def _state(units: list[UnitFacts]) -> values.Work:
    order: tuple[values.Work, ...] = (
        "active", "held", "review", "pending", "none", "reopened", "accepted",
    )  # fmt: skip
    return next((s for s in order if any(u.state == s for u in units)), "none")


def _turn(project: Project, groups: Sequence[Sequence[Node]], place: int) -> values.Link | None:
    if not 0 <= place < len(groups):
        return None
    head = groups[place][0]
    url = reverse("read_chapter", args=[project.slug, head.id])
    return values.Link(f"{head.number} {head.body['title']}", url)
