"""Parts of the spine that stand by themselves: idling, long calls, what is kept."""

import time
from dataclasses import dataclass
from pathlib import Path

from django.db import connection
from django.utils import timezone

from studio.actions import running
from studio.core.states import Standing
from studio.local import postgres
from studio.local.places import Places
from studio.management.benches import book, counters, figures, workers
from studio.management.benches.figures import COUNT, RATIO, WALL, Figure, over
from studio.management.benches.model import Model
from studio.models import Project, Unit
from studio.models.run import RunState
from studio.models.unit import UnitQuerySet

N_IN_FLIGHT = 8
HANDED_IN = """
    SELECT prompt_digest, extract(epoch FROM started_at)::float,
           extract(epoch FROM pg_xact_commit_timestamp(xmin))::float
    FROM studio_run WHERE project_id = %s AND state = %s ORDER BY started_at OFFSET %s
"""


def idle(data: Path, *, seconds: float) -> list[Figure]:
    """What a worker with nothing to do uses."""
    url, log = postgres.address(data).url, Places.of(data).log
    with workers.worker(data / "idle.log", concurrency=4) as pid:
        time.sleep(min(2.0, seconds))
        counters.set_in_server(url, log_statement="all")
        time.sleep(0.5)
        n_before, cpu = counters.n_queries(log), workers.cpu_seconds(pid)
        time.sleep(seconds)
        n_queries, cpu = counters.n_queries(log) - n_before, workers.cpu_seconds(pid) - cpu
        counters.set_in_server(url, log_statement="none")
    return [
        Figure("P15 CPU", "percent of a core that an idle worker uses", 100 * cpu / seconds, 1,
               COUNT, f"over {seconds:.0f} seconds"),
        Figure("P15 queries", "queries a second of an idle worker", n_queries / seconds, 2,
               COUNT, "BEGIN and COMMIT left out"),
    ]  # fmt: skip


def long_calls(model: Model, data: Path, *, seconds: float) -> list[Figure]:
    """What is added to long calls while eight are in flight."""
    project = book.begin(2 * N_IN_FLIGHT, title="Eight at once", per_section=2)
    Project.objects.filter(pk=project.pk).update(n_parallel=N_IN_FLIGHT)
    model.calls()
    model.answer_within(seconds)
    with workers.worker(data / "long.log", concurrency=N_IN_FLIGHT):
        running.resume(project.pk, now=timezone.now())
        workers.wait(
            lambda: n_accepted(project) == 2 * N_IN_FLIGHT,
            "sixteen passages",
            seconds=8 * seconds + 30,
        )
    by_digest = {call.digest: call for call in model.calls()}
    with connection.cursor() as cursor:
        # All slots were empty when the first began, which happens once and not eight times.
        cursor.execute(HANDED_IN, [project.pk, RunState.DONE, N_IN_FLIGHT])
        rows = cursor.fetchall()
    added = [end - start - by_digest[digest].seconds for digest, start, end in rows]
    note = f"{len(added)} calls of about {seconds:.0f} s, {N_IN_FLIGHT} in flight"
    return [
        Figure("P4 median", "ms added to a long call; median",
               1000 * (figures.median(added) or 0), 50, WALL, note),
        Figure("P4 95th", "ms added to a long call; 95th percentile",
               1000 * (figures.percentile(added, 0.95) or 0), 150, WALL, note),
    ]  # fmt: skip


def bytes_of_units(
    small: Project, large: Project, wordy: Project, before: dict[int, tuple[int, int]]
) -> list[Figure]:
    """What is kept of an accepted passage, its prose included."""
    of_small, of_large, of_wordy = (_kept(one, before[one.pk]) for one in (small, large, wordy))
    return [
        Figure("P14", "bytes kept per byte of prose, passages of 1,000 words", of_wordy.ratio, 2,
               COUNT, of_wordy.note),
        Figure("P14 short", "bytes kept per byte of prose, passages of 250 words", of_large.ratio,
               None, COUNT, of_large.note),
        Figure("P14 scale", "bytes kept per passage, large book over small book",
               over(of_large.n_bytes, of_small.n_bytes), 1.1, RATIO),
    ]  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Kept:
    """Bytes for one accepted passage."""

    rows: float
    texts: float
    prose: float

    @property
    def n_bytes(self) -> float:
        return self.rows + self.texts

    @property
    def ratio(self) -> float:
        return self.n_bytes / self.prose

    @property
    def note(self) -> str:
        return f"{self.rows:.0f} in rows, {self.texts:.0f} in texts, for {self.prose:.0f} of prose"


def _kept(project: Project, before: tuple[int, int]) -> _Kept:
    rows, texts = counters.bytes_kept(project.pk)
    n_units, n_prose = counters.prose_kept(project.pk)
    return _Kept((rows - before[0]) / n_units, (texts - before[1]) / n_units, n_prose / n_units)


def n_accepted(project: Project) -> int:
    return movements(project).filter(standing=Standing.ACCEPTED).count()


def n_movements(project: Project) -> int:
    return movements(project).count()


def movements(project: Project) -> UnitQuerySet:
    return Unit.objects.in_project(project.pk).filter(movement_key__gt="")
