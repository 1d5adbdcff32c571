"""A board in bands: the cards of each chapter, or of each step, under its name."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from studio.core.outline import Node
from studio.queries import values
from studio.queries.desk import Desk

BY = ("chapter", "step")
# What lies in no chapter, and what is of the whole book; no section has such an id.
ALONE, BOOK = "alone", "book"


def chapter_of(node: Node | None) -> str:
    """The group of a section's cards by chapter; without a section, that of the whole book."""
    if node is None:
        return BOOK
    return f"in-{node.body['parent']}" if node.level > 1 else ALONE


def offered(desk: Desk) -> tuple[str, ...]:
    """By what the board of a book can be grouped: by chapter only where it has chapters."""
    has_chapters = any(not node.is_leaf for node in desk.book.nodes.values())
    return BY if has_chapters else ("step",)


def groups(
    desk: Desk,
    by: str,
    cards: Iterable[values.Card],
    columns: Iterable[values.Column],
) -> tuple[values.Group, ...]:
    """Every group in book order, also those without a card, with what the columns show of it."""
    every, shown = list(cards), list(columns)
    names = dict(_chapters(desk.book.nodes) if by == "chapter" else _steps(desk))
    found = []
    for rank, (group_id, (number, title)) in enumerate(names.items()):
        own = [card for card in every if card.group(by) == group_id]
        parts = tuple(_part(column, by, group_id, own) for column in shown)
        found.append(values.Group(group_id, number, title, parts, rank))
    return tuple(found)


def with_rows(board: values.Board, rows: Iterable[values.Card]) -> tuple[values.Group, ...]:
    """The groups of a list that have rows, each with its own in their order."""
    every = list(rows)
    own = {g.id: tuple(c for c in every if c.group(board.group) == g.id) for g in board.groups}
    return tuple(replace(group, rows=own[group.id]) for group in board.groups if own[group.id])


def _part(
    column: values.Column, by: str, group_id: str, own: Iterable[values.Card]
) -> values.Column:
    cards = tuple(card for card in column.cards if card.group(by) == group_id)
    band = tuple(card for card in column.band if card.group(by) == group_id)
    count = sum(card.column == column.key for card in own)
    return values.Column(column.key, cards, band, count - len(cards) - len(band))


def _chapters(nodes: Mapping[str, Node]) -> Iterator[tuple[str, tuple[str, str]]]:
    yield BOOK, ("", "The whole book")
    for node in nodes.values():
        if node.is_leaf and node.level == 1:
            yield ALONE, ("", "In no chapter")
        elif node.is_leaf:
            above = nodes[str(node.body["parent"])]
            yield chapter_of(node), (above.number, str(above.body["title"]))


def _steps(desk: Desk) -> Iterator[tuple[str, tuple[str, str]]]:
    for step in desk.book.protocol.passes.values():
        yield step.slug, ("", step.title)
