"""What went wrong with a call, as a named outcome and in words that say the next step."""

from __future__ import annotations

import math
import re
import socket
import ssl
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from studio.llm.calls import CallFailed, Endpoint

# Between what a server says to people and its names for it, by which it is understood.
_NAMES = "\x1f"
# Servers that ask for no key are given any word, which must not be taken out of what they say.
_LEAST_SECRET = 8
_QUOTE_LIMIT = 300

_TOO_LONG = re.compile(
    r"context.{0,20}(length|window|size)|maximum context|too many tokens|too long"
    r"|exceeds? the (available )?(context|limit)|exceed_context_size|input length|n_ctx",
    re.IGNORECASE,
)
_NO_MODEL = re.compile(
    r"model.{0,80}(not found|does not exist|not exist|unknown|not available|no such)"
    r"|(unknown|invalid|no such) model|model_not_found",
    re.IGNORECASE,
)
_NO_CREDIT = re.compile(
    r"insufficient_quota|insufficient.{0,20}(balance|credit)|billing", re.IGNORECASE
)
_FILTERED = re.compile(r"content[_ ]?(filter|policy)|moderation|safety", re.IGNORECASE)


def from_status(
    endpoint: Endpoint,
    status: int,
    said: str,
    headers: Mapping[str, str],
    now: datetime,
    partial: str = "",
) -> CallFailed:
    """The failure that an answer with an error status (or a status inside an answer) means."""
    wait = retry_after(headers, now)
    quote = _quoted(endpoint, said)
    failure = _by_meaning(endpoint, status, said, quote) or _by_status(endpoint, status, quote)
    failure.partial = partial
    if failure.outcome in {"rate_limited", "server_error"} and not failure.is_permanent:
        failure.retry_after = wait
    return failure


def _by_meaning(endpoint: Endpoint, status: int, said: str, quote: str) -> CallFailed | None:
    if status == 402 or (status in {403, 429} and _NO_CREDIT.search(said)):
        words = f"The account at {endpoint.host} has no credit left. Top it up, then resume.{quote}"
        return CallFailed("forbidden", words, is_permanent=True)
    if status == 413 or (status in {400, 422, 500} and _TOO_LONG.search(said)):
        return too_long(endpoint, quote)
    if status == 404 or (status in {400, 422} and _NO_MODEL.search(said)):
        return _not_found(endpoint, said, quote)
    if status in {400, 403, 422} and _FILTERED.search(said):
        return filtered(endpoint, quote)
    return None


def _by_status(endpoint: Endpoint, status: int, quote: str) -> CallFailed:
    host = endpoint.host
    if status == 401:
        words = f"The model server at {host} did not accept the API key. Check it in the settings."
        return CallFailed("unauthorised", words + quote, is_permanent=True)
    if status == 403:
        words = f"The API key is not allowed to use {_model(endpoint)} at {host}. Ask its owner."
        return CallFailed("forbidden", words + quote, is_permanent=True)
    if status == 408:
        words = f"The model server at {host} gave up waiting. Try again when it is less busy."
        return CallFailed("timeout", words + quote)
    if status == 429:
        words = f"The model server at {host} asks to slow down. It goes on after a pause."
        return CallFailed("rate_limited", words + quote)
    if status >= 500 or status in {409, 425}:
        words = (
            f"The model server at {host} failed (status {status}). Try again, or look at its log."
        )
        return CallFailed("server_error", words + quote)
    if status < 400:
        return wrong_address(endpoint, f"sent the call elsewhere (status {status})")
    words = f"The model server at {host} refused the request (status {status})."
    return CallFailed("refused", words + quote, is_permanent=True)


def _not_found(endpoint: Endpoint, said: str, quote: str) -> CallFailed:
    if "model" in said.lower():
        words = (
            f"The model server at {endpoint.host} has no {_model(endpoint)}."
            f" Choose one that it offers, or install this one there.{quote}"
        )
        return CallFailed("no_model", words, is_permanent=True)
    words = (
        f"Nothing answers for {_model(endpoint)} at {endpoint.base_url} (status 404)."
        f" Does the address end in /v1?{quote}"
    )
    return CallFailed("no_model", words, is_permanent=True)


def from_transport(endpoint: Endpoint, error: BaseException, partial: str = "") -> CallFailed:
    """The failure that a broken or impossible connection means."""
    causes = list(_causes(error))
    return CallFailed("unreachable", _connection_words(endpoint, causes), partial=partial)


def _connection_words(endpoint: Endpoint, causes: list[BaseException]) -> str:
    host = endpoint.host
    if _has(causes, ConnectionRefusedError):
        return f"The model server at {host} refused the connection. Is it running?"
    if _has(causes, socket.gaierror):
        return f"There is no server named {host}. Check the address and the network."
    if _has(causes, ssl.SSLError):
        return (
            f"No secure connection to {host}: its certificate or protocol does not fit."
            " Should the address begin with http:// instead?"
        )
    if any(type(cause).__name__ in {"ReadError", "RemoteProtocolError"} for cause in causes):
        return f"The connection to the model server at {host} broke. Try again."
    return f"The model server at {host} cannot be reached. Check the address and the network."


def _has(causes: list[BaseException], kind: type[BaseException]) -> bool:
    return any(isinstance(cause, kind) for cause in causes)


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """An error with all that it was raised from, groups included."""
    seen: set[int] = set()
    waiting = [error]
    while waiting:
        cause = waiting.pop()
        if cause is None or id(cause) in seen:
            continue
        seen.add(id(cause))
        yield cause
        waiting += [cause.__cause__, cause.__context__]
        if isinstance(cause, BaseExceptionGroup):
            waiting += cause.exceptions


def no_connection_in_time(endpoint: Endpoint, seconds: float) -> CallFailed:
    """The server did not even take the connection."""
    words = (
        f"The model server at {endpoint.host} did not take the connection within"
        f" {seconds:g} seconds. Check the address and the network."
    )
    return CallFailed("unreachable", words)


def too_slow(endpoint: Endpoint, seconds: float, partial: str) -> CallFailed:
    """The server went silent before or within its reply."""
    where = "in the middle of its reply" if partial else "before its first word"
    words = (
        f"{_model(endpoint).capitalize()} at {endpoint.host} was silent for {seconds:g} seconds"
        f" {where}. Try again, or choose a faster model."
    )
    return CallFailed("timeout", words, partial=partial)


def stopped(partial: str) -> CallFailed:
    """Somebody asked for the call to end."""
    return CallFailed("stopped", "The call was stopped before it was complete.", partial=partial)


def cut_off(endpoint: Endpoint, partial: str) -> CallFailed:
    """The reply ended without saying that it was the end."""
    words = f"The model server at {endpoint.host} broke off in the middle of its reply."
    return CallFailed("unreachable", words + " Try again.", partial=partial)


def bad_reply(endpoint: Endpoint, what: str, partial: str = "") -> CallFailed:
    """The server answered, but not in the form of a reply."""
    words = f"The model server at {endpoint.host} {what}. Try again, or choose another model."
    return CallFailed("bad_reply", words, partial=partial)


def wrong_address(endpoint: Endpoint, what: str) -> CallFailed:
    """Something answered that does not look like a model server."""
    words = f"The server at {endpoint.host} {what} instead of a model's reply."
    return CallFailed("bad_reply", words + " Does the address end in /v1?")


def filtered(endpoint: Endpoint, quote: str = "", partial: str = "") -> CallFailed:
    """The server or the model declined the content."""
    words = (
        f"{_model(endpoint).capitalize()} at {endpoint.host} declined to write this."
        f" Word it differently, or choose another model.{quote}"
    )
    return CallFailed("refused", words, partial=partial)


def too_long(endpoint: Endpoint, quote: str = "") -> CallFailed:
    """The prompt does not fit the model."""
    words = (
        f"The prompt is too long for {_model(endpoint)} at {endpoint.host}. Set its context length"
        f" in the settings to what the server allows, or choose a larger model.{quote}"
    )
    return CallFailed("too_long", words, is_permanent=True)


def unusable(endpoint: Endpoint) -> CallFailed | None:
    """Why this endpoint cannot even be tried, or nothing."""
    scheme, _, rest = endpoint.base_url.partition("://")
    if scheme not in {"http", "https"} or not rest.strip("/"):
        words = (
            f"“{endpoint.base_url}” is not the address of a model server."
            " It should look like http://localhost:11434/v1."
        )
        return CallFailed("unreachable", words, is_permanent=True)
    if not endpoint.api_key.isascii():
        words = f"The API key for {endpoint.host} holds letters that no key has. Enter it again."
        return CallFailed("unauthorised", words, is_permanent=True)
    if not endpoint.model.strip():
        words = f"No model is chosen for the server at {endpoint.host}. Choose one in the settings."
        return CallFailed("no_model", words, is_permanent=True)
    return None


def offer(failure: CallFailed, models: tuple[str, ...]) -> str:
    """The models to choose from, where the one asked for is missing."""
    if failure.outcome != "no_model" or not models:
        return ""
    more = f" and {len(models) - 8} more" if len(models) > 8 else ""
    return f" It offers: {', '.join(models[:8])}{more}."


def sent(kind: str) -> str:
    """What came, by its content type."""
    return "sent a web page" if kind == "text/html" else f"sent something else ({kind})"


def said(body: object) -> str:
    """The server's own words, from wherever in the body of an error it puts them."""
    if not isinstance(body, dict):
        return str(body or "")
    told, *names = [
        str(word)
        for key in ("message", "detail", "error", "code", "type")
        if (word := body.get(key)) and not isinstance(word, int)
    ] or [""]
    return _NAMES.join(filter(None, [told, " ".join(names)]))


def retry_after(headers: Mapping[str, str], now: datetime) -> float | None:
    """The seconds that a server asks to wait, from either form of the header."""
    value = headers.get("retry-after", "")
    try:
        seconds = float(value)
    except ValueError:
        return _until(value, now)
    return seconds if math.isfinite(seconds) and seconds >= 0 else None


def _until(value: str, now: datetime) -> float | None:
    try:
        then = parsedate_to_datetime(value)
    except ValueError:
        return None
    return max(0.0, (then.replace(tzinfo=then.tzinfo or UTC) - now).total_seconds())


def _model(endpoint: Endpoint) -> str:
    return f"model “{endpoint.model}”"


def _quoted(endpoint: Endpoint, said: str) -> str:
    """What the server said, on one line and without the key."""
    line = " ".join(said.partition(_NAMES)[0].split())
    if len(endpoint.api_key) >= _LEAST_SECRET:
        line = line.replace(endpoint.api_key, "…")
    if not line or line.startswith("<"):
        return ""
    return f" It said: {line[:_QUOTE_LIMIT]}{'…' if len(line) > _QUOTE_LIMIT else ''}"
