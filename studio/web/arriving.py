"""Text that is being written at this moment, as messages that a page appends to what it shows."""

import json
from collections.abc import Iterable
from dataclasses import dataclass

from studio.core import prose
from studio.models import Partial
from studio.models.run import RunState

SENTENCE_END = 240


@dataclass(frozen=True, slots=True)
class Arriving:
    """What an attempt at a passage has brought so far."""

    run_id: int
    unit_id: int
    unit_key: str
    section_id: str
    movement_key: str
    text: str

    @property
    def last_sentence(self) -> str:
        """The sentence that is being written, or as much of it as fits on a card."""
        found = prose.sentences(self.text[-4_000:])
        return found[-1].strip()[-SENTENCE_END:] if found else ""


def texts(project_ids: Iterable[int]) -> dict[int, dict[int, Arriving]]:
    """The prose that is arriving for these books, by book and attempt. Other replies are no text
    that anybody wants to read before it is checked."""
    rows = Partial.objects.filter(
        run__project_id__in=list(project_ids), run__state=RunState.ACTIVE, run__kind="compose"
    ).exclude(run__unit__movement_key="")
    found: dict[int, dict[int, Arriving]] = {}
    for partial in rows.select_related("run__unit"):
        run, unit = partial.run, partial.run.unit
        found.setdefault(run.project_id, {})[run.pk] = Arriving(
            run.pk, unit.pk, unit.key, unit.section_id, unit.movement_key, partial.text
        )
    return found


def delta(target: str, whole: str, n_sent: int) -> tuple[str, int]:
    """The message that brings a page from what it was sent to the whole, and how much that is.

    Offsets count as browsers count: in units of UTF-16.
    """
    units = whole.encode("utf-16-le")
    rest = units[n_sent * 2 :].decode("utf-16-le")
    return _message("delta", target=target, offset=n_sent, text=rest), len(units) // 2


def sentence(target: str, text: str) -> str:
    """The message that shows the sentence which is being written."""
    return _message("sentence", target=target, text=text)


def reset() -> str:
    """The message that has a page loaded again."""
    return _message("reset")


def _message(kind: str, **rest: object) -> str:
    return json.dumps({"type": kind, **rest}, ensure_ascii=False)
