"""Stored staleness beside the oracle's, over random books, methods and edits: a case is one edit
with its comparison. What was drawn follows from its number alone, so that a miss can be run again.
"""

import random
import time
from collections.abc import Iterator
from pathlib import Path

from django.db import transaction

from studio.management.benches import edits, oracle, worlds
from studio.management.benches.figures import COUNT, WALL, Figure, Json
from studio.management.benches.oracle import Compared
from studio.management.benches.worlds import World

CASES_PER_WORLD = 25
MOST_TOLD = 5


def measure(data: Path, n_cases: int) -> tuple[list[Figure], Json]:
    """Runs so many cases; what the oracle misses or finds too much makes the bench fail."""
    started_at = time.perf_counter()
    told: list[str] = []
    n_marked = n_stale = n_missed = n_extra = n_wrong = n_done = 0
    for name, found in _cases(n_cases):
        n_done += 1
        n_marked += len(found.marked)
        n_stale += len(found.stale)
        n_missed += len(found.missed)
        n_extra += len(found.extra)
        n_wrong += len(found.wrong)
        if (found.missed or found.extra or found.wrong) and len(told) < MOST_TOLD:
            told.append(f"{name}: {sorted(found.missed)} {sorted(found.extra)} {found.wrong[:3]}")
    seconds = time.perf_counter() - started_at
    n_right = n_marked - n_extra
    figures = [
        Figure("cases", "edits that were compared", n_done, None, COUNT),
        Figure("missed", "stale units without a mark", n_missed, 0, COUNT,
               f"recall {_share(n_right, n_stale):.4f} of {n_stale}"),
        Figure("extra", "marked units that are not stale", n_extra, 0, COUNT,
               f"precision {_share(n_right, n_marked):.4f} of {n_marked}"),
        Figure("wrong", "cells, units or counters that are not as they follow", n_wrong, 0, COUNT),
        Figure("per case", "ms per case", 1000 * seconds / max(1, n_done), 30, WALL),
    ]  # fmt: skip
    return figures, {"worlds": -(-n_cases // CASES_PER_WORLD), "differences": told}


def _cases(n_cases: int) -> Iterator[tuple[str, Compared]]:
    """Each world is taken back when it has been changed often enough."""
    with transaction.atomic():
        begun = worlds.begin()
        for seed in range(-(-n_cases // CASES_PER_WORLD)):
            n = min(CASES_PER_WORLD, n_cases - seed * CASES_PER_WORLD)
            with transaction.atomic():
                yield from _in_world(World(begun.project_id, begun.owner_id), seed, n)
                transaction.set_rollback(True)
        transaction.set_rollback(True)


def _in_world(world: World, seed: int, n_cases: int) -> Iterator[tuple[str, Compared]]:
    drawn = random.Random(seed)
    pick = drawn.randrange
    worlds.settle(world, worlds.outline(pick), worlds.objects(pick), worlds.instructions(pick))
    for n in range(n_cases):
        edits.do(world, *edits.step(pick))
        yield f"world {seed}, case {n}", oracle.compare(world)


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 1.0
