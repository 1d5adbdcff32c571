"""Many open boards that follow one change, and key strokes in a long text."""

import asyncio
import contextlib
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator

from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from studio.actions import commits
from studio.core import keys
from studio.env import CHECKOUT
from studio.local import ports
from studio.management.benches import desk_books, workers
from studio.management.benches.figures import WALL, Figure, Json, percentile
from studio.models import Project
from studio.models.commit import By

NEWS = "A title that nobody had seen"
N_SOCKETS, MOST_SECONDS = 100, 1.0
N_STROKES, MOST_STROKE_MS = 80, 16.0
CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
# Headless, and asking nobody anything.
_FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking")
# One stroke: the field changes, all that listens does its work, and the browser lays the page out,
# which it would for the bare field too.
_STROKES = """(n) => {
  const field = document.getElementById("text");
  const times = [];
  field.setSelectionRange(field.value.length / 2, field.value.length / 2);
  for (let i = 0; i < n; i += 1) {
    field.setRangeText(i % 7 ? "e" : " ", field.selectionEnd, field.selectionEnd, "end");
    const began = performance.now();
    field.dispatchEvent(new Event("input", { bubbles: true }));
    const done = performance.now();
    void field.offsetHeight;
    times.push([done - began, performance.now() - began]);
  }
  return times;
}"""


def measure(n_movements: int) -> tuple[list[Figure], Json]:
    """Both against a web process of its own."""
    is_whole = n_movements >= 100
    n_sockets, n_words = (N_SOCKETS, 10_000) if is_whole else (4, 800)
    book = desk_books.of_units(300 if is_whole else 20, title="A book that many look at")
    long = desk_books.of_one_section(n_words, title="A text to write in")
    client = Client()
    client.force_login(book.owner)
    key = client.cookies["sessionid"].value
    with _web() as port:
        late = asyncio.run(_all_updated(port, book, key, n_sockets))
        strokes = _strokes(f"http://127.0.0.1:{port}", long, key)
    Session.objects.all().delete()
    what = f"seconds until the last of {n_sockets} boards shows a change"
    note = f"median {percentile(late, 0.5):.2f}" if late else ""
    found = [Figure("sockets", what, max(late, default=None), MOST_SECONDS, WALL, note)]
    return [*found, _figure(strokes, n_words)], {}


def _figure(strokes: list[list[float]], n_words: int) -> Figure:
    told = f"ms of work at a key stroke in {n_words:,} words; 95th of 100"
    if not strokes:
        return Figure("key stroke", told, None, MOST_STROKE_MS, WALL, "there is no browser here")
    own, whole = ([stroke[n] for stroke in strokes] for n in (0, 1))
    note = f"median {percentile(own, 0.5):.1f}, {percentile(whole, 0.5):.1f} with the browser's own"
    return Figure("key stroke", told, percentile(own, 0.95), MOST_STROKE_MS, WALL, note)


async def _all_updated(port: int, project: Project, key: str, n: int) -> list[float]:
    """For each of some open boards, how long after a change its news came."""
    url = f"ws://127.0.0.1:{port}/ws/b/{project.slug}/?since={project.change_number}"
    told = {"Cookie": f"sessionid={key}"}
    where = Origin(f"http://127.0.0.1:{port}")
    async with contextlib.AsyncExitStack() as stack:
        links = [
            await stack.enter_async_context(
                connect(url, additional_headers=told, origin=where, proxy=None)
            )
            for _ in range(n)
        ]
        await asyncio.sleep(1.5)
        news = [asyncio.create_task(_news(link)) for link in links]
        await asyncio.to_thread(_change, project)
        began = time.perf_counter()
        return [max(0.0, at - began) for at in await asyncio.gather(*news)]


async def _news(link: ClientConnection) -> float:
    while True:
        message = await asyncio.wait_for(link.recv(), 30)
        if NEWS in str(message):
            return time.perf_counter()


def _change(project: Project) -> None:
    with commits.change(
        project.pk, kind="edit", reason="Renamed", by=By.PERSON, actor_id=project.owner_id,
        now=timezone.now(),
    ) as change:  # fmt: skip
        change.put(keys.brief("title"), {"value": NEWS})
    connection.close()


def _strokes(url: str, project: Project, key: str) -> list[list[float]]:
    """The times of some key strokes, our own and in all, in a real browser where there is one."""
    browser_path = next(filter(None, map(shutil.which, CHROMIUM)), "")
    with contextlib.suppress(ImportError):
        from playwright.sync_api import sync_playwright

        if browser_path:
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(
                    executable_path=browser_path, args=list(_FLAGS)
                )
                page = browser.new_page(base_url=url)
                page.context.add_cookies([{"name": "sessionid", "value": key, "url": url}])
                page.goto(reverse("write", args=[project.slug, "s1"]))
                page.wait_for_selector("#format-toggle:visible")
                times: list[list[float]] = page.evaluate(_STROKES, N_STROKES)
                browser.close()
                return times
    return []


@contextlib.contextmanager
def _web() -> Iterator[int]:
    """A web process for as long as the block runs; its port."""
    with contextlib.closing(ports.listen("127.0.0.1", ports.free_port())) as listening:
        port: int = listening.getsockname()[1]
        process = _serve(listening)
    try:
        workers.wait(lambda: _answers(port), "the web process to answer")
        yield port
    finally:
        process.terminate()
        process.wait(20)


def _serve(listening: socket.socket) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-m", "studio.local.web", "--fd", str(listening.fileno())]
    return subprocess.Popen(
        command, cwd=CHECKOUT, env=os.environ, pass_fds=[listening.fileno()]
    )  # fmt: skip


def _answers(port: int) -> bool:
    url = f"http://127.0.0.1:{port}/healthz"
    with contextlib.suppress(OSError), urllib.request.urlopen(url, timeout=5):
        return True
    return False
