"""A book as the tree that pandoc reads, so that it never parses what an author typed."""

from collections.abc import Callable, Iterable
from typing import Any

from markdown_it.tree import SyntaxTreeNode as Node

from studio.core.language import direction, tag_of
from studio.formats import nodes
from studio.formats.colophon import colophon
from studio.formats.resolving import Ready, Resolved
from studio.formats.words import words_for

API_VERSION = [1, 23, 1]
Json = dict[str, Any]
# What a reading program is told of who can read the book, and by what means.
_ACCESS = {
    "accessModes": ["textual"],
    "accessModeSufficient": ["textual"],
    "accessibilityFeatures": [
        "structuralNavigation", "tableOfContents", "readingOrder", "displayTransformability",
    ],
    "accessibilityHazards": ["none"],
}  # fmt: skip
_ALIGNMENTS = {"left": "AlignLeft", "right": "AlignRight", "center": "AlignCenter"}


def document(resolved: Resolved) -> Json:
    """The whole book, as JSON can say it."""
    book = resolved.book
    blocks = [
        *_notice(resolved),
        *(block for ready in resolved.sections for block in _Writer(ready, resolved).section()),
        _div([_para(line) for line in colophon(book)], classes=["colophon"], style="Colophon"),
    ]
    return {"pandoc-api-version": API_VERSION, "meta": _meta(resolved), "blocks": blocks}


def _meta(resolved: Resolved) -> Json:
    book, added = resolved.book, words_for(resolved.book.language)
    told: dict[str, str | list[str]] = {
        "title": " ".join(book.title.split()),
        "lang": tag_of(book.language),
        "dir": direction(book.language),
        "date": book.at.date().isoformat(),
        "toc-title": added.contents,
        "identifier": book.identifier,
        **_ACCESS,
    }
    if book.author:
        told["author"] = [book.author]
    return {name: _value(value) for name, value in told.items() if value}


def _value(value: str | list[str]) -> Json:
    if isinstance(value, str):
        return {"t": "MetaString", "c": value}
    return {"t": "MetaList", "c": [{"t": "MetaString", "c": item} for item in value]}


def _notice(resolved: Resolved) -> list[Json]:
    book = resolved.book
    if book.complete:
        return []
    named = [[_plain(name)] for name in book.missing]
    listed = [{"t": "BulletList", "c": named}] if named else []
    told = words_for(book.language).unfinished
    return [_div([_para(told), *listed], classes=["unfinished"], style="Unfinished")]


class _Writer:
    """Writes one section."""

    def __init__(self, ready: Ready, resolved: Resolved) -> None:
        self._ready = ready
        self._base = direction(resolved.book.language)
        self._tree = nodes.tree(ready.parsed)
        self._open_notes: list[int] = []
        self._within: list[int] = []

    def section(self) -> list[Json]:
        section = self._ready.section
        number = [_span([_str(section.number)], classes=["number"]), {"t": "Space"}]
        words = [*(number if section.number else []), _str(" ".join(section.title.split()))]
        heading = _header(self._ready.rank - 1, f"h-{self._ready.anchor}", words)
        return [heading, *self._blocks(self._tree.blocks)]

    def _blocks(self, blocks: Iterable[Node]) -> list[Json]:
        return [written for block in blocks for written in self._block(block)]

    def _block(self, block: Node) -> list[Json]:
        write = _BLOCKS.get(block.type)
        written = write(self, block) if write else self._blocks(block.children)
        turned = nodes.direction(block, self._base) if block.type in _TURNED else ""
        return [_div(written, pairs=[["dir", turned]])] if turned and written else written

    def paragraph(self, block: Node) -> list[Json]:
        kind = "Plain" if block.hidden else "Para"
        return [{"t": kind, "c": self._inlines(nodes.inlines(block))}]

    def heading(self, block: Node) -> list[Json]:
        words = self._inlines(nodes.inlines(block))
        anchor = f"h-{block.attrs['id']}"
        return [_header(int(block.tag[1]) - 1, anchor, words, classes=["unnumbered", "unlisted"])]

    def quote(self, block: Node) -> list[Json]:
        return [{"t": "BlockQuote", "c": self._blocks(block.children)}]

    def list_(self, block: Node) -> list[Json]:
        items = [self._blocks(item.children) for item in block.children]
        if block.type == "bullet_list":
            return [{"t": "BulletList", "c": items}]
        start = int(block.attrs.get("start", 1))
        return [{"t": "OrderedList", "c": [[start, {"t": "Decimal"}, {"t": "Period"}], items]}]

    def definitions(self, block: Node) -> list[Json]:
        found: list[tuple[list[Json], list[list[Json]]]] = []
        for child in block.children:
            if child.type == "dt":
                found.append((self._inlines(nodes.inlines(child)), []))
            elif found:
                found[-1][1].append(self._blocks(child.children))
        return [{"t": "DefinitionList", "c": [[term, meanings] for term, meanings in found]}]

    def code(self, block: Node) -> list[Json]:
        language = (block.info or "").strip().split(" ")[0].split(",")[0]
        attributes = ["", [language] if language else [], []]
        code = {"t": "CodeBlock", "c": [attributes, block.content.removesuffix("\n")]}
        return [_div([code], pairs=[["dir", "ltr"]])] if self._base == "rtl" else [code]

    def rule(self, block: Node) -> list[Json]:
        return [{"t": "HorizontalRule"}]

    def table(self, block: Node) -> list[Json]:
        lines = list(nodes.rows(block))
        aligned = [_ALIGNMENTS.get(nodes.alignment(c), "AlignDefault") for c in lines[0]]
        specified = [[{"t": a}, {"t": "ColWidthDefault"}] for a in aligned]
        none: list[Any] = ["", [], []]
        rows = [[none, [self._cell(cell) for cell in line]] for line in lines]
        body = [none, 0, [], rows[1:]]
        return [{"t": "Table", "c": [none, [None, []], specified, [none, rows[:1]], [body],
                                     [none, []]]}]  # fmt: skip

    def _cell(self, cell: Node) -> list[Any]:
        words = self._inlines(nodes.inlines(cell))
        return [["", [], []], {"t": "AlignDefault"}, 1, 1, [{"t": "Plain", "c": words}]]

    def _inlines(self, found: Iterable[Node]) -> list[Json]:
        return [written for node in found for written in self._inline(node)]

    def _inline(self, node: Node) -> list[Json]:
        write = _INLINES.get(node.type)
        if write:
            return write(self, node)
        return self._inlines(node.children) if node.children else _words(node.content)

    def link(self, node: Node) -> list[Json]:
        target, words = str(node.attrs["href"]), self._inlines(node.children)
        leads = f"#h-{target[1:]}" if target[:1] == "#" else target
        return [{"t": "Link", "c": [["", [], []], words, [leads, ""]]}]

    def note(self, node: Node) -> list[Json]:
        """A note; one within a note has no place in these formats: it follows the words there."""
        number = int(node.meta["id"])
        if number in self._open_notes:
            return [{"t": "Superscript", "c": [_str(str(number + 1))]}]
        if self._open_notes:
            if number not in self._within:
                self._within.append(number)
            return [{"t": "Superscript", "c": [_str(str(number + 1))]}]
        self._open_notes.append(number)
        blocks = self._blocks(self._tree.notes.get(number, []))
        while self._within:
            inner = self._within.pop(0)
            self._open_notes.append(inner)
            blocks += [_para(f"{inner + 1}:"), *self._blocks(self._tree.notes.get(inner, []))]
        self._open_notes.clear()
        return [{"t": "Note", "c": blocks}]

    def box(self, node: Node) -> list[Json]:
        return [_str(nodes.CHECKED if nodes.is_checked(node) else nodes.UNCHECKED)]


def _words(text: str) -> list[Json]:
    return [_str(text)] if text else []


def _str(text: str) -> Json:
    return {"t": "Str", "c": text}


def _para(text: str) -> Json:
    return {"t": "Para", "c": _words(text)}


def _plain(text: str) -> Json:
    return {"t": "Plain", "c": _words(text)}


def _span(inlines: list[Json], classes: list[str]) -> Json:
    return {"t": "Span", "c": [["", classes, []], inlines]}


def _header(level: int, anchor: str, words: list[Json], classes: Iterable[str] = ()) -> Json:
    return {"t": "Header", "c": [level, [anchor, list(classes), []], words]}


def _div(
    blocks: list[Json], classes: Iterable[str] = (), style: str = "", pairs: Iterable[Any] = ()
) -> Json:
    told = [*pairs, *([["custom-style", style]] if style else [])]
    return {"t": "Div", "c": [["", list(classes), told], blocks]}


def _wrapped(name: str) -> Callable[[_Writer, Node], list[Json]]:
    return lambda writer, node: [{"t": name, "c": writer._inlines(node.children)}]


_TURNED = frozenset(("paragraph", "heading", "blockquote"))
_BLOCKS: dict[str, Callable[[_Writer, Node], list[Json]]] = {
    "paragraph": _Writer.paragraph,
    "heading": _Writer.heading,
    "blockquote": _Writer.quote,
    "bullet_list": _Writer.list_,
    "ordered_list": _Writer.list_,
    "dl": _Writer.definitions,
    "fence": _Writer.code,
    "code_block": _Writer.code,
    "hr": _Writer.rule,
    "table": _Writer.table,
}
_INLINES: dict[str, Callable[[_Writer, Node], list[Json]]] = {
    "em": _wrapped("Emph"),
    "strong": _wrapped("Strong"),
    "s": _wrapped("Strikeout"),
    "code_inline": lambda _, node: [{"t": "Code", "c": [["", [], []], node.content]}],
    "link": _Writer.link,
    "image": lambda _, node: [{"t": "Emph", "c": _words(nodes.words_of_picture(node))}],
    "softbreak": lambda _, node: [{"t": "SoftBreak"}],
    "hardbreak": lambda _, node: [{"t": "LineBreak"}],
    "footnote_ref": _Writer.note,
    "footnote_anchor": lambda _, node: [],
    "html_inline": _Writer.box,
}
