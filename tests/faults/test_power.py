"""P6 and P7: after the power failed, and after a machine died, work goes on as soon as may be."""

import time

import pytest
from django.db.models import Min
from django.utils import timezone

from studio.actions import claims, running
from studio.actions.claims import Claimed
from studio.management.benches import book as books
from studio.models import Project, Run, Unit
from studio.models.run import RunState
from tests import truths
from tests.patience import slowness, within
from tests.processes import begin, finishes, nursery
from tests.scripted import Server

pytestmark = pytest.mark.faults
LEASE = 2.0
# Seconds, as an installation has it.
TTL = 30.0


def test_the_work_of_a_machine_that_died_is_taken_up_when_its_lease_has_ended(
    server: Server,
) -> None:
    book = begin(server, words=300)
    unit = Unit.objects.in_project(book).get(work="pending", n_unmet=0)
    claimed = claims.claim(unit.pk, worker="elsewhere:1:abc", now=timezone.now())
    assert isinstance(claimed, Claimed)
    with nursery(lease=LEASE) as rooms:
        began = time.monotonic()
        claims.renew([claimed], seconds=LEASE)

        rooms.worker()

        assert within(20, lambda: bool(server.requests))
        assert LEASE - 0.2 < server.requests[0].started_at - began < LEASE + 3 * slowness()
        assert finishes(book)
    assert Run.objects.get(pk=claimed.run_id).state == RunState.LOST
    truths.assert_whole(book)


@pytest.mark.parametrize("n_movements", [40, pytest.param(8_300, marks=pytest.mark.long)])
@pytest.mark.timeout(900)
def test_after_kill_9_of_everything_all_calls_are_taken_up_and_nothing_is_done_again(
    server: Server, n_movements: int
) -> None:
    server.traits.wait = 0.5
    books.connect(server.base_url)
    book = books.begin(n_movements, title="Power", words=50)
    Project.objects.filter(pk=book.pk).update(n_parallel=8)
    running.resume(book.pk, now=timezone.now())
    with nursery(lease=TTL) as rooms:
        doomed = [rooms.worker(concurrency=4) for _ in range(2)]
        assert within(60, lambda: Run.objects.active().filter(project=book).count() == 8)
        for worker in doomed:
            worker.kill()
        before = truths.accepted(book.pk)
        in_flight = set(Run.objects.active().values_list("unit_id", flat=True))
        began = timezone.now()

        rooms.worker(concurrency=8)

        later = Run.objects.filter(project=book, started_at__gt=began)
        assert within(TTL, lambda: in_flight <= set(later.values_list("unit_id", flat=True)))
        taken_up = later.filter(unit__in=in_flight).values("unit").annotate(at=Min("started_at"))
        seconds = [(row["at"] - began).total_seconds() for row in taken_up]
        assert min(seconds) < TTL, "before any lease ended"
        assert max(seconds) <= TTL + 5
        assert not later.filter(unit__in=[unit_id for unit_id, _ in before]).exists()
    assert before <= truths.accepted(book.pk)
