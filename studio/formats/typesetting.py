"""A book as source of Typst. An author's letters stand in it as strings, never as markup."""

from collections.abc import Callable, Iterable, Sequence
from importlib.resources import files
from itertools import groupby

from markdown_it.tree import SyntaxTreeNode as Node

from studio.core.language import code_of, direction, tag_of
from studio.core.manuscript import Section
from studio.formats import nodes
from studio.formats.colophon import colophon
from studio.formats.resolving import Ready, Resolved
from studio.formats.words import words_for

_DESIGN = files(__package__).joinpath("book.typ").read_text(encoding="utf-8")
# Typst follows rules of show only so far; what lies deeper is set at this depth.
_DEEPEST = 5
_REGIONS = {"hans": "cn", "hant": "tw"}


def book_source(resolved: Resolved) -> str:
    """The whole book: design, title page, contents, text, colophon."""
    ids = _ids(resolved)
    pieces = [
        _DESIGN,
        f"#show: book.with({_settings(resolved)})",
        _title_page(resolved),
        "#contents()" if resolved.sections else "",
        "#show: body",
        *(_Writer(ready, ids, resolved).section() for ready in resolved.sections),
        _colophon(resolved),
    ]
    return "\n\n".join(piece for piece in pieces if piece) + "\n"


def string(text: str) -> str:
    """A text as a string of Typst."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def _ids(resolved: Resolved) -> dict[str, str]:
    """Short names of all headings by their anchors: labels of Typst know few letters."""
    anchors = [
        anchor
        for ready in resolved.sections
        for anchor in (
            ready.anchor,
            *(str(t.attrGet("id")) for t in ready.parsed.tokens if t.type == "heading_open"),
        )
    ]
    return {anchor: f"h-{n}" for n, anchor in enumerate(dict.fromkeys(anchors), 1)}


def _settings(resolved: Resolved) -> str:
    book = resolved.book
    code, _, rest = tag_of(book.language).partition("-")
    code = code_of(code)
    region = next((_REGIONS.get(t.lower(), t.lower()) for t in rest.split("-") if t), "")
    told = {
        "title": string(" ".join(book.title.split())),
        "author": string(book.author),
        "at": f"datetime(year: {book.at.year}, month: {book.at.month}, day: {book.at.day})",
        "lang": string(code) if 2 <= len(code) <= 3 and code != "und" else "none",
        "region": string(region) if len(region) == 2 and region.isalpha() else "none",
        "direction": direction(book.language),
        "chapter-level": str(resolved.chapter_level),
        "contents-title": string(words_for(book.language).contents),
    }
    return ", ".join(f"{name}: {value}" for name, value in told.items())


def _title_page(resolved: Resolved) -> str:
    book = resolved.book
    missing = "".join(f"{string(name)}, " for name in book.missing)
    notice = "none" if book.complete else string(words_for(book.language).unfinished)
    return f"#title-page(notice: {notice}, missing: ({missing}))"


def _colophon(resolved: Resolved) -> str:
    return f"#colophon(({''.join(f'{string(line)}, ' for line in colophon(resolved.book))}))"


class _Writer:
    """Writes one section."""

    def __init__(self, ready: Ready, ids: dict[str, str], resolved: Resolved) -> None:
        self._ready, self._ids = ready, ids
        self._base = direction(resolved.book.language)
        self._tree = nodes.tree(ready.parsed)
        self._open_notes: list[int] = []
        self._told_notes: set[int] = set()
        self._depth = 0

    def section(self) -> str:
        section = self._ready.section
        return f"{self._heading(section)}\n\n{self._blocks(self._tree.blocks)}".rstrip()

    def _heading(self, section: Section) -> str:
        label = self._ids[self._ready.anchor]
        return (
            f"#heading(level: {self._ready.rank - 1}, supplement: [#{string(section.number)}])"
            f"[#{string(' '.join(section.title.split()))}] <{label}>"
        )

    def _blocks(self, blocks: Iterable[Node]) -> str:
        return "\n\n".join(filter(None, map(self._block, blocks)))

    def _block(self, block: Node) -> str:
        write = _BLOCKS.get(block.type)
        written = write(self, block) if write else self._blocks(block.children)
        turned = nodes.direction(block, self._base) if block.type in _TURNED else ""
        return f"#turned({turned})[{written}]" if turned else written

    def paragraph(self, block: Node) -> str:
        return self._inlines(nodes.inlines(block))

    def heading(self, block: Node) -> str:
        label = self._ids[str(block.attrs["id"])]
        level = int(block.tag[1]) - 1
        words = self._inlines(nodes.inlines(block))
        return f"#heading(level: {level}, outlined: false, bookmarked: true)[{words}] <{label}>"

    def quote(self, block: Node) -> str:
        return self._deeper(lambda: f"#quote(block: true)[{self._blocks(block.children)}]",
                            lambda: self._blocks(block.children))  # fmt: skip

    def list_(self, block: Node) -> str:
        start = int(block.attrs.get("start", 1))
        if self._depth >= _DEEPEST:
            return self._flat(block, start)
        self._depth += 1
        items = ", ".join(f"[{self._blocks(item.children)}]" for item in block.children)
        self._depth -= 1
        tight = "true" if _is_tight(block) else "false"
        if block.type == "ordered_list":
            return f"#enum(start: {start}, tight: {tight}, {items})"
        return f"#list(tight: {tight}, {items})"

    def _flat(self, block: Node, start: int) -> str:
        signs = (f"{n}. " if block.type == "ordered_list" else "• " for n in range(start, 10**9))
        return "\n\n".join(
            f"#{string(sign)}{self._blocks(item.children)}"
            for sign, item in zip(signs, block.children, strict=False)
        )

    def _deeper(self, write: Callable[[], str], otherwise: Callable[[], str]) -> str:
        if self._depth >= _DEEPEST:
            return otherwise()
        self._depth += 1
        written = write()
        self._depth -= 1
        return written

    def definitions(self, block: Node) -> str:
        pieces = []
        for child in block.children:
            if child.type == "dt":
                pieces.append(f"#term[{self._inlines(nodes.inlines(child))}]")
            else:
                pieces.append(f"#meaning[{self._blocks(child.children)}]")
        return "\n\n".join(pieces)

    def code(self, block: Node) -> str:
        language = (block.info or "").strip().split(" ")[0].split(",")[0]
        told = f", lang: {string(language)}" if language else ""
        return f"#raw(block: true{told}, {string(block.content.removesuffix(chr(10)))})"

    def rule(self, block: Node) -> str:
        return "#scene-break()"

    def table(self, block: Node) -> str:
        lines = list(nodes.rows(block))
        n = max(map(len, lines))
        aligned = "".join(f"{nodes.alignment(cell) or 'start'}, " for cell in lines[0])
        head = ", ".join(self._cells(lines[0]))
        body = "".join(f", {', '.join(self._cells(line))}" for line in lines[1:])
        return f"#grid-of({n}, ({aligned}), table.header({head}){body})"

    def _cells(self, cells: Sequence[Node]) -> list[str]:
        return [f"[{self._inlines(nodes.inlines(cell))}]" for cell in cells]

    def _inlines(self, found: Iterable[Node]) -> str:
        """Words that follow one another are one string: Typst reads the fewer the faster."""
        pieces = []
        for is_words, run in groupby(found, lambda node: node.type in ("text", "softbreak")):
            if is_words:
                pieces.append(
                    _text(
                        "".join(" " if node.type == "softbreak" else node.content for node in run)
                    )
                )
            else:
                pieces += map(self._inline, run)
        return "".join(pieces)

    def _inline(self, node: Node) -> str:
        write = _INLINES.get(node.type)
        if write:
            return write(self, node)
        return self._inlines(node.children) if node.children else _text(node.content)

    def link(self, node: Node) -> str:
        target, words = str(node.attrs["href"]), self._inlines(node.children)
        if target[:1] == "#":
            return f"#link(<{self._ids[target[1:]]}>)[{words}]"
        return f"#link({string(target)})[{words}]"

    def note(self, node: Node) -> str:
        number = int(node.meta["id"])
        label = f"{self._ids[self._ready.anchor]}-n{number}"
        if number in self._open_notes:
            return f"#super[#{string(str(number + 1))}]"
        if number in self._told_notes:
            return f"#footnote(<{label}>)"
        self._open_notes.append(number)
        self._told_notes.add(number)
        words = self._blocks(self._tree.notes.get(number, []))
        self._open_notes.pop()
        return f"#footnote[{words}]<{label}>"

    def box(self, node: Node) -> str:
        return _text(nodes.CHECKED if nodes.is_checked(node) else nodes.UNCHECKED)


def _text(words: str) -> str:
    return f"#{string(words)}" if words else ""


def _wrapped(name: str) -> Callable[[_Writer, Node], str]:
    return lambda writer, node: f"#{name}[{writer._inlines(node.children)}]"


def _is_tight(block: Node) -> bool:
    return any(child.hidden for item in block.children for child in item.children
               if child.type == "paragraph")  # fmt: skip


_TURNED = frozenset(("paragraph", "heading", "blockquote"))
_BLOCKS: dict[str, Callable[[_Writer, Node], str]] = {
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
    "inline": lambda writer, node: writer._inlines(node.children),
}
_INLINES: dict[str, Callable[[_Writer, Node], str]] = {
    "em": _wrapped("emph"),
    "strong": _wrapped("strong"),
    "s": _wrapped("strike"),
    "code_inline": lambda _, node: f"#raw({string(node.content)})",
    "link": _Writer.link,
    "image": lambda _, node: f"#emph[{_text(nodes.words_of_picture(node))}]",
    "hardbreak": lambda _, node: "#linebreak()",
    "footnote_ref": _Writer.note,
    "footnote_anchor": lambda _, node: "",
    "html_inline": _Writer.box,
}
