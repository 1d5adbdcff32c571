"""Ctrl+K, `/`, what is ticked, `n` and `p`, and keys that can be switched off."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page


def test_a_few_letters_lead_anywhere(page: Page) -> None:
    from tests import building

    slug = building.book(is_written=True, is_running=False).project.slug
    page.goto(f"/b/{slug}/")
    palette = page.locator("#palette")

    page.keyboard.press("Control+k")
    expect(palette.get_by_text("2 Stone", exact=True)).to_be_visible()
    page.keyboard.type("ston")
    expect(palette.get_by_role("link", name="Board")).to_be_hidden()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/s/s2/$"))

    page.keyboard.press("g")
    page.keyboard.press("s")
    page.wait_for_url(re.compile("/search/$"))
    page.locator("h1").click()
    page.keyboard.press("/")
    expect(page.locator("#q")).to_be_focused()

    page.keyboard.press("Control+k")
    undo = palette.get_by_role("button", name="Undo: Written")
    expect(undo).to_be_visible()
    expect(palette.get_by_role("button", name="Resume writing")).to_have_count(0)
    page.keyboard.press("ArrowDown")
    expect(undo).to_be_focused()
    page.keyboard.press("Escape")
    expect(palette).to_be_hidden()
    expect(page.locator("#q")).to_be_focused()

    page.context.add_cookies([{"name": "keys", "value": "off", "url": page.url}])
    page.reload()
    page.keyboard.press("Control+k")
    expect(palette).to_be_hidden()


def test_hits_are_ticked_at_once_and_changes_gone_through(page: Page) -> None:
    from studio.actions import wording
    from tests import building

    book = building.book(is_written=True, is_running=False)
    url, number = f"/b/{book.project.slug}", book.project.commit_number
    new = "Water rises from below.\n\nIt is cold."
    unit_id = book.unit("draft/s1/spring").pk
    wording.edit_text(
        unit_id, new, actor_id=book.owner_id, cause="Edited by hand", now=building.NOW
    )

    page.goto(f"{url}/search/?q=water&put=rain&do=replace")
    expect(page.get_by_text("3 ticked")).to_be_visible()
    page.get_by_label("all", exact=True).uncheck()
    expect(page.get_by_text("0 ticked")).to_be_visible()
    page.get_by_label("all of this section").first.check()
    page.get_by_role("button", name="Replace the ticked ones").click()
    expect(page.get_by_text("Replaced 3 times")).to_be_visible()

    page.goto(f"{url}/s/s1/history/?older=c{number}&newer=now")
    changes = page.locator(".compared .one-change")
    page.keyboard.press("n")
    expect(changes.nth(0)).to_be_focused()
    page.keyboard.press("n")
    expect(changes.nth(1)).to_be_focused()
    page.keyboard.press("p")
    expect(changes.nth(0)).to_be_focused()
