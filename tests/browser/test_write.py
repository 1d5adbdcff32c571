"""The page for writing in a real browser: its mirror, its marks, its keys, and what it keeps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.browser.writing import (
    MEASURE,
    MOUTH,
    SCRIPTS,
    SPRING,
    WIDTHS,
    in_the_book,
    kept,
    open_to_write,
    path,
    ready,
    sign_in,
    write_at_end,
)

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.building import Book
    from tests.web.serving import Desk


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
    page.keyboard.press("Control+i")
    page.keyboard.type("Both")
    for _ in range(3):
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
    assert in_the_book(book).startswith(f"***Both*** words. *Leaning* too. {SPRING}")
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
    # What the page follows of the book may come between, and takes the selection away.
    page.wait_for_load_state("networkidle")
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
    with chromium.new_context(base_url=served.url, java_script_enabled=False) as context:
        sign_in(context, served)
        page = context.new_page()
        page.goto(path(book))
        page.locator("#text").fill(f"{SPRING} Plainly.\n\n{MOUTH}")
        page.get_by_text("Comment on words of it").click()
        page.get_by_label("The words").first.fill("Plainly.")
        page.get_by_label("Your comment").fill("Too plainly?")
        page.get_by_role("button", name="Keep the comment").click()
        expect(page.locator("#text")).to_have_value(f"{SPRING} Plainly.\n\n{MOUTH}")
        page.locator("#write-remarks summary").click()
        expect(page.locator("#write-remarks")).to_contain_text("Plainly. Too plainly?")
        page.get_by_role("button", name="Done").click()
        expect(page.locator(".toast")).to_contain_text("the text of your book now")

    assert in_the_book(book).startswith(f"{SPRING} Plainly.")


def test_marked_words_are_commented_on_and_rewritten_beside_what_is_typed(
    page: Page, book: Book
) -> None:
    open_to_write(page, book)
    write_at_end(page, "\nUnfinished, mine.")
    typed = f"{SPRING}\n\n{MOUTH}\n\nUnfinished, mine."
    field = page.locator("#text")
    mark(page, "comes up")
    page.keyboard.press("F2")
    expect(page.locator("#comment-form [data-quoted]")).to_have_text("“comes up”")
    page.keyboard.type("From where?")
    page.keyboard.press("Control+Enter")
    expect(page.locator("#write-remarks")).to_contain_text("1 remark")
    expect(page.locator("#mirror .p").first).to_have_attribute("data-remarks", "1")
    expect(field).to_be_focused()
    assert field.evaluate("f => f.value.slice(f.selectionStart, f.selectionEnd)") == "comes up"

    page.keyboard.press("Escape")
    page.keyboard.press(".")
    expect(page.locator("#rewrite-form")).to_be_visible()
    page.get_by_text("Shorter").click()
    page.get_by_role("button", name="See what this takes").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Rewrite")
    page.locator("button[name=choice]").first.click()
    page.wait_for_url("**/write/")
    expect(page.locator("#connection")).to_have_text("Live")
    expect(field).to_have_value(typed)

    with_a_model(book)
    expect(page.locator("#proposed")).to_be_visible()
    expect(field).to_have_value(typed)

    mark(page, "Unfinished")
    page.keyboard.press("F4")
    page.get_by_role("button", name="See what this takes").click()
    expect(page.locator("#rewrite-form [role=alert]")).to_contain_text("not in your book yet")
    page.get_by_role("button", name="Put my text into the book").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Rewrite")
    assert in_the_book(book).endswith("Unfinished, mine.\n")


def mark(page: Page, words: str) -> None:
    """Selects words in the field, as with the pointer."""
    page.locator("#text").evaluate(
        "(f, w) => { f.focus(); const n = f.value.indexOf(w);"
        " f.setSelectionRange(n, n + w.length); }",
        words,
    )


def with_a_model(book: Book) -> None:
    """A model proposes what was asked for."""
    from tests.web import browsers

    browsers.offer(book, "draft/s1/spring", "Water comes.")
