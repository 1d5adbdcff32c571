"""Typed quotes, dashes and dots as a printer sets them, in the manner of the book's language.

Only what is printed is changed: an author's text stays as it was typed.
"""

import re
from collections.abc import Iterable

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore, smartquotes
from markdown_it.token import Token

from studio.core.language import code_of

# Outer and inner quotes, opening and closing; other languages keep what was typed.
_ENGLISH, _GERMAN, _PAIRED = "“”‘’", "„“‚‘", "””’’"
_QUOTES: dict[str, str | tuple[str, ...]] = {
    **dict.fromkeys(("en", "nl", "tr", "id", "vi"), _ENGLISH),
    **dict.fromkeys(("de", "cs", "sk", "sl", "et", "lv", "lt"), _GERMAN),
    **dict.fromkeys(("sv", "fi"), _PAIRED),
    **dict.fromkeys(("es", "it", "pt", "el"), "«»“”"),
    **dict.fromkeys(("ru", "uk", "be", "bg"), "«»„“"),
    **dict.fromkeys(("pl", "ro", "hu"), ("„", "”", "«", "»")),
    **dict.fromkeys(("no", "nb", "nn"), "«»‘’"),
    "da": "»«›‹",
    "fr": ("«\u00a0", "\u00a0»", "“", "”"),
}
# A dash within or between words; never the two before an option such as --help.
_DASHES = (
    (re.compile(r"(?<=[^-])---(?=[^-]|$)|^---(?=[^-]|$)"), "—"),
    (re.compile(r"(?:(?<=[^-\s])|^)--(?=[^-\s]|$)|(?<=\s)--(?=\s|$)"), "–"),
    (re.compile(r"(?<!\.)\.\.\.(?!\.)"), "…"),
    # What is left out of a year.
    (re.compile(r"(?<!\w)'(?=\d\ds?\b)"), "’"),
)


def set_(tokens: list[Token], language: str) -> None:
    """Sets the words of a text; code and addresses stay."""
    quotes = _QUOTES.get(code_of(language))
    if quotes is None:
        return
    for token in tokens:
        if token.type == "inline":
            _set_dashes(token.children or [])
    parser = MarkdownIt("commonmark", {"typographer": True, "quotes": list(quotes)})
    smartquotes(StateCore("", parser, {}, tokens))


def set_words(words: str, language: str) -> str:
    """A title, set likewise."""
    text = Token("text", "", 0, content=words)
    set_([Token("inline", "", 0, content=words, children=[text])], language)
    return text.content


def _set_dashes(children: Iterable[Token]) -> None:
    is_address = False
    for token in children:
        if token.type in ("link_open", "link_close") and token.info == "auto":
            is_address = token.type == "link_open"
        elif token.type == "text" and not is_address:
            for typed, sign in _DASHES:
                token.content = typed.sub(sign, token.content)
