"""Announcements: after the commit, gathered, at most twenty a second for a book."""

import time
from collections.abc import Iterator

import psycopg
import pytest
from django.db import transaction

from studio.actions import announce

Listener = psycopg.Connection[tuple[object, ...]]


@pytest.fixture
def listener(transactional_db: None) -> Iterator[Listener]:
    from tests.processes import outside

    with outside() as link:
        link.execute(f"LISTEN {announce.CHANNEL}".encode())
        yield link
    announce.close()


def heard(listener: Listener, seconds: float = 0.5) -> list[str]:
    announce.flush()
    return [told.payload for told in listener.notifies(timeout=seconds)]


def say(project_id: int, number: int) -> None:
    with transaction.atomic():
        announce.announce(project_id, number)


def test_what_was_committed_is_announced(listener: Listener) -> None:
    say(7, 214)

    assert heard(listener) == ["7:214"]


def test_what_was_rolled_back_is_not(listener: Listener) -> None:
    with transaction.atomic():
        announce.announce(7, 214)
        transaction.set_rollback(True)

    assert heard(listener) == []


def test_a_book_is_announced_at_most_twenty_times_a_second(listener: Listener) -> None:
    began = time.monotonic()
    number = 0
    while time.monotonic() < began + 1 or number <= 100:
        number += 1
        say(7, number)

    told = heard(listener)
    assert len(told) <= 22 * (time.monotonic() - began)
    assert told[-1] == f"7:{number}"


def test_each_book_is_announced_with_its_latest_number(listener: Listener) -> None:
    for number in range(1, 50):
        say(7, number)
        say(8, number)

    told = heard(listener)
    assert {"7:49", "8:49"} <= set(told)
    assert len(told) < 20


def test_an_announcement_outlives_the_connection_that_was_to_carry_it(
    listener: Listener,
) -> None:
    say(7, 1)
    assert heard(listener) == ["7:1"]
    listener.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE query LIKE 'SELECT pg_notify%' AND pid <> pg_backend_pid()"
    )

    say(7, 2)

    assert heard(listener, 2) == ["7:2"]
