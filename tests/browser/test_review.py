"""The sweep by keyboard, and a remark about words that are selected while reading."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.building import Book
    from tests.scripted import Server


@pytest.fixture
def waiting(page: Page) -> Book:
    """A book of which one section is proposed, one stopped, and one accepted by rule."""
    from tests import building
    from tests.web import browsers

    found = building.book(
        """
        s1 Water
            - spring: Water comes up.
        s2 Stone
            - bed
        s3 Ice
            - edge: Ice holds.
        """,
        "thesis-1: Rivers remember.",
        autonomy="ahead",
    )
    browsers.offer(found, "draft/s1/spring", "Water comes up.", "It stays cold.")
    unit = found.unit("draft/s2/bed")
    unit.hold("timeout", "The model said nothing for two minutes.")
    unit.save()
    found.write({"draft/s3/edge": "Ice holds."}, by="policy")
    return found


def press(page: Page, key: str) -> None:
    """Presses a key once the scripts of the page are there."""
    page.wait_for_load_state()
    page.keyboard.press(key)


def test_the_sweep_needs_nothing_but_keys(page: Page, waiting: Book) -> None:
    page.goto(f"/b/{waiting.project.slug}/")
    press(page, "g")
    press(page, "r")
    expect(page.locator(".sweep-progress")).to_contain_text("1 of 3")

    press(page, "j")
    expect(page.locator("h1")).to_contain_text("Stone")
    press(page, "k")
    expect(page.locator("h1")).to_contain_text("Water")

    press(page, "c")
    page.keyboard.type("a remark with all keys: a r e d")
    press(page, "Control+Enter")
    expect(page.locator(".toast")).to_contain_text("Kept among the remarks")
    expect(page.locator("h1")).to_contain_text("Water")

    press(page, "a")
    expect(page.locator("h1")).to_contain_text("Stone")
    press(page, "d")
    expect(page.locator("h1")).to_contain_text("Ice")
    press(page, "a")
    expect(page.locator(".sweep-end h1")).to_contain_text("Nothing else waits")
    expect(page.locator(".sweep-summary")).to_contain_text("Accepted")
    assert waiting.unit("draft/s1/spring").accepted_by == "person"
    assert waiting.unit("draft/s3/edge").accepted_by == "person"


def test_a_proposal_is_judged_change_by_change(page: Page, waiting: Book) -> None:
    from tests.web.test_review import propose_again

    text = "Ice holds.\n\nIt is thin in the morning and clear.\n\nNobody walks."
    waiting.write({"draft/s3/edge": text})
    propose_again(
        waiting, "draft/s3/edge", "Ice holds.", "It is thick in the morning and clear.", "A dog."
    )
    page.goto(f"/b/{waiting.project.slug}/s/s3/")
    press(page, "n")
    expect(page.locator(".one-change").first).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    expect(page.locator("#decided")).to_have_text("1")
    page.locator(".one-change").nth(1).get_by_text("Edit").click()
    page.keyboard.type("Only ")
    with page.expect_response(lambda answer: answer.url.endswith("/choose/")):
        page.wait_for_timeout(0)

    page.reload()
    expect(page.locator("#decided")).to_have_text("2")
    expect(page.get_by_role("radio", name="Edit").nth(1)).to_be_checked()
    page.get_by_role("button", name="Finish review").click()

    expect(page.locator(".toast")).to_contain_text("part of your book")
    told = waiting.body_of("draft/s3/edge").split("\n\n")
    assert told[:2] == ["Ice holds.", "It is thick in the morning and clear."]
    assert "Only" in told[2]


def test_keys_that_are_switched_off_do_nothing(page: Page, waiting: Book) -> None:
    page.goto(f"/b/{waiting.project.slug}/review/")
    page.evaluate("document.body.dataset.keys = 'off'")

    press(page, "a")
    press(page, "j")

    expect(page.locator("h1")).to_contain_text("Water")
    assert waiting.unit("draft/s1/spring").standing == "none"


def test_selected_words_are_remarked_on_while_reading(page: Page, waiting: Book) -> None:
    from studio.models import Finding

    page.goto(f"/b/{waiting.project.slug}/read/s1/")
    page.locator(".para .prose p").first.select_text()
    page.get_by_role("link", name="Remark on these words").click()
    expect(page.get_by_label("Your remark")).to_be_focused()
    page.get_by_label("Your remark").fill("From where?")
    page.get_by_role("button", name="Keep the remark").click()

    expect(page.locator(".toast")).to_contain_text("Kept among the remarks")
    assert Finding.objects.get().quote == "Water comes up."


def test_selected_words_of_a_section_are_commented_on_or_rewritten(
    page: Page, waiting: Book, server: Server, works: None
) -> None:
    from studio.models import Finding

    waiting.write({"draft/s3/edge": "Ice holds.\n\nNobody walks on it."})
    page.goto(f"/b/{waiting.project.slug}/s/s3/")
    page.locator(".para .prose p").nth(1).select_text()
    expect(page.get_by_role("button", name="Comment")).to_be_visible()
    page.keyboard.press("c")
    expect(page.get_by_label("Your comment")).to_be_focused()
    page.keyboard.type("Why not?")
    page.get_by_role("button", name="Keep the comment").click()
    expect(page.locator("#remarks")).to_contain_text("Why not?")
    assert Finding.objects.get().quote == "Nobody walks on it."

    page.locator(".para").first.focus()
    page.keyboard.press(".")
    page.get_by_text("Shorter").click()
    page.keyboard.press("Escape")
    expect(page.locator(".para").first).to_be_focused()
    page.keyboard.press(".")
    page.get_by_role("button", name="See what this takes").click()
    expect(page.locator("h1")).to_contain_text("Rewrite")
    expect(page.locator("#instead")).to_have_value("Say it in fewer words.")
    page.get_by_role("button", name="Rewrite it").click()

    page.wait_for_url("**/s/s3/")
    expect(page.locator('#head[data-state="review"]')).to_be_visible()
    expect(page.locator(".one-change")).to_have_count(1)
    expect(page.locator(".same").last).to_contain_text("Nobody walks on it.")
    told = "\n".join(request.prompt for request in server.requests)
    assert "Say it in fewer words." in told


def test_the_sweep_follows_the_book_and_leaves_alone_who_writes(page: Page, waiting: Book) -> None:
    from studio.actions import judging
    from tests.building import NOW

    page.goto(f"/b/{waiting.project.slug}/review/?at=s3")
    expect(page.locator("#connection")).to_have_text("Live")
    page.locator("#do-d").focus()
    unit = waiting.unit("draft/s1/spring")

    judging.accept(
        waiting.project_id, [unit.pk], actor_id=waiting.owner_id, reason="Elsewhere", now=NOW
    )

    expect(page.locator("#to-s1")).to_have_count(0)
    expect(page.locator("#do-d")).to_be_focused()
    expect(page.locator(".sweep-progress")).to_contain_text("2 of 2")

    press(page, "c")
    page.keyboard.type("half a remark")
    waiting.write({"draft/s3/edge": "Ice breaks."}, by="policy")
    expect(page.locator("#connection")).to_contain_text("Changed elsewhere")
    expect(page.locator("#remark-words")).to_have_value("half a remark")
    expect(page.locator("#remark-words")).to_be_focused()


def test_cards_of_the_board_are_chosen_by_key(page: Page, waiting: Book) -> None:
    page.goto(f"/b/{waiting.project.slug}/")
    page.locator("#open-s-s1").focus()
    press(page, "x")
    page.locator("#open-s-s3").focus()
    press(page, "Shift+X")

    chosen = page.locator(".card-pick input:checked")
    n_chosen = chosen.count()
    assert n_chosen >= 2
    expect(page.locator("#picked")).to_contain_text(f"{n_chosen} chosen")
    page.locator("#picked").get_by_role("button", name="Lock…").click()
    expect(page.locator("h1")).to_contain_text("Lock")
    page.goto(f"/b/{waiting.project.slug}/")
    page.locator("#card-s-s1").hover()
    page.locator("#card-s-s1 .card-pick input").check()
    # A chosen card follows the book like any other, and stays chosen.
    expect(page.locator("#connection")).to_have_text("Live")
    page.locator("#card-s-s3 .card-pick input").check()
    waiting.write({"draft/s3/edge": "Ice breaks at noon, as they say."}, by="policy")
    expect(page.locator("#card-s-s3")).to_contain_text("7")
    expect(page.locator("#card-s-s3 .card-pick input")).to_be_checked()
    page.locator("#card-s-s3 .card-pick input").uncheck()
    page.locator("#picked").get_by_role("button", name="Accept").click()

    expect(page.locator("#cards-accepted #card-s-s1")).to_be_visible()
    assert waiting.unit("draft/s1/spring").accepted_by == "person"


def test_half_a_paragraph_and_half_a_remark_outlive_their_page(page: Page, waiting: Book) -> None:
    from django.conf import settings

    section = f"/b/{waiting.project.slug}/s/s3/"
    page.goto(section)
    page.route("**/edit/", lambda route: route.abort())
    page.locator(".para").first.focus()
    press(page, "e")
    expect(page.locator(".toast")).to_contain_text("The desk does not answer")
    page.unroute("**/edit/")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(".toast")).to_have_count(0)
    page.locator("textarea.writing").fill("Ice holds, and nobody")
    page.wait_for_timeout(500)
    page.goto("about:blank")

    page.goto(section)
    page.locator(".para").first.focus()
    press(page, "e")
    expect(page.locator("textarea.writing")).to_have_value("Ice holds, and nobody")
    expect(page.locator(".held-back")).to_contain_text("is back")
    # Sent to a desk that does not answer, or to one that does not know its author any more.
    sent = "**/edit/"
    page.route(sent, lambda route: route.abort() if route.request.method == "POST" else None)
    page.locator("textarea.writing").fill("Ice holds, and nobody walks")
    page.get_by_role("button", name="Done").click()
    page.wait_for_url("chrome-error://**")
    page.unroute(sent)
    edit_first(page, section)
    expect(page.locator("textarea.writing")).to_have_value("Ice holds, and nobody walks")
    known = page.context.cookies()
    page.context.clear_cookies(name=settings.SESSION_COOKIE_NAME)
    page.get_by_role("button", name="Done").click()
    page.wait_for_url("**/sign-in/**")
    page.context.add_cookies(known)  # type: ignore[arg-type]
    edit_first(page, section)
    expect(page.locator("textarea.writing")).to_have_value("Ice holds, and nobody walks")
    page.get_by_role("button", name="Done").click()
    expect(page.locator(".para").first).to_contain_text("and nobody walks")

    page.locator(".para").first.focus()
    press(page, "e")
    expect(page.locator("textarea.writing")).to_have_value("Ice holds, and nobody walks")
    expect(page.locator(".held-back")).to_have_count(0)


def edit_first(page: Page, section: str) -> None:
    page.goto(section)
    page.locator(".para").first.focus()
    press(page, "e")
    expect(page.locator(".held-back")).to_contain_text("is back")
