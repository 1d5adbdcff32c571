"""Doubt: the mark on parts of the plan that came from a distrusted proposal.

A marked body stays readable to people, and whoever looks for what it says to a model gets it
without the parts that are doubted. Taking the mark off gives back the body as it was, and with it
the digest of every cell over it.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from studio.core.state import Body

MARK = "distrusted"
SECTION_TEXTS = ("title", "synopsis", "done_when", "reader_state")
MOVEMENT_TEXTS = ("title", "purpose", "done_when")
KINDS = ("object", "section", "map")


def marked(body: Body, unit_key: str, parts: Iterable[str]) -> dict[str, Any]:
    """A body with parts of it doubted, because of the unit that they came from."""
    return {**body, MARK: {"by": unit_key, "parts": sorted(parts)}}


def marked_too(body: Body, unit_key: str, parts: Iterable[str]) -> dict[str, Any]:
    """A body with more of its parts doubted, besides those that are."""
    found = {*(body[MARK]["parts"] if MARK in body else ()), *parts}
    return marked(body, doubted_by(body) or unit_key, found) if found else dict(body)


def said(body: Body) -> Body:
    """A body without the mark: what it says to people."""
    return {k: v for k, v in body.items() if k != MARK} if MARK in body else body


def doubted_by(body: Body | None) -> str:
    """The unit because of which a body is doubted; '' where it is not."""
    return str(body[MARK]["by"]) if body and MARK in body else ""


def parts(kind: str, body: Body | None) -> dict[str, Any]:
    """What a body says, by the parts that are trusted or doubted each by itself."""
    if body is None:
        return {}
    if kind == "map":
        return {m["key"]: [m.get(t, "") for t in MOVEMENT_TEXTS] for m in body["movements"]}
    texts = body.get("fields", {}) if kind == "object" else body
    names = texts if kind == "object" else SECTION_TEXTS
    return {name: texts[name] for name in names if texts.get(name)}


def trusted(kind: str, body: Body | None) -> Body | None:
    """A body without the parts that are doubted; None where nothing is left of what it says."""
    if body is None or MARK not in body:
        return body
    doubted = set(body[MARK]["parts"])
    if doubted >= set(parts(kind, body)):
        return None
    plain = said(body)
    if kind == "map":
        return {**plain, "movements": [m for m in plain["movements"] if m["key"] not in doubted]}
    if kind == "object":
        left = {name: text for name, text in plain["fields"].items() if name not in doubted}
        return {**plain, "fields": left}
    return {name: "" if name in doubted else value for name, value in plain.items()}


def rewritten(kind: str, old: Body, new: Mapping[str, Any]) -> dict[str, Any]:
    """A body that a person changed: what they wrote anew is their word, what they left as it was
    stays doubted."""
    body = dict(said(new))
    if MARK not in old:
        return body
    before, after = parts(kind, old), parts(kind, body)
    left = [p for p in old[MARK]["parts"] if p in after and after[p] == before.get(p)]
    return marked(body, old[MARK]["by"], left) if left else body
