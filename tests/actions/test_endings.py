from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import Settings

from studio.actions import claims, endings, operate, running
from studio.actions.claims import Claimed
from studio.core.operation import MAX_ATTEMPTS
from studio.core.states import Work
from studio.models import Artifact, Partial, Run
from studio.queries import briefs
from tests import building
from tests.building import LATER, NOW, Book

SPRING, BED = "draft/s1/spring", "draft/s2/bed"


def fail(claimed: Claimed, **facts: object) -> None:
    told: dict[str, object] = {
        "outcome": "empty",
        "words": "Nothing came.",
        "spread": 0,
        "now": NOW,
    }
    endings.fail(claimed, **(told | facts))  # type: ignore[arg-type]


def expire(claimed: Claimed) -> None:
    past = timezone.now() - timedelta(seconds=1)
    Run.objects.filter(pk=claimed.run_id).update(lease_until=past)


# Failures -----------------------------------------------------------------------------------------


def test_a_failed_run_is_tried_again_later(book: Book) -> None:
    claimed = book.claim(SPRING)

    fail(claimed)

    unit, run = book.unit(SPRING), Run.objects.get(pk=claimed.run_id)
    assert (unit.work, unit.n_attempts) == (Work.PENDING, 1)
    assert unit.not_before == NOW + timedelta(seconds=1)
    assert (run.state, run.outcome, run.words) == ("failed", "empty", "Nothing came.")
    assert book.project.tokens_reserved == 0


def test_what_the_server_asks_for_is_waited_for(book: Book) -> None:
    fail(book.claim(SPRING), retry_after=42.0)

    assert book.unit(SPRING).not_before == NOW + timedelta(seconds=42)


@pytest.mark.parametrize(
    ("seconds", "until"),
    [(900, "09:15."), (86_400, "09:00 on 2 March 2026."), (1e12, "09:00 on 27 February 2036.")],
)
def test_a_server_that_asks_for_long_has_the_book_wait_and_says_until_when(
    book: Book, settings: Settings, seconds: float, until: str
) -> None:
    settings.TIME_ZONE = "UTC"
    fail(
        book.claim(SPRING),
        outcome="rate_limited",
        words="Slow down.",
        retry_after=seconds,
        pauses_book=True,
    )

    assert not book.project.is_running
    assert book.project.pause_reason == f"Slow down. It asks to wait until {until}"
    assert book.project.resumes_at == NOW + timedelta(seconds=min(seconds, 31 * 86_400))
    assert book.unit(SPRING).work == Work.PENDING


def test_attempts_become_rarer_and_end_with_a_person(book: Book) -> None:
    now, waits = NOW, []
    while book.unit(SPRING).work == Work.PENDING:
        fail(book.claim(SPRING, now=now), now=now)
        not_before = book.unit(SPRING).not_before
        waits += [(not_before - now).seconds] if not_before and not_before > now else []
        now += timedelta(minutes=5)

    unit = book.unit(SPRING)
    assert waits == [1, 2, 4]
    assert unit.runs.count() == MAX_ATTEMPTS
    assert (unit.work, unit.held_reason, unit.held_words) == (Work.HELD, "empty", "Nothing came.")


def test_success_forgets_the_failures_before(book: Book) -> None:
    fail(book.claim(SPRING))

    book.compose(SPRING, "Water comes up.", now=LATER)

    assert book.unit(SPRING).n_attempts == 0


def test_a_permanent_failure_is_held_at_once(book: Book) -> None:
    fail(book.claim(SPRING), outcome="too_long", is_permanent=True)

    assert book.unit(SPRING).work == Work.HELD
    assert book.project.is_running


def test_a_fault_of_the_server_stops_the_book_and_holds_nothing(book: Book) -> None:
    fail(book.claim(SPRING), words="The key is wrong.", is_permanent=True, pauses_book=True)

    assert (book.project.is_running, book.project.pause_reason) == (False, "The key is wrong.")
    assert book.project.resumes_at is None
    assert (book.unit(SPRING).work, book.unit(SPRING).n_attempts) == (Work.PENDING, 0)


def test_a_passing_fault_of_the_server_stops_nothing(book: Book) -> None:
    fail(book.claim(SPRING), outcome="rate_limited", pauses_book=True)

    assert book.project.is_running


def test_a_proposal_that_met_its_length_is_asked_for_shorter() -> None:
    new = building.begin()
    running.resume(new.project_id, now=NOW)
    first = new.claim("argument")
    before = building.brief_of(first).prompt
    fail(first, outcome="truncated", words="It breaks off.")

    again = new.claim("argument", now=LATER)

    after = building.brief_of(again).prompt
    assert "It breaks off." in after.messages[-1].content, "the model is told why"
    assert _longest(after.schema) < _longest(before.schema)


def test_what_the_server_did_is_not_told_to_the_model(book: Book) -> None:
    fail(book.claim(SPRING), outcome="server_error", words="The server failed.")

    again = building.brief_of(book.claim(SPRING, now=LATER))

    assert "The server failed." not in again.sent


def test_after_a_prompt_that_was_too_long_less_is_said(book: Book) -> None:
    fail(book.claim(SPRING), outcome="too_long", words="Too long.")

    tight = building.brief_of(book.claim(SPRING, now=LATER))

    assert (tight.is_tight, tight.left_out) == (True, briefs.LEAVE_OUT)


def _longest(schema: object) -> int:
    """How much a schema lets be said at most, in all its texts."""
    if isinstance(schema, list):
        return sum(map(_longest, schema))
    if not isinstance(schema, dict):
        return 0
    return int(schema.get("maxLength", 0)) + sum(map(_longest, schema.values()))


def test_failing_twice_counts_once(book: Book) -> None:
    claimed = book.claim(SPRING)

    fail(claimed)
    fail(claimed)

    assert book.unit(SPRING).n_attempts == 1


def test_a_lost_run_cannot_fail_the_one_after_it(book: Book) -> None:
    lost = book.claim(SPRING)
    endings.let_go(lost, "Closed.", now=NOW)
    book.claim(SPRING)

    fail(lost)

    assert book.unit(SPRING).work == Work.ACTIVE
    assert book.unit(SPRING).n_attempts == 0


# Leases -------------------------------------------------------------------------------------------


def test_a_lease_that_holds_is_not_taken_back(book: Book) -> None:
    book.claim(SPRING)

    assert endings.reap(now=NOW) == 0 or book.unit(SPRING).work == Work.ACTIVE
    assert book.unit(SPRING).work == Work.ACTIVE


def test_a_lease_that_ended_is_taken_back_and_cannot_hand_in_afterwards(book: Book) -> None:
    late = book.claim(SPRING)
    brief = building.brief_of(late)
    expire(late)

    assert endings.reap(now=NOW) == 1

    run = Run.objects.get(pk=late.run_id)
    assert (book.unit(SPRING).work, run.state) == (Work.PENDING, "lost")
    product = building.prose_of("Water comes up.")
    assert operate.hand_in(late, brief, product, worker="one", now=LATER) is None
    assert not Artifact.objects.filter(unit=late.unit_id)


def test_a_call_that_vanished_is_charged_what_was_reserved(book: Book) -> None:
    claimed = book.claim(SPRING)
    reserved = book.project.tokens_reserved
    expire(claimed)

    endings.reap(now=NOW)

    assert (book.project.tokens_spent, book.project.tokens_reserved) == (reserved, 0)
    assert Run.objects.get(pk=claimed.run_id).is_estimated


def test_a_unit_that_was_taken_back_goes_on_where_it_was(book: Book) -> None:
    check = book.compose(SPRING, "Water comes up.")
    assert check is not None
    expire(check)
    endings.reap(now=NOW)

    again = book.claim(SPRING)

    assert Run.objects.get(pk=again.run_id).kind == "gate"
    assert Artifact.objects.filter(unit=again.unit_id).count() == 1


def test_the_run_of_a_place_that_is_gone_is_taken_back_too(book: Book) -> None:
    claimed = book.claim(BED)
    section = book.state().entry("section/s2")
    book.commit({"section/s2": None})
    expire(claimed)

    endings.reap(now=NOW)

    assert not Run.objects.active().exists()
    assert book.project.tokens_reserved == 0
    book.commit({"section/s2": section})
    assert isinstance(book.claim(BED), Claimed)


@pytest.mark.parametrize("how", ["let_go", "stopped"])
def test_a_unit_that_is_given_back_waits_again(book: Book, how: str) -> None:
    claimed = book.claim(SPRING)

    if how == "let_go":
        endings.let_go(claimed, "Closed.", now=NOW)
    else:
        endings.stopped(claimed, now=NOW)

    assert book.unit(SPRING).work == Work.PENDING
    assert book.unit(SPRING).n_attempts == 0
    assert not Run.objects.active().exists()


# Stopping -----------------------------------------------------------------------------------------


def test_stopping_the_book_keeps_what_arrived_and_holds_nothing(book: Book) -> None:
    claimed = book.claim(SPRING)
    operate.partial(claimed, "Water com", now=NOW)
    running.stop(book.project_id, now=NOW)
    assert Run.objects.get(pk=claimed.run_id).is_stop_asked

    endings.stopped(claimed, now=NOW)

    assert book.unit(SPRING).work == Work.PENDING
    assert Partial.objects.get(run=claimed.run_id).text == "Water com"
    assert claims.claim(claimed.unit_id, worker="two", now=NOW) == "stopped"


def test_stopping_one_unit_holds_it_while_the_book_goes_on(book: Book) -> None:
    claimed = book.claim(SPRING)
    running.stop_unit(claimed.unit_id, now=NOW)

    endings.stopped(claimed, now=NOW)

    unit = book.unit(SPRING)
    assert (unit.work, unit.held_reason) == (Work.HELD, "stopped")
    assert book.project.is_running
