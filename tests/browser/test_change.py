"""A change in a real browser: mark, look at the plan, confirm, and watch the cards move."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.building import Book
    from tests.scripted import Server

SPRING = "draft/s1/spring"


@pytest.fixture
def book(page: Page, server: Server) -> Book:
    """A book that a model wrote and its author accepted; nothing runs by itself."""
    from studio.actions import judging, running
    from tests import building
    from tests.web import browsers

    found = building.book(autonomy="ahead")
    browsers.offer(found, SPRING, "Water comes up from below.", "Complaints fell by a third.")
    browsers.offer(found, "draft/s1/mouth", "Water reaches the sea.")
    judging.accept_section(
        found.project_id, "s1", actor_id=found.owner_id, reason="Read", now=building.NOW
    )
    running.stop(found.project_id, now=building.NOW)
    return found


def address(book: Book, rest: str = "") -> str:
    return f"/b/{book.project.slug}/{rest}"


def test_a_distrusted_paragraph_is_rewritten_while_one_watches(
    page: Page, book: Book, server: Server, works: None
) -> None:
    server.traits.token_delay = 0.1
    page.goto(address(book, "s/s1/"))
    doubtful = page.locator(".para", has_text="Complaints fell")
    doubtful.hover()
    doubtful.locator(".para-ways summary").click()
    doubtful.locator("[data-way=distrust]").click()

    expect(page.locator("h1")).to_contain_text("Distrust a paragraph")
    expect(page.locator(".stands")).to_contain_text("stand.")
    expect(page.locator(".marked")).to_contain_text("Complaints fell by a third.")
    page.get_by_label("Why?").fill("a claim without support")
    page.get_by_label("What should be different this time?").fill("Say who counted.")
    page.locator("#choose-all").click()

    expect(page.locator(".toast")).to_contain_text("Undo")
    page.wait_for_url(f"**{address(book, 's/s1/')}")
    expect(page.locator('#head[data-state="active"]')).to_be_visible()
    server.traits.token_delay = 0
    expect(page.locator('#head[data-state="review"]')).to_be_visible()
    prompts = "\n".join(request.prompt for request in server.requests)
    assert "Complaints fell" not in prompts
    assert "Say who counted." in prompts

    page.goto(address(book, "s/s1/?show=changes"))
    expect(page.locator(".one-change .side-old")).to_contain_text("Complaints fell by a third.")
    expect(page.locator(".one-change")).to_have_count(1)


def test_distrust_only_and_undo_by_keyboard(page: Page, book: Book) -> None:
    page.goto(address(book, "s/s1/"))
    page.keyboard.press("j")
    page.keyboard.press("j")
    page.keyboard.press("u")
    page.locator("#choose-only").focus()
    page.keyboard.press("Enter")

    hatched = page.locator(".para[data-distrusted]")
    expect(hatched).to_have_count(1)
    expect(hatched).to_contain_text("Complaints fell")
    page.locator(".toast").get_by_role("button", name="Undo").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".toast")).to_contain_text("is undone")
    expect(hatched).to_have_count(0)


def test_enter_in_a_field_confirms_nothing(page: Page, book: Book) -> None:
    before = book.project.commit_number
    page.goto(address(book, "plan/?kind=distrust&layer=draft"))
    page.get_by_label("Why?").fill("wrong")
    page.get_by_label("Why?").press("Enter")

    expect(page.get_by_label("Why?")).to_have_value("wrong")
    expect(page.locator("#choose-only")).to_be_visible()
    assert book.project.commit_number == before


def test_the_plan_fits_a_phone_with_its_number_within_reach(page: Page, book: Book) -> None:
    page.set_viewport_size({"width": 390, "height": 780})
    page.goto(address(book, "plan/?kind=distrust&layer=draft"))

    main = page.locator(".choice-box[data-main] > button")
    expect(main).to_be_in_viewport(ratio=1)
    expect(main).to_contain_text("≈")
    page.mouse.wheel(0, 4000)
    expect(main).to_be_in_viewport(ratio=1)
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 390
    box = main.bounding_box()
    assert box is not None
    assert box["height"] >= 44


def test_an_edit_of_the_plan_is_foreseen(page: Page, book: Book) -> None:
    page.goto(address(book, "plan-of-book/"))
    page.locator("#item-claim-1 .pencil").click()
    page.locator("#item-claim-1 textarea").fill("Water forgets its course.")
    page.get_by_role("button", name="Keep this").click()

    expect(page.locator("h1")).to_contain_text("Change")
    expect(page.locator("ins").first).to_contain_text("forgets")
    expect(page.locator("#part-stale")).to_contain_text("Draft of 1")
    page.get_by_role("button", name="Apply (free)").click()
    page.wait_for_url(f"**{address(book)}")
    expect(page.locator("#cards-band #card-s-s1")).to_be_visible()
