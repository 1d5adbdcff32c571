"""What a change costs, in words: what is read at a glance, and the facts behind it."""

from typing import Any
from urllib.parse import urlsplit

from studio import protocols
from studio.models import Endpoint, Project
from studio.queries import costs, endpoints, spending
from studio.queries.values.change_plan import Cost

LOOPBACK = ("localhost", "127.0.0.1", "::1")


def about_cost(cost: Cost, is_local: bool) -> str:
    """What it takes, in one breath: money where it costs some, time where a model on this machine
    writes or it costs none, else tokens."""
    if cost.money is not None and cost.money[1] > 0:
        return spending.between(*cost.money)
    if is_local or cost.money is not None:
        return _span(*cost.seconds)
    low, high = cost.tokens
    return f"{_rounded(low):,}–{_rounded(high):,} tokens" if high > low else f"{low:,} tokens"


def facts(cost: Cost, is_local: bool) -> tuple[tuple[str, str], ...]:
    """Everything that is known of it, by name."""
    low, high = cost.tokens
    return (
        ("Calls", _range(*cost.calls)),
        ("Tokens", _range(_rounded(low), _rounded(high))),
        ("Time", _span(*cost.seconds)),
        ("Price", _price(cost, is_local)),
        ("Left of your limit", _left(cost)),
    )


def of_first_plan(user_id: int, model: Endpoint) -> str:
    """What proposing a plan takes in a new book, before there is anything but its brief."""
    firsts = [p["slug"] for slug in protocols.slugs() for p in _first_steps(slug)]
    tokens_in, tokens_out, seconds = costs.of_first_plan(user_id, firsts, model)
    price, time = endpoints.price(model), f"≈ {_span(seconds, seconds)}"
    if price is None:
        return f"{time}, ≈ {_rounded(tokens_in + tokens_out):,} tokens, price unknown"
    if price.is_free:
        return f"{time}, free"
    return f"{time}, ≈ {spending.said(price.of(tokens_in, tokens_out))}"


def _first_steps(protocol: str) -> list[dict[str, Any]]:
    """The steps of a method that need none before them."""
    passes = protocols.load(protocol)[0]["passes"]
    return [p for p in passes if p["kind"] == "composing" and not p["needs"]]


def over_limit(cost: Cost) -> tuple[str, str]:
    """What is needed and what is left of the limit that it goes over."""
    if cost.needed.money > cost.left.money:
        return spending.said(cost.needed.money), spending.said(cost.left.money)
    return f"{cost.needed.tokens:,} tokens", f"{cost.left.tokens:,} tokens"


def _price(cost: Cost, is_local: bool) -> str:
    if cost.money is None:
        return "unknown; it runs on this machine" if is_local else "unknown"
    return "none" if cost.money == (0, 0) else spending.between(*cost.money)


def _left(cost: Cost) -> str:
    """What is left before and, at least, after it: of money where it costs some, else of tokens."""
    if cost.money is not None and cost.money[1] > 0:
        left, most = cost.left.money, cost.money[1]
        return f"{spending.said(left)}, then at least {spending.said(max(0, left - most))}"
    left, most = cost.left.tokens, cost.tokens[1]
    return f"{left:,} tokens, then at least {max(0, left - most):,}"


def _range(low: int, high: int) -> str:
    return f"{low:,} to {high:,}" if high > low else f"{low:,}"


def _span(low: int, high: int) -> str:
    """A range of seconds as people say it."""
    low, high = max(1, low), max(1, high)
    if high < 90:
        return f"{low}–{high} s" if high > low else f"{low} s"
    few, most = max(1, round(low / 60)), round(high / 60)
    return f"{few}–{most} min" if most > few else f"{most} min"


def _rounded(n: int) -> int:
    return round(n, -2) if n >= 1000 else n


def is_local(project: Project) -> bool:
    """Whether the model that writes a book runs on this machine."""
    server = endpoints.endpoint_for(project)
    if server is None:
        return False
    return server.is_demo or urlsplit(server.base_url).hostname in LOOPBACK
