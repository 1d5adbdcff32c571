"""Random kills while books are written, and what they cost: of nearly everything, nothing.

Any of worker, web process, database and model server is killed without notice, or all at once, and
comes back by itself. Counts over all books say what was lost; then the plug is pulled on a book of
10,000 units, and the time is taken from `manage.py start` to the next call of the model.
"""

import random
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

from django.db import connection
from django.utils import timezone

from studio.actions import running
from studio.env import CHECKOUT
from studio.local import cluster, ports, processes
from studio.local.places import Places
from studio.management.benches import book, crash_counts, workers
from studio.management.benches.crash_counts import Accepted, steadily
from studio.management.benches.figures import COUNT, WALL, Figure, Json
from studio.management.benches.installation import AT_ONCE, N_WORKERS, Installation, Worker
from studio.management.benches.model import Model
from studio.models import Project, Run, Unit
from studio.queries import verify

# How often each is the victim.
VICTIMS = {"worker": 12, "database": 4, "model": 2, "web": 1, "all": 1}
SECONDS_AWAY = 1.5
CALL_SECONDS = 0.5
LONGEST = 300.0
MANY_UNITS, WORDS_OF_MANY = 10_000, 50
SEED, TOLD_EVERY = 7, 20


@dataclass(slots=True)
class Tally:
    """What was seen at each kill."""

    n_lost: int = 0
    n_by_hand: int = 0
    n_in_flight: int = 0
    kills: dict[str, int] = field(default_factory=lambda: dict.fromkeys(VICTIMS, 0))


def measure(model: Model, data: Path, n_movements: int, n_kills: int) -> tuple[list[Figure], Json]:
    """All figures of the kills, and of the start after the last one."""
    book.connect(model.base_url)
    model.answer_within(CALL_SECONDS)
    desk, tally, books = Installation(data, model), Tally(), [_begin(n_movements)]
    desk.open()
    try:
        for n in range(n_kills):
            _kill_once(desk, tally, books, n_movements, random.Random(SEED + n))
            if (n + 1) % TOLD_EVERY == 0:
                sys.stderr.write(f"{n + 1} kills: {tally}\n")
        workers.wait(lambda: _are_done(books, tally), "all books to be done", seconds=LONGEST)
        found = _figures(desk, tally, books, n_kills)
    finally:
        desk.close()
    n_units = MANY_UNITS if n_movements >= 100 else n_movements
    found.append(_start_again(model, data, n_units))
    facts: Json = {"movements": n_movements, "books": len(books), "kills": tally.kills}
    return found, facts


def _begin(n_movements: int) -> Project:
    """A book that writes itself, from several sections at once."""
    begun = book.begin(n_movements, title="A book under fire")
    Project.objects.filter(pk=begun.pk).update(n_parallel=N_WORKERS * AT_ONCE)
    running.resume(begun.pk, now=timezone.now())
    return begun


def _kill_once(
    desk: Installation, tally: Tally, books: list[Project], n_movements: int, rng: random.Random
) -> None:
    n_calls = _n_calls(desk)

    def is_in_the_midst() -> bool:
        if steadily(crash_counts.is_finished, books[-1]):
            books.append(steadily(_begin, n_movements))
        return _n_calls(desk) > n_calls and bool(desk.at_work())

    workers.wait(is_in_the_midst, "a call to begin", seconds=LONGEST)
    time.sleep(rng.uniform(0.0, 1.0))
    victim = rng.choices(list(VICTIMS), list(VICTIMS.values()))[0]
    worker = rng.choice(desk.at_work())
    before = [steadily(crash_counts.accepted, one) for one in books]
    tally.n_in_flight += steadily(_n_in_flight, victim, worker)
    tally.kills[victim] += 1
    _strike(desk, victim, worker, rng.uniform(0, SECONDS_AWAY))
    tally.n_lost += sum(_n_lost(one, then) for one, then in zip(books, before, strict=True))
    _lend_a_hand(books, tally)


def _n_calls(desk: Installation) -> int:
    return len(_calls(desk.data))


def _calls(data: Path) -> list[str]:
    """When each call began, of all lives of the model server."""
    log = data / "calls.log"
    return log.read_text().splitlines() if log.exists() else []


def _strike(desk: Installation, victim: str, worker: Worker, seconds: float) -> None:
    match victim:
        case "worker":
            desk.kill_worker(worker)
        case "model":
            desk.kill_model(seconds)
        case "database":
            desk.kill_database(seconds)
        case "web":
            desk.kill_web()
        case _:
            desk.kill_all()


def _n_in_flight(victim: str, worker: Worker) -> int:
    """The calls that this kill may cost."""
    active = Run.objects.active()
    if victim == "worker":
        active = active.filter(worker__contains=f":{worker.process.pid}:")
    return 0 if victim == "web" else active.count()


def _n_lost(one: Project, before: Accepted) -> int:
    return len(before - steadily(crash_counts.accepted, one))


def _lend_a_hand(books: list[Project], tally: Tally) -> None:
    """Counts what stands still until somebody acts, and acts, so that the bench comes to an end."""
    for one in books:
        n_needed = steadily(crash_counts.needs_a_hand, one)
        if n_needed:
            tally.n_by_hand += n_needed
            steadily(running.resume, one.pk, now=timezone.now())


def _are_done(books: list[Project], tally: Tally) -> bool:
    _lend_a_hand(books, tally)
    return all(steadily(crash_counts.is_finished, one) for one in books)


def _figures(desk: Installation, tally: Tally, books: list[Project], n_kills: int) -> list[Figure]:
    connection.close()
    again = [Project.objects.get(pk=one.pk) for one in books]
    n_repeated = _n_calls(desk) - sum(map(crash_counts.replies, again))
    left = sum(map(crash_counts.left_behind, again)) + _left_in_queue()
    violations = [v for one in again for v in verify.verify(one)]
    per_kill = f"{n_repeated} calls repeated over {n_kills} kills, {tally.n_in_flight} in flight"
    return [
        Figure("lost", "accepted units lost", tally.n_lost, 0, COUNT),
        Figure("commits", "changes doubled or missing",
               sum(map(crash_counts.commits_wrong, again)), 0, COUNT),
        Figure("twice", "replies paid again after they had arrived",
               sum(map(crash_counts.bought_twice, again)), 0, COUNT),
        Figure("by hand", "things that stood still until a person acted", tally.n_by_hand, 0,
               COUNT),
        Figure("invariants", "violations that verify finds", len(violations), 0, COUNT,
               "; ".join(f"{v.place}: {v.words}" for v in violations[:3])),
        Figure("repeated", "calls repeated per call in flight at a kill",
               n_repeated / max(1, tally.n_in_flight), 1, COUNT, per_kill),
        Figure("left", "rows left behind", left, 0, COUNT),
    ]  # fmt: skip


def _left_in_queue() -> int:
    """What the queue still holds when everybody had time to tidy up."""
    deadline = time.monotonic() + crash_counts.PATIENCE
    while (n := crash_counts.left_in_queue(N_WORKERS)) and time.monotonic() < deadline:
        time.sleep(1.0)
    return n


def _start_again(model: Model, data: Path, n_units: int) -> Figure:
    """The plug is pulled in the middle of a large book, and `manage.py start` called."""
    large = book.begin(n_units * 5 // 6, title="A large book", words=WORDS_OF_MANY)
    Project.objects.filter(pk=large.pk).update(n_parallel=8)
    running.resume(large.pk, now=timezone.now())
    model.answer_within(3.0)
    desk = Installation(data, model)
    desk.open()
    opened = time.time()
    workers.wait(lambda: _called_since(data, opened) > 0, "calls to begin", seconds=LONGEST)
    time.sleep(1.0)
    for worker in desk.workers:
        worker.process.send_signal(signal.SIGKILL)
    desk.close()
    connection.close()
    subprocess.run(["kill", "-9", str(cluster.recorded_pid(Places.of(data)))], check=True)
    began = time.time()
    with _started(data) as process:
        try:
            workers.wait(lambda: _called_since(data, began) > 0, "a call", seconds=LONGEST)
        finally:
            process.terminate()
    seconds = _called_since(data, began)
    units = Unit.objects.in_project(large.pk).count()
    return Figure("start", "seconds from `manage.py start` to the next call", seconds, 5, WALL,
                  f"in a book of {units} units, everything killed before")  # fmt: skip


def _started(data: Path) -> "subprocess.Popen[bytes]":
    with (data / "start.log").open("wb") as said:
        return subprocess.Popen(
            [sys.executable, "manage.py", "start"], cwd=CHECKOUT,
            env=processes.as_child() | {"STUDIO_PORT": str(ports.free_port())},
            stdin=subprocess.DEVNULL, stdout=said, stderr=said,
        )  # fmt: skip


def _called_since(data: Path, began: float) -> float:
    """How long after a moment the first call came; 0 while none has."""
    times = map(float, _calls(data))
    return next((at - began for at in times if at > began), 0.0)
