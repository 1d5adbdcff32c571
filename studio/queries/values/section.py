"""A section with its passages, remarks and versions."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from studio.queries.values.common import BookHead, Link, Provenance, Trouble, Wait, Weight, Work
from studio.queries.values.proposed import Proposed, Showing


@dataclass(frozen=True, slots=True)
class Remark:
    """What a check or a person holds against a text."""

    id: str
    weight: Weight
    words: str
    source: str
    paragraph_id: str = ""
    quote: str = ""
    is_lost: bool = False
    is_open: bool = True
    suggestion: str = ""
    can_distrust: bool = False


@dataclass(frozen=True, slots=True)
class ParagraphView:
    """One paragraph as safe HTML, and its Markdown for editing by hand."""

    id: str
    html: str
    text: str
    provenance: Provenance
    remarks: tuple[Remark, ...] = ()
    is_distrusted: bool = False
    is_locked: bool = False
    reason: str = ""
    can_distrust: bool = False
    can_edit: bool = False


@dataclass(frozen=True, slots=True)
class PassagePart:
    """One passage of a section in order, with its paragraphs or what stands in their place."""

    id: str
    key: str
    title: str
    state: Work
    paragraphs: tuple[ParagraphView, ...] = ()
    words: int = 0
    target_words: int = 0
    purpose: str = ""
    partial: str = ""
    error: str = ""
    trouble: Trouble | None = None
    wait: Wait | None = None
    reasons: tuple[Link, ...] = ()
    is_proposal: bool = False
    is_distrusted: bool = False
    is_locked: bool = False
    has_distrust: bool = False
    distrust_reason: str = ""
    has_text: bool = False
    fits: int = 0


@dataclass(frozen=True, slots=True)
class VersionLine:
    """One version in a list, with why it exists."""

    id: str
    number: int
    made_at: datetime
    cause: str
    by: str
    words: int
    change: int = 0
    is_current: bool = False
    is_proposal: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class BinderLine:
    """One line of the tree of the book."""

    id: str
    number: str
    title: str
    level: int
    state: Work = "none"
    is_stale: bool = False
    is_here: bool = False
    is_heading: bool = False


@dataclass(frozen=True, slots=True)
class FromText:
    """The plan of a section that follows its text: whether it may be asked for, is being read, or
    waits to be taken; and the step where it does."""

    state: Literal["free", "reading", "waiting"]
    key: str


@dataclass(frozen=True, slots=True)
class SectionPage:
    """A section as people read, judge and write it."""

    book: BookHead
    id: str
    card_id: str
    number: str
    title: str
    synopsis: str
    step: str
    state: Work
    words: int
    target_words: int
    passages: tuple[PassagePart, ...]
    seen: str = ""
    showing: Showing = "text"
    has_proposal: bool = False
    proposed: Proposed = field(default_factory=Proposed)
    reasons: tuple[Link, ...] = ()
    # What changed since the proposal was written, of that from which it was.
    proposal_reasons: tuple[Link, ...] = ()
    wait: Wait | None = None
    error: str = ""
    accepted_by: Literal["", "you", "rule"] = ""
    accepted_at: datetime | None = None
    remarks: tuple[Remark, ...] = ()
    loose_remarks: tuple[Remark, ...] = ()
    versions: tuple[VersionLine, ...] = ()
    written_from: tuple[Link, ...] = ()
    binder: tuple[BinderLine, ...] = ()
    # Of a large book the lines around this one are shown, and how many sections it has.
    binder_count: int = 0
    before: Link | None = None
    after: Link | None = None
    can_accept: bool = False
    cannot_words: str = ""
    can_send_back: bool = False
    can_lock: bool = False
    can_change: bool = False
    is_distrusted: bool = False
    is_locked: bool = False
    from_text: FromText | None = None

    @property
    def must_fix_count(self) -> int:
        """How many open remarks must be settled before the section can be accepted."""
        return sum(r.is_open and r.weight == "must" for r in self.remarks)
