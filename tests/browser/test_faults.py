"""What stands still says why and offers the ways on; forms that are open hold what reads them."""

from __future__ import annotations

import os
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.patience import slowness

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from tests.building import Book

DRAFT = "draft/s1/spring"
ARRIVED = "Rain that falls on the moor takes eleven days to reach the lowest of the springs. " * 4


@pytest.fixture
def book(page: Page) -> Book:
    from tests import building

    return building.book(autonomy="ahead")


def test_an_unfinished_passage_is_gone_on_from_where_it_is_read(page: Page, book: Book) -> None:
    from studio.actions import endings, running
    from studio.actions.partials import Arrived
    from tests import building

    claimed = book.claim(DRAFT, now=timezone.now())
    arrived = Arrived(ARRIVED, dict(building.brief_of(claimed).reads))
    running.stop_unit(claimed.unit_id, now=timezone.now())
    endings.stopped(claimed, now=timezone.now(), arrived=arrived)
    page.goto(f"/b/{book.project.slug}/s/s1/")

    trouble = page.locator(".trouble").first
    expect(trouble).to_contain_text("Stopped after 64 words – kept as partial.")
    _picture(page, "section")
    page.goto(f"/b/{book.project.slug}/")
    expect(page.locator("#connection")).to_have_text("Live")
    _picture(page, "board")
    page.get_by_role("button", name="Continue from here").first.click()

    expect(page.locator(".trouble")).to_have_count(0)
    assert book.unit(DRAFT).continues_id == claimed.run_id


def test_a_wait_is_counted_down(page: Page, book: Book) -> None:
    from studio.actions import endings
    from studio.models import Unit

    claimed = book.claim(DRAFT, now=timezone.now())
    endings.fail(claimed, "rate_limited", "Slow down.", spread=0, now=timezone.now())
    Unit.objects.filter(key=DRAFT).update(not_before=timezone.now() + timedelta(seconds=60))
    page.goto(f"/b/{book.project.slug}/")

    shown = page.locator("time[data-countdown]").first
    before = shown.text_content()
    page.wait_for_timeout(2200)
    assert before != shown.text_content()
    _picture(page, "countdown")


def test_two_strokes_stop_everything(page: Page, book: Book) -> None:
    page.goto("/")

    page.keyboard.press("s")
    page.keyboard.press("s")

    expect(page.locator("body")).to_contain_text("Everything is stopped.")
    assert not book.project.is_running
    page.goto(f"/b/{book.project.slug}/")
    _picture(page, "stopped")


def test_a_form_that_is_open_holds_what_reads_it_until_it_is_let_go(page: Page, book: Book) -> None:
    page.goto(f"/b/{book.project.slug}/brief/")
    page.locator("form[data-edits] textarea, form[data-edits] input[type=text]").first.focus()
    _until(page, lambda: "brief" in book.project.open_edits)

    page.goto(f"/b/{book.project.slug}/")

    _until(page, lambda: book.project.open_edits == {})


def test_a_book_whose_model_is_away_says_when_it_goes_on(page: Page, book: Book) -> None:
    from studio.actions import endings

    book.project.units.filter(key=DRAFT).update(n_attempts=3)
    claimed = book.claim(DRAFT, now=timezone.now())
    words = "The model server at localhost:11434 refused the connection. Is it running?"
    endings.fail(claimed, "unreachable", words, spread=0, now=timezone.now(), pauses_book=True)
    type(book.project).objects.update(resumes_at=timezone.now() + timedelta(seconds=80))
    page.goto(f"/b/{book.project.slug}/")

    expect(page.locator("#goes-on time")).to_contain_text("in ")
    _picture(page, "away")
    page.get_by_role("button", name="Resume").click()

    expect(page.locator("#goes-on")).to_have_count(0)
    assert book.project.is_running


def _until(page: Page, is_so: Callable[[], bool]) -> None:
    for _ in range(int(30 * slowness())):
        if is_so():
            return
        page.wait_for_timeout(100)
    assert is_so()


def _picture(page: Page, name: str) -> None:
    folder = os.environ.get("STUDIO_SCREENSHOTS", "")
    if not folder:
        return
    page.screenshot(path=f"{folder}/{name}-1280.png")
    page.set_viewport_size({"width": 390, "height": 800})
    page.emulate_media(color_scheme="dark")
    page.screenshot(path=f"{folder}/{name}-390-dark.png")
    page.emulate_media(color_scheme="light")
    page.set_viewport_size({"width": 1280, "height": 900})
