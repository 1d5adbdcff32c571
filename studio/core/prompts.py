"""Prompt files: a head, a `# system` part and a `# user` part, with blanks that code fills.

A block is the text between two blank lines. A block whose blanks are all empty is left out, so a
prompt never says "The words before:" and then nothing.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

_BLANK = re.compile(r"\{\{\s*(\w+)\s*\}\}")
_HEAD = re.compile(r"\A---\n(.*?)\n---\n", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Template:
    """A parsed prompt file."""

    purpose: str
    version: str
    system: str
    user: str


def parse(text: str) -> Template:
    """The template in a prompt file; ValueError says what it lacks."""
    head = _HEAD.match(text)
    facts = dict(_fact(line) for line in head.group(1).splitlines()) if head else {}
    body = text[head.end() :] if head else text
    parts = re.split(r"^# (system|user)\s*$", body, flags=re.MULTILINE)
    named = dict(zip(parts[1::2], parts[2::2], strict=True))
    if "user" not in named:
        raise ValueError("a prompt needs a part that begins with the line '# user'")
    return Template(
        facts.get("purpose", ""),
        facts.get("version", "1"),
        named.get("system", "").strip(),
        named["user"].strip(),
    )


def blanks(template: Template) -> list[str]:
    """The names of the blanks of a template, each once, in order."""
    return list(dict.fromkeys(_BLANK.findall(f"{template.system}\n{template.user}")))


def fixed(template: Template) -> tuple[str, ...]:
    """What a template says itself: the words before, between and after its blanks."""
    return tuple(_BLANK.sub("\n", part) for part in (template.system, template.user))


def fill(part: str, value: Callable[[str], str]) -> str:
    """A part with its blanks filled; blocks with nothing to say are left out."""
    blocks = re.split(r"\n[ \t]*\n", part)
    return "\n\n".join(filled for b in blocks if (filled := _fill_block(b, value)))


def _fill_block(block: str, value: Callable[[str], str]) -> str:
    names = _BLANK.findall(block)
    if not names:
        return block.strip()
    values = {name: value(name) for name in names}
    if not any(values.values()):
        return ""
    return _BLANK.sub(lambda m: values[m.group(1)], block).strip()


def _fact(line: str) -> tuple[str, str]:
    name, _, value = line.partition(":")
    return name.strip(), value.strip()
