"""The settings of the desk and of a book."""

from dataclasses import dataclass
from datetime import datetime

from studio.queries.values.common import BookHead


@dataclass(frozen=True, slots=True)
class ModelLine:
    """One model that is set up. Amounts are as they stand in a field; '' is unknown."""

    id: int
    name: str
    model: str
    host: str
    context_tokens: int
    price_in: str
    price_out: str
    costs: str
    pace: str
    rests: str = ""
    set_by: str = ""
    has_key: bool = False
    is_first: bool = False
    is_demo: bool = False


@dataclass(frozen=True, slots=True)
class PutAway:
    """A book that was put away."""

    title: str
    slug: str


@dataclass(frozen=True, slots=True)
class BackupLine:
    """A backup that was made or is being made."""

    id: int
    name: str
    state: str
    url: str
    size: str
    note: str
    made_at: datetime
    is_underway: bool


@dataclass(frozen=True, slots=True)
class Installed:
    """A package, its version, and its licence in its own words."""

    name: str
    version: str
    licence: str


@dataclass(frozen=True, slots=True)
class AboutPage:
    """What the program is, and what it is made of."""

    version: str
    python: str
    database: str
    packages: tuple[Installed, ...]


@dataclass(frozen=True, slots=True)
class SettingsPage:
    """The settings of the desk."""

    models: tuple[ModelLine, ...]
    currency: str
    limits: tuple[str, str, str]
    put_away: tuple[PutAway, ...] = ()


@dataclass(frozen=True, slots=True)
class StepModels:
    """The models of one step in order, by id; 0 where no further one is asked."""

    key: str
    name: str
    chosen: tuple[int, ...]
    is_check: bool = False


@dataclass(frozen=True, slots=True)
class BookSettings:
    """The settings of a book."""

    book: BookHead
    for_all: StepModels
    steps: tuple[StepModels, ...]
    models: tuple[ModelLine, ...]
    writes: str
    currency: str
    spent: str
    n_being_written: int = 0

    @property
    def has_own(self) -> bool:
        """Whether a step has models of its own."""
        return any(any(step.chosen) for step in self.steps)
