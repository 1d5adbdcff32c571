"""What a gate asks of a model, and what is made of its answer."""

import copy
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from studio.core import anchors, prose, schemas
from studio.core.anchors import Anchor
from studio.core.digest import digest
from studio.core.schemas import Schema

MAX_FINDINGS = 5
# What kind of fault it is, as a model says it: the same for all methods.
KINDS = ("unsupported", "contradiction", "repetition", "term", "style", "purpose", "other")


@dataclass(frozen=True, slots=True)
class Paragraph:
    """One paragraph of a text, with the id it keeps across edits."""

    id: str
    text: str

    @property
    def digest(self) -> str:
        return digest(self.text)


@dataclass(frozen=True, slots=True)
class Held:
    """One thing that a review holds against a paragraph."""

    anchor: Anchor
    words: str
    must_fix: bool
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a review found: findings with a true quote, and how many had a false one."""

    held: tuple[Held, ...]
    passed: tuple[str, ...]
    n_discarded: int

    @property
    def is_passed(self) -> bool:
        return not any(h.must_fix for h in self.held)


def review_schema(numbers: list[int]) -> Schema:
    """The schema of a review of the paragraphs with these numbers."""
    finding = {
        "paragraph": {"enum": numbers},
        "quote": schemas.text(4, 160),
        "kind": {"enum": list(KINDS)},
        "wrong": schemas.text(5, 240),
        "must_fix": {"type": "boolean"},
    }
    return schemas.record({"findings": schemas.array(schemas.record(finding), 0, MAX_FINDINGS)})


def taken(schema: Schema) -> Schema:
    """The schema by which a review is taken: that it does not name a kind costs no other call."""
    found = copy.deepcopy(schema)
    found["properties"]["findings"]["items"]["required"].remove("kind")
    return found


def verdict(
    reply: Mapping[str, object], text: tuple[Paragraph, ...], numbers: list[int]
) -> Verdict:
    """The verdict in a reply on the paragraphs with these numbers; a finding whose quote is not in
    its paragraph is discarded."""
    found = reply["findings"]
    assert isinstance(found, list), "validated against the schema"
    held = [_held(item, text) for item in found]
    kept = tuple(h for h in held if h is not None)
    failed_ids = {h.anchor.paragraph_id for h in kept if h.must_fix}
    # By digest: what fails in one place has not passed in another where it says the same.
    failed = {p.digest for p in text if p.id in failed_ids}
    judged = [p.digest for n, p in enumerate(text, 1) if n in numbers]
    passed = tuple(found for found in judged if found not in failed)
    return Verdict(kept, passed, len(held) - len(kept))


def _held(item: Mapping[str, object], text: tuple[Paragraph, ...]) -> Held | None:
    number = item["paragraph"]
    assert isinstance(number, int), "validated against the schema"
    paragraph = text[number - 1]
    found = anchors.anchor(paragraph.id, paragraph.text, str(item["quote"]).strip())
    if found is None:
        return None
    kind = str(item.get("kind", ""))
    return Held(found, str(item["wrong"]).strip(), bool(item["must_fix"]), kind)


def revision_schema(numbers: list[int], longest: int) -> Schema:
    """The schema of new texts for just the numbered paragraphs."""
    paragraph = {"paragraph": {"enum": numbers}, "text": schemas.text(1, max(200, longest * 2))}
    return schemas.record({"paragraphs": schemas.array(schemas.record(paragraph), 1, len(numbers))})


def revised(
    reply: Mapping[str, object], base: tuple[Paragraph, ...], numbers: list[int]
) -> list[Paragraph]:
    """The base with the named paragraphs replaced; all others stay byte for byte."""
    items = reply["paragraphs"]
    assert isinstance(items, list), "validated against the schema"
    new = {int(i["paragraph"]): one_paragraph(str(i["text"])) for i in items}
    return [
        Paragraph(p.id, new[n]) if n in numbers and new.get(n) else p for n, p in enumerate(base, 1)
    ]


def names_all(reply: Mapping[str, object], numbers: Iterable[int]) -> bool:
    """Whether a reply has a new text for each of these paragraphs."""
    items = reply["paragraphs"]
    assert isinstance(items, list), "validated against the schema"
    return set(numbers) <= {int(i["paragraph"]) for i in items if str(i["text"]).strip()}


def one_paragraph(text: str) -> str:
    """A text as the one paragraph that it is to stand for."""
    return " ".join(prose.paragraphs(prose.normalise(text)))
