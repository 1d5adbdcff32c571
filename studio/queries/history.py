"""All versions of a section, by the moments of its text and by passage, and two compared."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from studio.core import diff, keys
from studio.core.cells import draft_unit
from studio.core.outline import Node
from studio.models import Artifact, Project, Unit
from studio.queries import book_units, frame
from studio.queries.book_units import BookUnits
from studio.queries.briefs import paragraphs
from studio.queries.comparing import KINDS, PARTS
from studio.queries.moments import moments, names_of
from studio.queries.state import DbState
from studio.queries.values import ChangePart
from studio.queries.values.history import (
    Compared,
    ComparedBlock,
    ComparedPassage,
    Grain,
    HistoryPage,
    Look,
    NamesPage,
)
from studio.queries.version_lines import titles_of, versions

MOST_MOMENTS = 100
NOW = "now"


def history_page(
    project: Project,
    section_id: str,
    *,
    older: str = "",
    newer: str = "",
    look: Look = "inline",
    grain: Grain = "word",
    shows_all: bool = False,
) -> HistoryPage:
    """The versions of a section, two compared where both are there; LookupError where there is no
    such section."""
    book = book_units.load_some(project, [section_id])
    node = book.nodes.get(section_id)
    if node is None:
        raise LookupError(section_id)
    chapter = book.nodes.get(str(node.body.get("parent") or ""))
    units = [u for u in book.of_section(section_id) if u.movement_key]
    names = names_of(project, book.nodes, [section_id, chapter.id if chapter else "", ""])
    found = moments(project, section_id, names)
    page = HistoryPage(
        book=frame.book_head(project),
        section_id=section_id,
        number=node.number,
        title=str(node.body["title"]),
        chapter_id=chapter.id if chapter else "",
        chapter_title=f"{chapter.number} {chapter.body['title']}" if chapter else "",
        moments=found if shows_all else found[:MOST_MOMENTS],
        versions=versions(project, [u.pk for u in units], titles=titles_of(units, book)),
        names=names,
        n_earlier=0 if shows_all else max(0, len(found) - MOST_MOMENTS),
    )
    if not older:
        return page
    sides = [_side(project, book, node, said) for said in (older, newer or NOW)]
    if sides[0] is None or sides[1] is None:
        return page
    compared = replace(_compared(sides[0], sides[1], grain=grain), look=look, grain=grain)
    return replace(page, older=older, newer=newer or NOW, compared=compared)


def names_page(project: Project) -> NamesPage:
    """All names that were given in a book."""
    nodes = book_units.load_some(project, []).nodes
    return NamesPage(frame.book_head(project), names_of(project, nodes), project.commit_number)


# --- what is compared


@dataclass(frozen=True, slots=True)
class _Side:
    """One of two texts: by passage the version, with its title."""

    words: str
    texts: dict[str, Artifact]
    titles: dict[str, str]
    only: str = ""
    moment: int = 0


def _side(project: Project, book: BookUnits, node: Node, said: str) -> _Side | None:
    """`now`, `c12` for the section after change 12, `a55` for a version of one passage."""
    if said == NOW:
        return _at(project, node, project.commit_number, "the text now")
    kind, number = said[:1], said[1:]
    if not (number.isdecimal() and len(number) < 18):
        return None
    if kind == "a":
        return _of_version(project, book, node, int(number))
    if kind != "c" or not 0 < int(number) <= project.commit_number:
        return None
    return _at(project, node, int(number), f"change {number}")


def _of_version(project: Project, book: BookUnits, node: Node, artifact_id: int) -> _Side | None:
    rows = Artifact.objects.filter(project=project, unit__section_id=node.id)
    artifact = rows.select_related("unit").filter(pk=artifact_id).first()
    if artifact is None or not artifact.paragraphs:
        return None
    unit = artifact.unit
    titles = {unit.key: _titles(book.state, node.id).get(unit.key, "")}
    return _Side(f"version {artifact.number}", {unit.key: artifact}, titles, unit.key)


def _at(project: Project, node: Node, number: int, words: str) -> _Side:
    state = DbState(project.pk, as_of=number)
    titles = _titles(state, node.id)
    own = Unit.objects.filter(project=project, section_id=node.id).exclude(movement_key="")
    places = dict.fromkeys([*titles, *own.order_by("place").values_list("key", flat=True)])
    bodies = {key: body for key in places if (body := state.entry(keys.text(key)))}
    rows = Artifact.objects.in_bulk([body["artifact"] for body in bodies.values()])
    texts = {key: rows[body["artifact"]] for key, body in bodies.items()}
    return _Side(words, texts, titles, moment=number)


def _titles(state: DbState, section_id: str) -> dict[str, str]:
    """The passages of a section in order, by the key of their unit."""
    body = state.entry(keys.map_of(section_id)) or {"movements": ()}
    return {draft_unit(section_id, m["key"]): str(m["title"]) for m in body["movements"]}


def _compared(older: _Side, newer: _Side, *, grain: Grain) -> Compared:
    only = older.only or newer.only
    order = dict.fromkeys([*newer.texts, *older.texts])
    passages, added, removed = [], 0, 0
    for key in [k for k in order if only in ("", k)]:
        found = _diff(older.texts.get(key), newer.texts.get(key))
        added, removed = added + found.n_words_added, removed + found.n_words_removed
        title = newer.titles.get(key) or older.titles.get(key, "")
        blocks = tuple(_blocks(found, older.texts.get(key), grain))
        passages.append(ComparedPassage(title, blocks))
    single = older.texts.get(only)
    return Compared(
        title=f"From {older.words} to {newer.words}",
        older=older.words,
        newer=newer.words,
        passages=tuple(passages),
        n_changes=sum(block.kind != "same" for one in passages for block in one.blocks),
        words_added=added,
        words_removed=removed,
        moment=older.moment,
        version_id=single.pk if single and older.only else 0,
    )


def _diff(old: Artifact | None, new: Artifact | None) -> diff.Diff:
    texts = ([p.text for p in paragraphs(a)] if a else [] for a in (old, new))
    return diff.diff_paragraphs(*texts)


def _blocks(found: diff.Diff, old: Artifact | None, grain: Grain) -> Iterator[ComparedBlock]:
    ids = iter([p.id for p in paragraphs(old)] if old else [])
    for block in found.blocks:
        paragraph_id = "" if block.kind == "insert" else next(ids)
        parts = _GRAINS[grain](block)
        is_restorable = block.kind in ("delete", "replace") and old is not None
        yield ComparedBlock(
            kind=KINDS[block.kind],
            parts=parts,
            old=tuple(part for part in parts if part.kind != "added"),
            new=tuple(part for part in parts if part.kind != "removed"),
            version_id=old.pk if is_restorable and old else 0,
            paragraph_id=paragraph_id if is_restorable else "",
        )


def _parts(block: diff.Block) -> tuple[ChangePart, ...]:
    return tuple(ChangePart(PARTS[part.kind], part.text) for part in block.parts)


def _sentences(block: diff.Block) -> tuple[ChangePart, ...]:
    """The sentences that differ, each as a whole."""
    if block.kind != "replace":
        return _parts(block)
    found = diff.diff_sentences(block.old, block.new)
    return tuple(ChangePart(PARTS[part.kind], part.text) for part in found)


def _whole(block: diff.Block) -> tuple[ChangePart, ...]:
    """A paragraph that differs, as one stretch that went and one that came."""
    if block.kind != "replace":
        return _parts(block)
    return ChangePart("removed", block.old), ChangePart("added", block.new)


_GRAINS: dict[Grain, Callable[[diff.Block], tuple[ChangePart, ...]]] = {
    "word": _parts,
    "sentence": _sentences,
    "paragraph": _whole,
}
