"""The values that go into a model call and come out of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple
from urllib.parse import urlsplit

Outcome = Literal[
    "unreachable",
    "timeout",
    "unauthorised",
    "forbidden",
    "no_model",
    "too_long",
    "rate_limited",
    "server_error",
    "bad_reply",
    "refused",
    "stopped",
]


class Message(NamedTuple):
    """One turn of a conversation: system, user or assistant, and what it says."""

    role: str
    content: str


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A model on a server, and what it takes to ask it."""

    base_url: str
    api_key: str
    model: str
    context_tokens: int
    is_demo: bool = False

    @property
    def host(self) -> str:
        """The server as a person would name it, without secrets that an address may carry."""
        return urlsplit(self.base_url).netloc.rpartition("@")[2] or self.base_url

    def __repr__(self) -> str:
        return f"Endpoint({self.model!r} at {self.host!r})"


@dataclass(frozen=True, slots=True)
class Prompt:
    """Everything that a model is told in one call, and the bounds on what it may answer."""

    messages: tuple[Message, ...]
    schema: dict[str, object] | None = None
    schema_name: str = "reply"
    max_tokens: int = 1024
    temperature: float | None = 0.7


@dataclass(frozen=True, slots=True)
class Patience:
    """How many seconds to wait for a server at each step of a call."""

    connect: float = 5.0
    first_token: float = 120.0
    between: float = 30.0
    whole_reply: float = 600.0


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens that were read and written; estimated where the server does not say."""

    prompt_tokens: int
    completion_tokens: int
    is_estimated: bool


@dataclass(frozen=True, slots=True)
class Reply:
    """What a model answered, as it arrived."""

    text: str
    finish: str
    usage: Usage
    model: str
    seconds: float
    reasoning: str


@dataclass(frozen=True, slots=True)
class Probe:
    """What trying an endpoint showed."""

    ok: bool
    words: str
    models: tuple[str, ...]
    seconds_to_first_token: float | None


class CallFailed(Exception):
    """The model server gave no usable reply."""

    def __init__(
        self,
        outcome: Outcome,
        words: str,
        *,
        retry_after: float | None = None,
        is_permanent: bool = False,
        partial: str = "",
    ) -> None:
        super().__init__(words)
        self.outcome: Outcome = outcome
        self.words = words
        self.retry_after = retry_after
        self.is_permanent = is_permanent
        self.partial = partial
