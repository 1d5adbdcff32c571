"""Reading a reply out of the bytes of an answer, whole or as it streams in."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field

from studio.llm.calls import Usage

_SURROGATE = re.compile("[\ud800-\udfff]")
_FINISHES = {
    "max_tokens": "length",
    "max_output_tokens": "length",
    "eos": "stop",
    "end_turn": "stop",
    "stop_sequence": "stop",
}


class Garbled(Exception):
    """The answer is not made of completions."""


class ServerSaid(Exception):
    """The answer holds an error instead of a completion."""

    def __init__(self, status: int, said: str) -> None:
        super().__init__(said)
        self.status = status
        self.said = said


@dataclass(slots=True)
class Draft:
    """A reply as far as it has arrived."""

    text: str = ""
    reasoning: str = ""
    refusal: str = ""
    finish: str = ""
    model: str = ""
    usage: Usage | None = None
    is_done: bool = False
    n_events: int = 0
    _rest: bytearray = field(default_factory=bytearray)

    @property
    def has_begun(self) -> bool:
        return bool(self.text or self.reasoning or self.refusal)

    def feed(self, data: bytes) -> bool:
        """Takes in bytes of an event stream; says whether there is new text."""
        self._rest += data
        if b"\n" not in data and b"\r" not in data:
            return False
        *lines, rest = self._rest.replace(b"\r", b"\n").split(b"\n")
        self._rest = bytearray(rest)
        n_before = len(self.text)
        for line in lines:
            self._line(bytes(line))
        return len(self.text) != n_before

    def end(self) -> None:
        """Takes in a last line that no line end follows."""
        self._line(bytes(self._rest))
        self._rest.clear()

    def _line(self, line: bytes) -> None:
        name, _, value = line.partition(b":")
        if name == b"error":  # llama.cpp writes errors into a stream under their own field
            raise ServerSaid(500, value.decode(errors="replace").strip())
        if name != b"data" or self.is_done:
            return
        if value.strip() == b"[DONE]":
            self.is_done = True
        elif value.strip():
            self.take(_decoded(value))

    def take(self, chunk: object) -> None:
        """Takes in one completion object, or a piece of one."""
        if not isinstance(chunk, dict):
            raise Garbled("sent something that is not a completion")
        if chunk.get("error"):
            raise _error(chunk["error"])
        self.n_events += 1
        self.model = _words(chunk.get("model")) or self.model
        self.usage = _usage(chunk.get("usage")) or self.usage
        choices = chunk.get("choices")
        for choice in choices if isinstance(choices, list) else []:
            if isinstance(choice, dict) and not choice.get("index"):
                self._choice(choice)

    def _choice(self, choice: dict[str, object]) -> None:
        said = choice.get("delta") or choice.get("message") or {}
        if not isinstance(said, dict):
            raise Garbled("sent a completion without a message")
        self.text = _mended(self.text + (_words(said.get("content")) or _words(choice.get("text"))))
        thought = _words(said.get("reasoning_content")) or _words(said.get("reasoning"))
        self.reasoning = _mended(self.reasoning + thought)
        self.refusal += _words(said.get("refusal"))
        finish = _words(choice.get("finish_reason"))
        if finish == "error":
            raise ServerSaid(500, "the reply ended with an error")
        self.finish = _FINISHES.get(finish, finish) or self.finish


def whole(data: bytes) -> Draft:
    """The reply in an answer that did not stream."""
    draft = Draft(is_done=True)
    draft.take(_decoded(data))
    if not (draft.has_begun or draft.finish):
        raise Garbled("sent JSON that holds no reply")
    return draft


def _decoded(data: bytes) -> object:
    try:
        value: object = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise Garbled("sent a reply that is not valid JSON") from error
    return value


def _error(error: object) -> ServerSaid:
    if not isinstance(error, dict):
        return ServerSaid(500, str(error))
    said = _words(error.get("message")) or json.dumps(error)
    code = error.get("status") or error.get("code")
    status = code if isinstance(code, int) and 400 <= code < 600 else 500
    if "rate_limit" in f"{code} {error.get('type')}":
        status = 429
    return ServerSaid(status, said)


def _words(value: object) -> str:
    """Text however it is wrapped: plain, in parts, or absent."""
    if isinstance(value, str):
        return value.replace("\0", "")
    if isinstance(value, list):
        return "".join(_words(part.get("text")) for part in value if isinstance(part, dict))
    return ""


def _mended(text: str) -> str:
    """The text with halves of a sign joined that arrived in separate pieces."""
    if not text or text.isascii() or not _SURROGATE.search(text):
        return text
    # A high half at the very end may still find its other half in the next piece.
    tail = text[-1] if "\ud800" <= text[-1] <= "\udbff" else ""
    body = text[: len(text) - len(tail)]
    return body.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace") + tail


def _usage(value: object) -> Usage | None:
    if not isinstance(value, dict):
        return None
    read, written = value.get("prompt_tokens"), value.get("completion_tokens")
    if not isinstance(read, int) or not isinstance(written, int):
        return None
    return Usage(read, written, is_estimated=False)
