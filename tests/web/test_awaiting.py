"""What waits for the author is counted by one rule: on the shelf, in the room, on the board."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from typing import TYPE_CHECKING

import pytest
from django.conf import settings
from django.urls import reverse

from studio import services
from studio.actions import claims, limits
from studio.models import Endpoint, Unit
from studio.queries import awaiting, book_units
from studio.queries.endpoints import demonstration_row
from tests import building
from tests.building import Book
from tests.web import browsers

if TYPE_CHECKING:
    from django.test import Client


@contextmanager
def small_model() -> Iterator[None]:
    """Something listens where the small model of this machine is said to."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        address = f"http://127.0.0.1:{listening.getsockname()[1]}/v1"
        found = services.Model(address, "small", 4096, os.getpid())
        services.announce(settings.STUDIO.data, found)
        yield
        services.withdraw(settings.STUDIO.data, found)


def test_rows_and_pages_agree_on_what_waits(book: Book) -> None:
    """The rule in SQL, for numbers, and the same in the process, for cards."""
    standings, works = ("none", "accepted", "reopened"), ("idle", "pending", "review", "held")
    unit = book.unit("draft/s1/spring")
    row = Unit.objects.filter(pk=unit.pk)
    row.update(candidate=unit.current, held_reason="failed", held_words="Why?")
    for standing, work, by, stale, pinned in product(
        standings, works, ("person", "policy"), (True, False), (True, False)
    ):
        told = {"accepted_by": by, "is_stale": stale, "is_pinned": pinned}
        row.update(standing=standing, work=work, **told)
        (facts,) = (u for u in book_units.load(book.project).units if u.movement_key == "spring")

        assert bool(awaiting.kind_of(facts)) == row.waiting().exists(), (standing, work, told)


@pytest.mark.parametrize("view", ["", "units", "list"])
def test_the_board_counts_what_waits_as_its_room_does(desk: Client, view: str) -> None:
    book = building.book(autonomy="ahead", is_written=True, is_running=False)
    book.write({"draft/s1/spring": "Water rises."}, by="policy")
    Unit.objects.filter(pk=book.unit("draft/s2/bed").pk).update(work="held", held_words="Why?")
    Unit.objects.filter(project=book.project_id, section_id="").update(is_stale=True)
    slug = book.project.slug

    page = desk.get(reverse("board", args=[slug]), {"view": view})
    room = desk.get(reverse("review", args=[slug])).context["page"]
    (waiting,) = (f for f in page.context["board"].filters if f.name == "you")

    assert waiting.count == page.context["book"].waiting_count == room.n_waiting == 3
    assert "All 3, one after the other" in page.text


def test_nothing_that_waits_for_leave_alone_is_for_you(desk: Client, book: Book) -> None:
    Unit.objects.filter(pk=book.unit("draft/s1/spring").pk).update(work="pending")

    page = desk.get(reverse("board", args=[book.project.slug]))

    assert [f.count for f in page.context["board"].filters if f.name == "you"] == [0]
    assert "Nothing waits for you." in page.text


@pytest.mark.parametrize("page", ["board", "section", "attempts"])
def test_without_a_model_a_book_leads_to_one_and_not_to_resume(desk: Client, page: str) -> None:
    book = building.book(autonomy="ahead", is_running=False)
    url = reverse(page, args=[book.project.slug, *(["s1"] if page == "section" else [])])

    with_a_model = desk.get(url).text
    Endpoint.objects.all().delete()
    html = desk.get(url).text

    assert 'id="resume"' in with_a_model
    assert 'href="/settings/model/?next=' in html
    assert f'href="{reverse("write", args=[book.project.slug, "s1"])}"' in html
    assert 'id="resume"' not in html
    assert "Resume" not in html


def test_a_card_without_a_model_waits_for_one_and_comes_back(desk: Client) -> None:
    book = building.book(autonomy="ahead", is_running=False)
    Endpoint.objects.all().delete()
    back = reverse("section", args=[book.project.slug, "s1"])

    html = desk.get(reverse("board", args=[book.project.slug])).text

    assert f'<a href="{reverse("model")}?next={back}">It waits for a model.</a>' in html


def test_a_book_without_a_model_may_take_the_small_one(desk: Client, book: Book) -> None:
    Endpoint.objects.all().delete()
    board = reverse("board", args=[book.project.slug])
    assert 'id="demonstrate"' not in desk.get(board).text
    url = reverse("demonstrate", args=[book.project.slug])

    with small_model():
        assert 'id="demonstrate"' in desk.get(board).text
        html = desk.post(url, {"next": board}, follow=True).text

    assert "This is a tiny demonstration model" in html
    book.project.refresh_from_db()
    assert book.project.endpoint == demonstration_row()


def test_what_nobody_can_read_yet_does_not_wait_for_its_author(desk: Client) -> None:
    book = building.book(autonomy="ahead")
    url = reverse("board", args=[book.project.slug])
    being_written = desk.get(url).text
    for key in ("draft/s1/spring", "draft/s1/mouth"):
        browsers.offer(book, key, "Water rises.")

    html = desk.get(url).text

    assert "It waits for what comes before it, which you read first." in being_written
    assert "It waits until you have read what is written." not in being_written
    assert "It waits until you have read what is written." in html


def test_who_reads_a_section_says_so_where_it_was_read(desk: Client, book: Book) -> None:
    for key in ("draft/s1/spring", "draft/s1/mouth"):
        book.write({key: "Water rises slowly."}, by="policy")
    url = reverse("section", args=[book.project.slug, "s1"])
    page = desk.get(url)
    assert "I have read it" in page.text
    seen = f"s1:{page.context['page'].seen}"

    read = desk.post(
        reverse("read_mark", args=[book.project.slug]), {"section": seen, "next": url}, follow=True
    )

    assert read.context["page"].accepted_by == "you"
    assert "I have read it" not in read.text
    assert "accepted by you now" in read.text


def test_a_text_that_is_to_be_settled_says_how(desk: Client, book: Book) -> None:
    Unit.objects.filter(pk=book.unit("draft/s1/spring").pk).update(standing="reopened")
    sections = (reverse("section", args=[book.project.slug, s]) for s in ("s1", "s2"))

    doubtful, calm = (desk.get(url).text for url in sections)

    assert "It is settled when you trust it again, rewrite it" in doubtful
    assert "It is settled when" not in calm


def test_a_book_without_plan_or_model_begins_with_its_outline(desk: Client) -> None:
    book = building.begin()
    Endpoint.objects.all().delete()

    html = desk.get(reverse("board", args=[book.project.slug])).text

    assert f'id="next" href="{reverse("outline", args=[book.project.slug])}">Write the' in html


def test_a_book_at_its_limit_leads_to_raising_it(desk: Client) -> None:
    book = building.book(autonomy="ahead")
    told = limits.BookLimits(tokens=1, money=0)
    limits.set_limits(book.project_id, told, now=building.NOW)
    claims.claim(book.unit("draft/s1/spring").pk, worker="one", now=building.NOW)

    html = desk.get(reverse("board", args=[book.project.slug])).text

    url = reverse("limit", args=[book.project.slug])
    assert f'<a href="{url}">The limit of this book is reached.</a>' in html
    assert "Once it is raised, Resume goes on from here." in html
