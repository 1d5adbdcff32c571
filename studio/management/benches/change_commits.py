"""What a commit costs that affects none, ten and a thousand steps; and to take it back."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from time import perf_counter

from django.utils import timezone

from studio.actions import commits as making
from studio.actions import planned
from studio.core.intent import Intent
from studio.core.state import Body
from studio.management.benches import rows
from studio.management.benches.figures import COUNT, RATIO, WALL, Figure, median, over
from studio.management.benches.grown import Grown
from studio.models import Unit
from studio.queries import planning

N_ROUNDS = 15
MOST_RATIO = 1.5
MANY = 1000
Edit = tuple[str, str]
# What an edit affects -> the entry and the field that it writes.
EDITS: dict[int, Edit] = {
    0: ("brief/title", "value"),
    10: ("section/s5", "synopsis"),
    1000: ("object/premise-0", "fields"),
}


def commits(books: Sequence[Grown]) -> list[Figure]:
    """Edits and their undoing in all books in turns, each a commit of its own."""
    small, large = books[0], books[-1]
    took: dict[tuple[int, int, str], list[float]] = defaultdict(list)
    asked: dict[tuple[int, int], rows.Asked] = {}
    for n in range(N_ROUNDS):
        for affected in [a for a in EDITS if a < MANY or n < N_ROUNDS // 3]:
            for book in books:
                if book.n_steps >= affected:
                    _round(book, affected, n, took, asked)
    found = []
    for affected in EDITS:
        for what, limit in (("commit", MOST_RATIO), ("undo", MOST_RATIO)):
            times = {b: median(took[b.project_id, affected, what]) for b in books}
            ratio = over(times[large], times[small]) if affected in (0, 10) else None
            note = ", ".join(f"{b.n_steps:,}: {ms(t):.1f}" for b, t in times.items() if t)
            found.append(
                Figure(
                    f"{what} {affected}",
                    f"ms to {what} an edit that affects {affected:,}, largest book",
                    ms(times[large]),
                    None,
                    WALL,
                    note,
                )
            )
            if ratio is not None:
                found.append(Figure(f"{what} {affected}, scale", "largest book over smallest",
                             ratio, limit, RATIO))  # fmt: skip
        if affected in (0, 10):
            n_small, n_large = (asked[b.project_id, affected].n_rows for b in (small, large))
            found.append(Figure(f"commit {affected}, rows", "rows that pass through it, largest "
                         "book over smallest", n_large / n_small, 1.1, COUNT))  # fmt: skip
    return found


def ms(seconds: float | None) -> float:
    return 1000 * (seconds or 0.0)


def timed(work: Callable[..., object], *what: object) -> float:
    """How many seconds some work takes."""
    started_at = perf_counter()
    work(*what)
    return perf_counter() - started_at


def _round(
    book: Grown,
    affected: int,
    n: int,
    took: dict[tuple[int, int, str], list[float]],
    asked: dict[tuple[int, int], rows.Asked],
) -> None:
    key, name = EDITS[affected]
    with rows.counted() as found:
        took[book.project_id, affected, "commit"].append(timed(_edit, book, key, name, n))
    asked[book.project_id, affected] = found
    n_stale = Unit.objects.in_project(book.project_id).stale().count()
    assert n_stale == affected, f"{key} affects {n_stale} steps and not {affected}"
    took[book.project_id, affected, "undo"].append(timed(_undo, book))
    assert not Unit.objects.in_project(book.project_id).stale().exists(), "undo makes all fresh"


def _edit(book: Grown, key: str, name: str, n: int) -> None:
    with making.change(
        book.project_id, kind="edit", reason="Changed", by="person",
        actor_id=book.project.owner_id, now=timezone.now(),
    ) as change:  # fmt: skip
        body: Body = change.state.entry(key) or {}
        said = f"Said otherwise, {n}."
        change.put(key, {**body, name: {"text": said} if name == "fields" else said})


def _undo(book: Grown) -> None:
    project = book.project
    intent = Intent("undo", commit=project.commit_number)
    plan = planning.plan(project, intent)
    planned.carry_out(
        project.pk, intent, digest=plan.digest, actor_id=project.owner_id, now=timezone.now()
    )
