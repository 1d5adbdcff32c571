"""What is made of a whole reply: a text, a proposal, a verdict; or why nothing can be."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from studio.core import (
    beginnings,
    checks,
    keys,
    maps,
    objects,
    operation,
    plan_updates,
    prompts,
    proposals,
    prose,
    reviews,
    structure,
)
from studio.core.checks import OUTCOME_WORDS, Remark
from studio.core.echoes import Told
from studio.core.reviews import Paragraph, Verdict
from studio.llm import replies
from studio.queries import candidates
from studio.queries.briefs import Brief


class Unusable(Exception):
    """A reply that cannot become part of a book: its named outcome, plain words, and what can be
    gone on from."""

    def __init__(self, outcome: str, words: str, *, partial: str = "") -> None:
        super().__init__(words)
        self.outcome, self.words, self.partial = outcome, words, partial


@dataclass(frozen=True, slots=True)
class Product:
    """The text of a new artifact. `paragraphs` is empty for structural ones; `left_out` says which
    parts of the reply nobody had asked for."""

    text: str
    paragraphs: tuple[Paragraph, ...] = ()
    remarks: tuple[Remark, ...] = ()
    verdict: Verdict | None = None
    left_out: tuple[str, ...] = ()

    @property
    def left_out_words(self) -> str:
        """What is told of that with the attempt; '' where nothing was left out."""
        said = replies.quoted(self.left_out)
        return f"Left out, since nobody had asked for it: {said}." if said else ""


def read(brief: Brief, text: str, finish: str) -> Product:
    """The product of a reply to a brief; Unusable says what is wrong with it."""
    is_of_parts = brief.kind in (operation.GATE, operation.REVISE, operation.REWRITE)
    if brief.step.produces == "prose" and not is_of_parts:
        return _prose(brief, text, finish)
    reply, left_out = _parsed(brief, text, finish)
    return replace(_of_record(brief, reply), left_out=left_out)


def numbered(texts: list[str]) -> tuple[Paragraph, ...]:
    """Fresh paragraphs with ids of their own, `p1`, `p2` …"""
    return tuple(Paragraph(f"p{n}", text) for n, text in enumerate(texts, 1))


def _of_record(brief: Brief, reply: Mapping[str, Any]) -> Product:
    if brief.kind == operation.GATE:
        return Product("", verdict=reviews.verdict(reply, brief.text, list(brief.numbers)))
    if brief.kind in (operation.REVISE, operation.REWRITE):
        return _revised(brief, reply)
    return _proposal(brief, reply)


def _parsed(brief: Brief, text: str, finish: str) -> tuple[Mapping[str, Any], tuple[str, ...]]:
    schema = brief.prompt.schema
    assert schema is not None, "structural prompts carry a schema"
    try:
        is_review = brief.kind == operation.GATE
        parsed = replies.parse(text, reviews.taken(schema) if is_review else schema)
    except replies.BadReply as wrong:
        outcome = "truncated" if finish == "length" else "bad_json"
        raise Unusable(outcome, str(wrong)) from wrong
    assert isinstance(parsed.value, dict), "every schema of ours is a record"
    return parsed.value, parsed.left_out


def _prose(brief: Brief, text: str, finish: str) -> Product:
    whole = beginnings.joined(brief.begun, text)
    checked = checks.check_prose(
        whole,
        prompt=brief.sent,
        target_words=brief.target_words,
        language=brief.language,
        finish=finish,
        title=brief.title,
        base=brief.begun,
        told=_told(brief),
    )
    if not checked.is_usable:
        cut = whole if checked.outcome == "truncated" else ""
        raise Unusable(checked.outcome, OUTCOME_WORDS[checked.outcome], partial=cut)
    found = numbered(prose.paragraphs(checked.text))
    return Product(prose.join(p.text for p in found), found, checked.remarks)


def _revised(brief: Brief, reply: Mapping[str, Any]) -> Product:
    found = tuple(reviews.revised(reply, brief.text, list(brief.numbers)))
    if brief.kind == operation.REWRITE and not reviews.names_all(reply, brief.numbers):
        raise Unusable("bad_json", "It left out a paragraph that was to be written anew.")
    told, kept = _told(brief), list[Paragraph]()
    for before, after in zip(brief.text, found, strict=True):
        checked = checks.check_prose(
            after.text,
            prompt=brief.sent,
            target_words=prose.count_words(before.text),
            language=brief.language,
            finish="stop",
            base=prose.join(p.text for p in brief.text),
            told=told,
        )
        is_same = after.text == before.text
        if not is_same and not checked.is_usable:
            raise Unusable(checked.outcome, OUTCOME_WORDS[checked.outcome])
        kept.append(before if is_same else Paragraph(after.id, reviews.one_paragraph(checked.text)))
    return Product(prose.join(p.text for p in kept), tuple(kept))


def _told(brief: Brief) -> Told:
    """What the model was told to do, besides all of the book that it was shown."""
    steps = [cell.value for cell in brief.cells if cell.key.startswith(keys.step(""))]
    fixed = [words for step in steps for words in prompts.fixed(prompts.parse(step["prompt"]))]
    return Told(tuple(fixed), brief.asked)


def _proposal(brief: Brief, reply: Mapping[str, Any]) -> Product:
    found = _operations(brief, reply)
    wrong = proposals.problems({o.key: o.body for o in found}, brief.protocol, brief.state)
    if wrong:
        raise Unusable("contradiction", " ".join(wrong))
    return Product(candidates.as_text(found))


def _operations(brief: Brief, reply: Mapping[str, Any]) -> list[proposals.Operation]:
    produces, state = brief.step.produces, brief.state
    if brief.kind == operation.UPDATE:
        found = plan_updates.offer(brief.place.section_id, state)
        used = state.used_ids("object")
        return plan_updates.proposal(reply, found, brief.protocol, state, used)
    if produces == "objects":
        used = state.used_ids("object")
        return objects.objects_operations(reply, brief.step, brief.protocol, state, used)
    if produces == "outline":
        words = int((state.entry(keys.brief("words")) or {}).get("value") or 0)
        used = state.used_ids("section")
        return proposals.operations(structure.outline_writes(reply, words, state, used), state)
    key = keys.map_of(brief.place.section_id)
    section = state.entry(keys.section(brief.place.section_id)) or {}
    return proposals.operations({key: maps.map_body(reply, section, state.entry(key))}, state)
