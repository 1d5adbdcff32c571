"""Every way in which a call fails, with its name and words that say what to do."""

import asyncio
import contextlib
import socket
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from studio.llm import client
from studio.llm.client import CallFailed, Endpoint, Message, Patience, Prompt
from tests.patience import slowness
from tests.scripted import Answer, Request, Server, failing

HELLO = Prompt((Message("user", "Write about 60 words."),))
LONG = Prompt((Message("user", "Write about 400 words."),))


async def failure(endpoint: Endpoint, prompt: Prompt = HELLO, **waiting: float) -> CallFailed:
    with pytest.raises(CallFailed) as failed:
        await client.complete(endpoint, prompt, patience=Patience(**waiting))
    return failed.value


@pytest.mark.parametrize(
    ("answer", "outcome", "is_permanent", "words"),
    [
        (failing(401, "Bad key sk-secret-key"), "unauthorised", True, "API key"),
        (failing(402, "Payment required"), "forbidden", True, "no credit"),
        (failing(403, "No."), "forbidden", True, "not allowed"),
        (failing(404, "model 'scripted' not found"), "no_model", True, "has no model “scripted”"),
        (failing(404, "Not Found"), "no_model", True, "end in /v1?"),
        (failing(400, "maximum context length is 4096"), "too_long", True, "too long"),
        (failing(400, "x", code="context_length_exceeded"), "too_long", True, "too long"),
        (failing(400, "invalid model name"), "no_model", True, "has no model"),
        (failing(400, "blocked by content_filter"), "refused", False, "declined"),
        (failing(400, "What is this?"), "refused", True, "It said: What is this?"),
        (failing(413, "Too large"), "too_long", True, "too long"),
        (failing(408, ""), "timeout", False, "gave up waiting"),
        (failing(429, "Slow down"), "rate_limited", False, "slow down"),
        (failing(429, "x", code="insufficient_quota"), "forbidden", True, "no credit"),
        (failing(500, "Oops"), "server_error", False, "status 500"),
        (failing(503, "Loading model"), "server_error", False, "Loading model"),
        (Answer(status=502, raw=b"<html>", content_type="text/html"), "server_error", False, "502"),
        (Answer(raw=b"<html>", content_type="text/html"), "bad_reply", False, "a web page"),
        (Answer(raw=b"hello", content_type="text/plain"), "bad_reply", False, "text/plain"),
        (Answer(raw=b"{oops"), "bad_reply", False, "not valid JSON"),
        (Answer(raw=b'{"choices": []}'), "bad_reply", False, "holds no reply"),
        (Answer(raw=b"[]"), "bad_reply", False, "not a completion"),
        (Answer(raw=b'{"error": {"message": "Oops"}}'), "server_error", False, "Oops"),
        (Answer(raw=b"", content_type="text/event-stream"), "bad_reply", False, "without a word"),
        (Answer("x", finish="content_filter"), "refused", False, "declined"),
        (Answer(garble_after=1), "bad_reply", False, "not valid JSON"),
        (Answer(error_after=1), "server_error", False, "The engine stopped."),
        (Answer(cut_after=2), "unreachable", False, "broke"),
        (Answer(cut_after=0), "unreachable", False, "broke"),
    ],
)
async def test_each_fault_has_a_name_and_words(
    server: Server, endpoint: Endpoint, answer: Answer, outcome: str, is_permanent: bool, words: str
) -> None:
    server.script(answer)

    failed = await failure(endpoint)

    assert not failed.words.endswith("scripted"), "a server's name for it is for programs"
    assert (failed.outcome, failed.is_permanent) == (outcome, is_permanent)
    assert words in failed.words
    assert endpoint.host in failed.words
    assert "sk-secret-key" not in failed.words
    assert len(server.requests) == 1


async def test_a_key_that_is_no_secret_is_left_in_the_servers_words(
    server: Server, endpoint: Endpoint
) -> None:
    server.script(failing(500, "The next box is full."))

    assert "The next box is full." in (await failure(replace(endpoint, api_key="x"))).words


@pytest.mark.parametrize("fault", [{"cut_after": 5}, {"garble_after": 5}, {"error_after": 5}])
async def test_what_had_arrived_before_a_fault_is_kept(
    server: Server, endpoint: Endpoint, fault: dict[str, int]
) -> None:
    server.script(Answer(**fault))  # type: ignore[arg-type]

    failed = await failure(endpoint)

    assert len(failed.partial.split()) == 20


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ("Sun, 06 Nov 1994 08:49:37 GMT", 0.0),
        ("7", 7.0),
        ("0.5", 0.5),
        ("soon", None),
        ("-3", None),
        ("nan", None),
        ("", None),
    ],
)
async def test_the_asked_for_pause_is_passed_on(
    server: Server, endpoint: Endpoint, header: str, seconds: float | None
) -> None:
    server.script(failing(429, retry_after=header))

    failed = await failure(endpoint)

    assert failed.retry_after == seconds


async def test_a_server_that_is_not_there_refuses_the_connection(endpoint: Endpoint) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        host = f"127.0.0.1:{free.getsockname()[1]}"

        failed = await failure(replace(endpoint, base_url=f"http://{host}/v1"))

    assert failed.outcome == "unreachable"
    assert failed.words == (f"The model server at {host} refused the connection. Is it running?")


async def test_a_date_is_waited_for_too(server: Server, endpoint: Endpoint) -> None:
    then = datetime.now(UTC) + timedelta(hours=2)
    server.script(failing(503, retry_after=format_datetime(then, usegmt=True)))

    failed = await failure(endpoint)

    assert failed.retry_after is not None
    assert 7100 < failed.retry_after <= 7200


async def test_a_server_that_does_not_take_the_connection_is_not_waited_for(
    endpoint: Endpoint,
) -> None:
    with socket.socket() as full, contextlib.ExitStack() as waiting:
        full.bind(("127.0.0.1", 0))
        full.listen(0)
        for _ in range(3):
            caller = waiting.enter_context(socket.socket())
            caller.setblocking(False)
            caller.connect_ex(full.getsockname())
        address = f"http://127.0.0.1:{full.getsockname()[1]}/v1"

        failed = await failure(replace(endpoint, base_url=address), connect=0.3)

    assert failed.outcome == "unreachable"
    assert "did not take the connection within 0.3 seconds" in failed.words


async def test_an_unknown_name_is_said(endpoint: Endpoint) -> None:
    failed = await failure(replace(endpoint, base_url="http://nowhere.invalid/v1"))

    assert failed.outcome == "unreachable"
    assert "no server named nowhere.invalid" in failed.words


async def test_https_to_a_plain_server_is_said(server: Server, endpoint: Endpoint) -> None:
    failed = await failure(replace(endpoint, base_url=server.base_url.replace("http", "https")))

    assert failed.outcome == "unreachable"
    assert "http://" in failed.words


@pytest.mark.parametrize(
    ("changed", "outcome", "words"),
    [
        ({"base_url": "localhost:11434"}, "unreachable", "http://localhost:11434/v1"),
        ({"base_url": ""}, "unreachable", "not the address"),
        ({"model": " "}, "no_model", "No model is chosen"),
        ({"api_key": "schlüssel"}, "unauthorised", "Enter it again"),
    ],
)
async def test_settings_that_cannot_work_are_named_without_a_call(
    server: Server, endpoint: Endpoint, changed: dict[str, str], outcome: str, words: str
) -> None:
    failed = await failure(replace(endpoint, **changed))  # type: ignore[arg-type]

    assert (failed.outcome, failed.is_permanent) == (outcome, True)
    assert words in failed.words
    assert not server.all_requests


async def test_silence_before_the_first_word_is_a_timeout(
    server: Server, endpoint: Endpoint
) -> None:
    server.script(Answer(wait=30))

    failed = await failure(endpoint, first_token=0.4)

    assert failed.outcome == "timeout"
    assert "before its first word" in failed.words


async def test_silence_within_the_reply_is_a_timeout(server: Server, endpoint: Endpoint) -> None:
    server.script(Answer("One two three four five six.", hang_after=1))

    failed = await failure(endpoint, between=0.4)

    assert failed.outcome == "timeout"
    assert failed.partial == "One two three four"


@pytest.mark.parametrize(
    "answer", [Answer(wait=30), Answer(hang_after=3), Answer(token_delay=0.05)]
)
async def test_a_stop_is_noticed_soon_and_ends_the_connection(
    server: Server, endpoint: Endpoint, answer: Answer
) -> None:
    server.script(answer)
    stop_at = time.monotonic() + 0.5

    with pytest.raises(CallFailed) as failed:
        await client.complete(endpoint, LONG, is_stopped=lambda: time.monotonic() > stop_at)

    assert failed.value.outcome == "stopped"
    assert time.monotonic() - stop_at < 0.5 * slowness()
    assert await ended(server.requests[0]) - stop_at < 0.5 * slowness()
    assert server.requests[0].ending == "caller left"
    assert failed.value.partial == "" or server.requests[0].reply.startswith(failed.value.partial)


async def test_a_call_stopped_beforehand_is_not_made(server: Server, endpoint: Endpoint) -> None:
    with pytest.raises(CallFailed) as failed:
        await client.complete(endpoint, HELLO, is_stopped=lambda: True)

    assert failed.value.outcome == "stopped"
    assert not server.requests


@pytest.mark.parametrize("answer", [Answer(wait=30), Answer(hang_after=3)])
async def test_cancelling_the_task_ends_the_connection(
    server: Server, endpoint: Endpoint, answer: Answer
) -> None:
    server.script(answer)
    task = asyncio.ensure_future(client.complete(endpoint, LONG))
    await until(lambda: bool(server.requests))
    await asyncio.sleep(0.2)

    task.cancel()

    with pytest.raises(asyncio.CancelledError):
        await task
    await ended(server.requests[0])
    assert server.requests[0].ending == "caller left"


async def test_an_error_of_the_listener_is_its_own(server: Server, endpoint: Endpoint) -> None:
    def broken(text: str) -> None:
        raise LookupError(text)

    with pytest.raises(LookupError):
        await client.complete(endpoint, HELLO, on_text=broken)

    await ended(server.requests[0])


async def test_the_next_call_works_after_each_kind_of_end(
    server: Server, endpoint: Endpoint
) -> None:
    server.script(Answer(cut_after=1), failing(500), Answer(garble_after=1))
    for _ in range(3):
        await failure(endpoint)

    reply = await client.complete(endpoint, HELLO)

    assert reply.finish == "stop"


async def ended(request: Request) -> float:
    await until(lambda: request.ended_at is not None)
    assert request.ended_at is not None
    return request.ended_at


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(5):
        while not holds():
            await asyncio.sleep(0.01)
