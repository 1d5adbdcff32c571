"""R3 and R4: the queue may lose, double and break what it likes."""

import contextlib
import time
from collections.abc import Iterator

import pytest

from studio.actions import bell
from studio.models import Unit
from tests import truths
from tests.patience import within
from tests.processes import begin, finishes, is_finished, nursery, outside
from tests.scripted import Server

pytestmark = pytest.mark.faults

UNRELIABLE = """
    CREATE FUNCTION test_unreliable() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF pg_trigger_depth() > 1 THEN RETURN NULL; END IF;
        IF random() < 0.2 THEN
            DELETE FROM procrastinate_jobs WHERE id = NEW.id;
        ELSIF random() < 0.25 THEN
            INSERT INTO procrastinate_jobs (queue_name, task_name, args)
            VALUES (NEW.queue_name, NEW.task_name, NEW.args);
        END IF;
        RETURN NULL;
    END $$;
    CREATE TRIGGER test_unreliable AFTER INSERT ON procrastinate_jobs
        FOR EACH ROW EXECUTE FUNCTION test_unreliable();
"""
RELIABLE = "DROP FUNCTION test_unreliable CASCADE"
# The sequence is not rolled back with the error, so that only the first few meet it.
RAISING = """
    CREATE SEQUENCE test_errors;
    CREATE FUNCTION test_raising() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF nextval('test_errors') <= 2 THEN RAISE EXCEPTION 'a scripted error'; END IF;
        RETURN COALESCE(NEW, OLD);
    END $$;
    CREATE TRIGGER test_raising BEFORE {} FOR EACH ROW EXECUTE FUNCTION test_raising();
"""
NOT_RAISING = "DROP FUNCTION test_raising CASCADE; DROP SEQUENCE test_errors"


@contextlib.contextmanager
def meanwhile(begin_with: str, end_with: str) -> Iterator[None]:
    with outside() as link:
        link.execute(begin_with.encode())
        try:
            yield
        finally:
            link.execute(end_with.encode())


def test_a_fifth_of_all_rings_lost_and_a_fifth_doubled_does_not_matter(server: Server) -> None:
    with nursery(lease=1) as rooms, meanwhile(UNRELIABLE, RELIABLE):
        book = begin(server, words=2000)
        rooms.worker()
        rooms.worker()

        assert finishes(book)
    truths.assert_whole(book)
    assert truths.n_runs_at_once_of_a_unit(book) <= 1
    assert len(server.requests) == truths.n_replies(book)


def test_all_jobs_deleted_again_and_again_does_not_matter(server: Server) -> None:
    book = begin(server, words=600)
    with nursery(lease=1) as rooms, outside() as link:
        rooms.worker()

        def finished_in_spite_of_it() -> bool:
            link.execute("DELETE FROM procrastinate_jobs WHERE status = 'todo'")
            return is_finished(book)

        # Most jobs are heard before they can be deleted; those that are not are rung again.
        assert within(30, finished_in_spite_of_it)
    truths.assert_whole(book)


def test_ringing_for_everything_at_once_starts_nothing_twice(server: Server) -> None:
    server.traits.wait = 0.1
    book = begin(server, words=600)
    with nursery(lease=1) as rooms:
        rooms.worker()
        rooms.worker()
        while not is_finished(book):
            bell.ring(list(Unit.objects.in_project(book).values_list("pk", flat=True)) * 2)
            time.sleep(0.3)
    truths.assert_whole(book)
    assert truths.n_runs_at_once_of_a_unit(book) <= 1
    assert len(server.requests) == truths.n_replies(book)


@pytest.mark.parametrize(
    "event",
    [
        "DELETE ON procrastinate_jobs",
        "UPDATE ON procrastinate_jobs",
        pytest.param("UPDATE ON procrastinate_workers", marks=pytest.mark.long),
    ],
)
def test_an_error_in_the_queue_strands_nothing(server: Server, event: str) -> None:
    server.traits.wait = 0.2 if "jobs" in event else 2.0
    with nursery(lease=1) as rooms, meanwhile(RAISING.format(event), NOT_RAISING):
        rooms.worker()
        book = begin(server, words=600)

        assert finishes(book)
    truths.assert_whole(book)
    assert len(server.requests) == truths.n_replies(book)
