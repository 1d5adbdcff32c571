"""A real desk and a real browser: web process, worker, scripted model server, Chromium."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page
    from pytest_django import DjangoDbBlocker

    from tests.building import Book
    from tests.scripted import Server
    from tests.web.serving import Desk

NAMES = ("chromium", "chromium-browser", "google-chrome")
CHROMIUM = next(filter(None, map(shutil.which, NAMES)), "")
FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip
PATIENCE_MS = 30_000


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks the tests of this folder; skips them where there is no browser to drive."""
    here = Path(__file__).parent
    missing = pytest.mark.skip(reason="there is no Chromium here; apt-get install chromium")
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)
            if not CHROMIUM:
                item.add_marker(missing)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The browser, started once."""
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE_MS)
    # Playwright runs a loop in this thread, which Django takes for an asynchronous context.
    before = os.environ.get("DJANGO_ALLOW_ASYNC_UNSAFE")
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield browser
        browser.close()
    os.environ.pop("DJANGO_ALLOW_ASYNC_UNSAFE")
    if before is not None:
        os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = before


@pytest.fixture(scope="session")
def served(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Desk]:
    """A web process, the same for all tests."""
    from tests.web import serving

    with django_db_blocker.unblock(), serving.web() as running:
        yield running


@pytest.fixture
def server(transactional_db: None) -> Iterator[Server]:
    """A scripted model server, set up as the model of the desk; a worker that asks it."""
    from studio.models import Endpoint
    from tests.scripted import scripted_server

    with scripted_server() as running:
        told = {"base_url": running.base_url, "model": "scripted", "context_tokens": 16_000}
        Endpoint.objects.update_or_create(is_default=True, defaults={"name": "scripted", **told})
        yield running


@pytest.fixture
def works(server: Server) -> Iterator[None]:
    """A worker at work; asked for after the book, which it would else take units of."""
    from tests import processes

    with processes.nursery() as nursery:
        assert nursery.worker().is_at_work()
        yield


@pytest.fixture(scope="package", autouse=True)
def _nursery() -> Iterator[None]:
    from tests import processes

    yield
    processes.close_nursery()


@pytest.fixture(scope="session")
def window(chromium: Browser, served: Desk) -> Iterator[BrowserContext]:
    """A browser window that has the styles and scripts of the desk in its cache."""
    with chromium.new_context(base_url=served.url, viewport={"width": 1280, "height": 900}) as new:
        new.set_default_timeout(PATIENCE_MS)
        new.new_page()
        yield new


@pytest.fixture
def context(window: BrowserContext, served: Desk) -> Iterator[BrowserContext]:
    """The same window for all tests, without anything in its store."""
    devtools = window.new_cdp_session(window.pages[0])
    everything = {"origin": served.url, "storageTypes": "all"}
    devtools.send("Storage.clearDataForOrigin", everything)
    devtools.detach()
    yield window
    for left in window.pages[1:]:
        left.close()
    window.set_offline(False)
    window.unroute_all()
    window.clear_cookies()


@pytest.fixture
def page(
    request: pytest.FixtureRequest, context: BrowserContext, served: Desk, transactional_db: None
) -> Iterator[Page]:
    """An empty page of an author; what its console holds against what comes to it fails."""
    from studio.actions import announce
    from tests.browser.writing import sign_in
    from tests.web import serving

    complaints: list[str] = []
    sign_in(context, served)
    new = context.new_page()
    new.on("pageerror", lambda error: complaints.append(str(error)))
    new.on("console", lambda said: complaints.append(said.text) if _is_ours(said.text) else None)
    yield new
    _keep_picture(new, request.node.name)
    announce.close()
    new.close()
    serving.settle()
    assert complaints == []


@pytest.fixture
def book(page: Page) -> Book:
    """The usual drawing, written and accepted; modules that need another have their own."""
    from tests import building

    return building.book(autonomy="ahead", is_written=True, is_running=False)


def _is_ours(said: str) -> bool:
    return "Content Security Policy" in said or "Uncaught" in said


def _keep_picture(page: Page, name: str) -> None:
    """With STUDIO_SCREENSHOTS, how each test ended."""
    folder = os.environ.get("STUDIO_SCREENSHOTS", "")
    if folder:
        page.screenshot(path=f"{folder}/{name}.png", full_page=True)
