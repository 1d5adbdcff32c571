"""A model server that says what it is told to: OpenAI-compatible, over real HTTP, for tests.

    with scripted_server() as server:
        server.script("The first reply.", failing(429, retry_after="1"))
        server.rule(match="Chapter 2", reply=Answer(cut_after=3))
        ...  # calls to server.base_url; then look at server.requests

By itself it answers any prompt: with values that fit the schema, or with prose of about the length
that the prompt asks for, always the same for the same prompt. `python -m tests.scripted` runs it
as a process and prints its address.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import re
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from tests.scripted_answers import Answer, Reaction, Request, failing, n_tokens, settled
from tests.scripted_http import serve

__all__ = ["Answer", "Request", "Server", "Traits", "failing", "scripted_server"]

Match = str | re.Pattern[str] | Callable[[Request], bool]


@dataclass(slots=True)
class Traits:
    """What kind of server this is; may be changed while it runs."""

    models: tuple[str, ...] = ("scripted",)
    api_key: str = ""
    seed: str = ""
    token_delay: float = 0.0
    wait: float = 0.0
    context_tokens: int | None = None
    any_model: bool = True
    schemas: bool = True
    system_role: bool = True
    streams: bool = True
    stream_options: bool = True
    usage: bool = True
    lists_models: bool = True
    keeps_alive: bool = True


@dataclass(slots=True)
class _Rule:
    match: Match
    reply: Reaction
    times: int | None

    def applies(self, request: Request) -> bool:
        if self.times == 0:
            return False
        if callable(self.match):
            return self.match(request)
        return re.search(self.match, request.prompt) is not None


@dataclass(slots=True)
class Server:
    """The running server, as tests hold it."""

    traits: Traits = field(default_factory=Traits)
    port: int = 0
    all_requests: list[Request] = field(default_factory=list)
    _script: deque[Reaction] = field(default_factory=deque)
    _rules: list[_Rule] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    @property
    def requests(self) -> list[Request]:
        """The calls for a completion, in the order of their arrival."""
        return [request for request in list(self.all_requests) if request.is_chat]

    @property
    def most_at_once(self) -> int:
        """How many completions were in the making at the same moment, at most."""
        marks = [(request.started_at, 1) for request in self.requests]
        marks += [(request.ended_at or time.monotonic(), -1) for request in self.requests]
        at_once = most = 0
        for _, step in sorted(marks):
            at_once += step
            most = max(most, at_once)
        return most

    def script(self, *replies: Reaction) -> None:
        """Answers the next calls with these, one each, before any rule."""
        with self._lock:
            self._script.extend(replies)

    def rule(self, match: Match, reply: Reaction, *, times: int | None = None) -> None:
        """Answers calls whose prompt matches; a later rule goes before an earlier one."""
        with self._lock:
            self._rules.insert(0, _Rule(match, reply, times))

    def forget(self) -> None:
        """Drops scripts, rules and what was asked so far."""
        with self._lock:
            self._script.clear()
            self._rules.clear()
            self.all_requests.clear()

    def answer(self, request: Request) -> Answer:
        """What this call gets: its place in the script, a rule, or something made up."""
        refusal = _refusal(request, self.traits)
        if refusal is not None:
            return refusal
        with self._lock:
            if self._script:
                reaction = self._script.popleft()
            elif rule := next((rule for rule in self._rules if rule.applies(request)), None):
                rule.times = None if rule.times is None else rule.times - 1
                reaction = rule.reply
            else:
                reaction = Answer()
        return settled(reaction, request)

    def record(self, method: str, path: str, headers: dict[str, str], body: Any) -> Request:
        with self._lock:
            told = body if isinstance(body, dict) else {}
            number = len(self.all_requests) + 1
            request = Request(number, method, path, headers, told, time.monotonic())
            self.all_requests.append(request)
            return request


@contextlib.contextmanager
def scripted_server(port: int = 0, **traits: Any) -> Iterator[Server]:
    """A server on a free port in a thread of its own; keyword arguments are its traits."""
    server = Server(Traits(**traits), port)
    ready, loop = threading.Event(), asyncio.new_event_loop()
    stop = asyncio.Event()
    thread = threading.Thread(
        target=lambda: loop.run_until_complete(serve(server, ready.set, stop)), daemon=True
    )
    thread.start()
    try:
        if not ready.wait(10):
            raise RuntimeError("The scripted server did not start.")
        yield server
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join(10)
        loop.close()


def _refusal(request: Request, traits: Traits) -> Answer | None:
    """The error that a server of this kind gives to a request of this kind."""
    body = request.body
    if traits.api_key and request.headers.get("authorization") != f"Bearer {traits.api_key}":
        return failing(401, "Incorrect API key provided.", code="invalid_api_key")
    if not traits.any_model and request.model not in traits.models:
        return failing(404, f"The model `{request.model}` does not exist", code="model_not_found")
    if not traits.schemas and body.get("response_format"):
        return failing(400, "response_format of type json_schema is not supported")
    if not traits.stream_options and body.get("stream_options"):
        return failing(400, "Unrecognized request argument supplied: stream_options")
    if not traits.system_role and any(one["role"] == "system" for one in request.messages):
        return failing(400, "System role not supported")
    if traits.context_tokens is not None and n_tokens(request.prompt) > traits.context_tokens:
        told = f"This model's maximum context length is {traits.context_tokens} tokens."
        return failing(400, told, code="context_length_exceeded")
    return None


def main() -> None:
    """Runs the server until it is interrupted."""
    parser = argparse.ArgumentParser(description="A model server that makes up its replies.")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--token-delay", type=float, default=0.0)
    parser.add_argument("--wait", type=float, default=0.0)
    parser.add_argument("--seed", default="")
    parser.add_argument("--api-key", default="")
    parser.add_argument("--no-schemas", action="store_true")
    asked = parser.parse_args()
    traits = {key: getattr(asked, key) for key in ("token_delay", "wait", "seed", "api_key")}
    with scripted_server(asked.port, schemas=not asked.no_schemas, **traits) as server:
        print(server.base_url, flush=True)
        # Not by way of SIGINT, which whoever began in the background ignores.
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        with contextlib.suppress(KeyboardInterrupt):
            threading.Event().wait()


if __name__ == "__main__":
    main()
