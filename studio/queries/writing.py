"""A section as the text that its author writes in, with the marks of its margin."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import lru_cache

from django.db.models import F, Sum
from django.urls import reverse
from django.utils import timezone

from studio.core import diff, keys, merging, prose, sectioning
from studio.core.sectioning import Passage
from studio.models import Artifact, Draft, Finding, Project, Unit
from studio.models.artifact import Origin, text_of
from studio.queries import (
    around,
    book_units,
    frame,
    provenance,
    updating,
    values,
    words_written,
)
from studio.queries.book_units import BookUnits
from studio.queries.briefs import paragraphs
from studio.queries.values.writing import ConflictRow, DraftNote, WritePage, WriteRemark


def passages(project_id: int, section_id: str) -> list[Unit]:
    """The passages of a section in order, with their texts."""
    units = Unit.objects.in_project(project_id).filter(section_id=section_id)
    own = units.exclude(movement_key="").order_by("place", "pk")
    return list(own.select_related("current", "candidate"))


def shown(unit: Unit) -> Artifact | None:
    """The version that its author writes on: the book's own, or a proposal where there is none."""
    return unit.current or unit.candidate


def base_of(units: Iterable[Unit]) -> str:
    """The versions that a text is begun from, as a page carries them."""
    found = ((unit.pk, shown(unit)) for unit in units)
    return " ".join(f"{pk}:{artifact.pk}" for pk, artifact in found if artifact)


def passage(unit: Unit) -> Passage:
    """A passage as the section's text has it."""
    artifact = shown(unit)
    texts = [p.text for p in paragraphs(artifact)] if artifact else []
    return sectioning.passage(unit.key, texts)


def versions(project_id: int, section_id: str, base: str) -> list[Artifact]:
    """The versions that a page was begun from, in their order."""
    ids = [int(pk) for part in base.split() if (pk := part.partition(":")[2]).isdecimal()]
    rows = Artifact.objects.filter(project=project_id, unit__section_id=section_id)
    found = rows.select_related("unit").in_bulk([pk for pk in ids if pk < 2**63])
    return [found[pk] for pk in ids if pk in found]


def text_at(project_id: int, section_id: str, base: str) -> str:
    """The section's text that a page was begun from."""
    return _text(versions(project_id, section_id, base))


def _text(artifacts: Iterable[Artifact]) -> str:
    texts = ([p.text for p in paragraphs(artifact)] for artifact in artifacts)
    return sectioning.whole(sectioning.passage("", part) for part in texts)


def draft_of(project_id: int, section_id: str, user_id: int) -> Draft | None:
    """What somebody left unfinished here."""
    rows = Draft.objects.filter(project=project_id, section_id=section_id, user=user_id)
    return rows.first()


def write_page(project: Project, section_id: str, user_id: int, *, now: datetime) -> WritePage:
    """The page to write a section in; LookupError where the outline has none of that name."""
    book = book_units.load_some(project, [section_id])
    node = book.nodes.get(section_id)
    if node is None or not node.is_leaf:
        raise LookupError(section_id)
    units = passages(project.pk, section_id)
    draft = draft_of(project.pk, section_id, user_id)
    base = base_of(units)
    begun_from = versions(project.pk, section_id, draft.base if draft else base)
    text = _text(begun_from)
    mine, model = _words_today(project, now)
    before, after = (_neighbour(book, section_id, side) for side in around.SIDES)
    remarks = _remarks(units)
    return WritePage(
        book=frame.book_head(project),
        id=section_id,
        number=node.number,
        title=str(node.body["title"]),
        synopsis=str(node.body.get("synopsis", "")),
        base=draft.base if draft else base,
        is_moved=draft is not None and draft.base != base,
        text=draft.text if draft else text,
        book_text=text,
        marks=json.dumps(_marks(begun_from, book, remarks), ensure_ascii=False),
        remarks=tuple(note for notes in remarks.values() for note in notes),
        draft=DraftNote(draft.updated_at, draft.revision) if draft else None,
        target_words=int(node.body.get("words", 0)),
        words=prose.count_words(draft.text if draft else text),
        your_words_today=mine,
        model_words_today=model,
        is_active=any(unit.work == "active" for unit in units),
        has_proposal=any(unit.current_id and unit.candidate_id for unit in units),
        is_planned=bool(units),
        unwritten_count=sum(shown(unit) is None for unit in units) if units else 0,
        before=before,
        after=after,
        can_update_plan=updating.may_ask(project, updating.plan_of(book, section_id)),
    )


def conflict(
    project: Project, section_id: str, *, mine: str, base: str, now: str
) -> tuple[ConflictRow, ...]:
    """Where a text and the book's own have both grown from what the text was begun from."""
    pieces = pieces_of(project.pk, section_id, mine=mine, base=base, now=now)
    return tuple(
        ConflictRow(n, piece.kind, "\n\n".join(piece.mine), "\n\n".join(piece.theirs))
        for n, piece in enumerate(pieces)
    )


def pieces_of(
    project_id: int, section_id: str, *, mine: str, base: str, now: str
) -> tuple[merging.Piece, ...]:
    """The same as pieces to choose from."""
    old, theirs = (text_at(project_id, section_id, versions) for versions in (base, now))
    parts = (prose.paragraphs(text) for text in (old, prose.normalise(mine), theirs))
    return merging.merge(*parts)


def drafted_sections(project: Project) -> frozenset[str]:
    """The sections in which the owner of a book left something unfinished."""
    rows = Draft.objects.filter(project=project, user=project.owner_id)
    return frozenset(rows.values_list("section_id", flat=True))


# --- the margin


def _marks(
    artifacts: list[Artifact], book: BookUnits, remarks: Mapping[str, list[WriteRemark]]
) -> list[dict[str, object]]:
    """For each paragraph in order where it ends in the text, its passage and who wrote it."""
    found: list[dict[str, object]] = []
    written = provenance.with_model_versions(a.unit_id for a in artifacts)
    end = 0
    for artifact in artifacts:
        unit = artifact.unit
        name = {"passage": _title(book, unit), "key": unit.pk}
        distrusted = _distrusted(book, artifact)
        origins = dict(artifact.paragraphs)
        own = paragraphs(artifact)
        whole = sectioning.passage(unit.key, [p.text for p in own]).paragraphs
        for one, text in zip(own, whole, strict=True):
            # Browsers count in halves of a character where ours is beyond the basic plane.
            end += len(text.encode("utf-16-le")) // 2 + 2
            by = provenance.by(origins.get(one.id, ""), one.id, is_model=unit.pk in written)
            mark: dict[str, object] = {"end": end, **name, "by": by}
            if notes := remarks.get(f"{unit.pk}-{one.id}"):
                mark["remarks"] = len(notes)
            if one.id in distrusted:
                mark["distrusted"] = True
            found.append(mark)
    return found


def _title(book: BookUnits, unit: Unit) -> str:
    movements = book.maps.get(unit.section_id, {}).get("movements", ())
    return next((str(m["title"]) for m in movements if m["key"] == unit.movement_key), "")


def _distrusted(book: BookUnits, artifact: Artifact) -> set[str]:
    distrust = book.state.entry(keys.trust(artifact.unit.key)) or {}
    every = {paragraph_id for paragraph_id, _ in artifact.paragraphs}
    return every if distrust.get("whole") else set(distrust.get("paragraphs", ()))


def _remarks(units: list[Unit]) -> dict[str, list[WriteRemark]]:
    found: dict[str, list[WriteRemark]] = {}
    rows = Finding.objects.open().filter(unit__in=units).order_by("unit__place", "pk")
    for row in rows:
        place = f"{row.unit_id}-{row.paragraph_id}" if row.is_anchored else ""
        found.setdefault(place, []).append(WriteRemark(row.words, row.quote))
    return found


def _neighbour(book: BookUnits, section_id: str, side: around.Side) -> values.Link | None:
    node = book.nodes.get(around.beside(book.project, section_id, side))
    if node is None:
        return None
    url = reverse("write", args=[book.project.slug, node.id])
    return values.Link(f"{node.number} {node.body['title']}", url)


# --- words of a day


def _words_today(project: Project, now: datetime) -> tuple[int, int]:
    """What its author and the model wrote in a book today; what came otherwise is nobody's."""
    start = timezone.localtime(now).replace(hour=0, minute=0, second=0, microsecond=0)
    rows = words_written.texts(project).filter(made_at__gte=start).exclude(paragraphs=[])
    counted: Counter[str] = Counter()
    for origin, n in rows.filter(base=None).values_list("origin").annotate(n=Sum("n_words")):
        counted[origin] += n
    # What goes on from another version counts by what differs in it.
    for row in rows.exclude(base=None).exclude(digest=F("base__digest")).select_related("base"):
        counted[row.origin] += _added(row.digest, _texts_by(row), row.base.digest)  # type: ignore[union-attr]
    return counted[Origin.PERSON], counted[Origin.MODEL]


def _texts_by(row: Artifact) -> tuple[int, ...]:
    """The places of the paragraphs that whoever made this version wrote."""
    return tuple(n for n, (_, origin) in enumerate(row.paragraphs) if origin == row.origin)


@lru_cache(maxsize=4096)
def _added(digest: str, places: tuple[int, ...], base_digest: str) -> int:
    """How many words a version added; what was cut is not taken off."""
    texts = prose.paragraphs(text_of(digest))
    old = prose.paragraphs(text_of(base_digest))
    return diff.diff_paragraphs(old, [texts[n] for n in places]).n_words_added
