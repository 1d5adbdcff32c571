"""Every page for everyone: axe-core, narrow windows, forced colours, calm, and other scripts."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest
from playwright.sync_api import Error, expect

from studio.env import CHECKOUT
from tests.browser.test_live import SHIFTS
from tests.browser.writing import MEASURE

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.building import Book

AXE = Path(CHECKOUT) / ".axe/node_modules/axe-core/axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
ASK = f"""async () => {{
  const found = await axe.run({{ runOnly: {RULES}, resultTypes: ["violations"] }});
  return found.violations.flatMap((v) => v.nodes.map((n) => `${{v.id}}: ${{n.html}}`));
}}"""
# What gets the focus and is then out of sight, or under a bar that is not its own.
HIDDEN = """() => {
  const layers = [...document.querySelectorAll("body *")].filter(
    (e) => /fixed|sticky/.test(getComputedStyle(e).position) && e.checkVisibility());
  const takes = "a[href], button, input, select, textarea, summary, [tabindex]";
  return [...document.querySelectorAll(takes)].filter((e) => {
    if (!e.checkVisibility({ visibilityProperty: true }) || e.tabIndex < 0) return false;
    e.focus();
    if (document.activeElement !== e) return false;
    const { left, right, top, bottom } = e.getBoundingClientRect();
    const x = Math.max(1, Math.min(innerWidth - 1, (left + right) / 2));
    const ys = [top + 2, (top + bottom) / 2, bottom - 2];
    const inSight = ys.filter((y) => y > 0 && y < innerHeight);
    return inSight.every((y) => {
      const at = document.elementFromPoint(x, y);
      return layers.some((layer) => layer.contains(at) && !layer.contains(e));
    });
  }).map((e) => e.outerHTML.slice(0, 120));
}"""
# What takes a press of the mouse and no key, or comes out of turn.
MOUSE_ONLY = """() => [...document.querySelectorAll("body *")].filter((e) => {
  if (e.tabIndex > 0) return true;
  const keyed = "a[href], button, summary, label, select, input, textarea, [tabindex], dialog";
  return getComputedStyle(e).cursor === "pointer" && e.checkVisibility() && !e.closest(keyed);
}).map((e) => e.outerHTML.slice(0, 120))"""
MOST_SHIFTED = 0.05
ALONE = (
    "/", "/new/", "/help/", "/go/", "/nowhere/", "/settings/", "/settings/model/",
    "/settings/model/add/",
)  # fmt: skip
# Pages that are others by what is asked of them.
ASKED = (
    "outline/?view=cards", "?view=units", "?group=step", "s/s1/?show=side", "s/s1/?show=changes",
    "search/?q=water&put=rain&do=replace", "plan/?kind=distrust&layer=draft", "read/s1/?marks=on",
)  # fmt: skip
LOOKS: tuple[tuple[str, int, Literal["light", "dark"]], ...] = (
    ("wide", 1280, "light"), ("phone", 390, "light"), ("dark", 1280, "dark"),
)  # fmt: skip
# Two paragraphs, and a part of the first with what comes for it.
TEXTS = {
    "ar": ("تتذكر المدن أنهارها.", "الماء يرتفع من الأسفل.", "المدن", "القرى"),
    "zh": ("城市记得它的河流。石头静静地躺着。", "河流不会忘记自己的床。", "石", "木"),
}
# What an element says besides the words for those who do not see it.
SAID = """(part) => [...part.childNodes].filter((each) => each.nodeType === Node.TEXT_NODE)
  .map((each) => each.data).join("").trim()"""
APART = """(para) => {
  const [margin, prose] = [".para-margin", ".prose"].map((part) => para.querySelector(part));
  const name = para.closest(".passage").querySelector(".passage-margin");
  const boxes = [name, margin, prose].map((part) => part.getBoundingClientRect());
  return boxes.every((box, n) => n === 0 || boxes[n - 1].right <= box.left + 1);
}"""


@pytest.fixture
def book(page: Page) -> Book:
    """A book all of whose places are there to be looked at; a proposal waits beside a text."""
    from tests import building
    from tests.web.test_review import propose_again

    found = building.book(autonomy="ahead", is_written=True, is_running=False)
    propose_again(found, "draft/s1/mouth", "Water reaches the ocean.")
    return found


def pages(book: Book) -> list[str]:
    from tests.web import browsers

    found = [a.url for a in browsers.addresses(book) if a.is_page and "export_" not in a.name]
    quiet = ("/_/", "/draft/", "/p/", "/outline/file/")
    asked = [f"/b/{book.project.slug}/{rest}" for rest in ASKED]
    return [*ALONE, *asked, *(url for url in found if not any(part in url for part in quiet))]


def keep_pictures(page: Page, url: str) -> None:
    """With STUDIO_SCREENSHOTS, each page wide, on a phone and in the dark."""
    folder = os.environ.get("STUDIO_SCREENSHOTS", "")
    for name, width, scheme in LOOKS if folder else ():
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme=scheme)
        named = re.sub(r"[^a-z0-9]+", "-", url.lower()).strip("-") or "shelf"
        page.screenshot(path=f"{folder}/{named}-{name}.png", full_page=True)
    page.emulate_media(color_scheme="light")


def is_shown(page: Page, url: str) -> bool:
    """Opens an address; what is a file to be kept is no page."""
    try:
        page.goto(url)
    except Error as error:
        if "Download is starting" not in error.message:
            raise
        return False
    return True


@pytest.mark.timeout(600)
def test_every_page_fits_a_narrow_window_and_axe_holds_nothing_against_it(
    page: Page, book: Book
) -> None:
    axe = AXE.read_text(encoding="utf-8") if AXE.exists() else ""
    found: dict[str, object] = {}
    page.add_init_script(f"({SHIFTS})()")
    for url in pages(book):
        page.set_viewport_size({"width": 1280, "height": 900})
        if not is_shown(page, url):
            continue
        jumped = page.evaluate("window.shifted")
        found[f"{url} while it came"] = jumped if jumped > MOST_SHIFTED else 0
        if axe:
            # What lies under the head of a page that was scrolled to is not too small a target.
            page.evaluate("scrollTo(0, 0)")
            page.evaluate(axe)
            found[url] = page.evaluate(ASK)
        # As a window of 1280 by 1024 is at 400 %, and narrower than any phone.
        page.set_viewport_size({"width": 320, "height": 256})
        over = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        found[f"{url} by keys"] = page.evaluate(MOUSE_ONLY)
        found[f"{url} at 400 %"] = max(0, over) or page.evaluate(HIDDEN)
        keep_pictures(page, url)

    assert {url: said for url, said in found.items() if said} == {}
    if not axe:
        pytest.skip("axe-core is not here: make axe, where there is npm; the pages fit")


def test_states_are_told_without_colour_and_nothing_moves_by_itself(page: Page, book: Book) -> None:
    page.emulate_media(forced_colors="active", reduced_motion="reduce")
    page.goto(f"/b/{book.project.slug}/s/s1/?show=changes")

    one = page.locator(".one-change").first
    one.get_by_text("Accept", exact=True).click()
    label = one.locator("label:has(:checked)")
    assert label.evaluate("e => getComputedStyle(e).outlineStyle") == "solid"
    assert page.locator("ins").first.evaluate("e => getComputedStyle(e).textDecorationLine") == (
        "underline"
    )
    page.goto(f"/b/{book.project.slug}/")
    assert page.locator(".card .state").first.inner_text().strip() != ""
    assert (
        page.evaluate("document.getAnimations().filter(a => a.playState === 'running').length") == 0
    )


@pytest.mark.parametrize(("language", "direction"), [("ar", "rtl"), ("zh", "ltr")])
def test_books_in_other_scripts_are_read_and_edited(
    page: Page, book: Book, language: str, direction: str
) -> None:
    first, second, was, now = TEXTS[language]
    book.commit({"brief/language": {"value": language}})
    book.write({"draft/s2/bed": f"{first}\n\n{second}"})

    page.goto(f"/b/{book.project.slug}/s/s2/")
    text = page.locator(".text")
    expect(text).to_have_attribute("lang", language)
    assert text.evaluate("e => getComputedStyle(e).direction") == direction
    assert (
        page.locator(".para-margin").first.evaluate("e => getComputedStyle(e).direction") == "ltr"
    )

    assert page.locator(".para .prose").first.evaluate("e => getComputedStyle(e).direction") == (
        direction
    )
    assert page.locator(".para").first.evaluate(APART)

    page.locator("#open-write").click()
    expect(page.locator("#format-toggle")).to_be_visible()
    field = page.locator("#text")
    for width in (390, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate(MEASURE, first) <= 1
    field.fill(f"{first}\n\n{second}")
    field.press("Control+End")
    page.keyboard.insert_text(f"\n\n{second}")
    expect(page.locator("#ed")).not_to_have_attribute("data-unaligned", "")
    page.keyboard.press("Control+s")
    page.wait_for_url("**/s/s2/")
    expect(page.locator(".para")).to_have_count(3)
    assert book.body_of("draft/s2/bed") == f"{first}\n\n{second}\n\n{second}\n"

    number = book.project.commit_number
    book.write({"draft/s2/bed": f"{first.replace(was, now)}\n\n{second}\n\n{second}"})
    page.goto(f"/b/{book.project.slug}/s/s2/history/?older=c{number}&newer=now")
    for part, words in (("del", was), ("ins", now)):
        assert page.locator(f".compared {part}").evaluate(SAID) == words
