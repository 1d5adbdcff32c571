from collections.abc import Callable

import pytest
from django.contrib.auth.models import User

from studio.actions import endings, recomposing, running
from studio.core.states import Work
from studio.models import Project, Run
from tests import building
from tests.building import LATER, NOW, Book

SPRING, MOUTH, BED = "draft/s1/spring", "draft/s1/mouth", "draft/s2/bed"


def held(book: Book, key: str = SPRING) -> None:
    endings.fail(book.claim(key), "empty", "Nothing.", spread=0, now=NOW, is_permanent=True)


def test_a_stopped_book_starts_nothing_and_asks_what_runs_to_stop(book: Book) -> None:
    claimed = book.claim(SPRING)

    running.stop(book.project_id, reason="Enough.", now=NOW)

    assert (book.project.is_running, book.project.pause_reason) == (False, "Enough.")
    assert Run.objects.get(pk=claimed.run_id).is_stop_asked
    assert book.unit(SPRING).work == Work.ACTIVE, "until the run has noticed"


def test_resuming_takes_up_what_was_held(book: Book) -> None:
    held(book)
    running.stop(book.project_id, now=NOW)

    running.resume(book.project_id, now=NOW)

    unit = book.unit(SPRING)
    assert (unit.work, unit.n_attempts, unit.held_words) == (Work.PENDING, 0, "")
    assert book.project.pause_reason == ""


def test_resuming_calls_off_a_stop_that_has_not_been_noticed(book: Book) -> None:
    claimed = book.claim(SPRING)
    running.stop(book.project_id, now=NOW)

    running.resume(book.project_id, now=NOW)

    assert not Run.objects.get(pk=claimed.run_id).is_stop_asked


def test_resuming_leaves_a_candidate_to_its_judge(book: Book) -> None:
    book.write({SPRING: "My own words.\n"})
    unit = book.unit(SPRING)
    unit.want(now=NOW)
    unit.save()
    check = book.compose(SPRING, "Water comes up.")
    assert check is not None
    building.hand_in(check, '{"findings": []}')
    assert book.unit(SPRING).work == Work.HELD

    running.resume(book.project_id, now=NOW)

    assert book.unit(SPRING).work == Work.HELD


@pytest.mark.parametrize("times", [1, 2])
def test_each_go_grants_one_step_when_asked(times: int) -> None:
    book = building.book(autonomy="ask", is_running=False)

    for _ in range(times):
        running.resume(book.project_id, now=NOW)

    assert book.project.allowance == times
    running.stop(book.project_id, now=NOW)
    assert book.project.allowance == 0


def test_a_held_unit_is_tried_again_with_a_note(book: Book) -> None:
    held(book)

    running.retry(book.unit(SPRING).pk, note="Shorter.", now=NOW)

    assert book.unit(SPRING).work == Work.PENDING
    assert "Shorter." in building.brief_of(book.claim(SPRING, now=LATER)).sent


def test_what_is_not_held_cannot_be_tried_again(book: Book) -> None:
    with pytest.raises(running.NotHeld):
        running.retry(book.unit(SPRING).pk, now=NOW)


def test_a_waiting_unit_is_held_when_it_is_stopped(book: Book) -> None:
    running.stop_unit(book.unit(BED).pk, now=NOW)

    unit = book.unit(BED)
    assert (unit.work, unit.held_words) == (Work.HELD, "Stopped by you.")


def test_a_higher_limit_lets_the_book_go_on(book: Book) -> None:
    running.set_limit(book.project_id, 5_000_000, now=NOW)

    assert book.project.token_limit == 5_000_000


def test_an_autonomy_that_does_not_exist_is_refused(book: Book) -> None:
    with pytest.raises(ValueError, match="always"):
        running.set_autonomy(book.project_id, "always", now=NOW)


def test_every_change_moves_the_number_that_live_pages_follow(book: Book) -> None:
    acts: list[Callable[[], None]] = [
        lambda: running.stop(book.project_id, now=NOW),
        lambda: running.resume(book.project_id, now=NOW),
        lambda: running.set_autonomy(book.project_id, "ahead", now=NOW),
        lambda: running.set_limit(book.project_id, 10**6, now=NOW),
        lambda: running.stop_unit(book.unit(BED).pk, now=NOW),
        lambda: running.retry(book.unit(BED).pk, now=NOW),
    ]

    for act in acts:
        before = book.project.change_number
        act()
        assert book.project.change_number > before


def test_what_is_stale_is_written_again_unless_a_person_wrote_it(book: Book) -> None:
    check = book.compose(SPRING, "Water comes up.")
    assert check is not None
    building.hand_in(check, '{"findings": []}')
    book.write({BED: "My own words.\n"})
    claim = building.things("claim-1 to thesis-1: Else.")
    book.commit({"object/claim-1": claim["object/claim-1"]})
    assert {SPRING, BED} <= book.stale()

    assert recomposing.recompose_stale(book.project_id, now=NOW) == [SPRING]
    assert (book.unit(SPRING).work, book.unit(BED).work) == (Work.PENDING, Work.IDLE)
    assert book.body_of(SPRING) == "Water comes up.\n"


def test_pausing_lets_what_is_written_come_to_its_end_and_starts_nothing(book: Book) -> None:
    claimed = book.claim(SPRING)
    recomposed = book.unit(BED)
    recomposed.grant()
    recomposed.save()

    running.pause(book.project_id, now=NOW)

    assert not Run.objects.get(pk=claimed.run_id).is_stop_asked
    assert building.hand_in(claimed, building.prose_of("Water comes up.")) is None
    unit = book.unit(SPRING)
    assert unit.candidate is not None, "its text is kept"
    assert (unit.work, book.project.pause_reason) == (Work.PENDING, "Paused by you.")
    assert not book.unit(BED).is_granted

    running.resume(book.project_id, now=NOW)
    assert Run.objects.get(pk=book.claim(SPRING).run_id).kind == "gate", "it goes on from there"


def test_stopping_everything_stops_all_books_of_one_person(book: Book) -> None:
    claimed = book.claim(SPRING)
    other = building.begin(title="Hills")
    running.resume(other.project_id, now=NOW)
    stranger = User.objects.create(username="stranger")
    theirs = building.begin(title="Sea")
    Project.objects.filter(pk=theirs.project_id).update(owner=stranger)
    running.resume(theirs.project_id, now=NOW)

    assert running.stop_everything(book.owner_id, now=NOW) == 2

    assert Run.objects.get(pk=claimed.run_id).is_stop_asked
    assert not book.project.is_running
    assert not other.project.is_running
    assert theirs.project.is_running
    # The call of the first has not ended yet: it is asked once more, which does no harm.
    assert running.stop_everything(book.owner_id, now=NOW) == 1
