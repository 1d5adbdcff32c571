"""Single paragraphs that are to be written anew: what becomes of the rest of their text.

What is rewritten in part keeps what the whole was written from. Where that has changed, the rest
has to be kept as it is, by its author's word, or the whole be written anew: else the text would
never be fresh again, and no rule would ever accept it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from studio.core import prose
from studio.core.intent import Intent
from studio.models import Artifact, statements
from studio.queries import briefs
from studio.queries.consequences import Consequences
from studio.queries.plan_steps import NONE, Step, Steps
from studio.queries.selecting import Resolved

HELD_BACK = (
    "What this was written from has changed, and a part that is written anew does not make the "
    "rest fresh. Say that the rest still holds (--keep), or have the whole of it written anew "
    "(--whole)."
)

REST = "All but what is written anew: you say that it still holds."


@dataclass(frozen=True, slots=True)
class Parts:
    """The paragraphs asked for, by unit; which of these texts would stay as they are stale, and
    which are kept in the same commit. `shares`: how much of a text is written anew, by unit."""

    asked: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    held_back: Steps = NONE
    kept: Steps = NONE
    fresh_again: Steps = NONE
    shares: Mapping[str, float] = field(default_factory=dict)


def parts(intent: Intent, resolved: Resolved, found: Consequences) -> Parts:
    """What an intent asks of single paragraphs; nothing where it rewrites none or all."""
    is_writing = intent.kind == "recompose" or (intent.kind == "distrust" and intent.rewrites)
    if not (is_writing and resolved.parts) or intent.whole:
        return Parts()
    units = resolved.units.having(resolved.parts.keys())
    changed = _changed(units, found)
    return Parts(
        asked={key: resolved.parts[key] for key in units.keys},
        held_back=NONE if intent.keeps else changed,
        kept=units if intent.keeps else NONE,
        fresh_again=changed if intent.keeps else NONE,
        shares=_shares(units.listed(), resolved) if intent.paragraphs else {},
    )


def _changed(units: Steps, found: Consequences) -> Steps:
    """Those whose text was written from something else than it would be after this change."""
    now = units.where(lambda alike: alike.is_stale).without(found.fresh_again.ids)
    return units.among(found.stale.ids | now.ids)


def _shares(units: Iterable[Step], resolved: Resolved) -> dict[str, float]:
    counted = words_of(units)
    return {
        key: sum(words[i] for i in resolved.parts[key]) / max(1, sum(words.values()))
        for key, words in counted.items()
    }


def words_of(units: Iterable[Step]) -> dict[str, dict[str, int]]:
    """The words of each paragraph of some texts, by unit."""
    units = list(units)
    texts = statements.by_id(Artifact, [u.current_id for u in units])
    return {
        u.key: {p.id: prose.count_words(p.text) for p in briefs.paragraphs(texts[u.current_id])}
        for u in units
        if u.current_id
    }
