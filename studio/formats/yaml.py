"""YAML that people read and edit: the same value is always the same text."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.events import AliasEvent
from ruamel.yaml.reader import ReaderError

MOST_DEPTH = 30
_PLAIN = re.compile(r"[^\W\d_](?:[\w .,’()/–—-]*[\w).’])?")
_MEANS_MORE = re.compile(r"(?:true|false|null|yes|no|on|off|y|n|nan|inf)", re.IGNORECASE)
# What a reader of YAML refuses, or takes for the end of a line.
_ESCAPED = re.compile(r"[\x7f-\xa0\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")


class BadYaml(Exception):
    """This is no YAML that can be read; the message says where."""


def dump(value: Mapping[str, Any]) -> str:
    """A mapping in its own order, one entry a line."""
    return "".join(f"{line}\n" for line in _mapping(value, ""))


def load(text: str) -> Any:
    """The value of a text; nothing refers to anything else, and nothing is made by it."""
    yaml = YAML(typ="safe", pure=True)
    try:
        for n_events, event in enumerate(yaml.parse(text)):
            if isinstance(event, AliasEvent):
                raise BadYaml("An alias (*name) stands in it; write what it means instead.")
            if n_events > 2_000_000:
                raise BadYaml("It says too much for a file of this kind.")
        return YAML(typ="safe", pure=True).load(text)
    except MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise BadYaml(f"Line {line} is no YAML: {error.problem}.") from error
    except ReaderError as error:
        raise BadYaml("It holds a character that YAML does not allow.") from error
    except (YAMLError, ValueError, RecursionError) as error:
        raise BadYaml("It is no YAML that can be read.") from error


def _mapping(value: Mapping[str, Any], indent: str) -> Iterator[str]:
    for key, item in value.items():
        yield from _entry(f"{indent}{_text(str(key))}:", item, indent)


def _entry(head: str, item: Any, indent: str) -> Iterator[str]:
    if isinstance(item, Mapping) and item:
        yield head
        yield from _mapping(item, indent + "  ")
    elif isinstance(item, list | tuple) and any(isinstance(i, Mapping | list) for i in item):
        yield head
        for one in item:
            yield from _item(one, indent + "  ")
    else:
        yield f"{head} {_flow(item)}"


def _item(one: Any, indent: str) -> Iterator[str]:
    if not isinstance(one, Mapping) or not one:
        yield f"{indent}- {_flow(one)}"
        return
    for n, line in enumerate(_mapping(one, indent + "  ")):
        yield f"{indent}- {line[len(indent) + 2 :]}" if n == 0 else line


def _flow(item: Any) -> str:
    if isinstance(item, str):
        return _text(item)
    if isinstance(item, list | tuple):
        return f"[{', '.join(_flow(one) for one in item)}]"
    if isinstance(item, Mapping):
        return "{" + ", ".join(f"{_quoted(str(k))}: {_flow(v)}" for k, v in item.items()) + "}"
    return json.dumps(item)


def _text(said: str) -> str:
    if _PLAIN.fullmatch(said) and not _MEANS_MORE.fullmatch(said) and ", " not in said:
        return said
    return _quoted(said)


def _quoted(said: str) -> str:
    return _ESCAPED.sub(lambda m: f"\\u{ord(m[0]):04x}", json.dumps(said, ensure_ascii=False))
