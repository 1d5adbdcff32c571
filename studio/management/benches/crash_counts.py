"""What must be nought after any number of kills, counted on the rows themselves."""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from django.db import InterfaceError, OperationalError, connection
from django.db.models import Count

from studio.core.states import Standing, Work
from studio.management.benches import workers
from studio.models import Artifact, Commit, Entry, Partial, Project, Reply, Run, Unit
from studio.models.run import RunState

P = ParamSpec("P")
T = TypeVar("T")
Accepted = set[tuple[int, int | None]]
LEFT_IN_QUEUE = """
    SELECT (SELECT count(*) FROM procrastinate_jobs)
         + greatest(0, (SELECT count(*) FROM procrastinate_workers) - %s)
"""
PATIENCE = 60.0


def steadily(ask: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """The answer, asked for again while the database is away."""
    found: list[T] = []

    def is_answered() -> bool:
        try:
            found.append(ask(*args, **kwargs))
        except (OperationalError, InterfaceError):
            connection.close()
        return bool(found)

    workers.wait(is_answered, "the database to answer", seconds=PATIENCE)
    return found[0]


def accepted(book: Project) -> Accepted:
    """The units that are accepted, each with its text."""
    units = Unit.objects.in_project(book.pk).filter(standing=Standing.ACCEPTED)
    return set(units.values_list("pk", "current_id"))


def is_finished(book: Project) -> bool:
    """Whether nothing is left to do."""
    left = Unit.objects.in_project(book.pk).exclude(
        standing=Standing.ACCEPTED, work=Work.IDLE, is_stale=False
    )
    return not left.exists()


def needs_a_hand(book: Project) -> int:
    """How many things stand still until a person acts."""
    now = Project.objects.get(pk=book.pk)
    n_held = Unit.objects.in_project(book.pk).filter(work=Work.HELD).count()
    return n_held + (not now.is_running and now.resumes_at is None)


def commits_wrong(book: Project) -> int:
    """Changes that are doubled or missing: in the numbering, and for each unit its acceptance."""
    numbers = list(Commit.objects.filter(project=book).values_list("number", flat=True))
    n_gaps = len(set(range(1, book.commit_number + 1)) ^ set(numbers))
    units = Unit.objects.in_project(book.pk)
    texts = Entry.objects.filter(project=book, kind="text")
    doubled = texts.values("key").annotate(n=Count("pk")).filter(n__gt=1)
    n_missing = units.count() - texts.current().values("key").distinct().count()
    return n_gaps + doubled.count() + abs(n_missing)


def bought_twice(book: Project) -> int:
    """Replies that had arrived, and that nobody used although what they answer was asked again."""
    used = [RunState.DONE, RunState.FAILED]
    unused = Reply.objects.filter(unit__project=book, adopted_by=None).exclude(run__state__in=used)
    return unused.count()


def left_behind(book: Project) -> int:
    """Rows of the book that nothing will ever take up or remove."""
    now = Project.objects.get(pk=book.pk)
    return (
        Run.objects.active().filter(project=book).count()
        + Artifact.objects.filter(run__project=book).exclude(run__state=RunState.DONE).count()
        + Partial.objects.filter(run__project=book, run__state=RunState.DONE).count()
        + (now.tokens_reserved != 0)
    )


def left_in_queue(n_workers: int) -> int:
    """Jobs, and workers that are listed although they are dead."""
    with connection.cursor() as cursor:
        cursor.execute(LEFT_IN_QUEUE, [n_workers])
        return int(cursor.fetchone()[0])


def replies(book: Project) -> int:
    """How many replies arrived whole."""
    return Reply.objects.filter(unit__project=book).count()
