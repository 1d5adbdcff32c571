"""What only has to pass by needs no hand: a book goes on by itself when its model has rested."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone
from pytest_django import Settings

from studio.actions import claims, endings, limits, models, operate, running
from studio.actions.claims import Claimed
from studio.actions.limits import BookLimits
from studio.core.budgets import Limits
from studio.core.circuits import MOST_TRIALS
from studio.llm.client import Reply as Received
from studio.llm.client import Usage
from studio.models import Endpoint, Project, Run, Unit
from studio.models.project import Autonomy
from studio.queries import endpoints
from studio.queries.manifest import manifest
from studio.worker import sweeper
from tests import building
from tests.building import NOW, Book

pytestmark = pytest.mark.django_db
SPRING, BED = "draft/s1/spring", "draft/s2/bed"
SECOND = timedelta(seconds=1)


def server() -> Endpoint:
    return Endpoint.objects.get(is_default=True)


def fail(
    claimed: Claimed, now: datetime, outcome: str = "unreachable", **facts: float | bool
) -> None:
    endings.fail(claimed, outcome, "It is away.", spread=0, now=now, pauses_book=True, **facts)  # type: ignore[arg-type]


def goes_away(book: Book, key: str = SPRING, outcome: str = "unreachable") -> datetime:
    """Fails a step as often as it is tried; returns when its book came to stand still."""
    now = NOW
    while book.project.is_running:
        fail(book.claim(key, now=now), now, outcome)
        now += 20 * SECOND
    return now - 20 * SECOND


def answers(claimed: Claimed, now: datetime) -> None:
    reply = Received("Water.", "stop", Usage(1, 1, False), "scripted", 1.5, "")
    operate.journal(claimed, building.brief_of(claimed), reply, now=now)


@pytest.mark.parametrize("outcome", ["unreachable", "timeout", "server_error", "rate_limited"])
def test_what_passes_by_is_tried_again_without_anybody(book: Book, outcome: str) -> None:
    now = goes_away(book, outcome=outcome)
    assert book.project.resumes_at == now + 5 * SECOND

    assert running.go_on(now=now + 4 * SECOND) == 0
    assert running.go_on(now=now + 5 * SECOND) == 1

    project = book.project
    assert (project.is_running, project.pause_reason, project.resumes_at) == (True, "", None)


@pytest.mark.parametrize("outcome", ["unauthorised", "forbidden", "no_model"])
def test_what_does_not_pass_by_waits_for_a_person(book: Book, outcome: str) -> None:
    fail(book.claim(SPRING), NOW, outcome, is_permanent=True)

    assert not book.project.is_running
    assert running.go_on(now=NOW + timedelta(days=2)) == 0


def test_while_it_is_away_one_call_tries_it_and_ever_more_rarely(book: Book) -> None:
    now, waits = goes_away(book), []
    n_before = Run.objects.count()
    for _ in range(6):
        resumes_at = book.project.resumes_at
        assert resumes_at is not None
        waits.append((resumes_at - now).seconds)
        running.go_on(now=resumes_at)
        now = resumes_at + 5 * SECOND
        fail(book.claim(SPRING, now=now), now)
        assert not book.project.is_running

    assert waits == [5, 10, 20, 40, 80, 160]
    assert Run.objects.count() - n_before == 6
    assert book.unit(SPRING).work == "pending"


def test_after_more_than_a_day_it_waits_for_a_person(book: Book) -> None:
    now = goes_away(book)
    Endpoint.objects.update(n_failures=12 + MOST_TRIALS)
    running.go_on(now=now + timedelta(hours=1))

    fail(book.claim(SPRING, now=now + timedelta(hours=1)), now + timedelta(hours=1))

    assert not book.project.is_running
    assert book.project.resumes_at is None


def test_others_try_a_model_that_has_rested_before_the_step_that_it_failed_last(
    book: Book,
) -> None:
    now = goes_away(book) + 5 * SECOND
    running.go_on(now=now)

    assert claims.claim(book.unit(SPRING).pk, worker="one", now=now) == "later"
    answers(book.claim(BED, now=now), now)
    assert isinstance(
        claims.claim(book.unit(SPRING).pk, worker="one", now=now + 5 * SECOND), Claimed
    )


def test_a_step_that_fails_although_others_are_answered_needs_a_person(book: Book) -> None:
    now = goes_away(book) + 5 * SECOND
    running.go_on(now=now)
    answers(book.claim(BED, now=now), now)
    n = 0
    while book.unit(SPRING).work == "pending":
        now, n = now + 90 * SECOND, n + 1
        fail(book.claim(SPRING, now=now), now)
        assert book.project.is_running
        Endpoint.objects.update(n_failures=0)

    assert (n, book.unit(SPRING).held_words) == (4, "It is away.")


def test_a_step_that_meets_a_second_outage_is_not_to_blame(book: Book) -> None:
    now = goes_away(book) + 5 * SECOND
    running.go_on(now=now)
    answers(book.claim(BED, now=now), now)
    now += 90 * SECOND

    fail(book.claim(SPRING, now=now), now)

    assert book.unit(SPRING).work == "pending"
    assert book.project.is_running


def test_calls_that_were_under_way_do_not_make_it_rest_for_longer(book: Book) -> None:
    in_flight = book.claim(BED)
    now = goes_away(book)

    fail(in_flight, now + SECOND)

    assert server().open_until == now + 5 * SECOND
    assert book.project.resumes_at == now + 5 * SECOND


@pytest.mark.parametrize("everything", [False, True])
def test_what_its_author_stops_meanwhile_stays_stopped(book: Book, everything: bool) -> None:
    now = goes_away(book)

    if everything:
        assert running.stop_everything(book.owner_id, now=now) == 1
    else:
        running.stop(book.project_id, now=now)

    assert book.project.resumes_at is None
    assert running.go_on(now=now + timedelta(hours=1)) == 0


def test_a_granted_step_that_meets_an_outage_does_not_set_a_stopped_book_going(
    book: Book,
) -> None:
    running.stop(book.project_id, now=NOW)
    Unit.objects.filter(pk=book.unit(SPRING).pk).update(is_granted=True, n_attempts=3)

    fail(book.claim(SPRING), NOW)

    assert (book.project.is_running, book.project.resumes_at) == (False, None)


def test_when_its_author_says_go_on_all_attempts_are_there_again(book: Book) -> None:
    now = goes_away(book)

    running.resume(book.project_id, now=now)

    assert (book.unit(SPRING).n_attempts, book.unit(SPRING).not_before) == (0, None)
    assert book.project.resumes_at is None
    assert isinstance(book.claim(SPRING, now=now), Claimed)


def test_a_book_that_asks_each_time_takes_up_the_step_it_was_asked_for(book: Book) -> None:
    Project.objects.update(autonomy=Autonomy.ASK, allowance=1, is_running=True)
    now = goes_away(book)

    running.go_on(now=now + 5 * SECOND)

    assert book.project.allowance == 1


# One call that tries ------------------------------------------------------------------------------


def trial(book: Book) -> tuple[Claimed, datetime]:
    now = goes_away(book) + 5 * SECOND
    running.go_on(now=now)
    return book.claim(BED, now=now), now


def test_a_trial_whose_worker_died_is_free_with_its_lease(book: Book) -> None:
    claimed, now = trial(book)
    assert server().trial_run == claimed.run_id
    Run.objects.filter(pk=claimed.run_id).update(lease_until=timezone.now() - SECOND)

    endings.reap(now=now + SECOND)

    assert server().circuit.state(now + SECOND) == "trial"
    assert server().trial_run is None
    assert isinstance(book.claim(BED, now=now + SECOND), Claimed)


def test_a_trial_that_the_server_answers_with_a_refusal_has_it_rest_no_longer(book: Book) -> None:
    claimed, now = trial(book)

    endings.fail(claimed, "refused", "It declined.", spread=0, now=now)

    assert (server().n_failures, server().open_until) == (0, None)


def test_a_trial_that_a_mistake_of_the_program_ended_says_nothing(book: Book) -> None:
    claimed, now = trial(book)

    endings.fail(claimed, "mistake", "Ours.", spread=0, now=now)

    assert server().circuit.state(now) == "trial"
    assert server().n_failures > 0


@pytest.mark.parametrize("who", ["a call", "its author"])
def test_when_it_answers_the_books_that_wait_for_it_go_on(book: Book, who: str) -> None:
    claimed, now = trial(book)
    other = building.begin(title="Another book")
    Project.objects.filter(pk=other.project_id).update(
        is_running=False, pause_reason="It is away.", resumes_at=now + timedelta(hours=1)
    )
    answers(claimed, now) if who == "a call" else models.answered(server().pk)

    running.go_on(now=max(now, timezone.now()))

    assert other.project.is_running


# A day, and the sweep -----------------------------------------------------------------------------


def test_a_day_whose_limit_is_reached_is_followed_by_another(book: Book) -> None:
    limits.set_limits(
        book.project_id, BookLimits(10**9, 10**9, day=Limits(tokens=10, money=10)), now=NOW
    )
    assert claims.claim(book.unit(SPRING).pk, worker="one", now=NOW) == "day"

    midnight = datetime(NOW.year, NOW.month, NOW.day, tzinfo=UTC) + timedelta(days=1)
    assert book.project.resumes_at == midnight
    assert running.go_on(now=midnight - SECOND) == 0
    assert running.go_on(now=midnight) == 1


def test_a_limit_of_the_book_waits_for_its_author(book: Book) -> None:
    Project.objects.update(token_limit=10)
    assert claims.claim(book.unit(SPRING).pk, worker="one", now=NOW) == "limit"

    assert book.project.resumes_at is None


@pytest.mark.parametrize(
    ("local", "reason", "seconds", "words"),
    [
        ("auto", "coming", 15, "The small model of this machine is not up yet;"),
        ("off", "no model", 0, "No model is"),
    ],
)
def test_a_book_waits_for_the_model_of_this_machine_to_come_up(
    book: Book, settings: Settings, local: str, reason: str, seconds: int, words: str
) -> None:
    settings.STUDIO = replace(settings.STUDIO, base_url="", local_model=local)
    Endpoint.objects.all().delete()
    Project.objects.update(endpoint=endpoints.demonstration_row())

    assert manifest(book.project, now=NOW).may_go_on == (local == "auto")
    assert claims.claim(book.unit(SPRING).pk, worker="one", now=NOW) == reason

    assert words in book.project.pause_reason
    assert book.project.resumes_at == (NOW + seconds * SECOND if seconds else None)


def test_the_sweep_has_books_go_on(book: Book) -> None:
    Project.objects.update(is_running=False, resumes_at=timezone.now() - SECOND)

    sweeper.sweep()

    assert book.project.is_running
