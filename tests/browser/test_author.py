"""What an author does at the desk, in a real browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.building import Book
    from tests.scripted import Server
    from tests.web.serving import Desk


@pytest.fixture
def book(page: Page) -> Book:
    """A book of which the first section waits to be judged."""
    from tests import building
    from tests.web import browsers

    found = building.book(autonomy="ahead")
    browsers.offer(found, "draft/s1/spring", "Water comes up.", "It stays cold.")
    browsers.offer(found, "draft/s1/mouth", "Water reaches the sea.")
    return found


@pytest.fixture
def planned(page: Page) -> Book:
    """A book with a plan from which nothing was made yet."""
    from tests import building

    found = building.begin(autonomy="ahead", title="Planned")
    found.commit({**building.drawn(building.OUTLINE), **building.things(building.OBJECTS)})
    return found


def state_brief(page: Page) -> None:
    """The first decision: what the book is to be."""
    page.goto("/new/")
    page.get_by_label("Title").fill("Rivers")
    page.get_by_label("Intention").fill("Why towns should remember their rivers.")
    page.get_by_label("Readers").fill("Planners")
    page.get_by_label("Length in words").fill("900")
    page.get_by_role("button").filter(has_text="Propose a plan").click()


def test_the_link_opens_the_shelf_whose_looks_take_effect_at_once_and_stay(page: Page) -> None:
    from studio.actions import signin

    page.context.clear_cookies()
    page.goto(signin.one_time_link(""))
    expect(page).to_have_title("Your books")
    expect(page.get_by_role("link", name="Start a book")).to_be_visible()

    page.get_by_role("button", name="Dark").click()
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor")

    page.goto("/help/")

    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == dark
    assert dark != "rgb(248, 244, 236)"


@pytest.mark.usefixtures("works")
def test_from_brief_to_first_prose_in_three_decisions(page: Page, server: Server) -> None:
    state_brief(page)
    page.get_by_role("link", name="Read the plan").first.click()
    page.get_by_role("button", name="Accept plan").click()
    page.locator("#next").click()

    expect(page.locator(".para").first).to_be_visible()
    page.get_by_role("button", name="Accept section").click()

    expect(page.locator(".section-state")).to_contain_text("Accepted by you")
    expect(page.locator(".toast")).to_contain_text("part of your book")


@pytest.mark.usefixtures("works")
def test_cards_move_by_themselves(page: Page, server: Server) -> None:
    server.traits.token_delay = 0.1
    state_brief(page)
    page.evaluate("window.stayed = true")

    expect(page.locator("#connection")).to_have_text("Live")
    expect(page.locator("#cards-active #card-b-argument")).to_be_visible()
    expect(page.locator("#run-pill")).to_contain_text("being written")
    server.traits.token_delay = 0
    expect(page.locator("#cards-review #card-b-argument")).to_be_visible()
    expect(page.locator("#announce")).to_contain_text("In review")
    assert page.evaluate("window.stayed")


def test_switched_off_keys_do_nothing(page: Page, book: Book) -> None:
    page.goto("/help/")
    page.get_by_role("button", name="Switch single keys off").click()
    page.goto(f"/b/{book.project.slug}/s/s1/")

    page.keyboard.press("j")

    expect(page.locator(".para").first).not_to_be_focused()


def test_a_line_of_the_plan_is_changed_where_it_stands(page: Page, planned: Book) -> None:
    page.goto(f"/b/{planned.project.slug}/plan-of-book/")
    page.locator("#item-claim-1 .pencil").click()
    page.locator("#item-claim-1 textarea").first.fill("Water keeps every course.")

    page.keyboard.press("Control+Enter")

    expect(page.locator("span#item-claim-1")).to_contain_text("Water keeps every course.")
    page.reload()
    expect(page.locator("span#item-claim-1")).to_contain_text("Water keeps every course.")


def test_all_of_it_works_without_scripts(
    chromium: Browser, served: Desk, book: Book, planned: Book
) -> None:
    from studio.actions import signin

    with chromium.new_context(base_url=served.url, java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(signin.one_time_link(served.url))
        page.goto(f"/b/{book.project.slug}/s/s1/")
        page.locator(".para .pencil").first.click()
        page.locator("textarea.writing").fill("Water rises.")
        page.get_by_role("button", name="Done").click()
        page.get_by_role("button", name="Accept section").click()
        expect(page.locator(".section-state")).to_contain_text("Accepted by you")
        expect(page.get_by_text("Water rises.")).to_be_visible()

        page.goto(f"/b/{book.project.slug}/")
        page.locator("#stop, #resume").click()
        expect(page.locator("#stop, #resume")).to_be_visible()
        page.goto(f"/b/{planned.project.slug}/plan-of-book/")
        page.locator("#item-claim-1 .pencil").click()
        page.locator("#item-claim-1 textarea").first.fill("Water keeps every course.")
        page.get_by_role("button", name="Keep this").click()
        expect(page.locator("span#item-claim-1")).to_contain_text("every course")
        page.get_by_role("button", name="Dark").click()
        expect(page.locator("html")).to_have_attribute("data-theme", "dark")
