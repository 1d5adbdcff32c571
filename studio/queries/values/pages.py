"""Single steps without prose, versions, exports, and the model settings."""

from dataclasses import dataclass
from datetime import datetime

from studio.queries.values.common import BookHead, Link, Trouble, Wait, Work
from studio.queries.values.plan import PlanStep
from studio.queries.values.proposed import ChangeBlock
from studio.queries.values.section import Remark, VersionLine
from studio.queries.values.updates import PlanUpdate


@dataclass(frozen=True, slots=True)
class PlannedPassage:
    """One passage as a section's plan foresees it."""

    key: str
    title: str
    purpose: str
    words: int
    done_when: str = ""
    url: str = ""
    was: str = ""
    is_changed: bool = False
    is_new: bool = False
    comes_back: int = 0
    text_words: int = 0


@dataclass(frozen=True, slots=True)
class EndingPassage:
    """A passage that a proposed plan no longer has, with the words of its text."""

    key: str
    title: str
    words: int


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a check found, in words."""

    words: str
    is_good: bool
    quote: str = ""
    url: str = ""


@dataclass(frozen=True, slots=True)
class StepPage:
    """One step that is no prose: a section's passages, a check, a proposal of structure."""

    book: BookHead
    key: str
    card_id: str
    name: str
    state: Work
    lead: str = ""
    section: Link | None = None
    passages: tuple[PlannedPassage, ...] = ()
    verdicts: tuple[Verdict, ...] = ()
    changes: tuple[ChangeBlock, ...] = ()
    remarks: tuple[Remark, ...] = ()
    versions: tuple[VersionLine, ...] = ()
    reasons: tuple[Link, ...] = ()
    written_from: tuple[Link, ...] = ()
    wait: Wait | None = None
    error: str = ""
    trouble: Trouble | None = None
    partial: str = ""
    seen: str = ""
    can_accept: bool = False
    cannot_words: str = ""
    can_send_back: bool = False
    way: PlanStep | None = None
    ending: tuple[EndingPassage, ...] = ()
    standing: tuple[Link, ...] = ()
    update: PlanUpdate | None = None


@dataclass(frozen=True, slots=True)
class ExportFile:
    """One file made from the book, or on its way."""

    id: int
    name: str
    kind: str
    state: str
    made_at: datetime
    change_number: int
    size: str
    url: str
    is_complete: bool = True
    is_of_now: bool = True
    note: str = ""
    part: str = ""
    has_proposals: bool = False
    remarks: tuple[Link, ...] = ()

    @property
    def is_underway(self) -> bool:
        return self.state in ("waiting", "making")


@dataclass(frozen=True, slots=True)
class ExportsPage:
    """What can be exported, what to know before, and what was exported."""

    book: BookHead
    accepted_sections: int
    section_count: int
    change_number: int
    cautions: tuple[Link, ...]
    remarks: tuple[Link, ...]
    parts: tuple[tuple[str, str], ...]
    n_proposed: int
    files: tuple[ExportFile, ...]
    n_older: int = 0

    @property
    def is_underway(self) -> bool:
        """Whether a file is being made, or waits to be."""
        return any(file.is_underway for file in self.files)


@dataclass(frozen=True, slots=True)
class Preset:
    """A known place where a model may answer."""

    key: str
    name: str
    base_url: str
    hint: str = ""


@dataclass(frozen=True, slots=True)
class ModelAnswer:
    """What a test of the model settings found, in plain words."""

    is_good: bool
    words: str
    models: tuple[str, ...] = ()
    seconds_to_first_word: float | None = None
    raw: str = ""


@dataclass(frozen=True, slots=True)
class ModelPage:
    """The settings of one model."""

    presets: tuple[Preset, ...]
    has_key: bool = False
    fixed_by: str = ""
