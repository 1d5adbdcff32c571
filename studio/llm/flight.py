"""A call in flight: what arrives of its reply, and when that is whole."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field

import httpx2

from studio.llm import failures, requests, stream
from studio.llm.calls import Endpoint, Patience, Prompt, Reply

_AFTERWORD = 1.0
# No tokenizer yields this many letters for each token of prose: a server that passes it ignores
# the limit, and would write for ever.
_LETTERS_PER_TOKEN = 20
# What servers were seen to refuse, by (address, model); learnt anew by each process.
_left_out: dict[tuple[str, str], set[str]] = {}


@dataclass(slots=True)
class Call:
    """One call in flight: what it shares with the watch that may end it."""

    endpoint: Endpoint
    prompt: Prompt
    on_text: Callable[[str], None]
    patience: Patience
    draft: stream.Draft = field(default_factory=stream.Draft)
    started_at: float = field(default_factory=time.monotonic)
    heard_at: float = field(default_factory=time.monotonic)
    first_token_at: float | None = None

    @property
    def left_out(self) -> set[str]:
        return _left_out.setdefault((self.endpoint.base_url, self.endpoint.model), set())

    @property
    def allowed_silence(self) -> float:
        if self.draft.has_begun:
            return self.patience.between
        if "stream" in self.left_out:
            return self.patience.whole_reply
        return self.patience.first_token

    def begin(self) -> None:
        self.draft = stream.Draft()
        self.heard_at = time.monotonic()

    def hear(self) -> None:
        self.heard_at = time.monotonic()
        if self.first_token_at is None and self.draft.has_begun:
            self.first_token_at = self.heard_at


async def follow(call: Call, pieces: AsyncIterator[bytes]) -> None:
    """Takes in what arrives until the reply is whole."""
    draft = call.draft
    limit = call.prompt.max_tokens * _LETTERS_PER_TOKEN
    while (piece := await _next(call, pieces)) is not None:
        is_new = draft.feed(piece)
        call.hear()
        if is_new:
            call.on_text(draft.text)
        if len(draft.text) + len(draft.reasoning) > limit:
            draft.finish = "length"
            return
    draft.end()
    if not draft.n_events:
        raise stream.Garbled("ended its answer without a word")
    if not draft.finish and not draft.is_done:
        raise failures.cut_off(call.endpoint, draft.text)


async def _next(call: Call, pieces: AsyncIterator[bytes]) -> bytes | None:
    """The next bytes; nothing at the end, or when a whole reply is only slow to be closed."""
    is_whole = bool(call.draft.finish or call.draft.is_done)
    try:
        async with asyncio.timeout(_AFTERWORD if is_whole else None):
            return await anext(pieces, None)
    except (TimeoutError, httpx2.HTTPError):
        if is_whole:
            return None
        raise


def reply(call: Call) -> Reply:
    """What came of a call that ended well."""
    draft, prompt = call.draft, call.prompt
    if not draft.text and (draft.refusal or draft.finish == "content_filter"):
        raise failures.filtered(
            call.endpoint, f" It said: {draft.refusal}" if draft.refusal else ""
        )
    if draft.finish == "content_filter":
        raise failures.filtered(call.endpoint, partial=draft.text)
    if prompt.schema is not None and draft.text.strip() and not {"{", "["} & set(draft.text):
        call.left_out.add("schema_ignored")
    return Reply(
        text=draft.text,
        finish=draft.finish or "stop",
        usage=draft.usage or requests.estimated(prompt, draft.text + draft.reasoning),
        model=draft.model or call.endpoint.model,
        seconds=time.monotonic() - call.started_at,
        reasoning=draft.reasoning,
    )
