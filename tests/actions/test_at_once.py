"""What several connections do to one book at the same moment."""

import threading
from collections.abc import Callable, Iterator

import pytest
from django.db import connection

from studio.actions import announce, claims, operate
from studio.actions.claims import Claimed
from studio.models import Artifact, Commit, Run
from tests import building
from tests.building import NOW, Book

N = 4


@pytest.fixture
def committed(transactional_db: None) -> Iterator[Book]:
    """A book that other connections see."""
    yield building.book()
    announce.close()


def at_once(act: Callable[[int], object]) -> list[object]:
    """What an act gave to each of some threads that began together."""
    answers: list[object] = []
    barrier = threading.Barrier(N)

    def run(n: int) -> None:
        try:
            barrier.wait()
            answers.append(act(n))
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(n,)) for n in range(N)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def test_of_many_claims_exactly_one_wins_and_of_many_hand_ins_one_counts(committed: Book) -> None:
    unit_id = committed.unit("draft/s1/spring").pk

    answers = at_once(lambda n: claims.claim(unit_id, worker=f"worker {n}", now=NOW))

    won = [answer for answer in answers if isinstance(answer, Claimed)]
    assert len(won) == 1
    assert Run.objects.active().count() == 1
    brief, product = building.brief_of(won[0]), building.prose_of("Water comes up.")

    at_once(lambda n: operate.hand_in(won[0], brief, product, worker=f"worker {n}", now=NOW))

    assert Artifact.objects.filter(unit=unit_id).count() == 1
    assert Run.objects.active().count() == 1


def test_writers_at_once_make_one_row_of_commits(committed: Book) -> None:
    before = committed.project.commit_number

    def write(n: int) -> None:
        for m in range(3):
            committed.commit({"brief/voice": {"value": f"{n} {m}"}})

    at_once(write)

    made = list(Commit.objects.filter(project=committed.project_id).order_by("number"))
    assert [c.number for c in made] == list(range(1, before + 3 * N + 1))
    assert [c.predecessor for c in made[1:]] == [c.digest for c in made[:-1]]
