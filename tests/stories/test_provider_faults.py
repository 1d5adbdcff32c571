"""Every fault that a model server was seen to have: a name, a bound, and words with a next step.

The calls themselves are tested in tests/llm; here is what becomes of the step and of the book.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest
from django.utils import timezone

from studio.actions import partials, running
from studio.core.operation import MAX_ATTEMPTS
from studio.llm.calls import Patience
from studio.models import Endpoint, Unit
from studio.queries.verify import verify
from studio.worker import life
from studio.worker.keeper import Keeper
from tests import turns
from tests.building import Book
from tests.scripted import Answer, Request, Server, failing, scripted_server

pytestmark = pytest.mark.django_db(transaction=True)
KINDS = ("all", "schemas", "system_role", "usage", "streams", "stream_options", "thoughts")
OUTLINE = "\n".join(f"s{n} {kind.title()}\n    - one" for n, kind in enumerate(KINDS, 1))
DRAFT = "draft/s1/one"
THOUGHT = "<think>First the moor, then the mill. Or the mill first?</think>\n\n"
WORDS = "Rain that falls on the moor takes eleven days to reach the lowest of the springs. "
LATER = format_datetime(datetime.now(UTC) + timedelta(days=3), usegmt=True)


# Most faults are looked at from the third attempt on: the bound is one and the same for all.
FAILED_BEFORE = 2


@dataclass(frozen=True)
class Fault:
    """What a server does, and what is to become of it."""

    answer: Answer
    outcome: str
    ends: str
    words: str
    calls: int = MAX_ATTEMPTS - FAILED_BEFORE
    failed_before: int = FAILED_BEFORE


PAUSED, HELD = "paused", "held"
FAULTS = {
    "429 without Retry-After": Fault(
        failing(429, "Slow down"), "rate_limited", PAUSED, "asks to slow down", MAX_ATTEMPTS, 0
    ),
    "429 with seconds": Fault(
        failing(429, retry_after="30"), "rate_limited", PAUSED, "asks to slow down"
    ),
    "429 with many seconds": Fault(
        failing(429, retry_after="7200"), "rate_limited", PAUSED, "asks to wait until", 1
    ),
    "429 with a date": Fault(
        failing(429, retry_after=LATER), "rate_limited", PAUSED, "asks to wait until", 1
    ),
    "no credit": Fault(
        failing(429, code="insufficient_quota"), "forbidden", PAUSED, "Top it up", 1
    ),
    "5xx": Fault(failing(503, "Loading"), "server_error", PAUSED, "Try again, or look at its log"),
    "reset": Fault(Answer(cut_after=0), "unreachable", PAUSED, "broke"),
    "half a stream": Fault(Answer(WORDS, cut_after=2), "unreachable", PAUSED, "Try again"),
    "an error in the stream": Fault(
        Answer(error_after=2), "server_error", PAUSED, "engine stopped"
    ),
    "silence before the first word": Fault(
        Answer(wait=30), "timeout", PAUSED, "before its first word"
    ),
    "silence between two words": Fault(
        Answer(WORDS, hang_after=1), "timeout", PAUSED, "in the middle of its reply"
    ),
    "a web page": Fault(
        Answer(raw=b"<html>", content_type="text/html"), "bad_reply", HELD, "end in /v1?"
    ),
    "garbage in the stream": Fault(Answer(garble_after=1), "bad_reply", HELD, "another model"),
    "401": Fault(failing(401, "Bad key"), "unauthorised", PAUSED, "Check it in the settings", 1),
    "403": Fault(failing(403, "No."), "forbidden", PAUSED, "Ask its owner", 1),
    "404 model": Fault(
        failing(404, "model not found"), "no_model", PAUSED, "Choose one that it offers", 1
    ),
    "404": Fault(failing(404, "Not Found"), "no_model", PAUSED, "end in /v1?", 1),
    # Once as it was, and once with less in it.
    "too long": Fault(
        failing(400, "maximum context length is 99"), "too_long", HELD, "It was tried without", 2
    ),
    "refused by a filter": Fault(
        failing(400, "blocked by content_filter"), "refused", HELD, "Word it differently"
    ),
    "refused by the model": Fault(
        Answer("I'm sorry, but I can't help with that."), "refusal", HELD, "declined"
    ),
    "empty": Fault(Answer(""), "empty", HELD, "no text", MAX_ATTEMPTS, 0),
    "nothing but thoughts": Fault(
        Answer("<think>Where to begin?"), "reasoning", HELD, "thought aloud"
    ),
    "all of its length for thoughts": Fault(
        Answer("", reasoning="Where to begin?", finish="length"), "empty", HELD, "no text"
    ),
    "length": Fault(Answer("The water", finish="length"), "truncated", HELD, "breaks off"),
    "another language": Fault(
        Answer("Der Regen fällt auf das Moor und er braucht elf Tage bis zur Quelle. " * 6),
        "language", HELD, "not in the language",
    ),
    "data instead of prose": Fault(Answer('{"poem": [1, 2]}'), "structure", HELD, "running text"),
}  # fmt: skip


@pytest.fixture
def server() -> Iterator[Server]:
    with scripted_server() as found:
        yield found


@pytest.fixture
def keeper(transactional_db: None) -> Iterator[Keeper]:
    with turns.kept() as found:
        yield found


def is_prose(request: Request) -> bool:
    return request.schema is None


def until_it_ends(book: Book, keeper: Keeper) -> Unit:
    """Tries a step as a worker does, without waiting between attempts."""
    for _ in range(3 * MAX_ATTEMPTS):
        if book.unit(DRAFT).work != "pending" or not book.project.is_running:
            break
        turns.turn(book, DRAFT, keeper)
    return book.unit(DRAFT)


def test_each_fault_ends_by_name_within_its_bound_and_says_what_to_do(
    server: Server, keeper: Keeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = turns.book(server, OUTLINE)

    for name, fault in FAULTS.items():
        server.forget()
        server.rule(is_prose, fault.answer)
        patience = Patience(first_token=0.5, between=0.5) if "silence" in name else Patience()
        monkeypatch.setattr(life, "PATIENCE", patience)

        Unit.objects.filter(key=DRAFT).update(n_attempts=fault.failed_before)
        unit = until_it_ends(book, keeper)

        project, last = book.project, unit.runs.order_by("-pk").first()
        assert last is not None, name
        assert last.outcome == fault.outcome, name
        assert len(server.requests) == fault.calls, name
        said = project.pause_reason if fault.ends == PAUSED else unit.held_words
        assert fault.words in said, f"{name}: {said}"
        assert (project.is_running, unit.work) == (
            (False, "pending") if fault.ends == PAUSED else (True, "held")
        ), name
        assert verify(project) == [], name
        # As it was, for the next one.
        Endpoint.objects.update(n_failures=0, open_until=None)
        running.resume(book.project_id, now=timezone.now())
        partials.discard(unit.pk, now=timezone.now())


def test_what_a_server_lacks_is_done_without(server: Server, keeper: Keeper) -> None:
    book = turns.book(server, OUTLINE)

    for n, kind in enumerate(KINDS, 1):
        server.forget()
        if kind == "thoughts":
            server.rule(is_prose, Answer(THOUGHT + WORDS * 6, reasoning="First the moor."))
        elif kind != "all":
            setattr(server.traits, kind, False)

        unit = turns.turn(book, f"draft/s{n}/one", keeper)

        assert (unit.standing, unit.held_words) == ("accepted", ""), kind
        assert "think" not in book.body_of(f"draft/s{n}/one"), kind
        assert unit.runs.filter(state="done", kind="gate").exists(), kind
        assert all(run.tokens_in for run in unit.runs.all()), kind
    assert verify(book.project) == []
