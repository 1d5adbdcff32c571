"""What pages of the desk weigh, and how long the server takes over them."""

import re
import time
from collections.abc import Iterable

from django.test import Client
from django.urls import reverse

from studio.management.benches import desk_books
from studio.management.benches.figures import COUNT, WALL, Figure, Json, median
from studio.models import Project

N_TIMES = 5
KB = 1000
_ASSET = re.compile(r'(?:src|href)="(/static/[^"#]+\.(?:js|css|svg))')
_IMPORTED = re.compile(r'(?:from|import) "\./([\w-]+\.js)"')


def measure(n_movements: int) -> tuple[list[Figure], Json]:
    """The first page, boards of two sizes, and a long section."""
    is_whole = n_movements >= 100
    few, many = (300, 10_000) if is_whole else (20, 40)
    small = desk_books.of_units(few, title="A book of some size")
    client = _signed_in(small)
    found = [_first_page(client)]
    found += _board(client, small, "board", few, most_ms=300, most_kb=1_500)
    large = desk_books.of_units(many, title="A large book")
    found += _board(client, large, "large board", many, most_ms=500, most_kb=1_000)
    n_words = 5_000 if is_whole else 800
    long = desk_books.of_one_section(n_words, title="A long section")
    url = reverse("section", args=[long.slug, "s1"])
    ms, own, size = _taken(client, url)
    what = f"ms of the server for a section of {n_words:,} words; median of {N_TIMES}"
    found.append(Figure("section", what, ms, 200, WALL, f"{size / KB:.0f} kB; {own}"))
    return found, {"units": [few, many]}


def _signed_in(project: Project) -> Client:
    client = Client(SERVER_NAME="localhost")
    client.force_login(project.owner)
    return client


def _first_page(client: Client) -> Figure:
    """The shelf with everything that a browser fetches for it."""
    page = client.get("/").content
    assets = _assets(client, set(_ASSET.findall(page.decode())))
    note = f"{len(page) / KB:.0f} kB of page, {len(assets)} files"
    size = (len(page) + sum(assets.values())) / KB
    return Figure("first page", "kB of the first page with its files", size, 150, COUNT, note)


def _assets(client: Client, wanted: Iterable[str]) -> dict[str, int]:
    """The sizes of files by address, with the modules that they import."""
    found: dict[str, int] = {}
    left = list(wanted)
    while left:
        url = left.pop()
        if url in found:
            continue
        answer = client.get(url)
        assert answer.status_code == 200, url
        body: bytes = answer.getvalue()
        found[url] = len(body)
        if url.endswith(".js"):
            folder = url.rpartition("/")[0]
            left += [f"{folder}/{name}" for name in _IMPORTED.findall(body.decode())]
    return found


def _board(
    client: Client, project: Project, name: str, n_units: int, *, most_ms: int, most_kb: int
) -> list[Figure]:
    ms, own, size = _taken(client, reverse("board", args=[project.slug]))
    what = f"of the server for a board of {n_units:,} units"
    return [
        Figure(name, f"ms {what}; median of {N_TIMES}", ms, most_ms, WALL, own),
        Figure(f"{name}, size", f"kB {what}", size / KB, most_kb, COUNT),
    ]


def _taken(client: Client, url: str) -> tuple[float | None, str, int]:
    """How long a page takes, how much of it on a processor, and its size."""
    client.get(url)
    times, size, cpu = [], 0, time.process_time()
    for _ in range(N_TIMES):
        began = time.perf_counter()
        size = len(client.get(url).content)
        times.append(1000 * (time.perf_counter() - began))
    own = 1000 * (time.process_time() - cpu) / N_TIMES
    return median(times), f"fastest {min(times):.0f}, {own:.0f} of the processor", size
