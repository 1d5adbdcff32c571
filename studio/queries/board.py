"""The board: every section as a card in its current step, and what stands above the columns."""

from typing import Literal

from studio.core.states import Standing
from studio.models import Project, Unit
from studio.queries import book_units, checkups, frame, spending, values
from studio.queries.book_units import BookUnits
from studio.queries.desk import Desk, View

MOST_CARDS = 150
_COLUMNS: tuple[Literal["pending", "active", "review", "accepted"], ...] = (
    "pending",
    "active",
    "review",
    "accepted",
)


def board(project: Project, *, view: View = "sections", shows_all: bool = False) -> values.Board:
    """The whole board of a book at its change number."""
    desk = Desk.of(project)
    cards = desk.cards(view)
    return values.Board(
        book=frame.book_head(project),
        progress=progress(desk),
        columns=tuple(_column(key, cards, shows_all=shows_all) for key in _COLUMNS),
        view=view,
    )


def changed_cards(
    project: Project, since: int, *, view: View = "sections"
) -> tuple[tuple[values.Card, ...], tuple[str, ...]]:
    """The cards that changed after a change number, and the ids of those that are gone."""
    rows = Unit.objects.filter(project=project, change__gt=since)
    concerned = set(rows.values_list("section_id", flat=True))
    desk = Desk.of(project)
    changed = {u.pk for u in desk.book.units if u.change > since}
    cards = tuple(
        card
        for card in desk.cards(view)
        if desk.is_concerned(card, changed, concerned)
        or (since < project.waits_change and card.column == "pending")
    )
    kept = {card.id for card in desk.cards(view)}
    retired = rows.filter(is_retired=True).values_list("pk", "section_id")
    gone = {f"u-{pk}" if view == "units" else f"s-{section}" for pk, section in retired}
    return cards, tuple(sorted(gone - kept))


def progress(desk: Desk) -> values.Progress:
    """Step n of m, accepted so far, what is next, what waits for the author, what was spent."""
    book, project = desk.book, desk.book.project
    steps = book.protocol.passes
    number, name = _current_step(book)
    leaves = [n for n in book.nodes.values() if n.is_leaf]
    done = [n for n in leaves if book_units.accepted_by(desk.of_section(n.id))]
    is_going = desk.is_going()
    return values.Progress(
        step_number=number,
        step_count=len(steps),
        step_name=name,
        accepted_words=sum(u.current_words for u in book.units),
        target_words=int(str(frame.brief_value(project, "words") or 0)),
        accepted_sections=len(done),
        section_count=len(leaves),
        next_words=desk.next_words(),
        waiting=desk.waiting(),
        spent=spending.spent(project),
        is_going=is_going,
        is_pausing=desk.is_pausing(),
        resume_words=desk.resume_words(),
        resume_ways=desk.resume_ways(),
        blocked_words="" if is_going else desk.blocked_words(),
        interrupted_words=desk.interrupted_words(),
        checkup=checkups.note(project),
    )


def _current_step(book: BookUnits) -> tuple[int, str]:
    """The first step of the method that is not done everywhere, by number and name."""
    passes = list(book.protocol.passes.values())
    for number, step in enumerate(passes, 1):
        units = [u for u in book.units if u.pass_slug == step.slug]
        is_done = units and all(u.standing == Standing.ACCEPTED for u in units)
        if not is_done:
            return number, step.title
    return len(passes), passes[-1].title


def _column(
    key: Literal["pending", "active", "review", "accepted"],
    cards: tuple[values.Card, ...],
    *,
    shows_all: bool,
) -> values.Column:
    own = [card for card in cards if card.column == key]
    band = [card for card in own if key == "accepted" and card.reasons]
    rest = [card for card in own if not (key == "accepted" and card.reasons)]
    most = len(rest) if shows_all else MOST_CARDS
    return values.Column(key, tuple(rest[:most]), tuple(band), max(0, len(rest) - most))
