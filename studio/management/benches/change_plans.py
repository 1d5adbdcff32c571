"""What it costs to foresee a change, in the largest book; and to know what is stale."""

import subprocess
import sys
from collections import defaultdict

from studio.core import intent_words
from studio.env import CHECKOUT
from studio.management.benches.change_commits import ms, timed
from studio.management.benches.figures import COUNT, RATIO, WALL, Figure, median, over
from studio.management.benches.growing import STEPS
from studio.management.benches.grown import Grown
from studio.models import Project, statements
from studio.queries import (
    auditing,
    book_units,
    following,
    plan_rows,
    plan_units,
    planning,
)
from studio.queries.plan_steps import BookSteps
from studio.queries.plan_units import PlanUnit
from studio.queries.values.change_plan import ChangePlan

N_ROUNDS = 5
# From so many steps on memory is worth a process of its own.
LARGE = 10_000
WHOLE_LAYER = "distrust draft"
WORST = (WHOLE_LAYER, "set brief.audience=Others. --rewrite", "recompose map")
TYPICAL = (
    "set section/s5.synopsis=Other.", "set object/claim-5.text=Other.", "recompose draft/s5/m8",
    "distrust draft/s5/m2 --rewrite", "pin draft/s5/m2",
)  # fmt: skip
_GRAPH = """
    SELECT unit.key, read.key FROM studio_read AS read
    JOIN studio_unit AS unit ON unit.current_id = read.artifact_id
    WHERE read.project_id = %s AND NOT unit.is_retired
"""
_FEEDS = "SELECT key, sources FROM studio_cell WHERE project_id = %s"


def plans(book: Grown) -> list[Figure]:
    """Plans of the largest kind and of usual ones; the walk through memory for comparison."""
    project = book.project
    ours, theirs = [], []
    for _ in range(N_ROUNDS):
        ours.append(timed(_possible, project))
        theirs.append(timed(_walk, project))
    worst = {said: median([timed(_plan, project, said) for _ in range(3)])
             for said in WORST}  # fmt: skip
    usual = [timed(_plan, project, said) for said in TYPICAL for _ in range(N_ROUNDS)]
    rows = _first_rows(project)
    note = "; ".join(f"{said}: {ms(t):.0f}" for said, t in worst.items())
    slowest = max((t for t in worst.values() if t), default=None)
    return [
        Figure("P8 worst", "ms to plan the worst change", ms(slowest), 600, WALL, note),
        Figure("P8 typical", "ms to plan a usual change; median", ms(median(usual)), 20, WALL),
        Figure("P8 rows", "ms for the first 200 rows of a plan of a whole layer",
               ms(median(rows)), 10, WALL),
        Figure("P8 walk", "what may follow from new maps, over a walk in memory, cold",
               over(median(ours), median(theirs)), 1.0, RATIO,
               f"ours takes {ms(median(ours)):.0f} ms, the walk {ms(median(theirs)):.0f} ms"),
        Figure("P8 memory", "MB that `manage.py plan` of a whole layer takes",
               _megabytes(project) if book.n_steps > LARGE else None, 500, COUNT),
    ]  # fmt: skip


def audit(book: Grown) -> list[Figure]:
    """P9: who reads a cell, and whether all marks of a book are right."""
    project = book.project
    keys = ["section/s5", "before/s5/m4", "object/claim-5"]
    direct = [timed(auditing.readers, project, [key]) for key in keys for _ in range(9)]
    full = [timed(auditing.wrong_marks, project) for _ in range(N_ROUNDS)]
    return [
        Figure("P9 readers", "ms for the direct readers of one change", ms(median(direct)),
               5, WALL),
        Figure("P9 audit", "ms to compare all marks with all reads", ms(median(full)), 1000, WALL),
        Figure("P9 wrong", "marks that are wrong", len(auditing.wrong_marks(project)), 0, COUNT),
    ]  # fmt: skip


def _plan(project: Project, said: str) -> ChangePlan:
    return planning.plan(project, intent_words.parse(said))


def _possible(project: Project) -> None:
    book = book_units.load_some(project, ())
    steps = BookSteps(project.pk)
    following.follow(project.pk, steps.of_layer(["map"]), steps, book.protocol)


def _first_rows(project: Project) -> list[float]:
    """How long it takes to list what a plan has found, its outline and maps brought in."""
    sections = [f"s{n}" for n in range(-(-plan_rows.MOST_ROWS // STEPS))]
    first = plan_units.in_sections(project.pk, sections)
    return [timed(_listed, project, first) for _ in range(N_ROUNDS)]


def _listed(project: Project, units: list[PlanUnit]) -> None:
    book = book_units.load_some(project, ())
    plan_rows.rows(units, dict.fromkeys((u.pk for u in units), ("style/s1",)), book)


def _walk(project: Project) -> set[str]:
    """All that may follow when every map is composed again, found in memory."""
    readers: dict[str, list[str]] = defaultdict(list)
    for unit, cell in statements.select(_GRAPH, [project.pk]):
        readers[cell].append(unit)
    fed: dict[str, list[str]] = defaultdict(list)
    for cell, sources in statements.select(_FEEDS, [project.pk]):
        for source in sources:
            fed[source].append(cell)
    frontier = [u for cell in ("pass/map",) for u in readers[cell]]
    seen = set(frontier)
    while frontier:
        outputs = [f"{project.pk}:{u if u.startswith('map/') else 'text/' + u}" for u in frontier]
        reached = {u for out in outputs for cell in fed[out] for u in readers[cell]}
        frontier = list(reached - seen)
        seen |= reached
    return seen


def _megabytes(project: Project) -> float | None:
    """The most memory that the command takes, by a process of its own."""
    command = [sys.executable, "-c", _MEASURED, project.slug, *WHOLE_LAYER.split()]
    done = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, check=False)
    said = done.stderr.strip().splitlines()
    return float(said[-1]) / 1024 if done.returncode == 0 and said else None


# What `resource` calls the most that a process took counts what its parent had when it began.
_MEASURED = """
import os, sys
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "studio.settings")
import django
from django.core.management import call_command
django.setup()
call_command("plan", sys.argv[1], *sys.argv[2:], "--json")
with open("/proc/self/status") as status:
    peak = next(line for line in status if line.startswith("VmHWM"))
print(peak.split()[1], file=sys.stderr)
"""
