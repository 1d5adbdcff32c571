"""The line that is written stays where the eyes are, if its author wants it so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.browser.writing import kept, open_to_write, write_at_end

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.building import Book

LONG = "\n\n".join(["Water rises slowly, and nobody sees it."] * 40)
# How far down the window the last line ends: 0 at its top, 1 at its foot.
AT = "document.getElementById('mirror').lastElementChild.getBoundingClientRect().bottom/innerHeight"


def test_the_line_that_is_written_stays_in_mid_page(page: Page, book: Book) -> None:
    open_to_write(page, book)
    write_at_end(page, f"\n\n{LONG}")
    page.keyboard.type(" One.")
    page.wait_for_function(f"{AT} > 0.7 && {AT} <= 1")

    page.get_by_role("button", name="Looks").click()
    page.get_by_label("Keep the line I write in mid-page").check()
    page.locator("#text").press("Control+End")
    page.keyboard.type(" Two.")

    page.wait_for_function(f"{AT} > 0.3 && {AT} < 0.65")
    kept(page)
