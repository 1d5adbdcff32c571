"""Bytes as text: whatever their encoding, line ends and paragraphs."""

import re

from studio.formats.reading.manuscript import BadManuscript

_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f]")
_LINE_ENDS = re.compile(r"\r\n?|[\u0085\u2028]")
_FENCED = re.compile(r"^(?:`{3}|~{3})", re.MULTILINE)
# Of the lines that say something, from how many on they are paragraphs that are set in.
_MOST = 0.5


class Notes:
    """What an author should know of how their files were read, each said once with its number."""

    def __init__(self) -> None:
        self._counts: dict[str, int] = {}

    def add(self, words: str, n: int = 1) -> None:
        """Notes it; `{n}` and `{s}` in the words stand for how often, and for more than one."""
        if n:
            self._counts[words] = self._counts.get(words, 0) + n

    def said(self) -> tuple[str, ...]:
        return tuple(
            words.replace("{n}", f"{n:,}").replace("{s}", "" if n == 1 else "s")
            for words, n in self._counts.items()
        )


def decoded(data: bytes, name: str, notes: Notes) -> str:
    """The text of a file with plain line ends."""
    text = _decoded(data, name, notes).removeprefix("\ufeff")
    text = _LINE_ENDS.sub("\n", text).replace("\u2029", "\n\n")
    notes.add("{n} control character{s} that no text needs left out.", len(_CONTROLS.findall(text)))
    return _CONTROLS.sub(lambda m: "\n" if m[0] in "\x0b\x0c" else "", text)


def _decoded(data: bytes, name: str, notes: Notes) -> str:
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        pass
    if data.count(0) > len(data) / 100:
        raise BadManuscript(f"{name} is no text. Send it as DOCX, EPUB, Markdown or plain text.")
    notes.add("{n} file{s} not in UTF-8: read as Windows-1252. Look whether the accents are right.")
    return data.decode("cp1252", "replace")


def with_paragraphs(text: str, notes: Notes) -> str:
    """A text whose paragraphs are set in with tabs, with blank lines between them instead: in
    Markdown what is set in is code."""
    lines = text.split("\n")
    said = [line for line in lines if line.strip()]
    n_set_in = sum(line.startswith("\t") and not line.startswith("\t\t") for line in said)
    if n_set_in < 3 or n_set_in < _MOST * len(said) or _FENCED.search(text):
        return text
    notes.add("{n} paragraph{s} set in with a tab: read as paragraphs, not as code.", n_set_in)
    return "\n".join(f"\n{line.lstrip()}" if line.startswith("\t") else line for line in lines)
