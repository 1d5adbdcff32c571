"""Servers that cannot be worked with: each ends in plain words, and never in a loop."""

import asyncio
import json
from typing import Any

import pytest
from django.utils import timezone

from studio.actions import running
from studio.models import Endpoint, Entry, Project, Reply, Run, Unit
from studio.queries.verify import verify
from studio.worker import life
from studio.worker.keeper import Keeper
from tests.scripted import Answer, Request, Server, failing
from tests.scripted_answers import made_up
from tests.short_book import goes_on

pytestmark = pytest.mark.django_db(transaction=True)
NOWHERE = "http://127.0.0.1:9/v1"


# What it does, the name of the fault, what is said of it, and how often it is tried at most.
CASES = {
    "wants another key": (
        failing(401, "Incorrect API key provided."), "unauthorised", "key", 1,
    ),
    "forbids it": (failing(403, "Not allowed."), "forbidden", "Ask its owner", 1),
    "has no such model": (
        failing(404, "The model `scripted` does not exist", code="model_not_found"), "no_model",
        "model", 1,
    ),
    "is broken": (failing(500, "Out of order."), "server_error", "look at its log", 4),
    "sends JSON that is no JSON": (Answer(raw=b'{"choices": [{'), "bad_reply", "not valid JSON", 4),
    "sends a page": (
        Answer(raw=b"<html>Welcome!</html>", content_type="text/html"), "bad_reply",
        "end in /v1?", 4,
    ),
    "replies with JSON that is no JSON": (
        Answer('{"thesis": {"text": "Rivers'), "bad_json", "breaks off or is garbled", 4,
    ),
    "replies with JSON that says something else": (
        Answer('{"poem": 1}'), "bad_json", "It holds “poem”, which nobody asked for.", 4,
    ),
    "replies with nothing": (Answer(""), "bad_json", "The reply is empty.", 4),
    "hangs up": (Answer(cut_after=1), "unreachable", "Try again", 4),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_a_server_that(name: str, book: int, server: Server, keeper: Keeper) -> None:
    reply, outcome, said, most = CASES[name]
    server.rule(lambda _: True, reply)

    turns = goes_on(book, keeper)

    assert set(turns) == {"argument"}
    # Without streaming, and without a schema, may be tried once more each.
    assert len(turns) <= most
    assert len(server.requests) <= 3 * most
    project, unit = Project.objects.get(pk=book), Unit.objects.get(project=book, key="argument")
    words = project.pause_reason or unit.held_words
    assert len(words) > 10
    assert said in words
    assert {run.outcome for run in unit.runs.all()} == {outcome}
    assert "Traceback" not in words
    assert verify(project) == []
    assert unit.standing == "none"


def test_a_server_that_is_not_there_pauses_the_book(book: int, keeper: Keeper) -> None:
    Endpoint.objects.update(base_url=NOWHERE)

    turns = goes_on(book, keeper)

    project = Project.objects.get(pk=book)
    assert len(turns) <= 4
    assert not project.is_running
    assert "127.0.0.1:9" in project.pause_reason
    assert verify(project) == []


def test_when_the_server_is_mended_the_book_goes_on_from_where_it_was(
    book: int, server: Server, keeper: Keeper
) -> None:
    asyncio.run(life.operate_unit(Unit.objects.get(key="argument").pk, keeper, "one"))
    server.rule(lambda _: True, failing(401, "Incorrect API key provided."))
    goes_on(book, keeper)
    assert not Project.objects.get(pk=book).is_running
    n_replies = Reply.objects.count()

    server._rules.clear()
    running.resume(book, now=timezone.now())
    turns = goes_on(book, keeper)

    assert n_replies == 1
    assert "argument" not in turns
    assert turns[0] == "outline"
    assert verify(Project.objects.get(pk=book)) == []


def with_more(value: Any) -> Any:
    """The value with a name in every record that nobody had asked for."""
    if isinstance(value, list):
        return [with_more(item) for item in value]
    if not isinstance(value, dict):
        return value
    return {"mood": "calm", **{name: with_more(inner) for name, inner in value.items()}}


def says_more(request: Request) -> str:
    text, _ = made_up(request, "")
    return text if request.schema is None else json.dumps(with_more(json.loads(text)))


def test_a_server_that_says_more_than_it_was_asked_is_paid_once_and_told_of(
    book: int, server: Server, keeper: Keeper
) -> None:
    server.rule(lambda _: True, says_more)

    goes_on(book, keeper)

    runs = list(Run.objects.filter(project=book))
    said = {run.kind: run.words for run in runs if run.words}
    assert {run.state for run in runs} == {"done"}
    assert len(server.requests) == len(runs)
    assert set(said) == {"compose", "gate"}
    assert set(said.values()) == {"Left out, since nobody had asked for it: “mood”."}
    assert "mood" not in json.dumps(list(Entry.objects.values_list("body", flat=True)))
    assert verify(Project.objects.get(pk=book)) == []
