"""What the tests of the page for writing share: opening it, typing, and what is kept."""

from __future__ import annotations

import contextlib
import os
import signal
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

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


def another_device(chromium: Browser, served: Desk, home: Path | None = None) -> BrowserContext:
    """A browser of the same author, with a store of its own; with a home, a program of its own."""
    from tests.browser.conftest import CHROMIUM, FLAGS

    context = (
        chromium.browser_type.launch_persistent_context(
            home, executable_path=CHROMIUM, args=list(FLAGS), base_url=served.url
        )
        if home
        else chromium.new_context(base_url=served.url)
    )
    context.set_default_timeout(30_000)
    sign_in(context, served)
    context.new_page()
    return context


def sign_in(context: BrowserContext, served: Desk) -> None:
    """Has the author signed in, without the page that following the link takes."""
    from django.conf import settings
    from django.test import Client

    from studio.actions import signin

    client, name = Client(), settings.SESSION_COOKIE_NAME
    client.force_login(signin.owner())
    context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": served.url}])


def kill_browser_of(home: Path) -> None:
    """Ends all processes of the browser that lives there, at once."""
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if os.fsencode(home) in (folder / "cmdline").read_bytes():
                os.kill(int(folder.name), signal.SIGKILL)


def kept(page: Page) -> None:
    expect(page.locator("#saved")).to_contain_text("Kept")


def in_the_book(book: Book) -> str:
    return book.body_of("draft/s1/spring") + book.body_of("draft/s1/mouth")
