"""A model that fails is followed by the next of its list; what fails again and again rests."""

from datetime import datetime, timedelta

import pytest

from studio.actions import claims, endings, limits, operate, resting, running
from studio.actions.claims import Claimed
from studio.llm.client import Reply as Received
from studio.llm.client import Usage
from studio.models import Endpoint, Run
from studio.queries.endpoints import GATE
from tests import building
from tests.building import NOW, Book

pytestmark = pytest.mark.django_db
SPRING, BED = "draft/s1/spring", "draft/s2/bed"


@pytest.fixture
def second(book: Book) -> Endpoint:
    """A second model, which is asked where the first one fails."""
    row = Endpoint.objects.create(
        name="Second", base_url="http://second.invalid/v1", model="second", price_in=5, price_out=5
    )
    told = {"": [first().pk, row.pk]}
    limits.set_models(book.project_id, told, now=NOW)
    return row


def first() -> Endpoint:
    return Endpoint.objects.get(is_default=True)


def run_of(claimed: Claimed) -> Run:
    return Run.objects.get(pk=claimed.run_id)


def fail(
    book: Book,
    key: str,
    outcome: str = "server_error",
    *,
    now: datetime = NOW,
    is_permanent: bool = False,
) -> Run:
    claimed = book.claim(key, now=now)
    is_server = outcome in resting.RESTS_MODEL
    endings.fail(
        claimed, outcome, f"Failed: {outcome}.", spread=0, now=now, pauses_book=is_server,
        is_permanent=is_permanent,
    )  # fmt: skip
    return run_of(claimed)


def fail_often(book: Book, key: str, outcome: str = "server_error") -> datetime:
    """All the attempts that a step makes with one model; returns when that was over."""
    now = NOW
    for _ in range(4):
        fail(book, key, outcome, now=now)
        now += timedelta(seconds=10)
    return now


@pytest.mark.parametrize("outcome", ["server_error", "empty"])
def test_after_its_attempts_the_next_model_is_asked(
    book: Book, second: Endpoint, outcome: str
) -> None:
    now = fail_often(book, SPRING, outcome)

    run = run_of(book.claim(SPRING, now=now))

    assert (run.endpoint, run.model_asked, run.price_in) == (second, "x", 5)
    assert book.project.is_running
    assert not book.stale()


@pytest.mark.parametrize("outcome", ["unauthorised", "too_long"])
def test_what_asking_again_does_not_mend_goes_to_the_next_at_once(
    book: Book, second: Endpoint, outcome: str
) -> None:
    fail(book, SPRING, outcome, is_permanent=True)

    assert run_of(book.claim(SPRING)).endpoint == second


def test_when_the_last_model_fails_too_a_person_is_asked(book: Book, second: Endpoint) -> None:
    fail(book, SPRING, "empty", is_permanent=True)
    fail(book, SPRING, "empty", is_permanent=True)

    assert book.unit(SPRING).held_words == "Failed: empty."


def test_a_mistake_of_the_program_is_not_mended_by_another_model(
    book: Book, second: Endpoint
) -> None:
    fail(book, SPRING, "mistake", is_permanent=True)

    assert book.unit(SPRING).work == "held"


def test_going_on_by_hand_begins_with_the_first_model_again(book: Book, second: Endpoint) -> None:
    fail(book, SPRING, "empty", is_permanent=True)
    fail(book, SPRING, "empty", is_permanent=True)

    running.retry(book.unit(SPRING).pk, now=NOW)

    assert run_of(book.claim(SPRING)).endpoint == first()


def test_a_step_and_a_check_have_models_of_their_own(book: Book, second: Endpoint) -> None:
    lists = {"draft": [second.pk], f"{GATE}challenge": [first().pk]}
    limits.set_models(book.project_id, lists, now=NOW)

    check = book.compose(SPRING, "Water comes up.")

    assert check is not None
    assert run_of(check).endpoint == first()
    assert Run.objects.get(unit__key=SPRING, kind="compose").endpoint == second
    assert run_of(check).model_asked == ""


def test_a_check_whose_model_rests_is_done_by_that_of_its_step(
    book: Book, second: Endpoint
) -> None:
    lists = {"draft": [second.pk], f"{GATE}challenge": [first().pk]}
    limits.set_models(book.project_id, lists, now=NOW)
    rests(first())

    check = book.compose(SPRING, "Water comes up.")

    assert check is not None
    assert run_of(check).endpoint == second


def test_a_check_falls_back_within_its_own_models(book: Book, second: Endpoint) -> None:
    lists = {"draft": [first().pk], f"{GATE}challenge": [first().pk, second.pk]}
    limits.set_models(book.project_id, lists, now=NOW)
    check = book.compose(SPRING, "Water comes up.")
    assert check is not None

    endings.fail(check, "refused", "It declined.", spread=0, now=NOW, is_permanent=True)

    again = run_of(book.claim(SPRING))
    assert (again.kind, again.endpoint, again.model_asked) == ("gate", second, "x")


# Resting ------------------------------------------------------------------------------------------


def rests(row: Endpoint, now: datetime = NOW) -> None:
    row.fail("It is broken.", now, is_enough=True)
    row.save()


def test_a_model_that_one_step_tried_in_vain_is_not_tried_by_the_others(
    book: Book, second: Endpoint
) -> None:
    now = fail_often(book, SPRING) - timedelta(seconds=8)

    assert run_of(book.claim(BED, now=now)).endpoint == second
    assert first().open_until is not None


def test_only_faults_of_the_server_make_it_rest(book: Book) -> None:
    for minute, outcome in enumerate(("rate_limited", "empty", "refused")):
        fail(book, SPRING, outcome, now=NOW + timedelta(minutes=minute))

    assert first().n_failures == 0


def test_a_book_whose_every_model_rests_pauses_and_says_why(book: Book, second: Endpoint) -> None:
    for row in (first(), second):
        rests(row)

    assert claims.claim(book.unit(SPRING).pk, worker="one", now=NOW) == "resting"

    project = book.project
    assert (project.is_running, project.pause_reason) == (False, "It is broken.")


def test_going_on_tries_it_with_one_call_before_the_others(book: Book) -> None:
    rests(first())
    running.resume(book.project_id, now=NOW)

    trial = book.claim(SPRING)

    assert run_of(trial).is_trial
    assert claims.claim(book.unit(BED).pk, worker="two", now=NOW) == "resting"
    assert book.project.is_running


def test_when_it_answers_all_go_on(book: Book) -> None:
    rests(first())
    later = NOW + timedelta(minutes=2)
    trial = book.claim(SPRING, now=later)
    reply = Received("Water.", "stop", Usage(1, 1, False), "scripted", 1.5, "")

    operate.journal(trial, building.brief_of(trial), reply, now=later)

    row = first()
    assert (row.n_failures, row.open_until, row.failure_words) == (0, None, "")
    assert isinstance(book.claim(BED, now=later), Claimed)


def test_when_it_fails_again_it_rests_for_longer(book: Book) -> None:
    rests(first())
    later = NOW + timedelta(minutes=2)

    fail(book, SPRING, now=later)

    assert first().open_until == later + timedelta(seconds=10)


# Rate limits --------------------------------------------------------------------------------------


def test_what_is_over_a_rate_limit_comes_back_later(book: Book) -> None:
    Endpoint.objects.update(requests_per_minute=1)
    book.claim(SPRING)

    assert claims.claim(book.unit(BED).pk, worker="two", now=NOW) == "paced"

    unit = book.unit(BED)
    assert unit.not_before == NOW + timedelta(minutes=1)
    assert unit.rung_at is None
    assert book.project.is_running
    assert isinstance(book.claim(BED, now=NOW + timedelta(minutes=1)), Claimed)


def test_tokens_are_counted_as_the_prompt_turns_out(book: Book) -> None:
    Endpoint.objects.update(tokens_per_minute=4_000)
    claimed = book.claim(SPRING)

    operate.lower(claimed, 100, 100, now=NOW)
    few = first().tokens_full_at
    Endpoint.objects.update(tokens_full_at=None)
    operate.lower(book.claim(BED), 3_000, 3_000, now=NOW)

    many = first().tokens_full_at
    assert few is not None
    assert many is not None
    assert few - NOW == pytest.approx(timedelta(seconds=4), abs=timedelta(seconds=0.1))
    assert many - NOW > timedelta(seconds=100)
