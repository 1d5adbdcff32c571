"""What the scripted server is told to answer, and what it answers of itself."""

from __future__ import annotations

import hashlib
import json
import random
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tests import scripted_words as words
from tests.scripted_values import Values

# A model spends about this many tokens on a word of English.
_TOKENS_PER_WORD = 1.4


@dataclass(slots=True)
class Request:
    """One call as it arrived, with when it began and how it ended."""

    number: int
    method: str
    path: str
    headers: dict[str, str]
    body: dict[str, Any]
    started_at: float
    ended_at: float | None = None
    ending: str = ""
    pieces_sent: int = 0
    reply: str = ""

    @property
    def messages(self) -> list[dict[str, str]]:
        return self.body.get("messages") or []

    @property
    def prompt(self) -> str:
        return "\n\n".join(str(message.get("content")) for message in self.messages)

    @property
    def model(self) -> str:
        return str(self.body.get("model", ""))

    @property
    def schema(self) -> dict[str, Any] | None:
        """The schema that the reply must fit, sent as such or told in words."""
        form = self.body.get("response_format") or {}
        if form.get("type") == "json_schema":
            schema: dict[str, Any] = form["json_schema"]["schema"]
            return schema
        return _schema_in_words(self.prompt)

    @property
    def is_chat(self) -> bool:
        return self.path.endswith("/chat/completions")


@dataclass(frozen=True, slots=True)
class Answer:
    """How to answer one call; without a text the server makes one up."""

    text: str | None = None
    finish: str = ""
    reasoning: str = ""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    raw: bytes | None = None
    content_type: str = "application/json"
    wait: float = 0.0
    token_delay: float | None = None
    cut_after: int | None = None
    hang_after: int | None = None
    garble_after: int | None = None
    error_after: int | None = None
    usage: bool = True
    stream: bool = True
    done: bool = True


Reaction = Answer | str | dict[str, Any] | list[Any] | Callable[[Request], "Reaction"]


def failing(status: int, message: str = "", *, code: str = "", **headers: str) -> Answer:
    """An error answer; `retry_after="2"` and the like become headers."""
    said = {"message": message or f"Scripted failure {status}.", "type": "scripted", "code": code}
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Answer(status=status, headers=named, raw=json.dumps({"error": said}).encode())


def settled(reaction: Reaction, request: Request) -> Answer:
    """The answer that a rule or a script stands for."""
    while callable(reaction):
        reaction = reaction(request)
    if isinstance(reaction, Answer):
        return reaction
    return Answer(reaction if isinstance(reaction, str) else json.dumps(reaction))


def made_up(request: Request, seed: str) -> tuple[str, str]:
    """A reply that fits the prompt, and how it finishes: a function of the prompt and the seed."""
    schema = request.schema
    told = json.dumps([seed, request.messages, schema], sort_keys=True)
    rng = random.Random(hashlib.blake2b(told.encode(), digest_size=8).digest())
    if schema is not None:
        value = Values(schema, rng, request.prompt).make()
        return json.dumps(value, ensure_ascii=False), "stop"
    wanted = words.wanted_words(request.prompt)
    limit = request.body.get("max_tokens") or request.body.get("max_completion_tokens") or 10**9
    room = max(int(limit / _TOKENS_PER_WORD), 1)
    text = words.prose(rng, wanted)
    if wanted <= room:
        return text, "stop"
    return " ".join(text.split(" ")[:room]), "length"


def pieces(text: str, n_words: int) -> list[str]:
    """The text in pieces of so many words, as a model would send them."""
    parts = re.findall(r"\s*\S+|\s+", text)
    return ["".join(parts[i : i + n_words]) for i in range(0, len(parts), n_words)]


def n_tokens(text: str) -> int:
    return round(len(text.split()) * _TOKENS_PER_WORD)


def _schema_in_words(prompt: str) -> dict[str, Any] | None:
    _, told, after = prompt.rpartition("JSON Schema")
    start = after.find("{")
    if not told or start < 0:
        return None
    try:
        schema, _ = json.JSONDecoder().raw_decode(after, start)
    except ValueError:
        return None
    return schema if isinstance(schema, dict) else None
