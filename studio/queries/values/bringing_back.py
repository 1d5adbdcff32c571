"""What a folder that was edited outside would change."""

from dataclasses import dataclass

from studio.queries.values.activity import PartChange
from studio.queries.values.change_plan import PlanRow


@dataclass(frozen=True, slots=True)
class BackText:
    """A section whose text would be another one; merged where the book's was edited as well."""

    section_id: str
    name: str
    words_before: int
    words_after: int
    is_merged: bool


@dataclass(frozen=True, slots=True)
class BackPlan:
    """The plan of bringing a folder back; `kept` names what was changed in both and stays as the
    book has it."""

    parts: tuple[PartChange, ...]
    texts: tuple[BackText, ...]
    kept: tuple[str, ...]
    problems: tuple[str, ...]
    stale: tuple[PlanRow, ...]
    ending: tuple[PlanRow, ...]
    digest: str
    is_nothing: bool
