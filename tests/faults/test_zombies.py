"""R2: a worker that was frozen for longer than its lease cannot hand in, however late it wakes."""

import signal
import time

import pytest

from studio.models import Artifact, Project, Reply, Run
from studio.models.run import RunState
from tests import truths
from tests.patience import within
from tests.processes import begin, finishes, nursery
from tests.scripted import Server

pytestmark = pytest.mark.faults


@pytest.mark.parametrize("place", [pytest.param("replied", marks=pytest.mark.long), "parsed"])
def test_a_zombie_cannot_hand_in(server: Server, place: str) -> None:
    book = begin(server, words=300)
    with nursery(lease=1) as rooms:
        frozen = rooms.worker(fault=f"{place}:1:STOP")
        assert within(10, lambda: frozen.is_frozen)
        rooms.worker()
        assert finishes(book)
        before = Project.objects.get(pk=book).change_number, Artifact.objects.count()

        frozen.send(signal.SIGCONT)

        assert within(5, lambda: Reply.objects.filter(run__state=RunState.LOST).exists())
        time.sleep(0.5)
        assert before == (Project.objects.get(pk=book).change_number, Artifact.objects.count())
        assert frozen.is_running
    # On a slow machine another one may have lost its lease of a second too.
    lost = Run.objects.filter(state=RunState.LOST).earliest("pk")
    assert not Artifact.objects.filter(run=lost).exists()
    truths.assert_whole(book)


@pytest.mark.long
def test_a_zombie_that_woke_goes_on_with_other_work(server: Server) -> None:
    book = begin(server, words=300)
    with nursery(lease=1) as rooms:
        frozen = rooms.worker(fault="parsed:1:STOP")
        assert within(10, lambda: frozen.is_frozen)
        other = rooms.worker()
        assert within(10, lambda: len(truths.accepted(book)) >= 1)
        other.kill()

        frozen.send(signal.SIGCONT)

        assert finishes(book)
    truths.assert_whole(book)
