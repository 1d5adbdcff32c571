"""What the largest book shows: what is next, counts, its board; and its text put together."""

import gc

from django.test import Client
from django.utils import timezone

from studio.actions import readiness, running, signin
from studio.core.digest import digest
from studio.management.benches import grown
from studio.management.benches.change_commits import ms, timed
from studio.management.benches.figures import RATIO, WALL, Figure, median, over, percentile
from studio.management.benches.grown import Grown
from studio.models import Project, statements
from studio.queries import manifest, manuscript

N_ROUNDS = 15
BOOKS: tuple[tuple[str, int, int, int, float | None], ...] = (
    ("60,000 words", 67, 667, 30, None),
    ("a million words", 1112, 1000, 300, 3.0),
)
_VERSIONS = """
    SELECT blob.digest, blob.body FROM studio_entry AS entry
    JOIN studio_blob AS blob ON blob.digest = entry.body ->> 'blob'
    WHERE entry.project_id = %s AND entry.until IS NULL AND entry.kind = 'text'
"""


def pages(written: Grown, blocked: Grown, small: Grown) -> list[Figure]:
    """P11, of a book that is accepted and of one in which everything waits. A process that answers
    pages has its code loaded, which another book sees to; and what it took to draw and to plan
    books is no part of it."""
    _board(small.project)
    gc.collect()
    gc.freeze()
    found = []
    for name, book in (("written", written), ("blocked", blocked)):
        running.resume(book.project_id, now=timezone.now())
        Project.objects.filter(pk=book.project_id).update(is_running=True)
        project = book.project
        took = {
            "next": [timed(_next, project) for _ in range(N_ROUNDS)],
            "counts": [timed(manifest.counts, project) for _ in range(N_ROUNDS)],
            "board": [timed(_board, project) for _ in range(N_ROUNDS)],
        }
        for what, goal in (("next", 5), ("counts", 100), ("board", 250)):
            found.append(
                Figure(f"P11 {what}, {name}", f"ms for {WORDS[what]}; 95th percentile",
                       ms(percentile(took[what], 0.95)), goal, WALL,
                       f"median {ms(median(took[what])):.1f}")
            )  # fmt: skip
    return found


def texts(*, is_large: bool) -> list[Figure]:
    """P13: ninety versions, and a million words, put together and compared with their digests."""
    found = []
    for name, n_steps, words, goal, most in BOOKS if is_large else BOOKS[:1]:
        book = grown.grow(n_steps, title=name, words=words)
        project = Project.objects.select_related("owner").get(pk=book.project_id)
        ours, raw = [], []
        for _ in range(7):
            ours.append(timed(manuscript.manuscript, project))
            raw.append(timed(_raw, project))
        n_words = manuscript.manuscript(project).n_words
        found.append(Figure(f"P13 {name}", "ms to put them together and verify them; median",
                            ms(median(ours)), goal, WALL, f"{n_words:,} words"))  # fmt: skip
        found.append(Figure(f"P13 {name}, ratio", "over raw SQL that reads and verifies them",
                            over(median(ours), median(raw)), most, RATIO,
                            f"raw SQL takes {ms(median(raw)):.1f} ms"))  # fmt: skip
    return found


def _next(project: Project) -> None:
    readiness.ready(project, most=project.n_parallel)


def _board(project: Project) -> None:
    answer = _client().get(f"/b/{project.slug}/")
    assert answer.status_code == 200, f"the board answers {answer.status_code}"


def _client() -> Client:
    if not _CLIENTS:
        client = Client(headers={"host": "localhost"})
        client.force_login(signin.owner())
        _CLIENTS.append(client)
    return _CLIENTS[0]


def _raw(project: Project) -> int:
    rows = statements.select(_VERSIONS, [project.pk])
    assert all(digest(body) == key for key, body in rows), "every text is what its digest says"
    return len("\n\n".join(body for _, body in rows))


_CLIENTS: list[Client] = []
WORDS = {
    "next": "the next steps that may start",
    "counts": "the counts of a manifest",
    "board": "the HTML of the board",
}
