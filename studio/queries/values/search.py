"""What was found in a book, and what replacing it would do."""

from dataclasses import dataclass
from typing import Literal

from studio.core.search import Sought
from studio.queries.values.common import BookHead

Where = Literal["text", "titles", "plan", "remarks"]


@dataclass(frozen=True, slots=True)
class HitView:
    """One hit with the words around it; `left_out` says why it is not replaced unless asked."""

    id: str
    place: str
    url: str
    before: str
    match: str
    after: str
    put: str
    left_out: str = ""
    can_replace: bool = True
    is_ticked: bool = False


@dataclass(frozen=True, slots=True)
class HitGroup:
    """The hits of one section, or of the book as a whole."""

    id: str
    number: str
    title: str
    url: str
    hits: tuple[HitView, ...]

    @property
    def can_replace(self) -> bool:
        return any(hit.can_replace for hit in self.hits)


@dataclass(frozen=True, slots=True)
class SearchPage:
    """The search page: what is asked, and what was found."""

    book: BookHead
    asked: Sought
    where: frozenset[Where]
    groups: tuple[HitGroup, ...] = ()
    wrong: str = ""
    seen: str = ""
    n_hits: int = 0
    n_sections: int = 0
    n_looked_through: int = 0
    n_more: int = 0
    n_can_replace: int = 0
    n_left_out: int = 0
    is_previewing: bool = False
    is_asked: bool = False
    is_answered: bool = False
