"""The plan of a book as prose, its brief and its outline."""

from dataclasses import dataclass
from typing import Literal

from studio.queries.values.common import BookHead, Link, Work


@dataclass(frozen=True, slots=True)
class PlanField:
    """One field of an item as its edit form shows it."""

    name: str
    label: str
    value: str
    is_long: bool = False
    is_number: bool = False
    help: str = ""
    error: str = ""


@dataclass(frozen=True, slots=True)
class Option:
    """One thing to choose."""

    value: str
    words: str


@dataclass(frozen=True, slots=True)
class PlanRelation:
    """How an item is related to another."""

    name: str
    to: str
    title: str
    words: str


@dataclass(frozen=True, slots=True)
class PlanWays:
    """What may be done with an item besides changing its words."""

    key: str
    relations: tuple[PlanRelation, ...] = ()
    names: tuple[Option, ...] = ()
    targets: tuple[Option, ...] = ()
    below: tuple[Option, ...] = ()

    @property
    def is_object(self) -> bool:
        return self.key.startswith("object/")


@dataclass(frozen=True, slots=True)
class PlanAdd:
    """The form of one thing more that the book keeps track of."""

    kind: str
    title: str
    purpose: str
    fields: tuple[PlanField, ...]
    to: str = ""
    targets: tuple[Option, ...] = ()
    error: str = ""


@dataclass(frozen=True, slots=True)
class PlanItem:
    """One thing the book knows, as a sentence; `fields` are filled while it is edited."""

    id: str
    text: str
    name: str = ""
    kind: str = ""
    is_new: bool = False
    is_editing: bool = False
    is_distrusted: bool = False
    fields: tuple[PlanField, ...] = ()
    ways: PlanWays | None = None


@dataclass(frozen=True, slots=True)
class PlanStep:
    """One step that proposes a part of the plan, and what can be done with what came of it."""

    key: str
    title: str
    waits: bool = False
    has_text: bool = False
    is_distrusted: bool = False
    is_stale: bool = False
    is_locked: bool = False


@dataclass(frozen=True, slots=True)
class Objection:
    """What may be said against a claim, and the answer."""

    item: PlanItem
    answers: tuple[PlanItem, ...] = ()


@dataclass(frozen=True, slots=True)
class PlanClaim:
    """A claim with what carries it and what is said against it."""

    item: PlanItem
    because: tuple[PlanItem, ...] = ()
    objections: tuple[Objection, ...] = ()


@dataclass(frozen=True, slots=True)
class PlanRest:
    """Which part of a long list is shown, of how many, and where the parts beside it begin."""

    name: str
    first: int
    last: int
    count: int
    before: int | None
    after: int


@dataclass(frozen=True, slots=True)
class PlanGroup:
    """Items of one kind: terms, characters, places, rules of style."""

    title: str
    items: tuple[PlanItem, ...]
    lead: str = ""
    rest: PlanRest | None = None


@dataclass(frozen=True, slots=True)
class PlanSection:
    """A planned section; `item.text` is its synopsis, `item.name` its title."""

    number: str
    item: PlanItem
    words: int
    establishes: tuple[str, ...] = ()
    uses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PlanChapter:
    """A planned chapter with its sections."""

    number: str
    item: PlanItem
    words: int
    sections: tuple[PlanSection, ...] = ()


@dataclass(frozen=True, slots=True)
class PlanView:
    """The plan, to be read in one go and changed at any place before it is accepted."""

    book: BookHead
    state: Work
    opening: str
    thesis: PlanItem | None = None
    claims: tuple[PlanClaim, ...] = ()
    claims_rest: PlanRest | None = None
    groups: tuple[PlanGroup, ...] = ()
    chapters: tuple[PlanChapter, ...] = ()
    chapters_rest: PlanRest | None = None
    chapters_words: str = ""
    words: int = 0
    section_count: int = 0
    seen: str = ""
    can_accept: bool = False
    cannot_words: str = ""
    accept_label: str = "Accept plan"
    can_send_back: bool = False
    steps: tuple[PlanStep, ...] = ()
    next_words: str = ""
    partial: str = ""
    conflicts: tuple[str, ...] = ()
    versions: tuple[Link, ...] = ()
    kinds: tuple[Option, ...] = ()
    adding: PlanAdd | None = None

    @property
    def waiting(self) -> tuple[PlanStep, ...]:
        """The steps of which a proposal waits, each before those that follow from it."""
        return tuple(step for step in self.steps if step.waits)


@dataclass(frozen=True, slots=True)
class BriefView:
    """The brief, and what an edit of it would touch."""

    book: BookHead


@dataclass(frozen=True, slots=True)
class SplitPlace:
    """Where a section may be split: before a passage, or before a paragraph of one."""

    value: str
    words: str
    is_passage: bool = False


@dataclass(frozen=True, slots=True)
class OutlineLine:
    """One line of the outline tree."""

    id: str
    number: str
    title: str
    role: Literal["part", "chapter", "section"]
    level: int
    synopsis: str = ""
    words: int = 0
    target_words: int = 0
    state: Work = "none"
    is_stale: bool = False
    is_editing: bool = False
    fields: tuple[PlanField, ...] = ()
    is_leaf: bool = True
    moves: tuple[str, ...] = ()
    splits: tuple[SplitPlace, ...] = ()
    joins: str = ""

    @property
    def percent(self) -> int:
        return min(100, round(100 * self.words / self.target_words)) if self.target_words else 0


@dataclass(frozen=True, slots=True)
class OutlineGroup:
    """A chapter with its cards, or the cards that stand in none."""

    head: OutlineLine | None
    cards: tuple[OutlineLine, ...]


@dataclass(frozen=True, slots=True)
class OutlineView:
    """The outline as a tree, or as cards by chapter, to be read and changed."""

    book: BookHead
    lines: tuple[OutlineLine, ...]
    groups: tuple[OutlineGroup, ...] = ()
    words: int = 0
    written: int = 0
    proposal: Link | None = None
    rest: PlanRest | None = None
