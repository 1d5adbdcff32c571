"""Structured replies: finding the JSON in what a model wrote, and saying what is wrong with it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from jsonschema import Draft202012Validator
from jsonschema.exceptions import SchemaError, ValidationError

_THOUGHT = re.compile(r"<think(?:ing)?>.*?(?:</think(?:ing)?>|\Z)", re.DOTALL | re.IGNORECASE)
_FENCED = re.compile(r"```[A-Za-z]*[ \t]*\r?\n(.*?)(?:```|\Z)", re.DOTALL)
_OPENING = re.compile(r"[\[{]")
_UNSAFE = re.compile("[\0\ud800-\udfff]")

# A text of nothing but brackets would otherwise be decoded once for each of them.
_MOST_STARTS = 50
# Of names that nobody had asked for, as many and so much as an author can take in.
MOST_NAMES, LONGEST_NAME = 6, 40

_TYPES = {
    "object": "a group of named values",
    "array": "a list",
    "string": "text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "null": "nothing",
}


class BadReply(Exception):
    """The reply does not have the form that was asked for."""

    def __init__(self, words: str) -> None:
        super().__init__(words)
        self.words = words


@dataclass(frozen=True, slots=True)
class Parsed:
    """The value of a reply that fits, and the names in it that nobody had asked for."""

    value: object
    left_out: tuple[str, ...] = ()


def parse(text: str, schema: dict[str, object]) -> Parsed:
    """The value in a reply that fits the schema, wherever in the reply it stands.

    Names that the schema does not know are left out where it knows them all: what is right is
    right without them, and asking again would cost a call.
    """
    validator = Draft202012Validator(schema)
    values = list(_candidates(text))
    for value in values:
        if _error(validator, value) is None:
            return Parsed(value)
    first_words = ""
    for value in values:
        left_out: dict[str, None] = {}
        known = _known(value, schema, left_out)
        error = _error(validator, known)
        if error is None:
            return Parsed(known, tuple(left_out))
        first_words = first_words or _words(error) + _not_asked_for(left_out)
    raise BadReply(first_words or _why_none(text))


def quoted(names: Iterable[str]) -> str:
    """Names that a model made up, as they are told: the first of them, and no longer than need
    be."""
    told = [
        f"“{name if len(name) <= LONGEST_NAME else f'{name[:LONGEST_NAME]}…'}”" for name in names
    ]
    more = f" and {len(told) - MOST_NAMES} more" if len(told) > MOST_NAMES else ""
    return ", ".join(told[:MOST_NAMES]) + more


def _known(value: object, schema: object, left_out: dict[str, None]) -> object:
    """The value without what its schema rules out by name; the rest is as it was."""
    if not isinstance(schema, dict):
        return value
    if isinstance(value, list):
        return [_known(item, schema.get("items"), left_out) for item in value]
    if not isinstance(value, dict):
        return value
    fields = schema.get("properties", {})
    knows_all = schema.get("additionalProperties") is False and "patternProperties" not in schema
    kept = {name: _known(v, fields.get(name), left_out) for name, v in value.items()}
    for name in [name for name in value if knows_all and name not in fields]:
        kept.pop(name)
        left_out[name] = None
    return kept


def _why_none(text: str) -> str:
    if not text.strip():
        return "The reply is empty."
    if _OPENING.search(_THOUGHT.sub("", text)):
        return "The reply breaks off or is garbled: its JSON cannot be read."
    return "The reply is ordinary text where a structured answer (JSON) was asked for."


def _not_asked_for(names: Iterable[str]) -> str:
    return f" It holds {said}, which nobody asked for." if (said := quoted(names)) else ""


def _error(validator: Draft202012Validator, value: object) -> ValidationError | None:
    try:
        return next(iter(validator.iter_errors(value)), None)
    except (SchemaError, RecursionError) as error:
        raise BadReply("The reply is nested too deeply to be checked.") from error


def _candidates(text: str) -> Iterator[object]:
    """Values in the reply, the likeliest first: all of it, fenced blocks, then what prose holds."""
    told = _THOUGHT.sub("", text).strip().removeprefix("\ufeff")
    for part in (told, *(match[1] for match in _FENCED.finditer(told))):
        value, end = _decoded(part.strip(), 0)
        if end == len(part.strip()) and end:
            yield value
    yield from sorted(_embedded(told), key=_size, reverse=True)


def _embedded(text: str) -> list[object]:
    found: list[object] = []
    position = 0
    for _ in range(_MOST_STARTS):
        start = _OPENING.search(text, position)
        if start is None:
            break
        value, end = _decoded(text, start.start())
        if end:
            found.append(value)
        position = end or start.end()
    return found


def _decoded(text: str, start: int) -> tuple[object, int]:
    """The JSON value at a position and where it ends, or 0 when none can be read there."""
    decoder = json.JSONDecoder(strict=False, parse_constant=_refused)
    try:
        value, end = decoder.raw_decode(text, start)
    except (ValueError, RecursionError):
        return None, 0
    return clean(value), end


def _refused(constant: str) -> object:
    raise ValueError(f"{constant} is not JSON")


def clean(value: object) -> object:
    """The value without signs that no database and no file can keep."""
    if isinstance(value, str):
        return _UNSAFE.sub("", value)
    if isinstance(value, list):
        return [clean(item) for item in value]
    if isinstance(value, dict):
        return {_UNSAFE.sub("", key): clean(item) for key, item in value.items()}
    return value


def _size(value: object) -> int:
    return len(json.dumps(value))


def _words(error: ValidationError) -> str:
    """What is wrong, for a person who has never seen a schema."""
    deepest = error
    while deepest.context:
        deepest = max(deepest.context, key=lambda inner: len(inner.absolute_path))
    return (
        f"The reply does not have the form that was asked for: {_place(deepest)}{_fault(deepest)}."
    )


def _place(error: ValidationError) -> str:
    steps = [
        f"entry {step + 1}" if isinstance(step, int) else f"“{step}”"
        for step in error.absolute_path
    ]
    return (" of ".join(reversed(steps)) or "the reply") + " "


def _fault(error: ValidationError) -> str:
    limit: object = error.validator_value
    size = len(error.instance) if isinstance(error.instance, (str, list, dict)) else 0
    match error.validator:
        case "required":
            return f"lacks {_missing(error)}"
        case "type":
            return f"should be {_kinds(limit)}"
        case "enum" | "const":
            return f"is {_shown(error.instance)}, which is none of the choices offered"
        case "minItems":
            return f"has {size} entries where at least {limit} are needed"
        case "maxItems":
            return f"has {size} entries where at most {limit} are allowed"
        case "minLength":
            return f"has {size} letters where at least {limit} are needed"
        case "maxLength":
            return f"has {size} letters where at most {limit} are allowed"
        case "minimum" | "exclusiveMinimum":
            return f"is {_shown(error.instance)}, which is too small (limit {limit})"
        case "maximum" | "exclusiveMaximum":
            return f"is {_shown(error.instance)}, which is too large (limit {limit})"
        case "uniqueItems":
            return "repeats an entry"
        case "additionalProperties" | "unevaluatedProperties":
            return "holds something that was not asked for"
        case _:
            return f"is {_shown(error.instance)}, which does not fit"


def _missing(error: ValidationError) -> str:
    wanted = error.validator_value if isinstance(error.validator_value, list) else []
    there = error.instance if isinstance(error.instance, dict) else {}
    return ", ".join(f"“{name}”" for name in wanted if name not in there)


def _kinds(types: object) -> str:
    names = types if isinstance(types, list) else [types]
    return " or ".join(_TYPES.get(str(name), str(name)) for name in names)


def _shown(value: object) -> str:
    shown = json.dumps(value, ensure_ascii=False)
    return shown if len(shown) <= 60 else f"{shown[:57]}…"
