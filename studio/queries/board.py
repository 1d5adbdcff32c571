"""The board: every section as a card in its current step, and what stands above the columns."""

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from typing import Literal, cast

from studio.core.states import Standing
from studio.models import Project, Unit
from studio.queries import (
    book_units,
    checkups,
    frame,
    groups,
    sequence,
    spending,
    standing,
    stillness,
    values,
    wide,
)
from studio.queries.book_units import BookUnits
from studio.queries.cards import cards as cards_of
from studio.queries.cards import is_concerned
from studio.queries.desk import Desk, View
from studio.queries.values.board import BoardFilter
from studio.queries.wide import Narrowed, Totals

MOST_CARDS = 150
ColumnKey = Literal["pending", "active", "review", "accepted"]
_COLUMNS: tuple[ColumnKey, ...] = ("pending", "active", "review", "accepted")


FILTERS = wide.KINDS
# So many rows of a large book's list are shown at a time.
MOST_ROWS = 100


def board(
    project: Project,
    *,
    view: View = "sections",
    shows_all: bool = False,
    only: Collection[str] = (),
    words: str = "",
    group: str = "",
) -> values.Board:
    """The whole board of a book at its change number, or only the cards of some kinds, or with
    some words in their titles, in groups if asked; of a large book the first cards of each lane,
    and the rest in numbers."""
    chosen = tuple(name for name in FILTERS if name in only)
    narrowed = Narrowed(chosen, tuple(sequence.plain(words).split()))
    if wide.is_large(project):
        most = wide.MORE if shows_all else wide.FEW
        return _wide_board(project, view, narrowed, words, most=most)
    desk = Desk.of(project)
    cards = cards_of(desk, view)
    shown = tuple(card for card in cards if _fits(card, narrowed))
    shows_all = shows_all or bool(chosen)
    columns = tuple(_column(key, shown, shows_all=shows_all) for key in _COLUMNS)
    groupings = groups.offered(desk)
    by = group if group in groupings else ""
    return values.Board(
        book=frame.book_head(project),
        progress=_progress(desk, _totals(desk)),
        columns=columns,
        view=view,
        filters=_filters(_counts(cards), chosen),
        only=chosen,
        words=words,
        groupings=groupings,
        group=by,
        groups=groups.groups(desk, by, shown, columns) if by else (),
    )


def table(
    project: Project,
    *,
    only: Collection[str] = (),
    words: str = "",
    group: str = "",
    sort: str = "",
    first: int = 0,
) -> tuple[values.Board, tuple[values.Card, ...], values.PlanRest | None]:
    """The board with its cards as the rows of a list, in the order of the book or as asked; of a
    large book a part of them."""
    if not wide.is_large(project):
        found = board(project, shows_all=True, only=only, words=words, group=group)
        return found, in_order(found, sort), None
    found = board(project, only=only, words=words)
    narrowed = Narrowed(found.only, tuple(sequence.plain(words).split()))
    start = first - first % MOST_ROWS
    ids, count = wide.page(project, narrowed, sort=sort, first=start, most=MOST_ROWS)
    by_id = {card.id: card for card in cards_of(Desk.of_some(project, ids), "sections")}
    rows = tuple(by_id[f"s-{i}"] for i in ids)
    before = max(0, start - MOST_ROWS) if start else None
    last = start + len(rows)
    rest = values.PlanRest("list", start, last, count, before, last if last < count else 0)
    return found, rows, rest if count > MOST_ROWS else None


def _fits(card: values.Card, narrowed: Narrowed) -> bool:
    """Whether a card is of these kinds, and every word begins one of its number or title."""
    said = f" {sequence.plain(f'{card.number} {card.title}')}"
    return set(narrowed.kinds) <= set(card.kinds) and all(
        (f" {word}" if word.isascii() else word) in said for word in narrowed.words
    )


def _counts(cards: tuple[values.Card, ...]) -> Mapping[str, int]:
    counts = Counter(name for card in cards for name in card.kinds)
    # What waits is counted by places, as in the room that is for it.
    counts["you"] = len({card.place for card in cards if card.awaits_you})
    return counts


def _filters(counts: Mapping[str, int], chosen: tuple[str, ...]) -> tuple[BoardFilter, ...]:
    return tuple(
        BoardFilter(
            name,
            counts.get(name, 0),
            is_on=name in chosen,
            then=tuple(n for n in FILTERS if (n in chosen) != (n == name)),
        )
        for name in FILTERS
    )


def in_order(found: values.Board, sort: str) -> tuple[values.Card, ...]:
    """The cards of a board as the rows of a list: in the order of the book, or as asked."""
    every = [card for column in found.columns for card in (*column.cards, *column.band)]
    return tuple(sorted(sorted(every, key=lambda card: card.rank), key=SORTS.get(sort, _by_rank)))


def _by_rank(card: values.Card) -> tuple[int, ...]:
    return (card.rank,)


SORTS: dict[str, Callable[[values.Card], tuple[int, ...]]] = {
    "book": _by_rank,
    "state": lambda card: (_COLUMNS.index(cast(ColumnKey, card.column)),),
    "words": lambda card: (-card.words,),
    "remarks": lambda card: (-card.must_fix_count,),
}


def changed_cards(
    project: Project, since: int, *, view: View = "sections", words: str = ""
) -> tuple[tuple[values.Card, ...], tuple[str, ...]]:
    """The cards that changed after a change number, and the ids of those that are gone, or whose
    title has not these words any more."""
    rows = Unit.objects.filter(project=project, change__gt=since)
    concerned = set(rows.values_list("section_id", flat=True))
    is_large = wide.is_large(project)
    desk = Desk.of_some(project, concerned) if is_large else Desk.of(project)
    changed = {u.pk for u in desk.book.units if u.change > since}
    every = cards_of(desk, view)
    cards = tuple(
        card
        for card in every
        if is_concerned(desk, card, changed, concerned)
        or (since < project.waits_change and card.column == "pending")
    )
    named = Narrowed((), tuple(sequence.plain(words).split()))
    others = {card.id for card in cards if not _fits(card, named)}
    kept = {card.id for card in every}
    retired = rows.filter(is_retired=True).values_list("pk", "section_id")
    gone = {f"u-{pk}" if view == "units" else f"s-{section}" for pk, section in retired}
    return tuple(c for c in cards if c.id not in others), tuple(sorted((gone - kept) | others))


def _wide_board(
    project: Project, view: View, narrowed: Narrowed, words: str, *, most: int
) -> values.Board:
    totals = wide.totals(project, view, most=most, narrowed=narrowed)
    first = {section_id for lane in totals.lanes.values() for section_id in lane.sections}
    desk = Desk.of_some(project, {"", *first, *wide.concerned(project)})
    every = cards_of(desk, view)
    cards = tuple(card for card in every if _fits(card, narrowed))
    of_book = _counts(tuple(card for card in every if not card.place))
    counts = {name: n + of_book.get(name, 0) for name, n in totals.kinds.items()}
    head = frame.book_head(project, totals.n_waiting)
    return values.Board(
        book=head,
        progress=_progress(desk, totals),
        columns=tuple(_wide_column(key, cards, totals, most) for key in _COLUMNS),
        view=view,
        filters=_filters(counts | {"you": head.waiting_count}, narrowed.kinds),
        only=narrowed.kinds,
        words=words,
    )


def _wide_column(
    key: ColumnKey, cards: tuple[values.Card, ...], totals: Totals, most: int
) -> values.Column:
    own = [card for card in cards if card.column == key]
    wide_cards = [card for card in own if card.key.count("/") == 0]
    lanes = [totals.lanes.get((key, is_band), wide.NOTHING) for is_band in (False, True)]
    band = [card for card in own if key == "accepted" and card.reasons]
    rest = [card for card in own if card not in band]
    count = sum(lane.count for lane in lanes) + len(wide_cards)
    shown, banded = tuple(rest[: most + len(wide_cards)]), tuple(band[:most])
    return values.Column(key, shown, banded, max(0, count - len(shown) - len(banded)))


def _progress(desk: Desk, totals: Totals) -> values.Progress:
    """Step n of m, accepted so far, what is next, what waits for the author, what was spent."""
    book, project = desk.book, desk.book.project
    number, name = _current_step(book, totals.accepted_steps)
    is_going = desk.is_going()
    blocked = "" if is_going else desk.blocked_words(is_all_done=totals.is_all_done)
    return values.Progress(
        step_number=number,
        step_count=len(book.protocol.passes),
        step_name=name,
        accepted_words=sum(found.words for found in standing.of(project).values()),
        target_words=int(str(frame.brief_value(project, "words") or 0)),
        accepted_sections=totals.accepted_sections,
        section_count=totals.section_count,
        next_words=desk.next_words(),
        waiting=desk.waiting(),
        spent=spending.spent(project),
        is_going=is_going,
        go_on=None if is_going else desk.resume() or desk.go_on(is_all_done=totals.is_all_done),
        is_pausing=stillness.is_pausing(book),
        resume_words=stillness.resume_words(project),
        goes_on_at=project.resumes_at,
        resume_ways=stillness.resume_ways(project),
        blocked_words=blocked,
        interrupted_words=stillness.interrupted_words(desk.book, desk.now, desk.is_going),
        checkup=checkups.note(project),
    )


def _totals(desk: Desk) -> Totals:
    """The sums of a book whose steps are all at hand."""
    book = desk.book
    leaves = [n for n in book.nodes.values() if n.is_leaf]
    slugs = dict.fromkeys(u.pass_slug for u in book.units)
    return Totals(
        accepted_steps={
            slug: all(u.standing == Standing.ACCEPTED for u in book.units if u.pass_slug == slug)
            for slug in slugs
        },
        accepted_sections=sum(bool(book_units.accepted_by(desk.of_section(n.id))) for n in leaves),
        section_count=len(leaves),
        is_all_done=desk.is_all_done(),
        lanes={},
    )


def _current_step(book: BookUnits, accepted: Mapping[str, bool]) -> tuple[int, str]:
    """The first step of the method that is not done everywhere, by number and name."""
    passes = list(book.protocol.passes.values())
    for number, step in enumerate(passes, 1):
        if not accepted.get(step.slug, False):
            return number, step.title
    return len(passes), passes[-1].title


def _column(
    key: ColumnKey,
    cards: tuple[values.Card, ...],
    *,
    shows_all: bool,
) -> values.Column:
    own = [card for card in cards if card.column == key]
    band = [card for card in own if key == "accepted" and card.reasons]
    rest = [card for card in own if not (key == "accepted" and card.reasons)]
    most = len(rest) if shows_all else MOST_CARDS
    return values.Column(key, tuple(rest[:most]), tuple(band), max(0, len(rest) - most))
