"""Ctrl+K, `/` and the keys that can be switched off."""

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
    resume = palette.get_by_role("button", name="Resume writing")
    expect(resume).to_be_visible()
    page.keyboard.press("ArrowDown")
    expect(resume).to_be_focused()
    page.keyboard.press("Escape")
    expect(palette).to_be_hidden()
    expect(page.locator("#q")).to_be_focused()

    page.context.add_cookies([{"name": "keys", "value": "off", "url": page.url}])
    page.reload()
    page.keyboard.press("Control+k")
    expect(palette).to_be_hidden()
