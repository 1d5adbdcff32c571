"""The head of a Markdown file: only what is a mapping between two lines `---` is one."""

import re
from dataclasses import dataclass
from typing import Any

from studio.formats import yaml

_HEAD = re.compile(r"---[ \t]*\n(.*?)^---[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE)
_ENTRY = re.compile(r"^(?=[^\s#-])", re.MULTILINE)
OWN = ("id", "title", "status")


@dataclass(frozen=True, slots=True)
class Head:
    """What stands at the head of a text, the lines there that are not ours, and the text."""

    facts: dict[str, Any]
    more: str
    body: str


def split_head(text: str) -> Head:
    """The head of a text, if it begins with one; a scene break is no head."""
    found = _HEAD.match(text)
    if found is None:
        return Head({}, "", text)
    try:
        facts = yaml.load(found[1])
    except yaml.BadYaml:
        return Head({}, "", text)
    if not isinstance(facts, dict):
        return Head({}, "", text)
    more = "".join(part for part in _ENTRY.split(found[1]) if not _is_ours(part))
    return Head({str(k): v for k, v in facts.items()}, more, text[found.end() :].removeprefix("\n"))


def _is_ours(part: str) -> bool:
    return part.partition(":")[0].strip() in OWN
