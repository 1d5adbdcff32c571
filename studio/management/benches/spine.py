"""The spine: what it costs to have a passage written, from wanted to accepted, model time left out.

The scripted model answers at once, so that what is left is ours. A book of few passages and one of
ten times as many are written in turns, at the end of the larger one: what is proportional to the
book shows as a ratio, whatever the machine does meanwhile.
"""

from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from django.utils import timezone

from studio.actions import running
from studio.local import cluster
from studio.local.places import Places
from studio.management.benches import book, counters, figures, spine_parts, workers
from studio.management.benches.figures import COUNT, RATIO, WALL, Figure, Json, median, over
from studio.management.benches.model import Call, Model
from studio.models import Project, Run
from studio.queries import verify

N_SMALL, N_WORDY = 4, 5
LONGEST = 200.0


@dataclass(frozen=True, slots=True)
class Pace:
    """How often and for how many seconds each thing is looked at."""

    n_rounds: int
    n_peer_jobs: int
    idle: float
    durable: float
    call: float


THOROUGH = Pace(n_rounds=4, n_peer_jobs=10, idle=10.0, durable=1.0, call=10.0)
# Shows that every figure can be taken; what it says is not worth much.
BRIEF = Pace(n_rounds=1, n_peer_jobs=3, idle=1.0, durable=0.1, call=0.5)
N_THOROUGH = 100


@dataclass(slots=True)
class Rounds:
    """What one book showed while it was written one call at a time."""

    gaps: list[float] = field(default_factory=list)
    handovers: list[float] = field(default_factory=list)
    n_sent: int = 0
    n_received: int = 0

    def add(self, calls: list[Call], commits: list[float]) -> None:
        starts = [call.started_at for call in calls]
        self.gaps += [b.started_at - a.ended_at for a, b in pairwise(calls)]
        following = [next((s for s in starts if s > c), None) for c in commits[:-1]]
        self.handovers += [s - c for s, c in zip(following, commits, strict=False) if s]
        self.n_sent += sum(call.n_sent for call in calls)
        self.n_received += sum(call.n_received for call in calls)


def measure(model: Model, data: Path, n_movements: int) -> tuple[list[Figure], Json]:
    """All figures of the spine, for a large book of so many passages and one of a tenth."""
    pace = THOROUGH if n_movements >= N_THOROUGH else BRIEF
    n_small = max(N_SMALL, n_movements // 10)
    book.connect(model.base_url)
    found = spine_parts.idle(data, seconds=pace.idle)
    small = book.begin(n_small, title="A small book")
    large = book.begin(max(n_movements, n_small), title="A large book")
    wordy = book.begin(N_WORDY, title="Long passages", words=1000)
    at_first = {one.pk: counters.bytes_kept(one.pk) for one in (small, large, wordy)}
    found += _bulk(large, n_movements - n_small, data, pace)
    found += _in_turns(small, large, wordy, model, data, pace)
    found += spine_parts.bytes_of_units(small, large, wordy, at_first)
    found += spine_parts.long_calls(model, data, seconds=pace.call)
    violations = [v for one in (small, large, wordy) for v in verify.verify(_again(one))]
    found.append(Figure("clean", "violations that verify finds", len(violations), 0, COUNT))
    facts: Json = {
        "movements": [n_small, n_movements],
        "calls": Run.objects.count(),
        "violations": [f"{v.place}: {v.words}" for v in violations[:5]],
    }
    return found, facts


def _bulk(large: Project, n_wanted: int, data: Path, pace: Pace) -> list[Figure]:
    """Most of the large book by a worker with four slots: processor time, and the rate."""
    postmaster = cluster.recorded_pid(Places.of(data))
    own = counters.backend_pid()
    Project.objects.filter(pk=large.pk).update(n_parallel=4)
    durable = [counters.durable_commits_per_second(pace.durable)]
    with workers.worker(data / "bulk.log", concurrency=4) as pid:
        n_before, started_at = Run.objects.count(), timezone.now()
        python = workers.cpu_seconds(pid)
        postgres = workers.cpu_seconds_below(postmaster, without=own)
        _write(large, n_wanted)
        python = workers.cpu_seconds(pid) - python
        postgres = workers.cpu_seconds_below(postmaster, without=own) - postgres
    seconds = (timezone.now() - started_at).total_seconds()
    durable.append(counters.durable_commits_per_second(pace.durable))
    Project.objects.filter(pk=large.pk).update(n_parallel=1)
    n_runs = Run.objects.count() - n_before
    n_units = spine_parts.n_accepted(large)
    per_run = f"over {n_runs} runs; per accepted passage "
    return [
        Figure("P2 Python", "ms of CPU in the worker per operation (run)", 1000 * python / n_runs,
               20, COUNT, f"{per_run}{1000 * python / max(1, n_units):.1f}; the client of the "
               "model, which streams each reply, is included"),
        Figure("P2 PostgreSQL", "ms of CPU in PostgreSQL per operation (run)",
               1000 * postgres / n_runs, 8, COUNT,
               f"{per_run}{1000 * postgres / max(1, n_units):.1f}; the whole server"),
        Figure("rate", "runs per second of a worker with four slots over single-client durable "
               "commits per second", over(n_runs / seconds, median(durable)), None, RATIO,
               f"{n_runs / seconds:.1f} runs a second, {median(durable):.0f} durable commits"),
    ]  # fmt: skip


def _in_turns(
    small: Project, large: Project, wordy: Project, model: Model, data: Path, pace: Pace
) -> list[Figure]:
    """Both books in turns, one call at a time: orchestration, flushes, handing over, sizes."""
    rounds, durable, peer = {small.pk: Rounds(), large.pk: Rounds()}, [], []
    n_runs, n_flushes = Run.objects.count(), counters.flushes_of_others()
    n_small, log = spine_parts.n_movements(small), data / "turns.log"
    with workers.peer(data / "peer.log"), workers.worker(log, concurrency=4):
        for n in range(1, pace.n_rounds + 1):
            for one in (small, large):
                n_before = n_small if one == small else spine_parts.n_movements(large)
                left = n_small - n_small * n // pace.n_rounds
                number = _again(one).commit_number
                model.calls()
                _write(one, n_before - left)
                rounds[one.pk].add(model.calls(), counters.commit_times(one.pk, number))
            numbers = range(n * pace.n_peer_jobs, (n + 1) * pace.n_peer_jobs)
            peer.append(counters.doorbell_latency(data / "peer.log", numbers))
            durable.append(counters.durable_commits_per_second(0.4 * pace.durable))
        _write(wordy, N_WORDY)
    n_flushes = counters.flushes_of_others() - n_flushes
    flushes = n_flushes / (Run.objects.count() - n_runs)
    return _figures_of_turns(rounds[small.pk], rounds[large.pk], peer, durable, flushes)


def _figures_of_turns(
    small: Rounds, large: Rounds, peer: list[float], durable: list[float], flushes: float
) -> list[Figure]:
    ours, theirs = median(small.handovers + large.handovers), median(peer)
    handovers = small.handovers + large.handovers
    sizes = [over(one.n_sent, one.n_received) for one in (small, large)]
    one_commit = 1000 / (median(durable) or 1)
    return [
        Figure("per call, small", "ms between calls, small book; median", ms(median(small.gaps)),
               50, WALL, f"one durable commit takes {one_commit:.1f} ms here"),
        Figure("per call, large", "ms between calls, large book; median", ms(median(large.gaps)),
               50, WALL, f"95th percentile {ms(figures.percentile(large.gaps, .95)):.1f}"),
        Figure("per call, scale", "large book over small book",
               over(median(large.gaps), median(small.gaps)), 1.3, RATIO),
        Figure("sent, small", "characters sent per character received, small book", sizes[0], 8,
               RATIO, "gates and schemas included"),
        Figure("sent, large", "characters sent per character received, large book", sizes[1], 8,
               RATIO),
        Figure("sent, scale", "large book over small book", over(sizes[1], sizes[0]), 1.1, RATIO),
        Figure("P1", "log flushes per run, from wanted to accepted", flushes, 3.1, COUNT),
        Figure("P5 median", "ms from a commit to the call it allowed; median",
               ms(median(handovers)), 25, WALL),
        Figure("P5 95th", "ms from a commit to the call it allowed; 95th percentile",
               ms(figures.percentile(handovers, .95)), 75, WALL),
        Figure("P5 ratio", "over a bare Procrastinate job, from commit to start",
               over(ours, theirs), 2, RATIO, f"the bare job takes {ms(theirs):.1f} ms"),
    ]  # fmt: skip


def ms(seconds: float | None) -> float:
    return 1000 * (seconds or 0.0)


def _write(project: Project, n_wanted: int) -> None:
    """Has a book go on until so many passages are accepted, then stand still."""
    running.resume(project.pk, now=timezone.now())
    workers.wait(
        lambda: spine_parts.n_accepted(project) >= n_wanted, f"{n_wanted} passages", seconds=LONGEST
    )
    running.stop(project.pk, now=timezone.now())
    active = Run.objects.active().filter(project=project)
    workers.wait(lambda: not active.exists(), "the book to stand still")


def _again(project: Project) -> Project:
    return Project.objects.get(pk=project.pk)
