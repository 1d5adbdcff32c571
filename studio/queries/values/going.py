"""Where one can go, and what can be done, from anywhere."""

from dataclasses import dataclass

from studio.queries.values.common import BookHead


@dataclass(frozen=True, slots=True)
class Going:
    """One entry: it leads to a page, or is an act that is sent."""

    words: str
    url: str
    found_by: str = ""
    keys: str = ""
    write_url: str = ""
    is_act: bool = False


@dataclass(frozen=True, slots=True)
class GoingGroup:
    """Entries of one kind, and how many more fit than are listed."""

    title: str
    entries: tuple[Going, ...]
    n_more: int = 0


@dataclass(frozen=True, slots=True)
class GoingPage:
    """All that fits the query, by kind."""

    book: BookHead | None
    query: str
    groups: tuple[GoingGroup, ...]
