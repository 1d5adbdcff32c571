"""A prompt as the body of a request, and what to leave out for servers that refuse a part of it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from itertools import groupby

from studio.llm.calls import Message, Prompt, Usage
from studio.llm.tokens import estimate, estimate_messages

SCHEMA_WORDS = (
    "Answer with one JSON value that fits the following JSON Schema,"
    " and with nothing before or after it:\n"
)

_NO = r"(not|n't|un|in)[ -]?(be )?(supported|support|available|allowed|permitted)|only|deprecated"


def _complaint(words: str) -> re.Pattern[str]:
    return re.compile(words, re.IGNORECASE | re.DOTALL)


# What a server may refuse, and how its complaint is recognised; the first match is left out, and
# the call is made again.
_COMPLAINTS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("stream_options", _complaint(r"stream_options|include_usage")),
    ("strict", _complaint(r"invalid schema for response_format|\bstrict\b")),
    (
        "schema",
        _complaint(r"response_?format|json[_ .]?schema|grammar|structured|guided|json mode"),
    ),
    (
        "max_tokens",
        _complaint(rf"\bmax_tokens\b.{{0,60}}({_NO})|max_completion_tokens.{{0,9}}instead"),
    ),
    ("temperature", _complaint(rf"\btemperature\b.{{0,80}}({_NO})")),
    (
        "system",
        _complaint(
            rf"\bsystem\b.{{0,40}}({_NO}|unknown|invalid)|(unknown|invalid|unsupported).{{0,20}}system"
            r"|roles must alternate|only .{0,6}user.{1,6}and .?assistant"
        ),
    ),
    ("stream", _complaint(rf"\bstream(ing|ed)?\b.{{0,60}}({_NO})|support.{{0,9}}\bstream")),
)
_COMPLAINING = frozenset({400, 404, 405, 415, 422, 500, 501})


def refused_part(status: int, said: str, prompt: Prompt, left_out: AbstractSet[str]) -> str | None:
    """The part of the request that the server complains about, when it can be left out."""
    if status not in _COMPLAINING:
        return None
    present = _parts(prompt) - left_out
    return next(
        (part for part, words in _COMPLAINTS if part in present and words.search(said)), None
    )


def _parts(prompt: Prompt) -> set[str]:
    parts = {"stream", "stream_options", "max_tokens"}
    if prompt.schema is not None:
        parts |= {"schema", "strict"} if is_strict(prompt.schema) else {"schema"}
    if prompt.temperature is not None:
        parts.add("temperature")
    if any(message.role == "system" for message in prompt.messages):
        parts.add("system")
    return parts


def body(prompt: Prompt, model: str, left_out: AbstractSet[str]) -> dict[str, object]:
    """The request for a prompt, without the parts that this server is known to refuse."""
    with_words = {"schema", "schema_ignored"} & left_out
    messages = in_words(prompt) if with_words else prompt.messages
    if "system" in left_out:
        messages = without_system(messages)
    fields: dict[str, object] = {
        "model": model,
        "messages": [message._asdict() for message in messages],
        "max_completion_tokens" if "max_tokens" in left_out else "max_tokens": prompt.max_tokens,
    }
    if prompt.temperature is not None and "temperature" not in left_out:
        fields["temperature"] = prompt.temperature
    if "stream" not in left_out:
        fields["stream"] = True
        if "stream_options" not in left_out:
            fields["stream_options"] = {"include_usage": True}
    if prompt.schema is not None and "schema" not in left_out:
        fields["response_format"] = _response_format(prompt, prompt.schema, left_out)
    return fields


def _response_format(
    prompt: Prompt, schema: dict[str, object], left_out: AbstractSet[str]
) -> dict[str, object]:
    strict = "strict" not in left_out and is_strict(schema)
    described = {"name": prompt.schema_name, "schema": schema, "strict": strict}
    return {"type": "json_schema", "json_schema": described}


def in_words(prompt: Prompt) -> tuple[Message, ...]:
    """The messages with the schema told in words, for servers that cannot be held to one."""
    if prompt.schema is None:
        return prompt.messages
    told = SCHEMA_WORDS + json.dumps(prompt.schema, ensure_ascii=False)
    *before, last = prompt.messages
    if last.role != "user":
        return (*prompt.messages, Message("user", told))
    return (*before, Message("user", f"{last.content}\n\n{told}"))


def without_system(messages: Iterable[Message]) -> tuple[Message, ...]:
    """The same words said by user and assistant in turn."""
    renamed = [
        Message("user" if message.role == "system" else message.role, message.content)
        for message in messages
    ]
    turns = groupby(renamed, key=lambda message: message.role)
    return tuple(Message(role, "\n\n".join(m.content for m in said)) for role, said in turns)


def estimated(prompt: Prompt, written: str) -> Usage:
    """The tokens of a call whose server does not count them."""
    read = estimate_messages(tuple(message.content for message in prompt.messages))
    return Usage(read, estimate(written), is_estimated=True)


def is_strict(schema: object) -> bool:
    """Whether every object in the schema is closed and complete, as strict decoding demands."""
    if isinstance(schema, list):
        return all(map(is_strict, schema))
    if not isinstance(schema, dict):
        return True
    fields = schema.get("properties")
    if isinstance(fields, dict):
        is_closed = schema.get("additionalProperties") is False
        if not is_closed or set(fields) != set(schema.get("required", ())):
            return False
    return all(is_strict(value) for key, value in schema.items() if key not in {"enum", "const"})
