"""The same in Firefox: the field and its mirror lie on each other, and what is typed is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser import firefox
from tests.browser.writing import MEASURE, MOUTH, SCRIPTS, SPRING, WIDTHS, in_the_book

if TYPE_CHECKING:
    from tests.web.serving import Desk

missing = "there is no Firefox here; apt-get install firefox-esr"
pytestmark = pytest.mark.skipif(not firefox.PATH, reason=missing)


def test_a_section_is_written_in_firefox(served: Desk, transactional_db: None) -> None:
    from studio.actions import announce, signin
    from tests import building
    from tests.web import serving

    with firefox.firefox() as browser:
        browser.goto(signin.one_time_link(served.url))
        book = building.book(autonomy="ahead", is_written=True, is_running=False)
        browser.goto(f"{served.url}/b/{book.project.slug}/s/s1/write/")
        browser.wait("() => !('waits' in document.getElementById('format-toggle').dataset)")
        text = browser.evaluate("() => document.getElementById('text').value")
        for width in WIDTHS:
            browser.resize(width, 800)
            assert browser.evaluate(MEASURE, SCRIPTS) <= 1, width
            assert browser.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
        is_aligned = "() => document.getElementById('ed').dataset.unaligned === undefined"
        assert browser.evaluate(is_aligned)

        browser.evaluate("(text) => { document.getElementById('text').value = text }", text)
        browser.evaluate("() => document.getElementById('text').focus()")
        browser.press("End", with_control=True)
        browser.type(" Typed here.")
        browser.wait("() => document.getElementById('saved').textContent.startsWith('Kept')")
        browser.press("s", with_control=True)
        browser.wait("() => location.pathname.endsWith('/s/s1/')")
        browser.goto("about:blank")
    serving.settle()
    announce.close()

    assert in_the_book(book) == f"{SPRING}\n{MOUTH}\n Typed here.\n"
