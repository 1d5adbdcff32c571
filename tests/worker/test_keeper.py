"""Leases are kept from a thread, whatever the event loop and the database do."""

import time
from collections.abc import Iterator

import pytest
from django.db import connection
from django.utils import timezone

from studio.actions import claims, endings, running
from studio.actions.claims import Claimed
from studio.models import Partial, Run, Unit
from studio.worker.keeper import Keeper
from tests.patience import slowness, within
from tests.processes import begin, outside
from tests.scripted import Server


@pytest.fixture
def seconds() -> float:
    """A lease that is a second long on an idle machine."""
    return slowness() / 2


@pytest.fixture
def claimed(server: Server, seconds: float) -> Claimed:
    unit = Unit.objects.ready().get(project=begin(server, words=300))
    taken = claims.claim(unit.pk, worker="here", now=timezone.now())
    assert isinstance(taken, Claimed)
    claims.renew([taken], seconds=seconds)
    return taken


@pytest.fixture
def keeper(seconds: float) -> Iterator[Keeper]:
    kept = Keeper(seconds)
    yield kept
    kept.close()


def test_a_lease_is_kept_while_nothing_else_moves(
    claimed: Claimed, keeper: Keeper, seconds: float
) -> None:
    with keeper.holding(claimed):
        time.sleep(1.6 * seconds)

        assert not Run.objects.expired().exists()
    assert within(2 * seconds, Run.objects.expired().exists)


def test_a_lease_outlives_the_connection_that_renews_it(
    claimed: Claimed, keeper: Keeper, seconds: float
) -> None:
    own = connection.connection
    with keeper.holding(claimed), outside() as link:
        for _ in range(4):
            time.sleep(0.4 * seconds)
            link.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND NOT pid = ANY(%s)",
                [[link.info.backend_pid, own.info.backend_pid]],
            )
        row = link.execute("SELECT count(*) FROM studio_run WHERE lease_until < now()").fetchone()

        assert row == (0,)


def test_partial_text_is_shown_as_it_grows(claimed: Claimed, keeper: Keeper) -> None:
    with keeper.holding(claimed) as lease:
        lease.text = "Once"
        assert within(2, lambda: Partial.objects.filter(text="Once").exists())
        lease.text = "Once upon"

        assert within(2, lambda: Partial.objects.filter(text="Once upon").exists())


def test_a_stop_by_the_author_is_noticed(claimed: Claimed, keeper: Keeper) -> None:
    with keeper.holding(claimed) as lease:
        running.stop(claimed.project_id, now=timezone.now())

        assert within(1.5, lambda: lease.is_stopped)


def test_a_lease_that_somebody_took_back_is_noticed(claimed: Claimed, keeper: Keeper) -> None:
    with keeper.holding(claimed) as lease:
        endings.let_go(claimed, "Gone.", now=timezone.now())

        assert within(1.5, lambda: lease.is_lost)


def test_one_whose_book_was_deleted_is_noticed_and_the_others_are_kept(
    claimed: Claimed, keeper: Keeper, seconds: float
) -> None:
    gone = Claimed(claimed.run_id + 1000, claimed.unit_id, claimed.project_id, 1)
    with keeper.holding(gone) as lost, keeper.holding(claimed) as kept:
        assert within(1.5, lambda: lost.is_lost)
        lost.text = "Written for nobody"
        time.sleep(1.2 * seconds)

        assert not Run.objects.expired().exists()
        assert not kept.is_over
