"""A prompt as it was sent, put together again from what is on record.

What a run read is kept by digest, and the values under their digests, so that nothing here looks
at the book as it is now. A run that came to nothing kept no list of what it read: for it the book
is looked at as it was when the run began. The digest of the prompt says whether the words are the
very ones; where a value is gone, the page says so instead of guessing.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from studio.core import keys, operation, reviews
from studio.core.blanks import Filling, Place, Reader
from studio.core.cells import Value
from studio.core.digest import digest_of
from studio.core.protocol import Protocol, protocol_of
from studio.core.reviews import Paragraph
from studio.core.schemas import Schema
from studio.llm.calls import Message
from studio.models import Artifact, Blob, Run
from studio.models.run import RunState
from studio.queries import briefs
from studio.queries.state import DbState
from studio.queries.values.attempts import PromptSent, Said

GONE = "[no longer on record]"
_WHO = {"system": "Rules", "user": "Task"}
_NAMES = {"before": "the words before", "base": "what stands", "all_objects": "what is known"}


def prompt_sent(run: Run) -> PromptSent:
    """What a run told the model, word for word where the record allows it."""
    reads = reads_of(run)
    then = DbState(run.project_id, as_of=run.base_commit)
    if keys.step(briefs.instructions_of(run)) not in reads:
        return replace(_put_together(run, Reader(then), then), why_not=_why_guessed(run))
    values = _values(reads.values())
    found = [
        _put_together(run, _Recorded(then, reads, known), then)
        for known in (_in_order_of_rows(values), values)
    ]
    return next((prompt for prompt in found if prompt.is_exact), found[0])


def reads_of(run: Run) -> dict[str, str]:
    """What a run read: on the version it made, or on the run where it made none."""
    made = Artifact.objects.filter(run=run).first()
    if made is None:
        return dict(run.reads)
    return dict(made.reads.values_list("key", "digest"))


class _NotRead(Exception):
    """The run never read this: what it would have filled was left out."""


class _IsGone(Exception):
    """The run read this, and its value is not kept any more."""


class _Recorded(Reader):
    """Hands out what was read then, and nothing of the book itself."""

    def __init__(
        self, state: DbState, digests: Mapping[str, str], known: Mapping[str, Value]
    ) -> None:
        super().__init__(state)
        self._digests, self._known = digests, known

    def read(self, key: str) -> Value:
        if key not in self._digests:
            raise _NotRead(key)
        if self._digests[key] not in self._known:
            raise _IsGone(key)
        return self._known[self._digests[key]]


@dataclass(slots=True)
class _Filler:
    """Fills the blanks of old instructions from what was read then."""

    run: Run
    reader: Reader
    text: Sequence[Paragraph]
    protocol: Protocol
    gone: dict[str, None] = field(default_factory=dict)
    left_out: dict[str, None] = field(default_factory=dict)

    def value(self, name: str) -> str:
        """The words for a blank, as they were."""
        unit = self.run.unit
        place = Place(unit.section_id, unit.movement_key)
        order = briefs.order_of(self.run, self.text)
        try:
            return Filling(self.reader, place, order, self.protocol).value(name)
        except _NotRead:
            self.left_out[_NAMES.get(name, name)] = None
            return ""
        except (_IsGone, ValueError):
            # Or the instructions of that time have a blank that this program no longer knows.
            self.gone[_NAMES.get(name, name)] = None
            return GONE


def _put_together(run: Run, reader: Reader, then: DbState) -> PromptSent:
    try:
        instructions = reader.read(keys.step(briefs.instructions_of(run)))
    except _IsGone:
        instructions = None
    if not isinstance(instructions, dict):
        return PromptSent(why_not="The instructions of that time are no longer on record.")
    text = briefs.paragraphs(run.base) if run.base and run.kind != operation.COMPOSE else ()
    filler = _Filler(run, reader, text, protocol_of(then))
    messages = briefs.messages_of(str(instructions["prompt"]), filler.value)
    return PromptSent(
        parts=tuple(Said(_WHO.get(m.role, m.role), m.content) for m in messages),
        is_exact=_is_exact(run, messages, text),
        gone=tuple(filler.gone),
        left_out=tuple(filler.left_out),
    )


def _in_order_of_rows(value: Value) -> Value:
    """A value with its fields as a row of the database gives them: the short names first. What is
    kept under a digest has them by the alphabet, as has what a proposal would write."""
    if isinstance(value, list):
        return [_in_order_of_rows(part) for part in value]
    if not isinstance(value, dict):
        return value
    names = sorted(value, key=lambda name: (len(name.encode()), name.encode()))
    return {name: _in_order_of_rows(value[name]) for name in names}


def _values(digests: Iterable[str]) -> dict[str, Value]:
    rows = Blob.objects.filter(pk__in=list(digests)).values_list("pk", "body")
    return {digest: json.loads(body) for digest, body in rows}


def _is_exact(run: Run, messages: tuple[Message, ...], text: Sequence[Paragraph]) -> bool | None:
    """Whether these are the very words; None where nothing was kept to compare them with."""
    if not run.prompt_digest:
        return None
    schema = _schema(run, text)
    if schema is None and not run.unit.movement_key:
        # What form the answer must have was fitted to the model: it is not kept.
        return None
    return digest_of([[list(m) for m in messages], schema]) == run.prompt_digest


def _schema(run: Run, text: Sequence[Paragraph]) -> Schema | None:
    numbers = list(run.order.get("paragraphs", ()))
    if run.kind == operation.GATE:
        return reviews.review_schema(numbers)
    if run.kind in (operation.REVISE, operation.REWRITE) and numbers:
        return reviews.revision_schema(numbers, max(len(text[n - 1].text) for n in numbers))
    return None


def _why_guessed(run: Run) -> str:
    if run.state == RunState.ACTIVE:
        return "It is still being written; this is put together from the book as it began."
    return (
        "It came to nothing, so what it was shown was not written down. This is put together from "
        f"the book as it was after change {run.base_commit}."
    )
