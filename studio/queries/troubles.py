"""What went wrong at a step, or was left unfinished there, and the ways on from it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse

from studio.core import eligibility, operation
from studio.core.states import Work
from studio.models import Project, statements
from studio.queries import partials, stillness
from studio.queries.book_units import UnitFacts
from studio.queries.chances import BookChances
from studio.queries.partials import Kept
from studio.queries.values.common import Trouble, Way

_LAST_WORDS = """
    SELECT DISTINCT ON (unit_id) unit_id, CASE state WHEN 'done' THEN '' ELSE words END
    FROM studio_run
    WHERE unit_id = ANY(%s) AND state <> 'active' ORDER BY unit_id, id DESC
"""
_TOO_LONG_FOR_MODEL = (
    "Its server ended the reply again and again: let it write more at once there, or ask for less."
)
# What another model may do better.
_OF_MODEL = operation.OF_TEXT | {"too_long", "refused", "bad_reply", "no_model"}


@dataclass(frozen=True, slots=True)
class Troubles:
    """The troubles of a book's steps, asked for once."""

    slug: str
    kept: Mapping[int, Kept]
    last_words: Mapping[int, str]
    chances: BookChances
    # The book stands still, and goes on when its model has rested.
    is_resting: bool

    @classmethod
    def of(cls, project: Project, units: Iterable[UnitFacts], chances: BookChances) -> "Troubles":
        delayed = [u.pk for u in units if _is_delayed(u, chances.now)]
        words = dict(statements.select(_LAST_WORDS, [delayed])) if delayed else {}
        kept, is_resting = partials.kept(project.pk), project.resumes_at is not None
        return cls(project.slug, kept, words, chances, is_resting)

    def at(self, unit: UnitFacts) -> Trouble | None:
        """What is to be said and offered at a step; None where all is well."""
        kept = self.kept.get(unit.pk)
        if unit.work == Work.HELD:
            return self._held(unit, kept)
        if _is_delayed(unit, self.chances.now):
            return self._delayed(unit, kept)
        # What its author said go to starts in a moment.
        waits = unit.work == Work.PENDING and not unit.is_granted
        if kept is None or not waits:
            return None
        why = stillness.why_not(self.chances, unit)
        if why in eligibility.SOON or (why == "stopped" and self.is_resting):
            return self._going_on(unit, kept)
        return self._unfinished(unit, kept)

    def text_at(self, unit: UnitFacts) -> str:
        """What had arrived at a step that waits."""
        kept = self.kept.get(unit.pk)
        return kept.text if kept else ""

    def _held(self, unit: UnitFacts, kept: Kept | None) -> Trouble:
        own = self._unfinished(unit, kept) if kept else None
        said = "" if own and unit.held_reason == "stopped" else unit.held_words
        words = " ".join(part for part in (said, own.words if own else "") if part)
        ways = own.ways if own else (self._act("again", unit, "Try again", is_main=True),)
        if unit.held_reason == "truncated":
            words = f"{words} {_TOO_LONG_FOR_MODEL}"
            ways = (*ways, Way("Plan fewer words, or split the section", self._outline()))
        if unit.held_reason in _OF_MODEL:
            ways = (*ways, Way("Choose another model", reverse("model")))
        return Trouble(words, ways, is_failure=unit.held_reason != "stopped")

    def _delayed(self, unit: UnitFacts, kept: Kept | None) -> Trouble:
        words = self.last_words.get(unit.pk, "")
        words = f"{words} {kept.said}" if kept else words
        ways: tuple[Way, ...] = (
            self._act("again", unit, "Begin again now" if kept else "Try again now"),
        )
        if kept and kept.can_go_on:
            ways = (self._act("go_on", unit, "Continue from here now"), *ways)
        return Trouble(words.strip(), ways, until=_when(unit))

    def _going_on(self, unit: UnitFacts, kept: Kept) -> Trouble:
        if not kept.can_go_on:
            return Trouble(f"{kept.said} It is written again by itself.", ())
        again = self._act("again", unit, "Begin again instead")
        return Trouble(f"{kept.said} It goes on by itself.", (again,))

    def _unfinished(self, unit: UnitFacts, kept: Kept) -> Trouble:
        first = (self._act("go_on", unit, "Continue from here", is_main=True),)
        others = (self._act("again", unit, "Again"), self._act("discard", unit, "Discard"))
        return Trouble(kept.said, (*(first if kept.can_go_on else ()), *others))

    def _outline(self) -> str:
        return reverse("outline", args=[self.slug])

    def _act(self, name: str, unit: UnitFacts, words: str, *, is_main: bool = False) -> Way:
        url = reverse(f"{name}_unit", args=[self.slug, unit.key])
        return Way(words, url, is_form=True, is_main=is_main)


def _when(unit: UnitFacts) -> datetime | None:
    return unit.not_before if isinstance(unit.not_before, datetime) else None


def _is_delayed(unit: UnitFacts, now: datetime) -> bool:
    when = _when(unit)
    return unit.work == Work.PENDING and when is not None and when > now
