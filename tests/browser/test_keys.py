"""Each key of the help does what the help says; a book is made and taken out by keys alone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import TimeoutError, expect

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.building import Book
    from tests.scripted import Server

ROOMS = {
    "b": "/", "r": "/review/", "e": "/read/", "f": "/findings/", "s": "/search/",
    "p": "/plan-of-book/", "o": "/outline/", "x": "/exports/", "a": "/activity/",
}  # fmt: skip


@pytest.fixture
def book(page: Page) -> Book:
    """A written book; in its first section a proposal waits beside the text."""
    from tests import building
    from tests.web import browsers
    from tests.web.test_review import propose_again

    found = building.book(autonomy="ahead", is_written=True, is_running=False)
    found.write({"draft/s2/bed": "Stone lies still.\n\nNobody moves it."})
    propose_again(found, "draft/s1/mouth", "Water reaches the ocean.")
    browsers.remark(found, "draft/s2/bed")
    browsers.remark(found, "draft/s2/bed")
    return found


def at(book: Book, rest: str = "") -> str:
    return f"/b/{book.project.slug}{rest or '/'}"


def opened(page: Page, url: str) -> Page:
    """A page whose scripts are there."""
    page.goto(url)
    page.wait_for_load_state()
    return page


def test_keys_do_what_the_help_says(page: Page, book: Book) -> None:
    two_letters_lead_to_every_room(page, book)
    cards_are_gone_through_opened_and_written_in(page, book)
    lines_are_moved_and_remarks_chosen(page, book)
    the_keys_of_a_page_are_shown_over_it(page, book)


def two_letters_lead_to_every_room(page: Page, book: Book) -> None:
    opened(page, at(book))
    for letter, rest in ROOMS.items():
        gone_to(page, letter, re.compile(f"{at(book, rest)}(\\?.*)?$"))
    gone_to(page, "l", re.compile("[0-9]/$"))


def gone_to(page: Page, letter: str, url: re.Pattern[str]) -> None:
    """Two letters lead there; pressed again where a busy machine took too long between them."""
    for _ in range(5):
        # Out of the field of the search, in which one is at once.
        page.keyboard.press("Escape")
        page.keyboard.press("g")
        page.keyboard.press(letter)
        try:
            page.wait_for_url(url, timeout=3_000)
        except TimeoutError:
            continue
        return page.wait_for_load_state()
    raise AssertionError(f"g {letter} does not lead to {url.pattern}")


def cards_are_gone_through_opened_and_written_in(page: Page, book: Book) -> None:
    keys = opened(page, at(book)).keyboard
    keys.press("j")
    first = page.evaluate("document.activeElement.id")
    keys.press("ArrowDown")
    second = page.evaluate("document.activeElement.id")
    assert first.startswith("open-")
    assert second.startswith("open-")
    assert first != second
    keys.press("ArrowUp")
    expect(page.locator(f"#{first}")).to_be_focused()

    page.locator("#open-s-s2").focus()
    keys.press("o")
    page.wait_for_url(f"**{at(book, '/s/s2/')}")
    page.go_back(wait_until="load")
    page.locator("#open-s-s2").focus()
    keys.press("w")
    page.wait_for_url(f"**{at(book, '/s/s2/write/')}")
    opened(page, at(book))
    page.locator("#open-s-s2").focus()
    for key, heading in (("u", "Distrust"), (".", "Rewrite"), ("i", "Distrust")):
        keys.press(key)
        expect(page.locator("h1")).to_contain_text(heading)
        page.go_back(wait_until="load")
        page.locator("#open-s-s2").focus()
    page.locator("h1").click()
    keys.press("i")
    expect(page.locator("h1")).to_have_text("Set a whole kind of text aside")


def test_a_section_is_judged_and_left_by_keys(page: Page, book: Book) -> None:
    keys = opened(page, at(book, "/s/s1/")).keyboard
    keys.press("n")
    expect(page.locator(".one-change").first).to_be_focused()
    shown = page.locator(".showing [aria-current]").inner_text()
    keys.press("v")
    expect(page.locator(".showing [aria-current]")).not_to_have_text(shown)
    page.wait_for_load_state()
    keys.press("Alt+PageDown")
    page.wait_for_url(f"**{at(book, '/s/s2/')}")
    page.wait_for_load_state()

    keys.press("j")
    keys.press("c")
    expect(page.get_by_label("Your comment")).to_be_focused()
    keys.type("Why?")
    keys.press("Control+Enter")
    expect(page.locator(".toast")).to_contain_text("Kept among the remarks")
    expect(page.locator(".para").first).to_be_focused()
    page.wait_for_load_state()
    keys.press(".")
    expect(page.locator("#rewrite-dialog")).to_be_visible()
    keys.press("Escape")
    keys.press("e")
    expect(page.locator("textarea.writing")).to_be_focused()
    keys.press("Escape")
    expect(page.locator(".para").first).to_be_focused()
    keys.press("e")
    page.locator("textarea.writing").fill("Stone rests.")
    keys.press("Control+Enter")
    expect(page.get_by_text("Stone rests.")).to_be_visible()
    page.locator(".para").first.focus()
    keys.press("e")
    page.locator("textarea.writing").fill("Stone is still.")
    keys.press("Control+Shift+Enter")
    expect(page.get_by_text("Stone is still.")).to_be_visible()
    assert book.unit("draft/s2/bed").accepted_by == "person"
    assert book.body_of("draft/s2/bed").startswith("Stone is still.")
    page.locator(".para .prose p").first.select_text()
    keys.press("Control+Shift+f")
    expect(page.locator("#q")).to_have_value("Stone is still.")
    page.go_back(wait_until="load")
    page.wait_for_load_state()
    page.locator("h1").click()
    keys.press("i")
    expect(page.locator("h1")).to_contain_text("Distrust")
    page.go_back(wait_until="load")
    keys.press("Alt+PageUp")
    page.wait_for_url(f"**{at(book, '/s/s1/')}")

    opened(page, at(book, "/review/?at=s1"))
    keys.press("e")
    page.wait_for_url(f"**{at(book, '/s/s1/')}")
    opened(page, at(book, "/review/?at=s1"))
    shown = page.locator(".showing [aria-current]").inner_text()
    keys.press("v")
    expect(page.locator(".showing [aria-current]")).not_to_have_text(shown)
    page.wait_for_load_state()
    keys.press("r")
    expect(page.locator("h1")).not_to_contain_text("Water")
    assert book.unit("draft/s1/mouth").candidate is None
    assert book.body_of("draft/s1/mouth") == "Water reaches the sea.\n"


def lines_are_moved_and_remarks_chosen(page: Page, book: Book) -> None:
    keys = opened(page, at(book, "/outline/")).keyboard
    for key, heading in (("Alt+ArrowUp", "Move"), ("]", "Move")):
        page.get_by_role("link", name="Stone", exact=True).focus()
        keys.press(key)
        page.wait_for_url("**/plan/**")
        expect(page.locator("h1")).to_contain_text(heading)
        opened(page, at(book, "/outline/"))
    page.get_by_role("link", name="Stone", exact=True).focus()
    keys.press("e")
    expect(page.locator(".outline-edit")).to_be_visible()

    opened(page, at(book, "/findings/"))
    keys.press("j")
    keys.press("x")
    keys.press("ArrowDown")
    keys.press("Shift+X")
    expect(page.locator("[data-chosen]")).to_have_text("With the 2 chosen:")


def the_keys_of_a_page_are_shown_over_it(page: Page, book: Book) -> None:
    keys = opened(page, at(book)).keyboard
    page.locator("#open-s-s1").focus()
    keys.press("?")

    shown = page.locator("#keys-here")
    expect(shown.get_by_text("On the board: open the card you are on")).to_be_visible()
    expect(shown.get_by_text("Where you write: only the text")).to_be_hidden()
    keys.press("j")
    keys.press("Escape")
    expect(shown).to_be_hidden()
    expect(page.locator("#open-s-s1")).to_be_focused()

    opened(page, at(book, "/s/s2/write/"))
    page.locator("h1").click()
    keys.press("?")
    expect(shown.get_by_text("Where you write: only the text")).to_be_visible()


@pytest.mark.usefixtures("works")
def test_a_book_is_made_and_taken_out_by_keys_alone(page: Page, server: Server) -> None:
    server.traits.token_delay = 0
    keys = opened(page, "/").keyboard
    tab_to(page, "Start a book")
    keys.press("Enter")
    page.wait_for_url("**/new/")
    page.wait_for_load_state()
    for label, words in (
        ("Title", "Rivers"), ("Intention", "Why towns should remember their rivers."),
        ("Readers", "Planners"), ("Length in words", "900"),
    ):  # fmt: skip
        tab_to(page, label)
        keys.press("Control+a")
        keys.type(words)
    keys.press("Control+Enter")
    page.get_by_role("link", name="Read the plan").first.wait_for()
    tab_to(page, "Read the plan")
    keys.press("Enter")
    page.wait_for_load_state()
    for _ in range(2):
        page.locator("#accept, #next").first.wait_for()
        page.wait_for_load_state()
        keys.press("a")
        tab_to(page, "Accept plan", "Next", "Read 1", "Continue")
        keys.press("Enter")
        page.wait_for_load_state()
    page.locator(".para").first.wait_for()
    page.wait_for_load_state()
    keys.press("a")
    expect(page.locator("#accept")).to_be_focused()
    keys.press("Enter")
    expect(page.locator(".section-state")).to_contain_text("Accepted by you")
    page.wait_for_load_state()
    gone_to(page, "x", re.compile("/exports/$"))
    tab_to(page, "PDF")
    keys.press("Space")
    tab_to(page, "Markdown")
    keys.press("Space")
    tab_to(page, "Export")
    keys.press("Enter")
    expect(page.locator(".files")).to_contain_text(".md")


def tab_to(page: Page, *names: str) -> None:
    """Goes on by Tab until what has the focus is called one of these."""
    told = "e => (e.labels?.[0] ?? e).textContent.trim()"
    for _ in range(90):
        page.keyboard.press("Tab")
        said = page.evaluate_handle("document.activeElement").evaluate(told)
        if any(said.startswith(name) for name in names):
            return
    raise AssertionError(f"{names} is not reached by Tab")


def test_what_takes_the_place_of_a_pressed_button_has_its_focus(page: Page, server: Server) -> None:
    from tests import building

    book = building.book(autonomy="ahead")
    page.goto(f"/b/{book.project.slug}/")

    page.locator("#stop").press("Enter")
    expect(page.locator("#resume")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#stop")).to_be_focused()


def test_lines_of_the_plan_are_gone_through_and_edited_by_keys(page: Page, server: Server) -> None:
    from tests import building

    book = building.book(autonomy="ahead", is_running=False)
    page.goto(f"/b/{book.project.slug}/plan-of-book/")
    pencils = page.locator(".item .pencil")

    page.keyboard.press("j")
    expect(pencils.first).to_be_focused()
    page.keyboard.press("j")
    expect(pencils.nth(1)).to_be_focused()
    page.keyboard.press("e")
    expect(page.locator("form textarea:focus, form input:focus")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(pencils.nth(1)).to_be_focused()
