"""Writing in a real browser, and what happens to the words when something breaks."""

from __future__ import annotations

import os
import re
import signal
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page, Route

    from tests.building import Book
    from tests.web.serving import Desk

SPRING, MOUTH = "Water comes up from below.", "Water reaches the sea."
WORDS = " ".join(f"word{n}" for n in range(200))
WIDTHS = (320, 390, 600, 768, 1024, 1440)
SCRIPTS = """Plain words and a hyphen-ated one, “quoted”, then a word_that_is_much_longer_than_any_line_of_the_narrowest_window_of_all_could_ever_hold.

# A heading

> A quote of two lines
> that goes on.

- one
- two\twith a tab

水流经过城市，从来不问它从前在哪里。人们站在窗前，看着街道变成它曾经的样子。

كان النهر يعرف طريقه القديم، ولم يسأل أحدا عنه قبل أن تبنى الجدران.

Trailing blanks here   \nand a line break, *emphasis*, 🌊 waves, affine office fluffier.


Two empty lines before this, and three after.


"""  # noqa: E501

# How far apart field and mirror end, at worst, over the beginnings of a text.
MEASURE = """(text) => {
  const [field, mirror] = ["text", "mirror"].map((id) => document.getElementById(id));
  let worst = 0;
  for (let n = 0; n <= text.length; n += 17) {
    field.value = text.slice(0, n);
    field.dispatchEvent(new Event("input", { bubbles: true }));
    const [one, other] = [field, mirror].map((e) => e.getBoundingClientRect().height);
    worst = Math.max(worst, Math.abs(one - other));
  }
  return worst;
}"""


@pytest.fixture
def book(page: Page) -> Book:
    """The usual drawing, written and accepted."""
    from tests import building

    return building.book(autonomy="ahead", is_written=True, is_running=False)


def path(book: Book, rest: str = "write/", section: str = "s1") -> str:
    return f"/b/{book.project.slug}/s/{section}/{rest}"


def open_to_write(page: Page, book: Book, desk: str = "") -> None:
    page.goto(desk + path(book))
    ready(page)


def ready(page: Page) -> None:
    expect(page.locator("#format-toggle")).to_be_visible()
    expect(page.locator("#text")).to_be_editable()


def write_at_end(page: Page, words: str) -> None:
    page.locator("#text").press("Control+End")
    page.keyboard.insert_text(words)


def another_device(chromium: Browser, served: Desk, state: object = None) -> BrowserContext:
    """A browser of the same author, with a store of its own."""
    from studio.actions import signin

    context = chromium.new_context(base_url=served.url, storage_state=state)  # type: ignore[arg-type]
    context.set_default_timeout(30_000)
    page = context.new_page()
    page.goto(signin.one_time_link(served.url))
    return context


def kept(page: Page) -> None:
    expect(page.locator("#saved")).to_contain_text("Kept")


def in_the_book(book: Book) -> str:
    return book.body_of("draft/s1/spring") + book.body_of("draft/s1/mouth")


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
    page: Page, book: Book, chromium: Browser, served: Desk
) -> None:
    first = another_device(chromium, served)
    typing = first.pages[0]
    open_to_write(typing, book)
    write_at_end(typing, WORDS)
    kept(typing)
    first.set_offline(True)
    write_at_end(typing, " And the last of them.")
    expect(typing.locator("#saved")).to_contain_text("Not saved")
    state = first.storage_state(indexed_db=True)
    first.close()

    with another_device(chromium, served) as far:
        open_to_write(far.pages[0], book)
        assert far.pages[0].locator("#text").input_value().endswith(WORDS)
    with another_device(chromium, served, state) as same:
        again = same.pages[0]
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


def test_field_and_mirror_break_their_lines_alike_or_the_mirror_hides(
    page: Page, book: Book
) -> None:
    open_to_write(page, book)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        worst = page.evaluate(MEASURE, SCRIPTS)

        assert worst <= 1, width
        assert page.locator("#ed").get_attribute("data-unaligned") is None
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width

    page.evaluate("document.getElementById('mirror').style.paddingTop = '9px'")
    write_at_end(page, "x")
    expect(page.locator("#mirror")).to_be_hidden()
    kept(page)


def test_marks_follow_their_paragraphs(page: Page, book: Book) -> None:
    open_to_write(page, book)
    named = page.locator("#mirror .p[data-title]")
    expect(named).to_have_count(2)

    page.locator("#text").press("Control+Home")
    page.keyboard.insert_text("A new beginning.\n\n")

    assert named.evaluate_all("all => all.map((p) => p.dataset.title)") == ["Spring", "Mouth"]
    expect(named.nth(1)).to_contain_text(MOUTH)
    kept(page)


def test_all_of_it_goes_by_keyboard(page: Page, book: Book) -> None:
    page.goto(path(book, ""))
    page.keyboard.press("w")
    ready(page)
    expect(page.locator("#text")).to_be_focused()
    page.keyboard.press("Control+Home")
    page.keyboard.press("Control+b")
    page.keyboard.type("Bold")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.type(" words. ")
    page.keyboard.press("Control+i")
    page.keyboard.type("Leaning")
    page.keyboard.press("ArrowRight")
    page.keyboard.type(" too. ")
    page.keyboard.press("F8")
    expect(page.locator(".frame-head")).to_be_hidden()
    expect(page.get_by_role("button", name="Leave")).to_be_visible()
    expect(page.locator("#text")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator(".frame-head")).to_be_visible()
    expect(page.locator("#text")).to_be_focused()

    page.keyboard.press("Control+s")
    page.wait_for_url("**/s/s1/")
    assert in_the_book(book).startswith(f"**Bold** words. *Leaning* too. {SPRING}")
    expect(page.locator(".toast")).to_contain_text("the text of your book now")

    page.keyboard.press("w")
    ready(page)
    page.keyboard.press("Alt+PageDown")
    page.wait_for_url("**/s/s2/write/")
    page.keyboard.press("Alt+PageUp")
    page.wait_for_url("**/s/s1/write/")


def test_what_happens_elsewhere_never_touches_what_is_typed(page: Page, book: Book) -> None:
    from tests.web.test_write import elsewhere

    open_to_write(page, book)
    expect(page.locator("#connection")).to_have_text("Live")
    write_at_end(page, "Mine, unfinished.")

    elsewhere(book, f"{SPRING} Theirs.\n\n{MOUTH}")

    expect(page.locator("#moved")).to_be_visible()
    assert page.locator("#text").input_value().endswith("Mine, unfinished.")
    kept(page)


def test_remarks_whose_paragraph_is_gone_stay_in_sight(page: Page, book: Book) -> None:
    page.goto(path(book, ""))
    page.locator(".para").first.focus()
    page.keyboard.press("c")
    page.keyboard.type("About all of it.")
    page.keyboard.press("Control+Enter")
    expect(page.locator("#remarks")).to_contain_text("About all of it.")
    page.locator(".para .prose p").first.select_text()
    page.get_by_role("button", name="Comment").click()
    page.keyboard.type("About these words.")
    page.keyboard.press("Control+Enter")
    expect(page.locator("#remarks")).to_contain_text("About these words.")
    expect(page.locator(".loose")).to_have_count(0)

    open_to_write(page, book)
    page.locator("#text").fill(f"{SPRING} It is cold.\n\n{MOUTH}")
    page.keyboard.press("Control+s")
    page.wait_for_url("**/s/s1/")
    expect(page.locator(".para-margin a.state").first).to_contain_text("2")
    expect(page.locator(".loose")).to_have_count(0)

    open_to_write(page, book)
    page.locator("#text").fill(MOUTH)
    page.keyboard.press("Control+s")
    page.wait_for_url("**/s/s1/")

    gone = page.locator(".loose")
    expect(gone).to_contain_text("About all of it.")
    expect(gone).to_contain_text("About these words.")
    expect(gone).to_contain_text(SPRING)


def test_looks_stay_and_words_are_counted_while_typing(page: Page, book: Book) -> None:
    open_to_write(page, book)
    before = int(page.locator("#n-yours").inner_text())
    write_at_end(page, "\nThree words more 水流")
    expect(page.locator("#n-words")).to_have_text("14")
    expect(page.locator("#n-yours")).to_have_text(str(before + 5))

    page.get_by_role("button", name="Looks").click()
    page.get_by_label("Type").select_option("sans")
    page.get_by_label("Dim the other paragraphs").check()
    page.reload()

    expect(page.locator("#ed")).to_have_attribute("data-dim", "")
    assert "sans" in page.locator("#text").evaluate("e => getComputedStyle(e).fontFamily")


def test_it_works_without_scripts(chromium: Browser, served: Desk, book: Book) -> None:
    from studio.actions import signin

    with chromium.new_context(base_url=served.url, java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(signin.one_time_link(served.url))
        page.goto(path(book))
        page.locator("#text").fill(f"{SPRING} Plainly.\n\n{MOUTH}")
        page.get_by_role("button", name="Done").click()
        expect(page.locator(".toast")).to_contain_text("the text of your book now")

    assert in_the_book(book).startswith(f"{SPRING} Plainly.")
