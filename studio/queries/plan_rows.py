"""The steps that a plan concerns, as its page lists them: only the first are put into words."""

from collections.abc import Mapping, Sequence

from studio.core import keys
from studio.queries import book_units, cell_words, values
from studio.queries.book_units import BookUnits
from studio.queries.plan_units import PlanUnit
from studio.queries.values.change_plan import KeptRow, PlanRow

MOST_ROWS, MOST_STEPS = 200, 4


def rows(
    shown: Sequence[PlanUnit], paths: Mapping[int, Sequence[str]], book: BookUnits
) -> tuple[PlanRow, ...]:
    """Units as the page lists them, with the cells through which a change reaches them."""
    book_units.bring(book, {unit.section_id for unit in shown})
    cells = {cell for unit in shown for cell in paths.get(unit.pk, ())[:MOST_STEPS]}
    book.state.fetch(cell for cell in cells if keys.kind(cell) == "object")
    links, urls = {cell: _link(cell, book) for cell in cells}, _urls(shown, book)
    return tuple(
        PlanRow(
            key=unit.key,
            name=book.name(unit),
            url=urls[_text_of(unit)],
            state=unit.state,
            words=unit.current_words,
            path=tuple(links[cell] for cell in paths.get(unit.pk, ())[:MOST_STEPS]),
            is_stale_now=unit.is_stale,
        )
        for unit in shown
    )


def _link(cell: str, book: BookUnits) -> values.Link:
    words = cell_words.changed(cell, book.nodes, book.state)
    return values.Link(words, cell_words.url(book.project, cell))


def kept(shown: Sequence[PlanUnit], why: Mapping[int, str], book: BookUnits) -> tuple[KeptRow, ...]:
    """Steps that stay as they are, each with the reason."""
    book_units.bring(book, {unit.section_id for unit in shown})
    urls = _urls(shown, book)
    return tuple(
        KeptRow(u.key, book.name(u), urls[_text_of(u)], u.current_words, why[u.pk]) for u in shown
    )


def _urls(units: Sequence[PlanUnit], book: BookUnits) -> dict[str, str]:
    cells = {_text_of(unit) for unit in units}
    return {cell: cell_words.url(book.project, cell) for cell in cells}


def _text_of(unit: PlanUnit) -> str:
    """The cell that shows what a step made."""
    if not unit.section_id:
        return "thesis/book"
    return f"{'text' if unit.movement_key else 'map'}/{unit.section_id}"
