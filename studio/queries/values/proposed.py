"""Two texts compared, and a proposal beside the text of a section, change by change."""

from dataclasses import dataclass
from typing import Literal

Showing = Literal["text", "proposal", "changes", "side"]


@dataclass(frozen=True, slots=True)
class ChangePart:
    """A stretch of a compared paragraph."""

    kind: Literal["same", "added", "removed"]
    text: str


@dataclass(frozen=True, slots=True)
class ChangeBlock:
    """A compared paragraph."""

    kind: Literal["same", "added", "removed", "changed"]
    parts: tuple[ChangePart, ...]


@dataclass(frozen=True, slots=True)
class ProposedChange:
    """One place where a text and its proposal differ, or what both have there."""

    id: str
    kind: Literal["same", "added", "removed", "changed"]
    parts: tuple[ChangePart, ...]
    old_html: str = ""
    new_html: str = ""
    way: Literal["", "take", "keep", "both", "own"] = ""
    own: str = ""
    number: int = 0
    is_anew: bool = False


@dataclass(frozen=True, slots=True)
class ProposedPassage:
    """A passage with its changes; one without a text before has none to choose between."""

    id: str
    title: str
    changes: tuple[ProposedChange, ...]
    can_choose: bool = True


@dataclass(frozen=True, slots=True)
class Proposed:
    """All that is proposed beside the text of a section."""

    passages: tuple[ProposedPassage, ...] = ()
    share_alike: float = 1.0

    @property
    def count(self) -> int:
        """How many changes there are to decide."""
        return sum(c.number > 0 for passage in self.passages for c in passage.changes)

    @property
    def decided_count(self) -> int:
        """How many of them are decided."""
        return sum(c.way != "" for passage in self.passages for c in passage.changes)
