"""A section as its author writes in it."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from studio.queries.values.common import BookHead, Link


@dataclass(frozen=True, slots=True)
class DraftNote:
    """What was left unfinished, and when."""

    at: datetime
    revision: int


@dataclass(frozen=True, slots=True)
class WriteRemark:
    """What is held against the text, beside the field it is written in."""

    words: str
    quote: str = ""


@dataclass(frozen=True, slots=True)
class WritePage:
    """The whole text of a section in one field, and what stands in its margin."""

    book: BookHead
    id: str
    number: str
    title: str
    synopsis: str
    base: str
    is_moved: bool
    text: str
    book_text: str
    marks: str
    remarks: tuple[WriteRemark, ...]
    draft: DraftNote | None
    target_words: int
    words: int
    your_words_today: int
    model_words_today: int
    is_active: bool
    has_proposal: bool
    is_planned: bool
    unwritten_count: int
    before: Link | None = None
    after: Link | None = None
    can_update_plan: bool = False

    @property
    def revision(self) -> int:
        """Of what was left unfinished; 0 where nothing was."""
        return self.draft.revision if self.draft else 0


@dataclass(frozen=True, slots=True)
class ConflictRow:
    """A stretch of two texts that grew apart: the same, changed by one, or by both."""

    number: int
    kind: Literal["same", "mine", "theirs", "both"]
    mine: str
    theirs: str
