"""JSON schemas of replies, built for one call, and bounded so that no reply can run away."""

import copy
from collections.abc import Iterator, Mapping
from typing import Any

Schema = dict[str, Any]
NEW = "new"
SHORTEST = 24
SENTENCES = 160


def text(low: int, high: int) -> Schema:
    return {"type": "string", "minLength": low, "maxLength": high}


def array(items: Schema, low: int, high: int) -> Schema:
    return {"type": "array", "minItems": low, "maxItems": high, "items": items}


def choice(ids: list[str], high: int) -> Schema:
    """Up to so many of the ids that exist."""
    return array({"enum": ids}, 0, min(high, len(ids)))


def whole(low: int, high: int) -> Schema:
    return {"type": "integer", "minimum": low, "maximum": high}


def record(properties: Mapping[str, Schema]) -> Schema:
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(properties),
        "additionalProperties": False,
    }


def longest(schema: Schema) -> int:
    """An upper bound of the characters in a reply of this schema."""
    if "enum" in schema:
        return max(len(str(i)) for i in schema["enum"]) + 3
    if schema["type"] == "string":
        return int(schema["maxLength"]) + 3
    if schema["type"] == "array":
        return 2 + int(schema["maxItems"]) * (1 + longest(schema["items"]))
    if schema["type"] == "object":
        return 2 + sum(len(k) + 4 + longest(v) for k, v in schema["properties"].items())
    return 12


def fit(schema: Schema, max_characters: int) -> Schema:
    """The schema with shorter texts, then with fewer items, until a reply surely fits.

    A small context must not cut a structural reply off in the middle: it asks for less instead.
    """
    fitted = copy.deepcopy(schema)
    for reduce in (_shorten, _thin, _shorten_further):
        while longest(fitted) > max_characters and reduce(fitted):
            pass
    return fitted


def least(schema: Schema) -> Schema:
    """The schema with no list longer than it must be, and no text longer than a sentence or two.

    The demonstration model fills every list and every text to its bound, at fifty words a second.
    """
    smallest = copy.deepcopy(schema)
    for part in _all(smallest):
        if part.get("type") == "array":
            part["maxItems"] = min(part["maxItems"], max(1, part["minItems"]))
        elif part.get("type") == "string":
            part["maxLength"] = min(part["maxLength"], max(SENTENCES, part["minLength"]))
    return smallest


def _shorten(schema: Schema) -> bool:
    return _shorten_to(3 * SHORTEST, schema)


def _shorten_further(schema: Schema) -> bool:
    return _shorten_to(SHORTEST, schema)


def _shorten_to(least: int, schema: Schema) -> bool:
    texts = [s for s in _all(schema) if s.get("type") == "string" and s["maxLength"] > least]
    for found in texts:
        found["maxLength"] = max(least, int(found["maxLength"] * 0.85))
        found["minLength"] = min(found["minLength"], SHORTEST)
    return bool(texts)


def _thin(schema: Schema) -> bool:
    lists = [s for s in _all(schema) if s.get("type") == "array" and s["maxItems"] > s["minItems"]]
    for found in lists[:1] if len(lists) == 1 else sorted(lists, key=_room)[-1:]:
        found["maxItems"] -= 1
    return bool(lists)


def _room(schema: Schema) -> int:
    return int(schema["maxItems"]) - int(schema["minItems"])


def _all(schema: Schema) -> Iterator[Schema]:
    yield schema
    if "items" in schema:
        yield from _all(schema["items"])
    for below in schema.get("properties", {}).values():
        yield from _all(below)
