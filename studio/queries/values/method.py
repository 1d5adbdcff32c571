"""The method of a book, and what of its text may be distrusted at once."""

from dataclasses import dataclass

from studio.queries.values.common import BookHead, Link


@dataclass(frozen=True, slots=True)
class TextKind:
    """One kind of text that a step writes, with how much of it there is."""

    slug: str
    title: str
    n_texts: int
    words: int


@dataclass(frozen=True, slots=True)
class DistrustPage:
    """What may be distrusted: a kind of text, in a place, by its origin."""

    book: BookHead
    kinds: tuple[TextKind, ...]
    places: tuple[Link, ...]
    models: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MethodStep:
    """One step of the method, and what the model is told in it."""

    slug: str
    title: str
    purpose: str
    is_check: bool = False
    is_editing: bool = False


@dataclass(frozen=True, slots=True)
class MethodPage:
    """The steps of a method; one of them may be open."""

    book: BookHead
    title: str
    steps: tuple[MethodStep, ...]
    prompt: str = ""
    blanks: tuple[str, ...] = ()
