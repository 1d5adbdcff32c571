"""No typed word is lost, whatever breaks and whoever else writes: drafts in a real browser."""

from __future__ import annotations

import contextlib
import os
import re
import signal
from typing import TYPE_CHECKING

from playwright.sync_api import Error, expect

from tests.browser.writing import (
    MOUTH,
    SPRING,
    WORDS,
    another_device,
    in_the_book,
    kept,
    kill_browser_of,
    open_to_write,
    path,
    write_at_end,
)

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, BrowserContext, Page, Route

    from tests.building import Book
    from tests.web.serving import Desk


def test_words_outlive_the_death_of_the_server(page: Page, book: Book) -> None:
    from studio.local import ports
    from tests.web import serving

    page.on("dialog", lambda dialog: dialog.accept())
    port = ports.free_port()
    with serving.web(port) as desk:
        open_to_write(page, book, desk.url)
        os.kill(desk.pid, signal.SIGKILL)
        write_at_end(page, WORDS)
        expect(page.locator("#saved")).to_contain_text("Not saved – kept in this browser")
        expect(page.locator("#offline")).to_be_visible()
        assert page.title().startswith("● ")
    with serving.web(port):
        kept(page)
        page.reload()
        assert page.locator("#text").input_value().endswith(WORDS)
        expect(page.locator("#unfinished")).to_be_visible()
        assert in_the_book(book) == f"{SPRING}\n{MOUTH}\n"
        page.goto("about:blank")
        serving.settle()


def test_what_was_typed_without_the_desk_is_sent_when_it_is_back(
    page: Page, context: BrowserContext, book: Book
) -> None:
    open_to_write(page, book)
    context.set_offline(True)
    write_at_end(page, "Typed on a train.")
    expect(page.locator("#offline")).to_be_visible()

    context.set_offline(False)

    kept(page)
    expect(page.locator("#offline")).to_be_hidden()
    assert not page.title().startswith("●")


def test_a_line_that_fails_now_and_then_loses_nothing(page: Page, book: Book) -> None:
    from studio.models import Draft

    fates = iter(("answer lost", "refused"))

    def meet(route: Route) -> None:
        fate = next(fates, "") if route.request.method == "PUT" else ""
        if fate == "refused":
            return route.fulfill(status=502, body="Bad gateway")
        if fate == "answer lost":
            route.fetch()
        return route.abort() if fate else route.continue_()

    page.route("**/write/draft/", meet)
    open_to_write(page, book)
    write_at_end(page, "Typed before it failed.")
    expect(page.locator("#offline")).to_be_visible()
    write_at_end(page, " And while it did.")
    kept(page)
    expect(page.locator("#offline")).to_be_hidden()
    expect(page.locator("#told")).to_be_hidden()
    assert Draft.objects.get().text == page.locator("#text").input_value()
    assert next(fates, "") == ""


def test_words_outlive_the_death_of_the_browser(
    page: Page, book: Book, chromium: Browser, served: Desk, tmp_path: Path
) -> None:
    first = another_device(chromium, served, tmp_path)
    typing = first.pages[-1]
    open_to_write(typing, book)
    write_at_end(typing, WORDS)
    kept(typing)
    first.set_offline(True)
    write_at_end(typing, " And the last of them.")
    expect(typing.locator("#saved")).to_contain_text("Not saved")
    kill_browser_of(tmp_path)
    with contextlib.suppress(Error):
        first.close()

    with another_device(chromium, served) as far:
        open_to_write(far.pages[0], book)
        assert far.pages[0].locator("#text").input_value().endswith(WORDS)
    with another_device(chromium, served, tmp_path) as same:
        again = same.pages[-1]
        open_to_write(again, book)
        expect(again.locator("#told")).to_contain_text("This browser has newer text from")
        assert not again.locator("#text").input_value().endswith("last of them.")
        again.get_by_role("button", name="Compare").click()
        expect(again.locator("#compare-left p[data-only]")).to_contain_text("last of them.")
        again.keyboard.press("Escape")
        again.get_by_role("button", name="Restore").click()
        expect(again.locator("#text")).to_have_value(re.compile("And the last of them.$"))
        kept(again)


def test_two_windows_lose_nothing_in_either_order(
    page: Page, book: Book, chromium: Browser, served: Desk
) -> None:
    with another_device(chromium, served) as far:
        one, two = page, far.pages[0]
        for turn, (first, second) in enumerate([(one, two), (two, one)]):
            for window, name in ((one, "one"), (two, "two")):
                open_to_write(window, book)
                window.locator("#text").press("Control+Home")
                window.keyboard.insert_text(f"From {name}, turn {turn}. ")

            first.locator("#text").press("Control+s")
            first.wait_for_url("**/s/s1/")
            second.locator("#text").press("Control+s")
            expect(second.locator("h1")).to_have_text("Two texts grew apart")
            second.get_by_role("button", name="Keep both everywhere").click()
            second.wait_for_url("**/s/s1/")

            text = in_the_book(book)
            assert all(f"From {name}, turn {turn}. " in text for name in ("one", "two"))
            assert SPRING in text
            assert MOUTH in text


def test_two_windows_that_both_type_keep_both(
    page: Page, book: Book, chromium: Browser, served: Desk
) -> None:
    with another_device(chromium, served) as far:
        other = far.pages[0]
        open_to_write(page, book)
        open_to_write(other, book)
        write_at_end(page, "From one.")
        kept(page)
        write_at_end(other, "From two.")
        expect(other.locator("#told")).to_contain_text("Another window or device kept other text")

        other.get_by_role("button", name="Keep both").click()

        kept(other)
        assert "From one." in other.locator("#text").input_value()
        assert "From two." in other.locator("#text").input_value()


def test_a_second_tab_is_read_only_until_it_takes_over(
    page: Page, context: BrowserContext, book: Book
) -> None:
    open_to_write(page, book)
    second = context.new_page()
    second.goto(path(book))
    expect(second.locator("#told")).to_contain_text("being edited in another tab")
    expect(second.locator("#text")).not_to_be_editable()
    expect(page.locator("#text")).to_be_editable()
    write_at_end(page, "Typed a moment ago.")

    second.get_by_role("button", name="Take over").click()

    expect(second.locator("#text")).to_be_editable()
    assert second.locator("#text").input_value().endswith("Typed a moment ago.")
    expect(page.locator("#text")).not_to_be_editable()
    write_at_end(second, " And more.")
    kept(second)
    second.close()
