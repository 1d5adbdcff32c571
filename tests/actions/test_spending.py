"""What runs cost, at the price of their moment, and what a book may spend."""

from datetime import timedelta

import pytest
from django.utils import timezone

from studio.actions import endings, limits, operate, running
from studio.actions.claims import Claimed, claim
from studio.actions.limits import BookLimits
from studio.actions.partials import Arrived
from studio.core.budgets import Limits
from studio.llm.client import Reply as Received
from studio.llm.client import Usage
from studio.models import Endpoint, Project, Run
from studio.queries.verify import verify
from tests import building
from tests.building import NOW, Book

pytestmark = pytest.mark.django_db
SPRING, BED = "draft/s1/spring", "draft/s2/bed"
# Of 8,192 tokens, all may be written: 2 for a million of them.
RESERVED = 8_192 * 2


def priced(price_in: int | None = 1_000_000, price_out: int | None = 2_000_000) -> None:
    Endpoint.objects.update(price_in=price_in, price_out=price_out)


def answers(claimed: Claimed, n_in: int = 100, n_out: int = 20) -> Run:
    reply = Received("Water.", "stop", Usage(n_in, n_out, False), "scripted", 1.5, "")
    operate.journal(claimed, building.brief_of(claimed), reply, now=NOW)
    return Run.objects.get(pk=claimed.run_id)


def limited(book: Book, money: int, **more: Limits) -> None:
    told = BookLimits(tokens=10**9, money=money, **more)
    limits.set_limits(book.project_id, told, now=NOW)


def test_a_claim_holds_back_money_where_the_price_is_known(book: Book) -> None:
    priced()

    book.claim(SPRING)

    project = book.project
    assert (project.money_reserved, project.tokens_reserved) == (RESERVED, 0)
    assert verify(project) == []


def test_a_reply_is_paid_at_the_price_that_held_when_it_was_asked_for(book: Book) -> None:
    priced()
    claimed = book.claim(SPRING)
    priced(9_000_000, 9_000_000)

    run = answers(claimed)

    assert run.money == 140
    project = book.project
    assert (project.money_spent, project.money_reserved) == (140, 0)
    assert (project.day_on, project.day_money_spent) == (NOW.date(), 140)
    assert project.tokens_spent == 0


@pytest.mark.parametrize(("price", "money"), [(None, None), (0, 0)])
def test_without_a_price_and_for_nothing_tokens_are_counted(
    book: Book, price: int | None, money: int | None
) -> None:
    priced(price, price)

    run = answers(book.claim(SPRING))

    assert run.money == money
    project = book.project
    assert (project.tokens_spent, project.tokens_reserved, project.money_spent) == (120, 0, 0)


def test_a_call_that_vanished_costs_what_was_held_back_and_its_late_reply_what_it_took(
    book: Book,
) -> None:
    priced()
    claimed = book.claim(SPRING)
    endings.let_go(claimed, "Closed.", now=NOW)

    lost = Run.objects.get(pk=claimed.run_id)
    assert (lost.money, lost.is_estimated, book.project.money_spent) == (RESERVED, True, RESERVED)

    answers(claimed)

    assert (book.project.money_spent, book.project.money_reserved) == (140, 0)


def test_a_call_that_broke_off_costs_what_had_come(book: Book) -> None:
    priced()
    claimed = book.claim(SPRING)

    arrived = Arrived("Water", used=(100, 10))
    endings.fail(
        claimed, "timeout", "Silence.", spread=0.5, now=NOW, pauses_book=True, arrived=arrived
    )

    run = Run.objects.get(pk=claimed.run_id)
    assert (run.money, run.is_estimated) == (120, True)
    assert (book.project.money_spent, book.project.money_reserved) == (120, 0)


def test_a_reply_that_is_used_again_costs_nothing_more(book: Book) -> None:
    priced()
    first = book.claim(SPRING)
    answers(first)
    endings.let_go(first, "Closed.", now=NOW)
    again = book.claim(SPRING)
    brief = building.brief_of(again)
    found = operate.unused_reply(again, brief)
    assert found is not None

    operate.hand_in(again, brief, building.prose_of("Water."), adopted=found[0], worker="", now=NOW)

    assert Run.objects.get(pk=again.run_id).money == 0
    assert book.project.money_spent == 140


# Limits -------------------------------------------------------------------------------------------


def test_nothing_begins_that_could_go_over_a_limit(book: Book) -> None:
    priced()
    limited(book, RESERVED + 100)
    book.claim(SPRING)

    assert claim(book.unit(BED).pk, worker="two", now=NOW) == "limit"
    assert book.project.is_running


def test_what_the_prompt_does_not_need_is_free_for_others(book: Book) -> None:
    priced()
    limited(book, RESERVED + 1_000)
    first = book.claim(SPRING)

    operate.lower(first, 300, 200, now=NOW)

    assert book.project.money_reserved == 700
    assert isinstance(claim(book.unit(BED).pk, worker="two", now=NOW), Claimed)
    operate.lower(first, 9_000, 200, now=NOW)
    assert Run.objects.get(pk=first.run_id).money_reserved == 700


@pytest.mark.parametrize(
    ("day", "reason"),
    [(Limits(money=RESERVED), "day"), (Limits(tokens=10), ""), (Limits(money=10**9), "")],
)
def test_a_day_has_a_limit_of_its_own(book: Book, day: Limits, reason: str) -> None:
    priced()
    limited(book, 10**9, day=day)
    first = book.claim(SPRING)
    answers(first)

    found = claim(book.unit(BED).pk, worker="two", now=NOW)

    assert (found if isinstance(found, str) else "") == reason


def test_the_next_day_the_book_may_go_on(book: Book) -> None:
    priced()
    limited(book, 10**9, day=Limits(money=RESERVED + 100))
    endings.let_go(book.claim(SPRING), "Closed.", now=NOW)
    tomorrow = NOW + timedelta(days=1)

    assert claim(book.unit(BED).pk, worker="two", now=NOW) == "day"
    assert "for a day is reached" in book.project.pause_reason

    running.resume(book.project_id, now=tomorrow)
    assert isinstance(claim(book.unit(BED).pk, worker="two", now=tomorrow), Claimed)


@pytest.mark.parametrize(
    ("zone", "hours"), [("UTC", 15), ("Asia/Tokyo", 6), ("America/New_York", 20)]
)
def test_a_day_ends_at_the_midnight_of_this_desk(book: Book, zone: str, hours: int) -> None:
    """NOW is nine in the morning in London, six in the evening in Tokyo, four in New York."""
    priced()
    limited(book, 10**9, day=Limits(money=RESERVED + 100))
    midnight = NOW + timedelta(hours=hours)
    with timezone.override(zone):
        endings.let_go(book.claim(SPRING), "Closed.", now=NOW)
        assert claim(book.unit(BED).pk, worker="two", now=NOW) == "day"
        assert book.project.resumes_at == midnight

        running.resume(book.project_id, now=midnight)
        late = midnight - timedelta(minutes=1)
        assert claim(book.unit(BED).pk, worker="two", now=late) == "day"
        running.resume(book.project_id, now=midnight)
        assert isinstance(claim(book.unit(BED).pk, worker="two", now=midnight), Claimed)


def test_one_click_lets_a_book_go_on_that_its_limit_stopped(book: Book) -> None:
    priced()
    limited(book, 100)
    assert claim(book.unit(SPRING).pk, worker="one", now=NOW) == "limit"
    assert not book.project.is_running

    raised = limits.raise_limits(book.project_id, now=NOW)
    running.resume(book.project_id, now=NOW)

    assert [purse.name for purse in raised] == ["money"]
    assert isinstance(book.claim(SPRING), Claimed)


def test_what_is_set_aside_wrongly_is_found_and_counted_again(book: Book) -> None:
    from studio.actions import repair

    priced()
    book.claim(SPRING)
    Project.objects.filter(pk=book.project_id).update(money_reserved=5, tokens_reserved=7)

    assert [v.place for v in verify(book.project)] == ["book"]
    repair.repair(book.project_id, actor_id=None, now=NOW)

    assert (book.project.money_reserved, book.project.tokens_reserved) == (RESERVED, 0)
