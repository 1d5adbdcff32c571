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

    # A heading is gone to like any line, and edited there.
    page.keyboard.press("j")
    expect(page.locator("#line-s1")).to_be_focused()
    page.keyboard.press("e")
    expect(page.locator("#s1-title")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#edit-s1")).to_be_focused()
    for name in ("Springs", "Mills"):
        page.keyboard.press("j")
        expect(page.get_by_role("link", name=name, exact=True)).to_be_focused()
    page.keyboard.press("Alt+ArrowUp")
    page.wait_for_url("**/plan/**")
    page.get_by_role("button", name=re.compile(r"^Apply: the text that is there still")).click()
    expect(titles).to_have_text(["Water", "Mills", "Springs", "Stone"])
    expect(page.locator("#line-s3")).to_be_focused()
    page.keyboard.press("j")
    expect(page.get_by_role("link", name="Springs", exact=True)).to_be_focused()

    page.locator(".toast").get_by_role("button", name="Undo").click()
    expect(titles).to_have_text(["Water", "Springs", "Mills", "Stone"])


def test_an_open_outline_follows_the_book_but_never_what_is_being_typed(page: Page) -> None:
    from playwright.sync_api import expect

    from tests import building

    book = building.book(OUTLINE, autonomy="ahead", is_running=False)
    titles = page.locator(".outline-name")
    page.goto(f"/b/{book.project.slug}/outline/")
    expect(page.locator("#connection")).to_have_text("Live")

    body = dict(book.state().entry("section/s4") or {})
    book.commit({"section/s4": {**body, "title": "Flint"}})
    expect(titles).to_have_text(["Water", "Springs", "Mills", "Flint"])

    page.locator("#edit-s3").click()
    page.locator("#s3-title").fill("Mills and")
    book.commit({
        "section/s2": {**dict(book.state().entry("section/s2") or {}), "title": "Wells"},
        "section/s3": {**dict(book.state().entry("section/s3") or {}), "words": 777},
    })  # fmt: skip
    expect(page.locator("#line-s2 .outline-name")).to_have_text("Wells")
    expect(page.locator("#s3-title")).to_have_value("Mills and")
    expect(page.locator("#connection")).to_contain_text("Changed elsewhere")

    book.commit({"section/s9": {**body, "title": "Sand", "rank": 9}})
    page.wait_for_timeout(300)
    expect(page.locator("#s3-title")).to_have_value("Mills and")
    page.goto(f"/b/{book.project.slug}/outline/?view=cards")
    expect(page.locator("#connection")).to_have_text("Live")
    book.commit({"section/s9": None})
    expect(page.locator("#line-s9")).to_have_count(0)
    expect(page.locator("#line-s4")).to_be_visible()
