"""The text of a section divided among its passages again, also after it was edited in a file."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import Any

from studio.core import prose
from studio.core.digest import digest
from studio.formats.folder.contents import of_paragraph

Step = Mapping[str, Any]
# A paragraph with its id and whose words it is; both are '' where it is new.
Known = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Passages:
    """By the key of its step the text of each passage, and what is known of its paragraphs; where
    a section has no passages, its whole text is under ''. `base` holds the digests of what they
    said when the file was written."""

    texts: Mapping[str, str]
    paragraphs: Mapping[str, tuple[Known, ...]]
    body: str
    is_edited: bool
    base: Mapping[str, str] = field(default_factory=dict)


def divided(body: str, kept: str, order: Sequence[str], steps: Mapping[str, Step]) -> Passages:
    """The passages of a section's text; `kept` is the digest of what the file said before."""
    written = [key for key in order if key in steps]
    if digest(body) == kept:
        texts = _by_length(body, written, steps)
        if texts is not None:
            return Passages(texts, {}, body, is_edited=False)
    found = prose.paragraphs(prose.normalise(body))
    whole = prose.join(found)
    if digest(whole) == kept and (texts := _by_length(whole, written, steps)) is not None:
        return Passages(texts, {}, whole, is_edited=False)
    if not order:
        known = {"": tuple(("", "", text) for text in found)} if found else {}
        return Passages({"": whole} if found else {}, known, whole, is_edited=bool(found))
    homes = _at_home(found, order, steps)
    texts = {key: prose.join(text for _, _, text in part) for key, part in homes.items()}
    base = {key: str(steps[key].get("digest", "")) for key in written}
    return Passages(texts, homes, whole, is_edited=True, base=base)


def _by_length(
    body: str, written: Sequence[str], steps: Mapping[str, Step]
) -> dict[str, str] | None:
    """The passages by where each ended; None where they are not what they were."""
    texts, at = {}, 0
    for key in written:
        length = steps[key].get("length", 0)
        texts[key] = body[at : at + length] if isinstance(length, int) else ""
        at += length + 1 if texts[key] else 0
        if digest(texts[key]) != steps[key].get("digest"):
            return None
    return texts


def _at_home(
    found: Sequence[str], order: Sequence[str], steps: Mapping[str, Step]
) -> dict[str, tuple[Known, ...]]:
    """Each paragraph in the passage that it was in; a new one with the one before it."""
    old = [
        (key, *str(line).split(" "))
        for key in order
        for line in steps.get(key, {}).get("paragraphs") or ()
    ]
    old = [line for line in old if len(line) == 4]
    now = [of_paragraph(text) for text in found]
    matcher = SequenceMatcher(None, [line[3] for line in old], now, autojunk=False)
    parts: dict[str, list[Known]] = {key: [] for key in order}
    at = order[0]
    for kind, here, end, there, last in matcher.get_opcodes():
        for n in range(there, last):
            # What took the place of others stands where they stood.
            like = old[here + (n - there) * (end - here) // (last - there)] if end > here else None
            at = like[0] if like else at
            known = (like[1], like[2]) if like and kind == "equal" else ("", "")
            parts[at].append((*known, found[n]))
    return {key: tuple(part) for key, part in parts.items() if part or key in steps}
