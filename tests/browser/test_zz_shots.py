from __future__ import annotations
import pytest
from playwright.sync_api import expect

PARTS = {
    "draft/s1/spring": (
        "Water comes up from below, and it does so at the same place each spring. The old maps of the town show a line of wells along Mill Street, though nobody alive has drawn from one.",
        "The engineers who straightened the river in 1931 did not ask where it had been. They asked where it should go, and the answer was a channel eleven metres wide between two concrete walls.",
        "> A river is never a line. It is a habit.",
    ),
    "draft/s1/mouth": (
        "When the flood came, it did not come over the walls. It came up through the cellars, along the bed that the water had kept for itself under the asphalt, house by house, in the order of the old meanders.",
        "People stood at their windows and watched the street become what it had been.",
    ),
}


@pytest.fixture
def book(page, server):
    from studio.models import Finding
    from tests import building
    from tests.building import hand_in
    from studio.actions import running
    from studio.core.reviews import Verdict
    from studio.queries.products import Product

    found = building.book(autonomy="ahead")
    claimed = found.compose("draft/s1/spring", *PARTS["draft/s1/spring"])
    while claimed is not None and claimed.unit_id == found.unit("draft/s1/spring").pk:
        claimed = hand_in(claimed, Product("", verdict=Verdict((), (), 0)))
    if claimed is None:
        found.compose("draft/s1/mouth", *PARTS["draft/s1/mouth"])
    else:
        hand_in(claimed, building.prose_of(*PARTS["draft/s1/mouth"]))
    running.stop(found.project_id, now=building.NOW)
    from studio.actions import judging
    judging.accept_section(found.project_id, "s1", actor_id=found.owner_id, reason="x", now=building.NOW)
    p = found.unit("draft/s1/spring")
    judging.edit_paragraph(p.pk, "p2", PARTS["draft/s1/spring"][1] + " It has held, so far.", actor_id=found.owner_id, now=building.NOW)
    judging.remark(p.pk, "p1", "at the same place", "Is that so?", now=building.NOW)
    return found


def test_shots(page, book):
    out = "/tmp/shots/"
    page.goto(f"/b/{book.project.slug}/s/s1/write/")
    page.wait_for_timeout(900)
    page.locator("#text").press("Control+End")
    page.keyboard.type("\nNobody had told them. This is a line of mine, typed now, to see what it looks like when it is new.")
    page.wait_for_timeout(2500)
    page.screenshot(path=out + "write-1280.png")
    print(page.evaluate("[document.querySelector('#mirror').offsetHeight, document.querySelector('#text').scrollHeight, document.querySelector('#ed').outerHTML.slice(0,200)]"))
    page.locator("#format-toggle").click(); page.locator("#looks-toggle").click()
    page.screenshot(path=out + "write-panels.png")
    page.locator("[data-look=dim]").check()
    page.locator("#looks-toggle").click(); page.locator("#format-toggle").click()
    page.locator("#text").focus()
    page.keyboard.press("F8")
    page.wait_for_timeout(500)
    page.screenshot(path=out + "write-focus.png")
    page.keyboard.press("Escape")
    page.emulate_media(color_scheme="dark")
    page.screenshot(path=out + "write-dark.png")
    page.keyboard.press("F8")
    page.wait_for_timeout(500)
    page.screenshot(path=out + "write-focus-dark.png")
    page.keyboard.press("Escape")
    page.emulate_media(color_scheme="light")
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_timeout(300)
    page.evaluate("scrollTo(0,0)")
    page.screenshot(path=out + "write-390.png")
    page.set_viewport_size({"width": 1280, "height": 900})
    from tests.web.test_write import elsewhere
    elsewhere(book, "Water comes up.\n\nOther text by another.")
    page.evaluate("scrollTo(0,0)")
    page.locator("#text").press("Control+End")
    page.keyboard.type(" More.")
    page.wait_for_timeout(2200)
    page.screenshot(path=out + "write-moved.png")
    page.keyboard.press("Control+s")
    page.wait_for_timeout(1500)
    page.screenshot(path=out + "write-conflict.png", full_page=True)
    page.goto(f"/b/{book.project.slug}/s/s1/write/")
    page.wait_for_timeout(1200)
    page.screenshot(path=out + "write-draft.png")
    page.goto(f"/b/{book.project.slug}/s/s1/")
    page.screenshot(path=out + "section.png")
