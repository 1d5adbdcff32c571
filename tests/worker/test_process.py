"""The worker as a process: it takes up work, leaves in order, and keeps still when idle."""

import signal
import time

import psycopg
import pytest
from django.conf import settings
from django.utils import timezone
from procrastinate.contrib.django.models import ProcrastinateJob

from studio.actions import errands, printing, running, signin
from studio.actions.books import Statement
from studio.models import Errand, Export, Project, Run, Unit
from studio.models.run import RunState
from studio.worker.errands import do_errand
from tests import truths
from tests.patience import within
from tests.processes import Worker, begin, finishes, has_active_run, nursery, outside, worker
from tests.scripted import Answer, Server

pytestmark = pytest.mark.faults

LISTENING = "tests.listening"  # a worker that never looks by itself


def test_work_is_taken_up_when_it_rings_and_leads_to_a_book(server: Server) -> None:
    with worker(program=LISTENING, lease=3600) as only, outside() as link:
        assert within(15, lambda: _is_heard(link))
        book = begin(server, words=600)

        assert within(2, lambda: bool(server.requests))
        assert finishes(book)
        only.send(signal.SIGTERM)
        assert only.ends(5)
    truths.assert_whole(book)


def _is_heard(link: psycopg.Connection[tuple[int, ...]]) -> bool:
    """Whether somebody listens for jobs."""
    row = link.execute(
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
        " AND query LIKE 'LISTEN %procrastinate%'"
    ).fetchone()
    assert row is not None
    return row[0] > 0


def test_a_file_is_made_beside_what_is_written(server: Server) -> None:
    with worker(program=LISTENING, lease=3600), outside() as link:
        assert within(15, lambda: _is_heard(link))
        book = begin(server, words=300)
        wanted = printing.Order(("epub",))

        (ordered,) = printing.order(book, wanted, now=timezone.now())

        assert within(30, lambda: Export.objects.get(pk=ordered.pk).state == "ready")
        assert finishes(book)


def test_work_is_taken_up_soon_when_every_notify_is_lost(server: Server) -> None:
    with nursery() as rooms, outside() as link:
        link.execute("ALTER TABLE procrastinate_jobs DISABLE TRIGGER USER")
        assert rooms.worker().is_at_work()
        try:
            begin(server, words=300)

            assert within(4, lambda: bool(server.requests))
        finally:
            link.execute("ALTER TABLE procrastinate_jobs ENABLE TRIGGER USER")


def test_what_the_queue_keeps_of_the_dead_is_removed(server: Server) -> None:
    with nursery() as rooms, outside() as link:
        link.execute(
            "INSERT INTO procrastinate_jobs (queue_name, task_name, args, status)"
            " VALUES ('units', 'studio.operate', '{\"unit_id\": 1}', 'doing')"
        )

        rooms.worker()

        assert within(10, lambda: not ProcrastinateJob.objects.exists())


def test_an_idle_worker_costs_next_to_nothing(server: Server) -> None:
    with nursery(lease=30) as rooms, outside() as link:
        idle = rooms.worker()
        assert idle.is_at_work()
        time.sleep(1.5)

        # What else the server does, such as vacuuming, can only add to what is counted.
        assert any(_is_cheap(idle, link, seconds=4) for _ in range(4))


def _is_cheap(idle: Worker, link: psycopg.Connection[tuple[int, ...]], seconds: float) -> bool:
    cpu, n_before = idle.cpu_seconds(), _n_transactions(link)
    time.sleep(seconds)
    n_a_second = (_n_transactions(link) - n_before) / seconds
    return n_a_second <= 2 and (idle.cpu_seconds() - cpu) / seconds <= 0.01


def _n_transactions(link: psycopg.Connection[tuple[int, ...]]) -> int:
    # Counted for all of the database, and reported up to a second late.
    row = link.execute(
        "SELECT xact_commit + xact_rollback FROM pg_stat_database"
        " WHERE datname = current_database()"
    ).fetchone()
    assert row is not None
    return row[0]


def test_sigterm_lets_the_call_finish_within_its_lease(server: Server) -> None:
    server.script(Answer(wait=2.5))
    book = begin(server, words=300)
    with nursery(lease=1) as rooms:
        leaving, other = rooms.worker(concurrency=1), None
        assert within(5, lambda: bool(server.requests))

        leaving.send(signal.SIGTERM)
        other = rooms.worker()

        assert leaving.ends(8)
        assert len(server.requests) == 1 or server.requests[0].ending == "done"
        first = Run.objects.earliest("pk")
        assert (first.state, first.unit.runs.count()) == (RunState.DONE, 1)
        assert finishes(book)
        assert other.is_running
    assert len(server.requests) == truths.n_replies(book)
    truths.assert_whole(book)


def test_a_second_sigterm_gives_the_lease_back_within_five_seconds(server: Server) -> None:
    server.script(Answer(wait=60))
    book = begin(server, words=300)
    with nursery(lease=30) as rooms:
        leaving = rooms.worker()
        assert within(5, lambda: bool(server.requests))

        leaving.send(signal.SIGTERM)
        time.sleep(0.3)
        assert leaving.is_running
        leaving.send(signal.SIGTERM)

        assert leaving.ends(5)
        assert not has_active_run(book)
        assert Project.objects.get(pk=book).tokens_reserved == 0
        rooms.worker()
        assert finishes(book)
    assert Run.objects.filter(state=RunState.LOST).count() == 1
    truths.assert_whole(book)


def test_stopping_a_book_asks_for_no_token_after_two_seconds(server: Server) -> None:
    server.traits.token_delay = 0.05
    book = begin(server, words=600)
    with nursery() as rooms:
        rooms.worker()
        assert within(5, lambda: any(request.pieces_sent > 3 for request in server.requests))

        running.stop(book, now=timezone.now())

        assert within(1, lambda: all(r.ending for r in server.requests))
        assert within(1, lambda: not has_active_run(book))
        assert not Unit.objects.filter(project=book, work="active").exists()
        n_calls = len(server.requests)
        time.sleep(1)
        assert len(server.requests) == n_calls
        server.traits.token_delay = 0
        running.resume(book, now=timezone.now())
        assert finishes(book)
    assert len(server.requests) > n_calls
    assert Run.objects.filter(state=RunState.STOPPED).exists()
    truths.assert_whole(book)


def test_a_stopped_unit_waits_until_somebody_says_go(server: Server) -> None:
    server.script(Answer(wait=30))
    book = begin(server, words=300)
    with nursery() as rooms:
        rooms.worker()
        assert within(5, lambda: bool(server.requests))
        unit = Unit.objects.get(project=book, work="active")

        running.stop_unit(unit.pk, now=timezone.now())

        assert within(2, lambda: Unit.objects.filter(pk=unit.pk, work="held").exists())
        assert within(2, lambda: server.requests[0].ending == "caller left")
        time.sleep(0.5)
        assert len(server.requests) == 1
        running.retry(unit.pk, now=timezone.now())
        assert finishes(book)
    truths.assert_whole(book)


def test_a_book_stopped_and_resumed_at_once_goes_on(server: Server) -> None:
    server.script(Answer(wait=0.5))
    book = begin(server, words=300)
    with nursery() as rooms:
        rooms.worker()
        assert within(5, lambda: bool(server.requests))

        running.stop(book, now=timezone.now())
        running.resume(book, now=timezone.now())

        assert finishes(book)
    truths.assert_whole(book)


def test_two_workers_keep_the_limit_of_a_book_between_them(server: Server) -> None:
    server.traits.wait = 0.15
    book = begin(server, words=2000, n_parallel=2)
    with nursery() as rooms:
        rooms.worker()
        rooms.worker()

        assert finishes(book)
    assert server.most_at_once == 2
    assert truths.n_runs_at_once_of_a_unit(book) <= 1
    assert len(server.requests) == truths.n_replies(book)
    truths.assert_whole(book)


def test_a_book_is_made_once_and_whole_when_its_maker_is_killed(server: Server) -> None:
    now, owner = timezone.now(), signin.owner()
    sent = ("a.md", b"# One\n\nIt was cold.\n\n# Two\n\nWater.\n")
    read = errands.receive(owner.pk, [sent], now=now)
    do_errand(read.pk, lambda: False)
    statement = Statement(title="Cold", intention="To tell of it.")
    made = errands.make(read, "Cold", errands.told_of(1, statement, "a.md"), now=now)
    with nursery() as rooms:
        first = rooms.worker(fault="errand:4")
        assert first.is_struck("errand")
        assert not Project.objects.exists()

        rooms.worker()

        assert within(30, lambda: Errand.objects.get(pk=made.pk).state == "ready")
    assert Errand.objects.get(pk=made.pk).made == Project.objects.get()
    place = settings.STUDIO.data / "incoming" / f"{owner.pk}-{read.sent}"
    assert within(5, lambda: not place.exists())
