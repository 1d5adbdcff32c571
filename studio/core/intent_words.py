"""Changes in the words of a command line."""

import shlex
from collections.abc import Callable
from typing import Any

from studio.core.intent import EDITS, HOW, KINDS, RELATION, BadIntent, Intent, checked


def parse(words: str | list[str]) -> Intent:
    """The intent in the words of a command line; BadIntent says what may be written."""
    try:
        tokens = shlex.split(words) if isinstance(words, str) else _apart(words)
    except ValueError as error:
        raise BadIntent("A quotation mark is not closed.") from error
    if not tokens:
        raise BadIntent(f"Say what to change; one of: {', '.join(KINDS)}.")
    kind = {"invalidate": "distrust"}.get(tokens[0], tokens[0])
    if kind not in KINDS:
        raise BadIntent(f"“{tokens[0]}” is no change; one of: {', '.join(KINDS)}, invalidate.")
    options, rest = _options(tokens[1:])
    if "one_first" in options and kind != "recompose":
        options["rewrites"] = True
    common: dict[str, Any] = {"kind": kind, **options}
    if kind == "set":
        return checked(Intent(**common, sets=_sets(rest)))
    if kind in EDITS:
        return checked(Intent(**{**common, **_EDITS[kind](rest, options)}))
    if kind in ("update", "adopt"):
        taken: dict[str, dict[str, Any]] = {key: {} for key in rest[1:]}
        return checked(Intent(**common, thing="".join(rest[:1]), sets=taken))
    if kind in ("undo", "restore"):
        number = rest[0] if rest else ""
        return checked(Intent(**common, commit=int(number) if number.isdigit() else 0))
    if kind == "take":
        number = rest[1] if len(rest) == 2 and rest[1].isdecimal() else "0"
        return checked(Intent(**common, units=tuple(rest[:1]), version=int(number[:9])))
    units = tuple(t for t in rest if "/" in t)
    layers = [t for t in rest if "/" not in t]
    if len(layers) > 1:
        raise BadIntent(f"One layer at a time, please: {layers[0]}, or {layers[1]}?")
    return checked(Intent(**common, units=units, layer=layers[0] if layers else ""))


def _apart(words: list[str]) -> list[str]:
    """The words of a change, also where all of it came between quotation marks."""
    return shlex.split(words[0]) if len(words) == 1 else list(words)


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
    if "title" in found:
        found["fields"] = {"title": found.pop("title")}
    if "paragraphs" in found:
        found["paragraphs"] = tuple(str(found["paragraphs"]).split(","))
    return found, rest


def _sets(tokens: list[str]) -> dict[str, dict[str, Any]]:
    sets: dict[str, dict[str, Any]] = {}
    for token in _with_blanks(tokens):
        target, equals, value = token.partition("=")
        key, dot, name = target.rpartition(".")
        if not (equals and dot and key):
            raise BadIntent(f"“{token}” must read object/ID.FIELD=VALUE or brief.FIELD=VALUE.")
        if key == "brief":
            sets[f"brief/{name}"] = {"value": value}
        else:
            sets.setdefault(key, {})[name] = value
    return sets


def _with_blanks(tokens: list[str]) -> list[str]:
    """What is set, with the words that go on with the value before them."""
    found: list[str] = []
    for token in tokens:
        if found and "=" not in token:
            found[-1] += f" {token}"
        else:
            found.append(token)
    return found


def _add(rest: list[str], options: dict[str, Any]) -> dict[str, Any]:
    what, *more = rest or [""]
    if what == "section" and more:
        title, *values = more
        return {"thing": "section", "items": ({"title": title, "depth": 0, **_values(values)},)}
    if what == "object" and more:
        return {"thing": more[0], "fields": _values(more[1:]), "to": _id(options.get("to", ""))}
    if what == RELATION and len(more) == 3:
        return {"thing": more[0], "relation": more[1], "to": _id(more[2])}
    raise BadIntent(HOW["add"])


def _remove(rest: list[str], _: dict[str, Any]) -> dict[str, Any]:
    if len(rest) == 4 and rest[0] == RELATION:
        return {"thing": rest[1], "relation": rest[2], "to": _id(rest[3])}
    if len(rest) == 1:
        return {"thing": rest[0]}
    raise BadIntent(HOW["remove"])


def _move(rest: list[str], _: dict[str, Any]) -> dict[str, Any]:
    if len(rest) not in (1, 2):
        raise BadIntent(HOW["move"])
    return {"thing": rest[0], "to": rest[1] if len(rest) == 2 else ""}


def _split(rest: list[str], _: dict[str, Any]) -> dict[str, Any]:
    if len(rest) != 1:
        raise BadIntent(HOW["split"])
    return {"thing": rest[0]}


def _merge(rest: list[str], options: dict[str, Any]) -> dict[str, Any]:
    if len(rest) != 1:
        raise BadIntent(HOW["merge"])
    return {"thing": rest[0], "to": _id(options.get("to", ""))}


def _values(tokens: list[str]) -> dict[str, Any]:
    found = {}
    for token in tokens:
        name, equals, value = token.partition("=")
        if not (equals and name):
            raise BadIntent(f"“{token}” must read FIELD=VALUE.")
        found[name] = value
    return found


def _id(said: str) -> str:
    """An id, written as such or as a key."""
    return said.partition("/")[2] or said


_EDITS: dict[str, Callable[[list[str], dict[str, Any]], dict[str, Any]]] = {
    "add": _add,
    "remove": _remove,
    "move": _move,
    "split": _split,
    "merge": _merge,
}
_OPTIONS = {
    "--scope": "scope",
    "--origin": "origin",
    "--reason": "reason",
    "--instead": "instead",
    "--instead-as": "instead_as",
    "--paragraphs": "paragraphs",
    "--under": "under",
    "--after": "after",
    "--before": "before",
    "--at": "at",
    "--title": "title",
    "--to": "to",
    "--with": "to",
    "--relation": "relation",
}
_FLAGS = {
    "--rewrite": "rewrites",
    "--keep": "keeps",
    "--mine-too": "includes_own",
    "--whole": "whole",
    "--one-first": "one_first",
}
