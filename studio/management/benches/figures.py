"""What a bench says: figures with their goals, and the machine that they were taken on."""

import os
import statistics
from collections.abc import Sequence
from dataclasses import asdict, dataclass

COUNT, RATIO, WALL = "count", "ratio", "wall"
Json = dict[str, object]


@dataclass(frozen=True, slots=True)
class Figure:
    """One measurement; a goal is the most that it may be, and without one it only tells."""

    id: str
    what: str
    value: float | None
    goal: float | None
    kind: str
    note: str = ""

    @property
    def met(self) -> bool | None:
        if self.value is None or self.goal is None:
            return None
        return self.value <= self.goal

    @property
    def is_failure(self) -> bool:
        """Whether the bench fails by it: never by a wall time."""
        return self.kind != WALL and self.met is False

    def as_json(self) -> Json:
        value = None if self.value is None else round(self.value, 4)
        return asdict(self) | {"value": value, "met": self.met}


def report(bench: str, figures: Sequence[Figure], facts: Json, load_before: object) -> Json:
    """Everything that a bench found, as JSON has it."""
    return {
        "bench": bench,
        "machine": {"cores": os.cpu_count(), "load_before": load_before, "load_after": load()},
        "facts": facts,
        "figures": [figure.as_json() for figure in figures],
        "failed": [figure.id for figure in figures if figure.is_failure],
    }


def load() -> list[float]:
    """How busy the machine was over the last 1, 5 and 15 minutes."""
    return [round(one, 2) for one in os.getloadavg()]


def median(values: Sequence[float]) -> float | None:
    return statistics.median(values) if values else None


def percentile(values: Sequence[float], part: float) -> float | None:
    """The value below which this part of the values lies; of few values, the nearest one."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else None


def over(value: float | None, other: float | None) -> float | None:
    """One figure over another, where both are known."""
    return value / other if value is not None and other else None
