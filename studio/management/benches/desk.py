"""The desk: what its pages weigh and how long they take, collected from a module for each part."""

from pathlib import Path

from studio.management.benches import desk_live, desk_pages, desk_search
from studio.management.benches.figures import Figure, Json
from studio.management.benches.model import Model

PARTS = (desk_pages, desk_live, desk_search)


def measure(model: Model, data: Path, n_movements: int) -> tuple[list[Figure], Json]:
    """All figures of the desk; with fewer than a hundred passages only to see that it works."""
    found: list[Figure] = []
    facts: Json = {}
    for part in PARTS:
        figures, told = part.measure(n_movements)
        found += figures
        facts |= told
    return found, facts
