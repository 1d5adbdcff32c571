"""Progress and spending: words by day and state, tokens by step and model."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.urls import reverse

from tests.drawn import drawn_once

if TYPE_CHECKING:
    from django.test import Client

    from studio.queries.values.stats import StatsPage
    from tests.building import Book


def opened(desk: Client, book: Book) -> StatsPage:
    page: StatsPage = desk.get(reverse("stats", args=[book.project.slug])).context["page"]
    return page


def edit(book: Book, text: str, days: int = 0, cause: str = "Edited by hand") -> None:
    from datetime import timedelta

    from studio.actions import wording
    from tests.building import NOW

    wording.edit_text(
        book.unit("draft/s1/spring").pk, text, actor_id=book.owner_id, cause=cause,
        now=NOW + timedelta(days=days),
    )  # fmt: skip


@drawn_once
def written() -> Book:
    """A book whose first passage a model wrote."""
    from tests import building
    from tests.web import browsers

    found = building.book(autonomy="ahead")
    browsers.offer(found, "draft/s1/spring", "Water comes up from far below.")
    return found


def test_words_are_told_apart_by_who_wrote_them(desk: Client, written: Book) -> None:
    edit(written, "Water comes up from far below. It sings.", days=1)

    days = opened(desk, written).days

    assert [(day.yours, day.model) for day in days] == [(2, 0), (0, 6)]


def test_what_is_cut_never_subtracts(desk: Client, written: Book) -> None:
    edit(written, "Water sings.")

    page = opened(desk, written)

    assert (page.yours, page.model) == (1, 6)


def test_what_is_taken_back_does_not_count(desk: Client, written: Book) -> None:
    edit(written, "Water sings again and again.", cause="Taken back from version 1")

    assert opened(desk, written).yours == 0


def test_words_are_counted_by_state(desk: Client, written: Book) -> None:
    written.write({"draft/s2/bed": "Stone lies."}, by="policy")

    states = {s.state: (s.count, s.n_sections) for s in opened(desk, written).states}

    assert states == {"review": (6, 1), "reopened": (2, 1), "none": (992, 0)}


def test_what_stood_is_told_for_each_day_of_its_change(desk: Client, written: Book) -> None:
    written.write({"draft/s2/bed": "Stone lies."}, by="policy")
    edit(written, "Water comes up.", days=1)
    put(written, {"trust/draft/s1/spring": {"whole": True, "paragraphs": []}}, days=2)
    edit(written, "Water comes up again.", days=3)
    url = reverse("stats", args=[written.project.slug])

    rows = desk.get(url, {"as": "states"}).content.decode("utf-8-sig").splitlines()

    assert rows == [
        'Day,Accepted by you,"Accepted by rule, unread",Distrusted,In all',
        "2026-03-04,4,2,0,6",
        "2026-03-03,0,2,3,5",
        "2026-03-02,3,2,0,5",
        "2026-03-01,0,2,0,2",
    ]
    columns = opened(desk, written).columns
    assert [c.day.on.day for c in columns] == [1, 2, 3, 4], "as the calendar has them"
    highest = columns[-1].day.states
    assert sum(s.height for s in highest) == pytest.approx(100, abs=0.1)
    assert highest[-1].top == pytest.approx(0, abs=0.1)


def put(book: Book, writes: dict[str, dict[str, object]], *, days: int) -> None:
    """A commit of a later day."""
    from datetime import timedelta

    from studio.actions import commits
    from studio.models.commit import By
    from tests.building import NOW

    with commits.change(
        book.project_id, kind="edit", reason="Changed", by=By.PERSON, actor_id=book.owner_id,
        now=NOW + timedelta(days=days),
    ) as change:  # fmt: skip
        for key, body in writes.items():
            change.put(key, body)


def test_a_day_that_is_set_says_how_much_a_day_that_is(desk: Client, written: Book) -> None:
    from datetime import timedelta

    from django.utils import timezone

    slug = written.project.slug
    url, stats = reverse("book_due", args=[slug]), reverse("stats", args=[slug])
    assert 'id="pace"' not in desk.get(stats).text
    today = timezone.localdate()

    past = desk.post(url, {"due_on": str(today - timedelta(days=1))})
    assert past.status_code == 422
    assert "This day has passed" in past.text
    assert desk.post(url, {"due_on": "soon"}).status_code == 422
    desk.post(url, {"due_on": str(today + timedelta(days=1))})

    html = desk.get(stats).text
    assert "<strong>497</strong> words a day from today reach 1,000 by" in html
    assert "994 words are left, and 2 days" in html
    desk.post(url, {"due_on": ""})
    assert 'id="pace"' not in desk.get(stats).text


def test_tokens_are_counted_by_step_and_model(desk: Client, written: Book) -> None:
    from studio.models import Run

    Run.objects.filter(kind="compose").update(tokens_in=100, tokens_out=50, model="small")
    Run.objects.filter(kind="gate").update(tokens_in=40, tokens_out=10, model="small")

    spent = opened(desk, written).spent

    assert [(s.step, s.model, s.tokens, s.share) for s in spent] == [
        ("Draft", "small", 150, 75),
        ("Draft: Challenge", "small", 50, 25),
    ]


def test_money_is_counted_where_the_price_was_known(desk: Client, written: Book) -> None:
    from studio.models import Project, Run

    Run.objects.filter(kind="compose").update(tokens_in=100, model="dear", money=1_230_000)
    Run.objects.filter(kind="gate").update(tokens_in=40, model="small", money=None)
    Project.objects.update(money_spent=1_230_000, money_limit=1_500_000)

    page = opened(desk, written)

    assert [(s.step, s.cost) for s in page.spent] == [
        ("Draft", "$1.23"),
        ("Draft: Challenge", "unknown"),
    ]
    assert [(p.name, p.cost) for p in page.places] == [
        ("Draft of 1, passage 1", "$1.23, and some unknown")
    ]
    near = [(limit.gone, limit.most, limit.percent) for limit in page.limits if limit.is_near]
    assert near == [("$1.23", "$1.50", 82)]


def test_what_was_expected_stands_beside_what_was_taken(desk: Client, written: Book) -> None:
    from studio.models import Run
    from tests.web import browsers

    browsers.offer(written, "draft/s1/mouth", "Water reaches the sea.")
    runs = Run.objects.filter(kind="compose").order_by("pk")
    for run, tokens in zip(runs, (100, 140), strict=True):
        Run.objects.filter(pk=run.pk).update(tokens_in=tokens, money=tokens * 10_000)

    page = opened(desk, written)

    assert [(e.expected, e.actual) for e in page.estimates] == [(100, 140)]
    assert [(e.expected_cost, e.actual_cost) for e in page.estimates] == [("$1.00", "$1.40")]
    assert "more to write" in page.left_words


def test_both_tables_are_handed_out(desk: Client, written: Book) -> None:
    url = reverse("stats", args=[written.project.slug])

    words, tokens = desk.get(url, {"as": "words"}), desk.get(url, {"as": "tokens"})

    assert words.content.decode("utf-8-sig").splitlines()[1] == "2026-03-01,0,6"
    assert tokens.text.count("Draft") == 2
    assert 'filename="rivers-tokens.csv"' in tokens.headers["Content-Disposition"]


def test_a_book_without_a_word_opens(desk: Client) -> None:
    from tests import building

    html = desk.get(reverse("stats", args=[building.begin().project.slug])).text

    assert "Nothing is written yet." in html


def test_a_long_book_takes_as_many_queries_as_a_short_one(desk: Client) -> None:
    from tests.web import counting

    assert counting.queries(desk, "stats", 3) == counting.queries(desk, "stats", 30)
