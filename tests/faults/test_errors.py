"""R13 and R15: what the database and the disk refuse ends in no loss, and goes on by itself."""

import contextlib
import os
from datetime import UTC, datetime
from pathlib import Path

import psycopg
import pytest
from django.db import connection

from studio.actions import publishing, running
from studio.local.places import Places
from tests import building, conftest, truths
from tests.disks import fill, small_disk
from tests.outages import ours_to_stop, steadily
from tests.patience import within
from tests.processes import (
    begin,
    database_url,
    finishes,
    has_active_run,
    is_finished,
    nursery,
    outside,
)
from tests.scripted import Server
from tests.web import browsers

NOW = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)
# One after the other: statement timeout, disk full, deadlock, lock timeout, too many connections.
CODES = ("57014", "53100", "40P01", "55P03", "53300")
REFUSING = f"""
    CREATE SEQUENCE test_refusals;
    CREATE FUNCTION test_refusing() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE codes text[] := string_to_array('{",".join(CODES)}', ',');
            n int := nextval('test_refusals') - 1;
    BEGIN
        IF n < array_length(codes, 1) THEN
            RAISE EXCEPTION 'a scripted refusal' USING ERRCODE = codes[1 + n];
        END IF;
        RETURN NEW;
    END $$;
    CREATE TRIGGER test_refusing BEFORE INSERT ON studio_reply
        FOR EACH ROW EXECUTE FUNCTION test_refusing();
    CREATE TRIGGER test_refusing BEFORE INSERT ON studio_artifact
        FOR EACH ROW EXECUTE FUNCTION test_refusing();
"""
WILLING = "DROP FUNCTION test_refusing CASCADE; DROP SEQUENCE test_refusals"
NO_CHANGE = """
    CREATE FUNCTION test_no_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'a scripted refusal' USING ERRCODE = '%s'; END $$;
    CREATE TRIGGER test_no_change BEFORE UPDATE ON studio_project
        FOR EACH ROW EXECUTE FUNCTION test_no_change();
"""
END_ALL_BUT_THE_CROWD = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name <> 'crowd' AND pid <> pg_backend_pid()
"""
ADDED = "ALTER TABLE {} ADD COLUMN of_the_next_release text NOT NULL DEFAULT ''"
REMOVED = "ALTER TABLE {} DROP COLUMN of_the_next_release"
TABLES = ("studio_unit", "studio_run", "studio_project", "studio_artifact", "studio_reply")


@pytest.mark.faults
def test_whatever_the_database_refuses_for_a_while_costs_no_call(server: Server) -> None:
    with nursery(lease=2) as rooms, outside() as link:
        book = begin(server, words=300)
        link.execute(REFUSING.encode())
        try:
            only = rooms.worker()
            assert finishes(book)
        finally:
            link.execute(WILLING.encode())
        assert only.is_running
    truths.assert_whole(book)
    assert len(server.requests) == truths.n_replies(book)


@pytest.mark.faults
def test_with_no_connection_to_be_had_it_waits_until_there_is_one(server: Server) -> None:
    server.traits.wait = 0.2
    book = begin(server, words=300)
    with nursery(lease=2) as rooms, contextlib.ExitStack() as crowd, outside() as link:
        only = rooms.worker()
        assert within(10, lambda: bool(server.requests))

        def is_refused() -> bool:
            with contextlib.suppress(psycopg.OperationalError):
                while True:
                    one = psycopg.connect(database_url(), application_name="crowd")
                    crowd.enter_context(one)
            link.execute(END_ALL_BUT_THE_CROWD)
            return "too many clients" in only.log()

        assert within(15, is_refused), only.log()
        crowd.close()
        connection.close()

        assert within(40, steadily(lambda: is_finished(book)))
        assert only.is_running
    truths.assert_whole(book)
    truths.assert_nothing_was_bought_twice(book)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("53100", "The disk of the database is full."),
        ("57014", "The database took too long to answer."),
        ("53300", "The database is not to be reached just now."),
        ("22012", "Something broke on our side"),
    ],
)
def test_an_author_is_told_in_words_what_the_database_refuses(code: str, told: str) -> None:
    book = building.book()
    desk = browsers.of("owner")
    desk.raise_request_exception = False
    with connection.cursor() as cursor:
        cursor.execute(NO_CHANGE % code)

    answer = desk.post(f"/b/{book.project.slug}/stop/")

    assert answer.status_code == 500
    assert told in answer.text
    assert "Your book is as it was at the last change." in answer.text
    assert book.project.is_running


# A disk that is full --------------------------------------------------------------------------


@pytest.mark.django_db
def test_an_export_to_a_full_disk_is_refused_in_words_and_leaves_nothing(tmp_path: Path) -> None:
    book = building.book(is_written=True)
    with small_disk(tmp_path / "small", 1) as disk:
        ballast = fill(disk)
        before = set(disk.iterdir())

        with pytest.raises(publishing.CannotWrite, match="No space left on device"):
            publishing.export(book.project_id, ["md"], disk, now=NOW)

        assert set(disk.iterdir()) == before
        ballast.unlink()
        (made,) = publishing.export(book.project_id, ["md"], disk, now=NOW)
        assert "Water comes up from below." in Path(made.path).read_text()


@pytest.mark.faults
@ours_to_stop
def test_a_database_whose_disk_is_full_goes_on_when_there_is_room(
    server: Server, tmp_path_factory: pytest.TempPathFactory
) -> None:
    place = conftest.DATA / "small-disk"
    with small_disk(place, 12) as disk, outside() as link, nursery(lease=2) as rooms:
        account = Places.of(conftest.DATA).account
        own = disk / "own"
        own.mkdir()
        os.chown(own, account.uid, account.gid)
        disk.chmod(0o755)
        link.execute(f"CREATE TABLESPACE small LOCATION '{own}'".encode())
        # What earlier tests took back leaves room in the table once it was vacuumed: a whole book
        # finds its place there, however full the disk is.
        link.execute("VACUUM FULL studio_blob")
        link.execute("ALTER TABLE studio_blob SET TABLESPACE small")
        try:
            book = begin(server, words=600)
            ballast = fill(disk)
            only = rooms.worker()
            assert within(20, lambda: "No space left on device" in only.log()), is_finished(book)
            assert has_active_run(book)

            ballast.unlink()

            assert finishes(book)
            assert only.is_running
        finally:
            link.execute("ALTER TABLE studio_blob SET TABLESPACE pg_default")
            link.execute("DROP TABLESPACE small")
    truths.assert_whole(book)
    assert len(server.requests) == truths.n_replies(book)


# R15: a migration under running workers -------------------------------------------------------


@pytest.mark.faults
def test_a_migration_that_adds_is_no_matter_to_workers_of_the_release_before(
    server: Server,
) -> None:
    server.traits.wait = 0.1
    book = begin(server, words=900)
    with nursery(lease=2) as rooms, outside() as link:
        only = rooms.worker()
        assert within(15, lambda: len(truths.accepted(book)) >= 3)
        for table in TABLES:
            link.execute(ADDED.format(table).encode())
        try:
            assert finishes(book)
        finally:
            for table in TABLES:
                link.execute(REMOVED.format(table).encode())
        assert only.is_running
    truths.assert_whole(book)
    truths.assert_nothing_was_bought_twice(book)


@pytest.mark.faults
def test_a_migration_that_takes_away_has_them_refuse_and_corrupts_nothing(server: Server) -> None:
    server.traits.wait = 0.1
    book = begin(server, words=600)
    with nursery(lease=2) as rooms, outside() as link:
        only = rooms.worker()
        assert within(15, lambda: len(truths.accepted(book)) >= 2)
        link.execute("ALTER TABLE studio_artifact RENAME cause TO reason")
        try:
            assert within(10, lambda: 'column "cause"' in only.log())
        finally:
            link.execute("ALTER TABLE studio_artifact RENAME reason TO cause")
        running.resume(book, now=datetime.now(UTC))
        assert finishes(book)
        assert only.is_running
    truths.assert_whole(book)
    truths.assert_nothing_was_bought_twice(book)
