"""Where words stand that an author is typing: in which passage, and in which paragraph of it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from studio.core import anchors, paragraphs, prose, sectioning
from studio.core.anchors import Anchor
from studio.models import Unit
from studio.queries import briefs, writing

# What a caret is followed by to say which paragraph it is in.
_LETTER = "x"
_MOST_QUOTED = 400


@dataclass(frozen=True, slots=True)
class Marked:
    """What is marked in a text that is typed: its words, and where it begins and ends, if known."""

    quote: str = ""
    start: int | None = None
    end: int | None = None


@dataclass(frozen=True, slots=True)
class TypedParagraph:
    """A paragraph as it is typed: its passage, and the paragraph of the book that it was, if any.

    `beside`: where it is new, a paragraph of its passage that stands next to it. `near`: how far in
    it what is marked begins.
    """

    unit: Unit
    text: str
    id: str
    is_in_book: bool
    beside: str = ""
    near: int = 0


def marked(
    project_id: int, section_id: str, text: str, words: Marked
) -> tuple[TypedParagraph, ...]:
    """The paragraphs of a typed text that are marked; none where its words are not in it."""
    units = writing.passages(project_id, section_id)
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    typed = prose.paragraphs(prose.normalise(plain))
    found = _span(plain, typed, words)
    if not units or found is None:
        return ()
    first, last, near = found
    every = list(_paragraphs(units, typed))
    chosen = every[first : last + 1]
    return (_at(chosen[0], near), *chosen[1:]) if chosen else ()


def anchor(paragraph: TypedParagraph, quote: str) -> Anchor:
    """The anchor of marked words in the text as it is typed. What is new and marked as a whole is
    known by its own words."""
    own = prose.paragraphs(prose.normalise(quote))
    quote = own[0] if own else "" if paragraph.id else paragraph.text
    place = paragraph.id or paragraph.beside
    found = anchors.anchor(place, paragraph.text, quote[:_MOST_QUOTED].strip(), paragraph.near)
    return found or Anchor(place, "", "", "")


def _at(paragraph: TypedParagraph, near: int) -> TypedParagraph:
    p = paragraph
    return TypedParagraph(p.unit, p.text, p.id, p.is_in_book, p.beside, near)


def _span(plain: str, typed: Sequence[str], words: Marked) -> tuple[int, int, int] | None:
    """The first and the last paragraph that are marked, and how far in the first it begins."""
    start = words.start
    if start is None:
        start = plain.find(words.quote.strip()) if words.quote.strip() else 0
    if start < 0 or not typed:
        return None
    before = prose.paragraphs(prose.normalise(plain[:start] + _LETTER))
    first = min(len(before), len(typed)) - 1
    end = words.end if words.end is not None else start + len(words.quote.strip())
    until = prose.paragraphs(prose.normalise(plain[: max(start, end)]))
    return first, max(first, min(len(until), len(typed)) - 1), len(before[-1]) - 1


def _paragraphs(units: list[Unit], typed: list[str]) -> Iterator[TypedParagraph]:
    """What is typed, paragraph by paragraph."""
    passages = [writing.passage(unit) for unit in units]
    ids = [_ids(unit) for unit in units]
    old = [
        (f"{n}/{i}", text)
        for n, one in enumerate(passages)
        for i, text in zip(ids[n], one.paragraphs, strict=True)
    ]
    matched = paragraphs.match(old, typed, lambda _: "")
    known = dict(old)
    places = sectioning.places_of(passages, typed)
    own = [_own(name, n) for (name, _), n in zip(matched, places, strict=True)]
    for at, ((name, text), n) in enumerate(zip(matched, places, strict=True)):
        stays = bool(own[at]) and known[name] == text
        beside = own[at] or _beside(own, places, at) or next(iter(ids[n]), "")
        yield TypedParagraph(units[n], text, own[at], stays, beside)


def _own(name: str, place: int) -> str:
    """The id of a paragraph that stayed in its passage."""
    home, _, paragraph_id = name.partition("/")
    return paragraph_id if home == str(place) else ""


def _beside(own: list[str], places: list[int], at: int) -> str:
    """The next paragraph before, else after, that the same passage has in the book."""
    order = [*range(at - 1, -1, -1), *range(at + 1, len(own))]
    return next((own[n] for n in order if own[n] and places[n] == places[at]), "")


def _ids(unit: Unit) -> list[str]:
    artifact = writing.shown(unit)
    return [p.id for p in briefs.paragraphs(artifact)] if artifact else []
