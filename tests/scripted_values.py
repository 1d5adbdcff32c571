"""Values for any JSON schema: valid, made of recognisable words, the same for the same seed."""

from __future__ import annotations

import math
import random
import re
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any

from tests import scripted_words as words
from tests.scripted_patterns import matching

_NAMES = {"name", "title", "term", "label", "heading", "key", "slug", "id"}
_KEYS = {"key", "slug", "id"}
_QUOTES = {"quote", "passage", "excerpt"}
_COMPLAINTS = {"findings", "problems", "remarks", "issues", "objections_found", "conflicts"}
_CONTENT = ["pass", "passes", "passed", "ok", "accept", "accepted", "kept", "none", "yes", "holds"]
_UNWANTED = {"blocking", "blocks", "is_blocking", "is_problem", "has_problem", "refused"}


@dataclass(slots=True)
class Values:
    """Makes the values of one reply; what the prompt names already is not named again."""

    root: dict[str, Any]
    rng: random.Random
    prompt: str = ""
    used: set[str] = field(default_factory=set)

    def make(self) -> Any:
        return self._value(self.root, "", 0, 0)

    def _value(self, schema: Any, name: str, index: int, depth: int) -> Any:
        """A value for a place called `name`, the `index`-th of its list."""
        if not isinstance(schema, dict):
            return words.sentence(self.rng)
        schema = self._resolved(schema, depth)
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return self._choice(schema["enum"], index)
        return self._maker(schema)(schema, name, index, depth)

    def _maker(self, schema: dict[str, Any]) -> Callable[[dict[str, Any], str, int, int], Any]:
        kinds: dict[str, Callable[[dict[str, Any], str, int, int], Any]] = {
            "object": self._object,
            "array": self._array,
            "string": self._text,
            "integer": self._integer,
            "number": self._number,
            "boolean": lambda _schema, name, _index, _depth: name not in _UNWANTED,
            "null": lambda *_: None,
        }
        return kinds[_kind(schema)]

    def _resolved(self, schema: dict[str, Any], depth: int) -> dict[str, Any]:
        """The schema without references, and with one of its alternatives picked."""
        while "$ref" in schema:
            target: Any = self.root
            for step in schema["$ref"].removeprefix("#").strip("/").split("/"):
                target = target[step.replace("~1", "/").replace("~0", "~")] if step else target
            schema = {**target, **{key: value for key, value in schema.items() if key != "$ref"}}
        for part in schema.get("allOf", ()):
            schema = _merged(schema, self._resolved(part, depth))
        for key in ("anyOf", "oneOf"):
            if options := schema.get(key):
                rest = {name: value for name, value in schema.items() if name != key}
                schema = self._resolved(_merged(rest, self._option(options, depth)), depth)
        return schema

    def _option(self, options: list[dict[str, Any]], depth: int) -> dict[str, Any]:
        """The first alternative that says something, or the plainest one when deep inside."""
        told = [option for option in options if option.get("type") != "null"] or options
        plain = [option for option in told if "$ref" not in option and _kind(option) != "object"]
        return (plain or options if depth > 4 else told)[0]

    def _choice(self, choices: Sequence[Any], index: int) -> Any:
        """A contented choice where there is one; else the choices of a list take turns."""
        content = next((one for word in _CONTENT for one in choices if one == word), None)
        return choices[index % len(choices)] if content is None else content

    def _object(self, schema: dict[str, Any], name: str, index: int, depth: int) -> dict[str, Any]:
        fields = schema.get("properties", {})
        required = set(schema.get("required", ()))
        made = {
            key: self._value(inner, key, index, depth + 1)
            for key, inner in fields.items()
            if key in required or depth < 5
        }
        extra = schema.get("additionalProperties")
        least = max(
            schema.get("minProperties", 0), 2 if isinstance(extra, dict) and not fields else 0
        )
        for key in required - set(made):
            made[key] = self._value(extra if isinstance(extra, dict) else {}, key, index, depth + 1)
        while len(made) < least and extra is not False:
            key = self._slug(64)
            made[key] = self._value(extra if isinstance(extra, dict) else {}, key, index, depth + 1)
        return made

    def _array(self, schema: dict[str, Any], name: str, index: int, depth: int) -> list[Any]:
        fixed = schema.get("prefixItems", [])
        items = schema.get("items", {})
        made = [self._value(inner, name, i, depth + 1) for i, inner in enumerate(fixed)]
        if items is False:
            return made
        size = self._size(schema, name, depth)
        choices = self._resolved(items, depth).get("enum") if isinstance(items, dict) else None
        if choices and not fixed:
            return self._picks(schema, choices, size)
        while len(made) < size:
            made.append(self._value(items, name, len(made), depth + 1))
        return made

    def _size(self, schema: dict[str, Any], name: str, depth: int) -> int:
        least = int(schema.get("minItems", 0))
        most = int(schema.get("maxItems", max(least, 3)))
        if not least and (name in _COMPLAINTS or depth > 5):
            return 0
        return min(max(least, self.rng.randint(2, 3)), most)

    def _picks(self, schema: dict[str, Any], choices: list[Any], size: int) -> list[Any]:
        """Different choices, in the order in which they are offered, as far as they last."""
        distinct = min(size, len(choices))
        places = sorted(self.rng.sample(range(len(choices)), distinct))
        made = [choices[place] for place in places]
        while len(made) < size and not schema.get("uniqueItems"):
            made.append(choices[len(made) % len(choices)])
        return made

    def _text(self, schema: dict[str, Any], name: str, index: int, depth: int) -> str:
        least = int(schema.get("minLength", 0))
        most = int(schema.get("maxLength", max(400, least)))
        if "pattern" in schema:
            return self._fresh(lambda: matching(schema["pattern"], self.rng, least, most), most)
        if "format" in schema:
            return self._formatted(schema["format"])
        word = name.rpartition("_")[2] or name
        if word in _QUOTES and (quote := self._quote(most)):
            return quote
        if word in _KEYS:
            return self._slug(most)
        if word in _NAMES or most < 40:
            return self._fresh(lambda: words.title(self.rng), most, least)
        return self._fresh(lambda: self._told(least, most), most, least)

    def _told(self, least: int, most: int) -> str:
        told = words.sentence(self.rng)
        while len(told) < min(least, most):
            told += " " + words.sentence(self.rng)
        return told

    def _slug(self, most: int) -> str:
        made = lambda: f"{self.rng.choice(words.ADJECTIVES)}-{self.rng.choice(words.NOUNS)}"  # noqa: E731
        return self._fresh(made, most)

    def _fresh(self, made: Callable[[], str], most: int, least: int = 0) -> str:
        """A text that neither this reply nor the prompt holds, if one can be found."""
        told = self.prompt.lower()
        for attempt in range(60):
            text = _cut(made(), most, least)
            if text.lower() not in self.used and (attempt > 30 or text.lower() not in told):
                break
        self.used.add(text.lower())
        return text

    def _quote(self, most: int) -> str:
        """Words of the longest paragraph of the prompt, letter by letter."""
        paragraphs = [part for part in self.prompt.split("\n") if len(part.split()) > 5]
        if not paragraphs:
            return ""
        quoted = re.split(r"(?<=[.!?]) ", max(paragraphs, key=len).strip())
        return _cut(self.rng.choice(quoted), most, 0)

    def _formatted(self, form: str) -> str:
        day = date(2020, 1, 1) + timedelta(days=self.rng.randrange(2000))
        host = f"{self.rng.choice(words.NOUNS)}.example.org"
        forms = {
            "date": day.isoformat(),
            "date-time": f"{day.isoformat()}T12:00:00Z",
            "time": "12:00:00Z",
            "uuid": str(uuid.UUID(int=self.rng.getrandbits(128), version=4)),
            "email": f"{self.rng.choice(words.ADJECTIVES)}@{host}",
            "uri": f"https://{host}/",
            "hostname": host,
            "ipv4": "192.0.2.1",
        }
        return forms.get(form) or words.title(self.rng)

    def _integer(self, schema: dict[str, Any], name: str, index: int, depth: int) -> int:
        step = schema.get("multipleOf", 1)
        low, high = _range(schema, name, step)
        first, last = math.ceil(low / step), math.floor(high / step)
        return int(self.rng.randint(first, max(first, last)) * step)

    def _number(self, schema: dict[str, Any], name: str, index: int, depth: int) -> float:
        if "multipleOf" in schema:
            return self._integer(schema, name, index, depth)
        low, high = _range(schema, name, 0.001)
        return round(self.rng.uniform(low, high), 2) if high - low > 0.1 else (low + high) / 2


def _kind(schema: dict[str, Any]) -> str:
    kind = schema.get("type")
    if isinstance(kind, list):
        kind = next((one for one in kind if one != "null"), "null")
    if kind:
        return str(kind)
    if "properties" in schema or "required" in schema:
        return "object"
    if "items" in schema or "prefixItems" in schema:
        return "array"
    return "number" if {"minimum", "maximum"} & set(schema) else "string"


def _merged(one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    both = {**one, **other}
    for key in ("properties", "$defs"):
        if key in one and key in other:
            both[key] = {**one[key], **other[key]}
    if "required" in one and "required" in other:
        both["required"] = [*one["required"], *other["required"]]
    return both


def _range(schema: dict[str, Any], name: str, step: float) -> tuple[float, float]:
    """The bounds of a number, within which a count of words stays in the hundreds."""
    low = schema.get("minimum", schema.get("exclusiveMinimum", -math.inf - step) + step)
    high = schema.get("maximum", schema.get("exclusiveMaximum", math.inf) - step)
    usual = (300.0, 900.0) if "words" in name else (1.0, 9.0)
    first = low if low > -math.inf else min(usual[0], high)
    last = high if high < math.inf else max(usual[1], first)
    return (max(first, min(usual[0], last)), last) if "words" in name else (first, last)


def _cut(text: str, most: int, least: int) -> str:
    """The text within its bounds, ending with a whole word where there is room for one."""
    if len(text) > most:
        whole = text[: most + 1].rpartition(" ")[0].rstrip(",;: ")
        text = whole if len(whole) >= max(least, 1) else text[:most]
    while len(text) < least:
        text += "s"
    return text
