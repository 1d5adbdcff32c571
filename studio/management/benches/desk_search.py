"""Search over a book of half a million words: as its page asks, the book in the database."""

import gc
import random
import time

from studio.core import prose
from studio.core.digest import digest
from studio.core.search import Sought
from studio.management.benches import book
from studio.management.benches.figures import WALL, Figure, Json, median
from studio.models import Artifact, Blob, Project, Unit
from studio.queries import searching
from studio.queries.values.search import Where

N_WORDS, N_PARAGRAPHS, MOST_MS = 500_000, 3, 300
N_TIMES = 5
WHERE: tuple[Where, ...] = ("text", "titles")
# About as often as words of a book are: a name on every page, a word in every line, one hit.
QUESTIONS = {
    "search": ("plain words", Sought("mireille")),
    "search, often": ("a word of every line", Sought("the", is_whole=True)),
    "search, rare": ("one hit", Sought("quetzal", minds_case=True)),
    "search, pattern": ("a pattern", Sought(r"\bmireill(e|a)\b", is_pattern=True)),
}


def measure(n_movements: int) -> tuple[list[Figure], Json]:
    """The time from the question to all hits, for a few kinds of question."""
    n_passages = N_WORDS // book.WORDS_PER_MOVEMENT if n_movements >= 100 else n_movements
    project = book.begin(n_passages, title="A book to look through")
    n_words = _write(project)
    # What was needed to set the book down is no part of a process that answers pages.
    gc.collect()
    gc.freeze()
    found = [_figure(project, name, said, asked) for name, (said, asked) in QUESTIONS.items()]
    return found, {"words looked through": n_words}


def _figure(project: Project, name: str, said: str, asked: Sought) -> Figure:
    times, n_hits, cpu = [], 0, time.process_time()
    for _ in range(N_TIMES):
        began = time.perf_counter()
        page = searching.search_page(project, asked, WHERE, user_id=project.owner_id, is_asked=True)
        times.append(1000 * (time.perf_counter() - began))
        n_hits = page.n_hits
    own = 1000 * (time.process_time() - cpu) / N_TIMES
    what = f"ms to look for {said} in the whole book; median of {N_TIMES}"
    note = f"{n_hits:,} hits; fastest {min(times):.0f}, {own:.0f} of the processor"
    return Figure(name, what, median(times), MOST_MS, WALL, note)


def _write(project: Project) -> int:
    """Sets texts down without a commit: only what is searched counts here."""
    chance = random.Random(1)
    units = list(Unit.objects.in_project(project.pk).exclude(movement_key="").order_by("place"))
    texts = [_text(chance) for _ in units]
    texts[-1] = texts[-1].replace("river", "Quetzal", 1).replace("Quetzal", "quetzal")
    Blob.objects.bulk_create(
        (Blob(digest=digest(text), body=text) for text in texts), ignore_conflicts=True
    )
    ids = [[f"p{n}", "model"] for n in range(1, N_PARAGRAPHS + 1)]
    made = Artifact.objects.bulk_create(
        Artifact(
            project=project, unit=unit, number=1, digest=digest(text), origin="model",
            made_by="bench", cause="Set down", paragraphs=ids,
        )
        for unit, text in zip(units, texts, strict=True)
    )  # fmt: skip
    for unit, artifact in zip(units, made, strict=True):
        unit.current = artifact
    Unit.objects.bulk_update(units, ["current"], batch_size=500)
    return sum(prose.count_words(text) for text in texts)


_WORDS = [
    *("river", "stone", "water", "memory", "town", "council", "cellar", "bed", "culvert"),
    *("spring", "rail", "notebook", "flood", "winter", "the", "the", "the", "of", "and", "a"),
    *("to", "in", "is", "was", "that", "it", "he", "she", "for", "on", "with", "as", "at", "by"),
]


def _text(chance: random.Random) -> str:
    n = book.WORDS_PER_MOVEMENT // N_PARAGRAPHS
    paragraphs = []
    for _ in range(N_PARAGRAPHS):
        words = [chance.choice(_WORDS) for _ in range(n)]
        words[chance.randrange(n)] = "Mireille"
        paragraphs.append(f"{' '.join(words)}.")
    return prose.join(paragraphs)
