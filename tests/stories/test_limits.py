"""A book with little money, and one whose first model fails: over real HTTP, to the end."""

import asyncio

import pytest
from django.db.models import Sum
from django.utils import timezone

from studio.actions import limits, running
from studio.core.budgets import Limits
from studio.models import Endpoint, Project, Run, Unit
from studio.queries.verify import verify
from studio.worker import life
from studio.worker.keeper import Keeper
from tests import processes
from tests.scripted import Server, failing, scripted_server

pytestmark = pytest.mark.django_db(transaction=True)
CENT = 10_000


def goes_on(book: int, keeper: Keeper, most: int = 60) -> int:
    """What a worker does, without waiting between attempts, until the book stops or is done."""
    for n in range(most):
        Unit.objects.filter(project=book).update(not_before=None)
        ready = Unit.objects.ready().filter(project=book).order_by("place").first()
        if ready is None or not Project.objects.get(pk=book).is_running:
            return n
        asyncio.run(life.operate_unit(ready.pk, keeper, "one"))
    raise AssertionError("it goes round in a circle")


def test_with_a_cent_it_pauses_before_it_spends_more_and_keeps_what_is_there(
    book: int,
    keeper: Keeper,
    server: Server,
) -> None:
    Endpoint.objects.update(price_in=1_000_000, price_out=300_000)
    told = limits.BookLimits(tokens=10**9, money=CENT)
    limits.set_limits(book, told, now=timezone.now())

    goes_on(book, keeper)

    project = Project.objects.get(pk=book)
    assert project.pause_reason == "The limit of this book is reached."
    assert 0 < project.money_spent <= CENT
    assert project.money_reserved == 0
    assert Run.objects.aggregate(n=Sum("money"))["n"] == project.money_spent
    n_kept = Unit.objects.filter(project=book, standing="accepted").count()
    assert n_kept > 0
    assert verify(project) == []

    before = len(server.requests)
    while not processes.is_finished(book):
        limits.raise_limits(book, now=timezone.now())
        running.resume(book, now=timezone.now())
        goes_on(book, keeper)
    assert len(server.requests) > before
    assert Unit.objects.filter(project=book, standing="accepted").count() > n_kept
    assert verify(Project.objects.get(pk=book)) == []


def test_what_is_too_dear_for_one_attempt_is_held_with_words(
    book: int,
    keeper: Keeper,
    server: Server,
) -> None:
    Endpoint.objects.update(price_in=1_000_000, price_out=300_000)
    told = limits.BookLimits(tokens=10**9, money=10**9, run=Limits(money=100))
    limits.set_limits(book, told, now=timezone.now())

    goes_on(book, keeper)

    held = Unit.objects.get(project=book, key="argument")
    assert "one attempt may take $0.0001 at most" in held.held_words
    assert server.requests == []
    project = Project.objects.get(pk=book)
    assert (project.money_spent, project.money_reserved) == (0, 0)


def test_a_book_is_written_by_the_second_model_while_the_first_rests(
    book: int,
    keeper: Keeper,
    server: Server,
) -> None:
    server.rule(lambda _: True, failing(500, "Out of order."))
    first = Endpoint.objects.get()
    with scripted_server() as other:
        second = Endpoint.objects.create(
            name="Second", base_url=other.base_url, model="second", context_tokens=16_000
        )
        limits.set_models(book, {"": [first.pk, second.pk]}, now=timezone.now())

        goes_on(book, keeper)

        assert processes.is_finished(book)
        n_calls = Run.objects.filter(endpoint=second, state="done").count()
        assert n_calls == len(other.requests)
    first.refresh_from_db()
    assert first.open_until is not None
    # Four attempts, and one more each time that it had rested: after 5 s, 10 s, 20 s.
    assert Run.objects.filter(endpoint=first).count() <= 7
    assert set(Run.objects.filter(state="done").values_list("model_asked", flat=True)) == {
        "scripted"
    }
    assert verify(Project.objects.get(pk=book)) == []
