"""The outline by keyboard: a line moves, stays under the keys, and goes back with one press."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.django_db(transaction=True)
OUTLINE = """
    s1 Water
        s2 Springs
        s3 Mills
    s4 Stone
"""


def test_a_line_is_moved_by_keys_and_moved_back_by_its_undo(page: Page) -> None:
    from playwright.sync_api import expect

    from tests import building

    book = building.book(OUTLINE, autonomy="ahead", is_running=False)
    titles = page.locator(".outline-name")
    page.goto(f"/b/{book.project.slug}/outline/")
    expect(titles).to_have_text(["Water", "Springs", "Mills", "Stone"])

    page.get_by_role("link", name="Mills", exact=True).focus()
    page.keyboard.press("Alt+ArrowUp")
    page.wait_for_url("**/plan/**")
    page.get_by_role("button", name=re.compile(r"^Apply: the text that is there still")).click()
    expect(titles).to_have_text(["Water", "Mills", "Springs", "Stone"])
    expect(page.locator("#line-s3")).to_be_focused()

    page.locator(".toast").get_by_role("button", name="Undo").click()
    expect(titles).to_have_text(["Water", "Springs", "Mills", "Stone"])
