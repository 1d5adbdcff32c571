"""What somebody intends to change, as data: planned before anything is written, then carried out.

The same intent comes from a page, from the command line, or out of a form that was confirmed.
"""

import shlex
from dataclasses import asdict, dataclass, field, fields
from typing import Any

KINDS = ("set", "distrust", "trust", "recompose", "keep", "pin", "unpin", "undo", "restore")
INSTEADS = ("note", "rule", "instructions")


class BadIntent(ValueError):
    """The intent cannot be understood; the message says what to write."""


@dataclass(frozen=True, slots=True)
class Intent:
    """One intention. Which fields matter depends on the kind.

    set: `sets`, entry key -> {field: value}. distrust, trust, recompose, keep, pin, unpin: the
    units of `layer` in `scope`, or `units`; paragraphs of one unit; filtered by `origin` (model,
    a model's name, or before:YYYY-MM-DD). undo, restore: `commit`. `rewrites`: recompose what was
    distrusted, or what the change makes stale. `keeps`: what the change would make stale holds.
    """

    kind: str
    sets: dict[str, dict[str, Any]] = field(default_factory=dict)
    layer: str = ""
    scope: str = ""
    units: tuple[str, ...] = ()
    paragraphs: tuple[str, ...] = ()
    origin: str = ""
    includes_own: bool = False
    reason: str = ""
    instead: str = ""
    instead_as: str = "note"
    commit: int = 0
    rewrites: bool = False
    keeps: bool = False
    one_first: bool = False

    def as_json(self) -> dict[str, Any]:
        """The intent as JSON, without what it leaves open."""
        return {k: v for k, v in asdict(self).items() if v}


def from_json(value: object) -> Intent:
    """The intent in a JSON value; BadIntent where it is none."""
    known = {f.name for f in fields(Intent)}
    if not isinstance(value, dict) or not set(value) <= known or value.get("kind") not in KINDS:
        raise BadIntent("This is not a change that can be planned.")
    if not all(_fits(name, part) for name, part in value.items()):
        raise BadIntent("This is not a change that can be planned.")
    lists = {k: tuple(value[k]) for k in ("units", "paragraphs") if k in value}
    return checked(Intent(**{**value, **lists}))


def _fits(name: str, part: object) -> bool:
    """Whether a part of JSON is of the type that the field of this name has."""
    if name in ("units", "paragraphs"):
        return isinstance(part, list | tuple) and all(map(_is_text, part))
    if name == "sets":
        return isinstance(part, dict) and all(
            _is_text(key) and isinstance(body, dict) and all(map(_is_value, body.values()))
            for key, body in part.items()
        )
    if name == "commit":
        return type(part) is int
    if name in ("includes_own", "rewrites", "keeps", "one_first"):
        return isinstance(part, bool)
    return _is_text(part)


def _is_text(part: object) -> bool:
    return isinstance(part, str) and "\0" not in part


def _is_value(part: object) -> bool:
    return part is None or type(part) is int or _is_text(part)


def checked(intent: Intent) -> Intent:
    """The intent, if it says what it needs to."""
    if intent.kind == "set" and not intent.sets:
        raise BadIntent("Say what to set: object/ID.FIELD=VALUE or brief.FIELD=VALUE.")
    if intent.kind in ("undo", "restore") and intent.commit < 1:
        raise BadIntent("Say which change, by its number.")
    if intent.kind in ("keep", "pin", "unpin") and not (intent.units or intent.layer):
        raise BadIntent("Say which step, such as draft/s2/opening.")
    if intent.kind in ("distrust", "trust") and not (intent.units or intent.layer):
        raise BadIntent("Say what to distrust: a layer, such as draft, or a step.")
    if intent.paragraphs and len(intent.units) != 1:
        raise BadIntent("Paragraphs belong to one step; name it.")
    if intent.instead_as not in INSTEADS:
        raise BadIntent(f"What should be different becomes one of: {', '.join(INSTEADS)}.")
    return intent


def parse(words: str | list[str]) -> Intent:
    """The intent in the words of a command line; BadIntent says what may be written."""
    try:
        tokens = shlex.split(words) if isinstance(words, str) else list(words)
    except ValueError as error:
        raise BadIntent("A quotation mark is not closed.") from error
    if not tokens:
        raise BadIntent(f"Say what to change; one of: {', '.join(KINDS)}.")
    kind = {"invalidate": "distrust"}.get(tokens[0], tokens[0])
    if kind not in KINDS:
        raise BadIntent(f"“{tokens[0]}” is no change; one of: {', '.join(KINDS)}, invalidate.")
    options, rest = _options(tokens[1:])
    common: dict[str, Any] = {"kind": kind, **options}
    if kind == "set":
        return checked(Intent(**common, sets=_sets(rest)))
    if kind in ("undo", "restore"):
        number = rest[0] if rest else ""
        return checked(Intent(**common, commit=int(number) if number.isdigit() else 0))
    units = tuple(t for t in rest if "/" in t)
    layers = [t for t in rest if "/" not in t]
    return checked(Intent(**common, units=units, layer=layers[0] if layers else ""))


def _options(tokens: list[str]) -> tuple[dict[str, Any], list[str]]:
    found: dict[str, Any] = {}
    rest: list[str] = []
    waiting = iter(tokens)
    for token in waiting:
        if token in _FLAGS:
            found[_FLAGS[token]] = True
        elif token in _OPTIONS:
            value = next(waiting, None)
            if value is None:
                raise BadIntent(f"{token} needs a value.")
            found[_OPTIONS[token]] = value
        elif token.startswith("--"):
            known = ", ".join([*_OPTIONS, *_FLAGS])
            raise BadIntent(f"There is no option {token}; there are: {known}.")
        else:
            rest.append(token)
    if "paragraphs" in found:
        found["paragraphs"] = tuple(str(found["paragraphs"]).split(","))
    return found, rest


def _sets(tokens: list[str]) -> dict[str, dict[str, Any]]:
    sets: dict[str, dict[str, Any]] = {}
    for token in tokens:
        target, equals, value = token.partition("=")
        key, dot, name = target.rpartition(".")
        if not (equals and dot and key):
            raise BadIntent(f"“{token}” must read object/ID.FIELD=VALUE or brief.FIELD=VALUE.")
        if key == "brief":
            sets[f"brief/{name}"] = {"value": value}
        else:
            sets.setdefault(key, {})[name] = value
    return sets


_OPTIONS = {
    "--scope": "scope",
    "--origin": "origin",
    "--reason": "reason",
    "--instead": "instead",
    "--instead-as": "instead_as",
    "--paragraphs": "paragraphs",
}
_FLAGS = {"--rewrite": "rewrites", "--keep": "keeps", "--mine-too": "includes_own"}
