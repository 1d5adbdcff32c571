"""The book typeset: its chapters, with the texts as they would stand if all were accepted."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.urls import reverse

from studio.core import keys, prose
from studio.core.digest import digest_of
from studio.core.outline import Node
from studio.core.states import Standing, Work
from studio.formats.markdown import to_html
from studio.models import Artifact, Blob, Finding, Project
from studio.models.commit import By
from studio.queries import book_units, frame, values
from studio.queries.book_units import BookUnits, UnitFacts
from studio.queries.values.read import ReadChapter, ReadPage, ReadParagraph, ReadSection

# No chapter has a stroke in its name.
ALL = "/"


def read_page(project: Project, chapter_id: str = "") -> ReadPage:
    """The title page with the contents, one chapter (its id), or the whole book (`ALL`).

    LookupError, where the book has no such chapter.
    """
    book = book_units.load(project)
    groups = _chapters(list(book.nodes.values()))
    order = [nodes[0].id for nodes in groups]
    if chapter_id and chapter_id != ALL and chapter_id not in order:
        raise LookupError(chapter_id)
    wanted = [g for g in groups if chapter_id in (ALL, g[0].id)]
    book.state.fetch(keys.trust(unit_key) for unit_key in book.distrusted)
    bare = _Texts.none(project, book)
    texts = _Texts.of(bare, project, [node.id for nodes in wanted for node in nodes])
    here = order.index(chapter_id) if chapter_id in order else -1
    contents = tuple(_chapter(nodes, book, bare) for nodes in groups)
    return ReadPage(
        book=frame.book_head(project),
        author=project.owner.get_full_name(),
        contents=contents,
        open=tuple(_chapter(nodes, book, texts) for nodes in wanted),
        is_whole=chapter_id == ALL,
        before=_turn(project, contents, here - 1) if here > 0 else None,
        after=_turn(project, contents, here + 1) if chapter_id != ALL else None,
        words=sum(chapter.words for chapter in contents),
    )


def chapter_of(project: Project, section_id: str) -> str:
    """The id of the chapter that a section is read in; '' where the book has none of that name."""
    nodes = list(book_units.load(project, sections=[]).nodes.values())
    found = (g[0].id for g in _chapters(nodes) if any(n.id == section_id for n in g))
    return next(found, "")


@dataclass(frozen=True, slots=True)
class _Texts:
    """Versions with their bodies, and the open remarks of each unit."""

    artifacts: Mapping[int, Artifact]
    bodies: Mapping[str, str]
    remarks: Mapping[int, list[str]]
    must_fix: Mapping[int, int]
    units: Mapping[str, list[UnitFacts]]

    @classmethod
    def of(cls, contents: "_Texts", project: Project, section_ids: Iterable[str]) -> "_Texts":
        units = [u for i in section_ids for u in contents.units.get(i, ()) if u.movement_key]
        artifacts = Artifact.objects.in_bulk([i for u in units if (i := _shown_id(u))])
        digests = {a.digest for a in artifacts.values()}
        bodies = dict(Blob.objects.filter(pk__in=digests).values_list("pk", "body"))
        remarks: dict[int, list[str]] = {}
        rows = Finding.objects.open().filter(project=project, is_anchored=True)
        for unit_id, paragraph_id in rows.values_list("unit_id", "paragraph_id"):
            remarks.setdefault(unit_id, []).append(paragraph_id)
        return cls(artifacts, bodies, remarks, contents.must_fix, contents.units)

    @classmethod
    def none(cls, project: Project, book: BookUnits) -> "_Texts":
        """Nothing to read, for the contents."""
        units: dict[str, list[UnitFacts]] = {}
        for unit in book.units:
            units.setdefault(unit.section_id, []).append(unit)
        return cls({}, {}, {}, frame.n_must_fix(project), units)


def _chapters(nodes: list[Node]) -> list[list[Node]]:
    """The nodes of each page: a chapter with its sections, or a section that stands alone."""
    groups: list[list[Node]] = []
    level = 0
    waiting: list[Node] = []
    for node in nodes:
        if groups and level and node.level > level:
            groups[-1].append(node)
            continue
        if node.body.get("role") == "part" and not node.is_leaf:
            waiting.append(node)
            level = 0
            continue
        groups.append([node])
        level = node.level
    # Parts are names for chapters that follow; they have no page of their own.
    return groups or [[node] for node in waiting]


def _chapter(nodes: list[Node], book: BookUnits, texts: _Texts) -> ReadChapter:
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


def _turn(project: Project, contents: tuple[ReadChapter, ...], place: int) -> values.Link | None:
    if not 0 <= place < len(contents):
        return None
    chapter = contents[place]
    url = reverse("read_chapter", args=[project.slug, chapter.id])
    return values.Link(f"{chapter.number} {chapter.title}", url)
