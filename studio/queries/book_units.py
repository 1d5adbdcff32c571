"""The units of a book with what its screens say of them: a bounded number of queries."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, Protocol

from studio.core import keys, outline, prose
from studio.core import protocol as protocols
from studio.core.operation import FROM_TEXT
from studio.core.outline import Node
from studio.core.state import Body
from studio.core.states import Standing, Work
from studio.models import Partial, Project, Run, Unit
from studio.models.among import among
from studio.queries import values
from studio.queries.places import Places
from studio.queries.state import DbState

_FIELDS = (
    "pk", "key", "pass_slug", "section_id", "movement_key", "place", "standing", "work",
    "is_stale", "is_pinned", "is_granted", "n_unmet", "current_id", "candidate_id", "accepted_by",
    "held_reason", "held_words", "note", "parts", "change", "not_before",
    "current__n_words", "current__origin", "candidate__n_words", "candidate__origin",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class UnitFacts:
    """One unit as screens need it."""

    pk: int
    key: str
    pass_slug: str
    section_id: str
    movement_key: str
    place: int
    standing: str
    work: str
    is_stale: bool
    is_pinned: bool
    is_granted: bool
    n_unmet: int
    current_id: int | None
    candidate_id: int | None
    accepted_by: str
    held_reason: str
    held_words: str
    note: str
    parts: list[str]
    change: int
    not_before: datetime | None
    current_words: int
    current_origin: str
    candidate_words: int
    candidate_origin: str

    @property
    def state(self) -> values.Work:
        """The one word that a screen shows: of its work, else of its standing."""
        return state_of(self.work, self.standing)

    @property
    def is_from_text(self) -> bool:
        """Whether its plan is brought up to its text."""
        return FROM_TEXT in self.parts

    @property
    def words(self) -> int:
        return self.candidate_words or self.current_words

    @property
    def origin(self) -> str:
        return self.candidate_origin or self.current_origin


class Placed(Protocol):
    """What has a name: a step at its place."""

    @property
    def pass_slug(self) -> str: ...

    @property
    def section_id(self) -> str: ...

    @property
    def movement_key(self) -> str: ...


@dataclass(frozen=True, slots=True)
class BookUnits:
    """All units of a book in order, with its outline, maps, protocol and distrust."""

    project: Project
    state: DbState
    protocol: protocols.Protocol
    nodes: Mapping[str, Node]
    maps: Mapping[str, Body]
    units: tuple[UnitFacts, ...]
    distrusted: frozenset[str]
    partials: Mapping[int, str]

    def of_section(self, section_id: str) -> list[UnitFacts]:
        return [u for u in self.units if u.section_id == section_id]

    def name(self, unit: Placed) -> str:
        """A unit's name for authors: "Draft of 2.1, passage 2"."""
        title = self.protocol.passes[unit.pass_slug].title
        node = self.nodes.get(unit.section_id)
        if node is None:
            return title
        if getattr(unit, "is_from_text", False):
            return f"Plan of {node.number}, from its text"
        name = f"{title} of {node.number}"
        movement = self.movement_number(unit)
        return f"{name}, passage {movement}" if movement else name

    def movement_number(self, unit: Placed) -> int:
        """Where a passage stands in its section, from 1; 0 for other units."""
        order = [m["key"] for m in self.maps.get(unit.section_id, {}).get("movements", ())]
        return order.index(unit.movement_key) + 1 if unit.movement_key in order else 0

    def movement(self, unit: Placed) -> Body:
        movements = self.maps.get(unit.section_id, {}).get("movements", ())
        return next((m for m in movements if m["key"] == unit.movement_key), {})


def state_of(work: str, standing: str) -> values.Work:
    """The one word that a screen shows for a unit: of its work, else of its standing."""
    return _STATES[work if work != Work.IDLE else standing]


def load(project: Project, sections: Iterable[str] | None = None) -> BookUnits:
    """The units of a book, or only those of some sections ('' for the book-wide ones)."""
    state = DbState(project.pk)
    rows = Unit.objects.in_project(project.pk).order_by("place", "pk")
    if sections is not None:
        rows = rows.filter(section_id__in=list(sections))
    units = tuple(_facts(row) for row in rows.values_list(*_FIELDS))
    bodies = {keys.rest(key): body for key, body in state.kind("section").items()}
    return BookUnits(
        project=project,
        state=state,
        protocol=protocols.protocol_of(state),
        nodes={node.id: node for node in outline.ordered(bodies)},
        maps={keys.rest(key): body for key, body in state.kind("map").items()},
        units=units,
        distrusted=frozenset(keys.rest(key) for key in state.kind("trust")),
        partials=_partials(project),
    )


def load_some(project: Project, sections: Iterable[str]) -> BookUnits:
    """The units of some sections of a large book; nothing of the others is brought in."""
    state, wanted = DbState(project.pk), list(sections)
    units: tuple[UnitFacts, ...] = ()
    if wanted:
        rows = Unit.objects.in_project(project.pk).filter(section_id__in=among(wanted))
        found = rows.order_by("place", "pk").values_list(*_FIELDS)
        units = tuple(_facts(row) for row in found)
    nodes = Places(state)
    nodes.bring(wanted)
    state.fetch(keys.map_of(section_id) for section_id in wanted if section_id)
    state.fetch(keys.trust(unit.key) for unit in units)
    return BookUnits(
        project=project,
        state=state,
        protocol=protocols.protocol_of(state),
        nodes=nodes,
        maps=_Maps(state),
        units=units,
        distrusted=frozenset(u.key for u in units if state.entry(keys.trust(u.key)) is not None),
        partials=_partials(project) if units else {},
    )


def bring(book: BookUnits, section_ids: Iterable[str]) -> None:
    """Brings sections of a large book in at once, with their passages; of others all is there."""
    if isinstance(book.nodes, Places):
        wanted = set(section_ids) - {""}
        book.nodes.bring(wanted)
        book.state.fetch(keys.map_of(section_id) for section_id in wanted)


class _Maps(Mapping[str, Body]):
    """The passages of sections, each as it is asked for."""

    def __init__(self, state: DbState) -> None:
        self._state = state

    def __getitem__(self, section_id: str) -> Body:
        body = self._state.entry(keys.map_of(section_id))
        if body is None:
            raise KeyError(section_id)
        return body

    def __iter__(self) -> Iterator[str]:
        return iter([keys.rest(key) for key in self._state.kind("map")])

    def __len__(self) -> int:
        return len(self._state.kind("map"))


def provenance(units: Iterable[UnitFacts]) -> values.Provenance:
    """Who wrote the texts of units: the model, you, or the model with your edits."""
    origins = {u.origin for u in units if u.origin}
    if not origins:
        return ""
    if len(origins) > 1:
        return "edited"
    return "yours" if origins == {"person"} else "model"


def accepted_by(units: Iterable[UnitFacts]) -> Literal["", "you", "rule"]:
    """Who accepted all of some units; '' when not all are accepted."""
    found = list(units)
    if not found or any(u.standing != Standing.ACCEPTED for u in found):
        return ""
    return "you" if all(u.accepted_by == "person" for u in found) else "rule"


def last_sentence(text: str) -> str:
    """The last whole or begun sentence of a text that is arriving."""
    found = prose.sentences(text[-1500:])
    return found[-1] if found else ""


def _facts(row: tuple[Any, ...]) -> UnitFacts:
    facts: list[Any] = [
        _NOTHING.get(field) if value is None else value
        for field, value in zip(_FIELDS, row, strict=True)
    ]
    return UnitFacts(*facts)


def _partials(project: Project) -> dict[int, str]:
    """What is arriving now, by unit: only prose; reviews and plans arrive as data."""
    rows = Partial.objects.filter(run__in=Run.objects.active().filter(project=project))
    shown = rows.filter(run__kind="compose").exclude(run__unit__movement_key="")
    return dict(shown.values_list("run__unit_id", "text"))


# A unit without a version has no words and no origin.
_NOTHING: dict[str, Any] = {
    "current__n_words": 0,
    "candidate__n_words": 0,
    "current__origin": "",
    "candidate__origin": "",
}
_STATES: dict[str, values.Work] = {
    "pending": "pending",
    "active": "active",
    "review": "review",
    "held": "held",
    "none": "none",
    "accepted": "accepted",
    "reopened": "reopened",
}
