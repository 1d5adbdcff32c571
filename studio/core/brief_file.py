"""Brief files: a head of `name: value` lines between two lines `---`, and the intention below."""

import re
from dataclasses import dataclass

MOST_BYTES = 1_000_000
NAMES = ("title", "language", "words", "protocol", "audience", "voice")


class BadFile(ValueError):
    """The file is no brief; the message says what to do."""


@dataclass(frozen=True, slots=True)
class BriefFile:
    """What a brief file says; what it leaves out is empty."""

    head: dict[str, str]
    intention: str


def parse(content: bytes) -> BriefFile:
    """The brief in a file, or BadFile."""
    if len(content) > MOST_BYTES:
        raise BadFile(
            f"The brief has {len(content):,} bytes; at most {MOST_BYTES:,} can be read. "
            "Shorten it; sources and drafts do not belong into the brief."
        )
    if b"\0" in content:
        raise BadFile("The brief holds a NUL byte, so it is not plain text. Save it as text.")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadFile("The brief is not UTF-8 text. Save it as UTF-8.") from error
    return _parse(text.replace("\r\n", "\n").replace("\r", "\n"))


def _parse(text: str) -> BriefFile:
    if not text.strip():
        raise BadFile("The brief is empty. Write down what the book is to do.")
    head = re.match(r"---\n(.*?)\n---\s*?\n", text, re.DOTALL)
    facts = _facts(head.group(1)) if head else {}
    body = text[head.end() :] if head else text
    if not body.strip():
        raise BadFile("The brief has a head but no text below it. Say what the book is to do.")
    if not facts.get("title"):
        facts["title"] = _heading(body)
    return BriefFile(facts, _without_heading(body, facts["title"]).strip())


def _facts(head: str) -> dict[str, str]:
    facts: dict[str, str] = {}
    for line in head.splitlines():
        name, colon, value = line.partition(":")
        name = name.strip().lower()
        if not line.strip():
            continue
        if not colon or name not in NAMES:
            known = ", ".join(NAMES)
            raise BadFile(f"The head of the brief has the line {line!r}; it may have: {known}.")
        facts[name] = value.strip().strip("\"'")
    return facts


def _heading(body: str) -> str:
    first = body.strip().splitlines()[0]
    if not first.startswith("# "):
        raise BadFile("The brief has no title. Put `title: …` into its head, or begin with `# …`.")
    return first[2:].strip()


def _without_heading(body: str, title: str) -> str:
    lines = body.strip().splitlines()
    return "\n".join(lines[1:] if lines[0].strip() == f"# {title}" else lines)
