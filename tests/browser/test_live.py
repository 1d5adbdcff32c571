"""Pages that stay current whatever happens to their socket, and never touch what is typed."""

from __future__ import annotations

import os
import re
import signal
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.patience import slowness

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.building import Book


SHIFTS = """() => {
  window.shifted = 0;
  new PerformanceObserver((seen) => {
    for (const shift of seen.getEntries()) window.shifted += shift.value;
  }).observe({ type: "layout-shift" });
}"""


@pytest.fixture
def book(page: Page) -> Book:
    """A book whose first passage waits to be written."""
    from tests import building

    return building.book(autonomy="ahead")


def hear(page: Page, what: str) -> None:
    """Chooses in the settings what is said while the model writes."""
    page.goto("/settings/")
    page.locator(f'button[name=spoken][value="{what}"]').click()
    expect(page.locator(f'button[name=spoken][value="{what}"]')).to_have_attribute(
        "aria-pressed", "true"
    )


def accept_all(book: Book) -> None:
    book.write({"draft/s1/spring": "Water rises.", "draft/s1/mouth": "It ends."})


def test_a_page_catches_up_when_the_desk_comes_back(page: Page, book: Book) -> None:
    from studio.actions import signin
    from tests.web import serving

    with serving.web() as first:
        page.goto(signin.one_time_link(first.url))
        page.goto(f"{first.url}/b/{book.project.slug}/")
        expect(page.locator("#connection")).to_have_text("Live")
        page.evaluate("window.stayed = true")
        os.kill(first.pid, signal.SIGKILL)
    expect(page.locator("#connection")).to_have_text("Reconnecting…")
    accept_all(book)

    with serving.web(first.port):
        expect(page.locator("#cards-accepted #card-s-s1")).to_be_visible(timeout=1_500 * slowness())
        expect(page.locator("#connection")).to_have_text("Live")
        assert page.evaluate("window.stayed")
        page.goto("about:blank")


def test_without_a_socket_the_board_is_current_within_ten_seconds(page: Page, book: Book) -> None:
    page.route_web_socket("**/ws/**", lambda socket: socket.close(code=1013))
    page.goto(f"/b/{book.project.slug}/")
    page.evaluate("window.stayed = true")
    accept_all(book)

    expect(page.locator("#cards-accepted #card-s-s1")).to_be_visible(timeout=5_000 * slowness())
    assert page.evaluate("window.stayed")


def test_the_text_that_arrived_is_the_text_that_was_sent(page: Page, book: Book) -> None:
    from studio.actions import claims, operate
    from studio.models import Partial
    from tests.building import NOW

    hear(page, "paragraphs")
    page.goto(f"/b/{book.project.slug}/s/s1/")
    expect(page.locator("#connection")).to_have_text("Live")
    claimed = book.claim("draft/s1/spring")
    expect(page.locator("#announce")).to_have_text("Writing Spring")
    # Nobody keeps this lease, and the web process takes back what is not kept.
    claims.renew([claimed], seconds=120)
    whole = ""
    # As fast as they come, and once after a while without a socket.
    for n in range(500):
        whole += f"Water {n} 🌊 comes. " if n % 9 else "\n\n"
        operate.partial(claimed, whole, now=NOW)
        if n == 250:
            page.evaluate("document.getElementById('live')['htmx-internal-data'].webSocket.close()")

    shown = page.locator(".arriving")
    expect(shown).to_contain_text("Water 499")
    kept = Partial.objects.get(run=claimed.run_id).text
    assert shown.evaluate("place => place.textContent") == kept == whole
    last = whole.split("\n\n")[-2].strip()
    assert page.locator("#announce").inner_text().endswith(last)


def test_who_listens_is_told_only_what_was_asked_for(page: Page, book: Book) -> None:
    from tests.web import browsers

    page.goto(f"/b/{book.project.slug}/s/s1/")
    expect(page.locator("#connection")).to_have_text("Live")
    browsers.offer(book, "draft/s1/spring", "Water rises.", "It goes on.")
    expect(page.locator("#passage-draft-s1-spring, .passage").first).to_contain_text("It goes on.")
    expect(page.locator("#announce")).to_have_text(re.compile(r"^Spring: .+, 5 of \d+ words$"))


def test_nothing_jumps_when_cards_move(page: Page) -> None:
    from tests import building

    outline = "".join(f"s{n} Part {n} of the river\n    - one\n" for n in range(1, 9))
    book = building.book(outline, autonomy="end")
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"/b/{book.project.slug}/")
    expect(page.locator("#connection")).to_have_attribute("data-link", "live")
    page.locator("#card-s-s1").scroll_into_view_if_needed()
    page.evaluate(SHIFTS)
    for n in (1, 2, 3):
        book.write({f"draft/s{n}/one": "Some words."})
        expect(page.locator(f"#cards-accepted #card-s-s{n}")).to_be_attached()
        page.wait_for_timeout(250)

    assert page.evaluate("window.shifted") < 0.05
    page.emulate_media(reduced_motion="reduce")
    book.write({"draft/s4/one": "Some words."})
    expect(page.locator("#cards-accepted #card-s-s4")).to_be_attached()
    assert page.evaluate("document.getAnimations().length") == 0


def test_what_is_typed_is_never_swapped_away(page: Page, book: Book) -> None:
    accept_all(book)
    page.goto(f"/b/{book.project.slug}/s/s1/")
    expect(page.locator("#connection")).to_have_text("Live")
    page.locator(".para .pencil").first.click()
    page.locator("textarea.writing").fill("Half a sent")

    book.write({"draft/s1/spring": "Something else."})

    expect(page.locator("#connection")).to_contain_text("Changed elsewhere")
    expect(page.locator("textarea.writing")).to_have_value("Half a sent")
    expect(page.locator("textarea.writing")).to_be_focused()


def test_an_opened_card_stays_open_and_keeps_its_focus(page: Page, book: Book) -> None:
    page.goto(f"/b/{book.project.slug}/")
    expect(page.locator("#connection")).to_have_text("Live")
    page.locator("#steps-s-s1 summary").click()
    page.locator("#open-s-s1").focus()

    accept_all(book)

    expect(page.locator("#cards-accepted #card-s-s1")).to_be_visible()
    expect(page.locator("#steps-s-s1")).to_have_attribute("open", "")
    expect(page.locator("#open-s-s1")).to_be_focused()


def test_who_is_signed_out_is_told_and_asked_no_more(page: Page, book: Book) -> None:
    page.goto(f"/b/{book.project.slug}/")
    expect(page.locator("#connection")).to_have_text("Live")
    page.context.clear_cookies()

    page.evaluate("document.getElementById('live')['htmx-internal-data'].webSocket.init()")

    expect(page.locator("#connection")).to_contain_text("You are signed out")
    page.wait_for_timeout(1_500)
    expect(page.locator("#connection")).to_contain_text("You are signed out")


def test_a_card_moves_within_the_band_of_its_chapter(page: Page) -> None:
    from tests import building

    outline = "".join(
        f"c{c} Chapter {c}\n" + "".join(f"    s{c}{n} Part {n}\n        - one\n" for n in (1, 2))
        for c in (1, 2)
    )
    book = building.book(outline, autonomy="end")
    page.goto(f"/b/{book.project.slug}/?group=chapter")
    expect(page.locator("#connection")).to_have_attribute("data-link", "live")
    page.evaluate("window.stayed = true")
    expect(page.locator("#cards-pending-in-c2 .card")).to_have_count(2)
    page.locator("#open-s-s21").focus()

    book.write({"draft/s21/one": "Some words."})

    expect(page.locator("#cards-accepted-in-c2 #card-s-s21")).to_be_visible()
    expect(page.locator("#group-in-c2 .count")).to_have_text("Pending 1 Accepted 1")
    expect(page.locator("#group-in-c1 .count")).to_have_text("Pending 2")
    expect(page.locator("#open-s-s21")).to_be_focused()
    expect(page.locator("#announce")).to_contain_text("Accepted")
    assert page.evaluate("window.stayed")

    # A chapter that the page does not know yet comes with the page.
    body = dict(book.state().entry("section/s22") or {})
    chapter = dict(book.state().entry("section/c2") or {}) | {"title": "New", "rank": 99}
    book.commit({"section/c9": chapter, "section/s22": {**body, "parent": "c9"}})
    expect(page.locator("#cards-pending-in-c9 #card-s-s22")).to_be_visible()
    expect(page.locator("#group-in-c9")).to_contain_text("New")

    # Bands take the order of their chapters along, also while the board is narrowed.
    page.goto(f"/b/{book.project.slug}/?group=chapter&q=part")
    expect(page.locator("#connection")).to_have_attribute("data-link", "live")
    expect(page.locator("#count-pending")).to_have_text("3")
    page.evaluate("window.stayed = true")
    first = dict(book.state().entry("section/c1") or {}) | {"rank": 98}
    book.commit({"section/c1": first})
    book.write({"draft/s11/one": "Some words."})
    expect(page.locator("#group-in-c1 .count")).to_have_text("Pending 1 Accepted 1")
    expect(page.locator("#count-pending")).to_have_text("2")
    bands = page.locator(".group .group-name").evaluate_all("all => all.map((h) => h.id)")
    assert bands[-3:] == ["group-in-c2", "group-in-c1", "group-in-c9"]
    assert page.evaluate("window.stayed")
