"""Outlines as people write them down: lists that are set in, as sections to be added."""

import re
from typing import Any

from studio.core.intent import BadIntent

MARKS = re.compile(r"^(?:[-*+•◦▪]|\d+[.)]|\d+(?:\.\d+)+[.)]?|#{1,6})(?:\s+|$)")


def items(text: str) -> list[dict[str, Any]]:
    """One section for each line that says something, below the line above it that is set in less.

    Marks of a list, numbers and heads of Markdown are left out; heads count by their signs.
    """
    if "\0" in text:
        raise BadIntent("The text holds a NUL character, so it is not plain text. Remove it.")
    found: list[dict[str, Any]] = []
    above: list[int] = []
    for line in text.expandtabs(4).splitlines():
        title = MARKS.sub("", line.strip()).strip()
        if not title:
            continue
        setting = _setting(line)
        above = [other for other in above if other < setting]
        found.append({"title": title, "depth": len(above)})
        above.append(setting)
    if not found:
        raise BadIntent("Write one title a line.", "titles")
    return found


def _setting(line: str) -> int:
    signs = re.match(r"(#{1,6})\s", line)
    return len(signs[1]) if signs else len(line) - len(line.lstrip())
