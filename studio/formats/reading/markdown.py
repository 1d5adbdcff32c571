"""Markdown under its headings: found by the parser, never by how a line looks."""

import re

from markdown_it import MarkdownIt
from markdown_it.token import Token

from studio.core import prose
from studio.formats.folder.heads import Head, split_head
from studio.formats.reading.manuscript import Block
from studio.formats.reading.texts import Notes, with_paragraphs

_PARSER = MarkdownIt("commonmark", {"maxNesting": 200})
_SENTENCE_END = re.compile(r"[.!?…。！？][\"”’»)]*$")
_MOST_WORDS = 20
_HTML = re.compile(r"<[A-Za-z/!][^>\n]*>")
_PICTURE = re.compile(r"!\[[^\]]*\]\([^)]*\)")
_DIRECTIVE = re.compile(r"\{\{[#%<]|\{%|^:[a-z]+:`", re.MULTILINE)
KEPT_HTML = "{n} piece{s} of HTML kept as typed; shown as text, not obeyed."
KEPT_DIRECTIVES = "{n} instruction{s} to other programs kept as typed."
PICTURES = "{n} picture{s} not brought in; the words and addresses that stand for them are kept."


def blocks_of(text: str, notes: Notes) -> tuple[Head, list[Block]]:
    """The head of a file, and its text under its headings; level 0 before the first."""
    head = split_head(text)
    body = prose.normalise(with_paragraphs(head.body, notes))
    _note(body, notes)
    lines = body.split("\n")
    starts: list[tuple[int, int, Block]] = []
    tokens = _PARSER.parse(body)
    for n, token in enumerate(tokens):
        if token.type != "heading_open" or token.level or not token.map:
            continue
        start, end = token.map
        if token.markup == "-" and _is_break(tokens[n + 1].content):
            notes.add("{n} line{s} of hyphens under a paragraph read as a break, not as a heading.")
            # A blank line between says so to every reader of Markdown.
            lines[end - 1] = f"\n{lines[end - 1]}"
            continue
        title = _title(tokens[n + 1])
        line = "\n".join(lines[start:end])
        starts.append((start, end, Block(int(token.tag[1]), title, "", line)))
    return head, _cut(lines, starts)


def _cut(lines: list[str], starts: list[tuple[int, int, Block]]) -> list[Block]:
    found = [Block(0, "", _text(lines[: starts[0][0]] if starts else lines))]
    ends = [*(start for start, _, _ in starts[1:]), len(lines)][: len(starts)]
    for (_, begin, block), end in zip(starts, ends, strict=True):
        found.append(Block(block.level, block.title, _text(lines[begin:end]), block.line))
    return found if found[0].text else found[1:]


def _text(lines: list[str]) -> str:
    return "\n".join(lines).strip("\n")


def _is_break(content: str) -> bool:
    """Whether a paragraph over a line of hyphens is rather the end of a scene."""
    is_long = "\n" in content or prose.count_words(content) > _MOST_WORDS
    return is_long or _SENTENCE_END.search(content) is not None


def _title(inline: Token) -> str:
    """The words of a heading; as typed where more than emphasis and code would be lost."""
    children = inline.children or []
    plain = ("text", "code_inline", "softbreak", "em_open", "em_close", "strong_open",
             "strong_close", "text_special")  # fmt: skip
    if any(child.type not in plain for child in children):
        return inline.content
    return "".join(" " if c.type == "softbreak" else c.content for c in children)


def _note(text: str, notes: Notes) -> None:
    prose_only = "\n".join(p for p in prose.paragraphs(text) if not prose.is_fenced(p))
    notes.add(PICTURES, len(_PICTURE.findall(prose_only)))
    notes.add(KEPT_HTML, len(_HTML.findall(prose_only)))
    notes.add(KEPT_DIRECTIVES, len(_DIRECTIVE.findall(prose_only)))
