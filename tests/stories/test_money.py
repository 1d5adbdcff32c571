"""What a small book costs, reckoned by hand from what went over the wire, and what pages say."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from studio.models import Endpoint, Project, Run
from studio.queries import spending
from studio.queries.stats import stats_page
from studio.queries.verify import verify
from studio.worker.keeper import Keeper
from tests.scripted import Request, Server
from tests.scripted_answers import n_tokens
from tests.short_book import goes_on
from tests.web import browsers

pytestmark = pytest.mark.django_db(transaction=True)
# Millionths of the currency for a million tokens: a tenth of a cent to read one, a cent to write.
PRICE_IN, PRICE_OUT = 1_000_000_000, 10_000_000_000


def by_hand(requests: list[Request]) -> int:
    return sum(1_000 * n_tokens(r.prompt) + 10_000 * n_tokens(r.reply) for r in requests)


def test_the_sums_of_a_book_are_those_of_its_calls(
    book: int, server: Server, keeper: Keeper
) -> None:
    Endpoint.objects.update(price_in=PRICE_IN, price_out=PRICE_OUT)
    Project.objects.update(money_limit=10**12, day_money_limit=10**12, run_money_limit=10**12)

    goes_on(book, keeper)

    project, paid = Project.objects.get(pk=book), by_hand(server.requests)
    assert paid > 0
    assert (project.money_spent, project.day_money_spent) == (paid, paid)
    assert (project.tokens_spent, project.money_reserved) == (0, 0)
    assert project.day_on == timezone.localdate()
    page = stats_page(project)
    assert sum(step.paid or 0 for step in page.spent) == paid
    assert {step.model for step in page.spent} == {"scripted"}
    n_all = sum(n_tokens(r.prompt) + n_tokens(r.reply) for r in server.requests)
    assert sum(step.tokens for step in page.spent) == n_all
    of_step = dict.fromkeys((step.step for step in page.spent), 0)
    of_step |= {step.step: of_step[step.step] + (step.paid or 0) for step in page.spent}
    drafts = Run.objects.filter(project=book, unit__pass_slug="draft", gate="")
    said = {run.reply.text for run in drafts}
    assert said
    assert of_step["Draft"] == by_hand([r for r in server.requests if r.reply in said])
    assert verify(project) == []


def test_at_four_fifths_of_a_limit_the_pages_say_so(
    book: int, server: Server, keeper: Keeper
) -> None:
    Endpoint.objects.update(price_in=PRICE_IN, price_out=PRICE_OUT)
    Project.objects.update(money_limit=10**12, day_money_limit=10**12, run_money_limit=10**12)
    goes_on(book, keeper)
    paid = by_hand(server.requests)
    desk: Client = browsers.of("owner")
    pages = [reverse(name, args=[Project.objects.get(pk=book).slug]) for name in ("board", "stats")]

    for percent, is_near in ((79, False), (80, True)):
        Project.objects.update(money_limit=paid * 100 // percent)
        project = Project.objects.get(pk=book)
        (in_all,) = [limit for limit in stats_page(project).limits if limit.name == "In all"][:1]
        assert (in_all.percent, in_all.is_near) == (percent, is_near)
        assert in_all.gone == spending.said(paid)
        assert ("Raise to" in desk.get(pages[0]).text) == is_near
        assert spending.said(paid) in desk.get(pages[1]).text
