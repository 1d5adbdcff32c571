"""The plan of a section brought up to its text: what waits to be taken, change by change."""

from dataclasses import dataclass

from studio.queries.values.proposed import ChangeBlock


@dataclass(frozen=True, slots=True)
class UpdateField:
    """One text of a change: as it would be, and compared with what stands."""

    name: str
    label: str
    value: str
    blocks: tuple[ChangeBlock, ...]


@dataclass(frozen=True, slots=True)
class UpdateChange:
    """One change that a text suggests for the plan of its section."""

    key: str
    number: int
    kind: str
    what: str
    is_taken: bool
    fields: tuple[UpdateField, ...]


@dataclass(frozen=True, slots=True)
class PlanUpdate:
    """All that a text suggests for the plan of its section."""

    changes: tuple[UpdateChange, ...]
