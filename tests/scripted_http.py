"""The scripted server's end of a connection: plain HTTP/1.1, so that it can be broken anywhere."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tests.scripted_answers import Answer, Request, failing, made_up, n_tokens, pieces

if TYPE_CHECKING:
    from tests.scripted import Server


async def serve(server: Server, ready: Callable[[], None], stop: asyncio.Event) -> None:
    open_connections: set[asyncio.Task[None]] = set()

    def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.ensure_future(_Connection(server, reader, writer).serve())
        open_connections.add(task)
        task.add_done_callback(open_connections.discard)

    listener = await asyncio.start_server(connected, "127.0.0.1", server.port, backlog=1024)
    server.port = listener.sockets[0].getsockname()[1]
    ready()
    await stop.wait()
    listener.close()
    for task in open_connections:
        task.cancel()
    await asyncio.gather(*open_connections, return_exceptions=True)


class _Closed(Exception):
    """The caller went away."""


class _Connection:
    """One connection, over which calls come one after the other."""

    def __init__(
        self, server: Server, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        self.server, self.reader, self.writer = server, reader, writer

    async def serve(self) -> None:
        try:
            while await self._one_call():
                pass
        except (ConnectionError, asyncio.IncompleteReadError, _Closed):
            pass
        finally:
            self.writer.transport.abort()

    async def _one_call(self) -> bool:
        """Answers the next call; says whether another may follow."""
        first = await self.reader.readexactly(1)
        if not first.isalpha():
            raise _Closed  # somebody who speaks TLS, and would wait for an answer
        head = first + await self.reader.readuntil(b"\r\n\r\n")
        method, path, headers = _head(head.decode("latin-1"))
        raw = await self.reader.readexactly(int(headers.get("content-length", 0)))
        with contextlib.suppress(ValueError):
            raw = json.loads(raw)
        request = self.server.record(method, path, headers, raw)
        request.ending = "cut"
        try:
            whole = await self._answer(request)
            request.ending = "done" if whole else "cut"
        except (ConnectionError, _Closed):
            request.ending = "caller left"
            raise
        finally:
            request.ended_at = time.monotonic()
        return whole and self.server.traits.keeps_alive

    async def _answer(self, request: Request) -> bool:
        traits = self.server.traits
        if request.path.endswith("/models") and traits.lists_models:
            names = [{"id": name, "object": "model"} for name in traits.models]
            return await self._send(Answer(raw=json.dumps({"data": names}).encode()))
        if request.path.endswith("/tokenize"):
            tokens = list(range(n_tokens(str(request.body.get("content", "")))))
            return await self._send(Answer(raw=json.dumps({"tokens": tokens}).encode()))
        if not request.is_chat:
            return await self._send(failing(404, f"No such page: {request.path}"))
        answer = self.server.answer(request)
        await self._pause(answer.wait or traits.wait)
        if answer.raw is not None or answer.status != 200:
            return await self._send(answer)
        return await self._complete(request, answer)

    async def _complete(self, request: Request, answer: Answer) -> bool:
        text, finish = answer.text, answer.finish
        if text is None:
            text, made_finish = made_up(request, self.server.traits.seed)
            finish = finish or made_finish
        request.reply = text
        finish = finish or "stop"
        usage = _usage(request, text) if answer.usage and self.server.traits.usage else None
        if request.body.get("stream") and answer.stream and self.server.traits.streams:
            return await self._stream(request, answer, text, finish, usage)
        await self._pause(self._delay(answer) * len(text.split()))
        message = {"role": "assistant", "content": text}
        if answer.reasoning:
            message["reasoning_content"] = answer.reasoning
        body = _completion(request, {"message": message, "finish_reason": finish}, usage)
        return await self._send(Answer(raw=json.dumps(body).encode()))

    async def _stream(
        self, request: Request, answer: Answer, text: str, finish: str, usage: dict[str, int] | None
    ) -> bool:
        await self._write(_status_line(200, "text/event-stream", {"transfer-encoding": "chunked"}))
        await self._event(_piece(request, {"role": "assistant", "content": ""}))
        delay = self._delay(answer)
        deltas = [{"reasoning_content": part} for part in pieces(answer.reasoning, 1)]
        deltas += [{"content": part} for part in pieces(text, 1 if delay else 4)]
        for number, delta in enumerate(deltas):
            if await self._is_broken(answer, number):
                return False
            # Asked each time: a test may have it hurry once it has seen what it waited for.
            await self._pause(self._delay(answer))
            await self._event(_piece(request, delta))
            request.pieces_sent += 1
        if await self._is_broken(answer, len(deltas)):
            return False
        await self._event(_piece(request, {}, finish))
        options = request.body.get("stream_options") or {}
        if usage and options.get("include_usage"):
            await self._event({**_completion(request, None, usage), "choices": []})
        if answer.done:
            await self._chunk(b"data: [DONE]\n\n")
        await self._write(b"0\r\n\r\n")
        return True

    async def _is_broken(self, answer: Answer, number: int) -> bool:
        """Plays the fault that is due after so many pieces; says whether the connection is over."""
        if answer.garble_after == number:
            await self._chunk(b'data: {"choices": [{"delta": oops\n\n')
        if answer.error_after == number:
            await self._event({"error": {"message": "The engine stopped.", "code": 500}})
        if answer.hang_after == number:
            await self._pause(3600)
        return answer.cut_after == number

    def _delay(self, answer: Answer) -> float:
        own = answer.token_delay
        return self.server.traits.token_delay if own is None else own

    async def _pause(self, seconds: float) -> None:
        """Sleeps, but notices within a blink when the caller has gone."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            if self.reader.at_eof() or self.writer.is_closing():
                raise _Closed
            await asyncio.sleep(min(left, 0.02))

    async def _send(self, answer: Answer) -> bool:
        raw = answer.raw or b""
        headers = {"content-length": str(len(raw)), **answer.headers}
        await self._write(_status_line(answer.status, answer.content_type, headers) + raw)
        return True

    async def _event(self, value: dict[str, Any]) -> None:
        await self._chunk(b"data: " + json.dumps(value).encode() + b"\n\n")

    async def _chunk(self, data: bytes) -> None:
        await self._write(b"%x\r\n%s\r\n" % (len(data), data))

    async def _write(self, data: bytes) -> None:
        if self.reader.at_eof():
            raise _Closed
        self.writer.write(data)
        await self.writer.drain()


def _head(text: str) -> tuple[str, str, dict[str, str]]:
    first, *lines = text.rstrip("\r\n").split("\r\n")
    method, target, _ = first.split(" ", 2)
    pairs = (line.split(":", 1) for line in lines)
    return method, target.partition("?")[0], {name.lower(): told.strip() for name, told in pairs}


def _status_line(status: int, content_type: str, headers: dict[str, str]) -> bytes:
    lines = [f"HTTP/1.1 {status} Scripted"]
    if content_type:
        lines.append(f"content-type: {content_type}")
    lines += [f"{name}: {value}" for name, value in headers.items()]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")


def _completion(request: Request, choice: dict[str, Any] | None, usage: Any) -> dict[str, Any]:
    made = {"id": f"scripted-{request.number}", "object": "chat.completion", "created": 0}
    choices = [] if choice is None else [{"index": 0, **choice}]
    told = {} if usage is None else {"usage": usage}
    return {**made, "model": request.model, "choices": choices, **told}


def _piece(request: Request, delta: dict[str, str], finish: str | None = None) -> dict[str, Any]:
    return _completion(request, {"delta": delta, "finish_reason": finish}, None)


def _usage(request: Request, text: str) -> dict[str, int]:
    read, written = n_tokens(request.prompt), n_tokens(text)
    return {"prompt_tokens": read, "completion_tokens": written, "total_tokens": read + written}
