"""What a plan costs on its page, and the limit that it may go over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.urls import reverse

from tests.drawn import drawn_once
from tests.web.plan_pages import (
    SPRING,
    accepted,
    choose,
    look,
    page_of,
    said,
)

if TYPE_CHECKING:
    from django.test import Client

    from tests.building import Book


@drawn_once
def book() -> Book:
    """A book that a model wrote and its author accepted."""
    return accepted()


def test_more_than_the_limit_is_not_confirmed(desk: Client, book: Book) -> None:
    from studio.actions import running
    from tests.building import NOW

    plan = look(desk, book, kind="distrust", layer="draft")
    running.set_limit(book.project_id, 10, now=NOW)

    over = look(desk, book, kind="distrust", layer="draft")
    refused = choose(desk, book, plan, "all")

    assert "Raise the limit" in over.text
    assert 'id="choose-all" disabled' in over.text.replace("  ", " ")
    assert refused.status_code == 409
    assert book.unit(SPRING).standing == "accepted"


def test_a_plan_costs_money_where_the_price_is_known(desk: Client, book: Book) -> None:
    from studio.actions import limits
    from studio.models import Endpoint
    from tests.building import NOW

    unknown = look(desk, book, kind="recompose", layer="draft")
    Endpoint.objects.update(price_in=3_000_000, price_out=15_000_000)
    priced = look(desk, book, kind="recompose", layer="draft")
    limits.set_money(book.project_id, 10, now=NOW)
    refused = choose(desk, book, priced, "all")

    assert dict(page_of(unknown).choices[0].facts)["Price"] == "unknown"
    facts = dict(page_of(priced).choices[-1].facts)
    assert facts["Price"].startswith("$0.0")
    assert facts["Left of your limit"].startswith("$10.00, then at least $9.")
    assert "(≈ $0.0" in page_of(priced).choices[-1].words
    assert refused.status_code == 409
    assert "$0.0000" not in said(refused)
    assert "Raise the limit first" in said(refused)


def test_the_limit_can_be_raised(desk: Client, book: Book) -> None:
    url = reverse("limit", args=[book.project.slug])

    wrong = desk.post(url, {"tokens": "much"})
    desk.post(url, {"tokens": "5000000"})

    assert wrong.status_code == 422
    assert book.project.token_limit == 5_000_000
