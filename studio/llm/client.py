"""Calls to model servers: the only place that knows the SDK."""

from __future__ import annotations

import asyncio
import ipaddress
import time
from collections.abc import AsyncGenerator, Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlsplit

import httpx2
import openai

from studio.llm import failures, flight, requests, stream
from studio.llm.calls import (
    CallFailed,
    Endpoint,
    Message,
    Outcome,
    Patience,
    Probe,
    Prompt,
    Reply,
    Usage,
)
from studio.llm.flight import Call

__all__ = [
    "CallFailed",
    "Endpoint",
    "Message",
    "Outcome",
    "Patience",
    "Probe",
    "Prompt",
    "Reply",
    "Usage",
    "close",
    "complete",
    "probe",
]

_POLL = 0.2
_PATIENCE = Patience()


async def complete(
    endpoint: Endpoint,
    prompt: Prompt,
    *,
    on_text: Callable[[str], None] = lambda text: None,
    is_stopped: Callable[[], bool] = lambda: False,
    patience: Patience = _PATIENCE,
) -> Reply:
    """The model's reply; `on_text` gets the text so far, and the connection ends with the call."""
    return await _watched(Call(endpoint, prompt, on_text, patience), is_stopped)


async def probe(endpoint: Endpoint, *, patience: Patience = _PATIENCE) -> Probe:
    """Tries an endpoint with a few tokens, and says what works or exactly what does not."""
    try:
        models = await _models(endpoint, patience)
    except CallFailed as failure:
        return Probe(False, failure.words, (), None)
    prompt = Prompt((Message("user", "Say yes."),), max_tokens=16, temperature=None)
    call = Call(endpoint, prompt, lambda text: None, patience)
    try:
        await _watched(call, lambda: False)
    except CallFailed as failure:
        return Probe(False, failure.words + failures.offer(failure, models), models, None)
    seconds = (call.first_token_at or call.heard_at) - call.started_at
    words = f"Model “{endpoint.model}” at {endpoint.host} answered after {seconds:.1f} seconds."
    return Probe(True, words, models, seconds)


async def close() -> None:
    """Closes the connections of the running event loop, which also happens when the loop ends."""
    pool = _pools.get(asyncio.get_running_loop())
    if pool is not None:
        await pool.keeper.aclose()


async def _watched(call: Call, is_stopped: Callable[[], bool]) -> Reply:
    """Runs a call beside a watch, which notices a stop even when the server is silent."""
    if (failure := failures.unusable(call.endpoint)) is not None:
        raise failure
    if is_stopped():
        raise failures.stopped("")
    work = asyncio.ensure_future(_answered(call))
    try:
        while not (await asyncio.wait({work}, timeout=_POLL))[0]:
            if is_stopped():
                raise failures.stopped(call.draft.text)
            if time.monotonic() - call.heard_at > call.allowed_silence:
                raise failures.too_slow(call.endpoint, call.allowed_silence, call.draft.text)
        return work.result()
    finally:
        await _ended(work)


async def _ended(work: asyncio.Future[Reply]) -> None:
    """Ends a call that is still in flight, and waits until its connection is closed."""
    if not work.done():
        work.cancel()
        await asyncio.wait({work})
    if not work.cancelled():
        work.exception()  # marks it as seen: the stop is what the caller hears of


async def _answered(call: Call) -> Reply:
    """The reply, after leaving out one by one what the server turns out to refuse."""
    while True:
        call.begin()
        try:
            await _read(call)
        except CallFailed:
            raise
        except openai.APIStatusError as error:
            said = failures.said(error.body)
            if not _learnt(call, error.status_code, said):
                raise _failed(call, error.status_code, said, error.response.headers) from error
        except stream.ServerSaid as error:
            if call.draft.has_begun or not _learnt(call, error.status, error.said):
                raise _failed(call, error.status, error.said, httpx2.Headers()) from error
        except stream.Garbled as error:
            raise failures.bad_reply(call.endpoint, str(error), call.draft.text) from error
        except openai.APITimeoutError as error:
            raise failures.no_connection_in_time(call.endpoint, call.patience.connect) from error
        except (openai.APIConnectionError, httpx2.HTTPError) as error:
            raise failures.from_transport(call.endpoint, error, call.draft.text) from error
        else:
            return flight.reply(call)


def _learnt(call: Call, status: int, said: str) -> bool:
    part = requests.refused_part(status, said, call.prompt, call.left_out)
    if part is not None:
        call.left_out.add(part)
    return part is not None


def _failed(call: Call, status: int, said: str, headers: httpx2.Headers) -> CallFailed:
    now = datetime.now(UTC)
    return failures.from_status(call.endpoint, status, said, headers, now, call.draft.text)


async def _read(call: Call) -> None:
    client = await _client(call.endpoint)
    fields: dict[str, Any] = requests.body(call.prompt, call.endpoint.model, call.left_out)
    create = client.chat.completions.with_streaming_response.create
    # As they are: the SDK would look through every part of a schema for what it might rename.
    request = create(
        model=call.endpoint.model,
        messages=(),
        extra_body=fields,
        timeout=_timeout(call.patience),
    )
    async with request as response:
        kind = response.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind.endswith("json") and "ndjson" not in kind:
            call.draft = stream.whole(await response.read())
            call.hear()
            call.on_text(call.draft.text)
            call.left_out.add("stream")
        elif kind in {"text/event-stream", ""}:
            await flight.follow(call, response.iter_bytes())
        else:
            raise failures.wrong_address(call.endpoint, failures.sent(kind))


async def _models(endpoint: Endpoint, patience: Patience) -> tuple[str, ...]:
    """The names of the models on offer; none when the server has no such list."""
    failure = failures.unusable(replace(endpoint, model=endpoint.model or "any"))
    if failure is not None:
        raise failure
    client = await _client(endpoint)
    try:
        page = await client.models.list(timeout=httpx2.Timeout(10.0, connect=patience.connect))
        return tuple(sorted(str(model.id) for model in page.data or ()))
    except openai.APITimeoutError as error:
        if isinstance(error.__cause__, httpx2.ReadTimeout):
            return ()
        raise failures.no_connection_in_time(endpoint, patience.connect) from error
    except openai.APIConnectionError as error:
        raise failures.from_transport(endpoint, error) from error
    except openai.APIStatusError as error:
        if error.status_code not in {401, 403}:
            return ()
        now = datetime.now(UTC)
        raise failures.from_status(
            endpoint, error.status_code, failures.said(error.body), {}, now
        ) from error
    except (openai.OpenAIError, AttributeError, TypeError, ValueError):
        return ()  # a list in another form; the trial call says whether the server is one


def _timeout(patience: Patience) -> httpx2.Timeout:
    """Bounds on connecting and sending; the watch bounds the silence while reading."""
    return httpx2.Timeout(connect=patience.connect, read=None, write=30.0, pool=30.0)


@dataclass(slots=True)
class _Pool:
    """The clients of one event loop, by address and key."""

    keeper: AsyncGenerator[None, None]
    clients: dict[tuple[str, str], openai.AsyncOpenAI]


_pools: dict[asyncio.AbstractEventLoop, _Pool] = {}


async def _client(endpoint: Endpoint) -> openai.AsyncOpenAI:
    pool = _pools.get(asyncio.get_running_loop()) or await _opened()
    key = (endpoint.base_url, endpoint.api_key)
    if key not in pool.clients:
        pool.clients[key] = _new_client(endpoint)
    return pool.clients[key]


async def _opened() -> _Pool:
    for loop in [loop for loop in _pools if loop.is_closed()]:
        del _pools[loop]
    clients: dict[tuple[str, str], openai.AsyncOpenAI] = {}
    pool = _pools[asyncio.get_running_loop()] = _Pool(_kept(clients), clients)
    await anext(pool.keeper)
    return pool


async def _kept(clients: dict[tuple[str, str], openai.AsyncOpenAI]) -> AsyncGenerator[None, None]:
    """Holds clients open until its loop ends: loops close the generators that run in them."""
    try:
        yield
    finally:
        _pools.pop(asyncio.get_running_loop(), None)
        for client in clients.values():
            await client.close()


def _new_client(endpoint: Endpoint) -> openai.AsyncOpenAI:
    return openai.AsyncOpenAI(
        base_url=endpoint.base_url,
        api_key=endpoint.api_key.strip() or "none",
        max_retries=0,
        http_client=openai.DefaultAsyncHttpxClient(
            trust_env=not _is_loopback(endpoint),
            # Servers close idle connections as they like, and a call on one that is just being
            # closed is lost; a new connection costs little beside a completion.
            limits=httpx2.Limits(max_keepalive_connections=0),
        ),
    )


def _is_loopback(endpoint: Endpoint) -> bool:
    """Whether the server is this machine, which a proxy of the environment could not reach."""
    name = urlsplit(endpoint.base_url).hostname or ""
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return name == "localhost"
