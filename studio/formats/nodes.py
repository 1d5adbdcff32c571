"""The tokens of a text as a tree, with what the writers of typeset files ask of it."""

from collections.abc import Iterator
from dataclasses import dataclass

from markdown_it.tree import SyntaxTreeNode

from studio.core.language import direction_of
from studio.formats.parsing import Parsed

CHECKED, UNCHECKED = "\u2611", "\u2610"


@dataclass(frozen=True, slots=True)
class Tree:
    """The blocks of a text, and its notes by their numbers."""

    blocks: list[SyntaxTreeNode]
    notes: dict[int, list[SyntaxTreeNode]]


def tree(parsed: Parsed) -> Tree:
    """The text as blocks, its notes apart from them."""
    root = SyntaxTreeNode(parsed.tokens)
    notes: dict[int, list[SyntaxTreeNode]] = {}
    for block in root.children:
        if block.type == "footnote_block":
            notes |= {int(note.meta["id"]): note.children for note in block.children}
    return Tree([block for block in root.children if block.type != "footnote_block"], notes)


def inlines(block: SyntaxTreeNode) -> list[SyntaxTreeNode]:
    """What a paragraph, a heading, a term or a cell of a table holds."""
    return [
        inline for child in block.children if child.type == "inline" for inline in child.children
    ]


def plain(node: SyntaxTreeNode) -> str:
    """The words of a node without their form."""
    if node.children:
        return "".join(map(plain, node.children))
    return " " if node.type in ("softbreak", "hardbreak") else node.content


def direction(block: SyntaxTreeNode, base: str) -> str:
    """Where a block of its own direction runs; nothing where it runs as the book does."""
    if block.attrs.get("dir") != "auto":
        return ""
    found = direction_of(plain(block))
    return found if found != base else ""


def alignment(cell: SyntaxTreeNode) -> str:
    """left, center, right, or nothing."""
    found = str(cell.attrs.get("class", ""))
    return found.removeprefix("align-") if found.startswith("align-") else ""


def rows(table: SyntaxTreeNode) -> Iterator[list[SyntaxTreeNode]]:
    """The rows of a table, that of its heads first."""
    for part in table.children:
        yield from (row.children for row in part.children)


def words_of_picture(node: SyntaxTreeNode) -> str:
    """What stands for a picture."""
    return plain(node) or str(node.attrs.get("src", "")).rsplit("/", 1)[-1]


def is_checked(node: SyntaxTreeNode) -> bool:
    """Whether the box of a task is ticked."""
    return "checked=" in node.content
