"""The desk of a book: what each unit is, what it waits for and for whom, as cards for screens."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from django.urls import reverse
from django.utils import timezone

from studio.core import eligibility
from studio.core.states import Standing, Work
from studio.models import Project
from studio.queries import (
    book_units,
    cell_words,
    chances,
    frame,
    stillness,
    values,
    writing,
)
from studio.queries.book_units import BookUnits, UnitFacts
from studio.queries.chances import BookChances
from studio.queries.troubles import Troubles

View = Literal["sections", "units"]
YOU, DESK = "you", "the desk"
# Why a step may be the next one although it does not start now.
NEXT = ("", "busy", "later", "paced", "stopped", "asked", "no model", "coming", "resting")


@dataclass(frozen=True, slots=True)
class Desk:
    """A book's units with what is needed to say what each waits for."""

    book: BookUnits
    chances: BookChances
    troubles: Troubles
    must_fix: dict[int, int]
    reasons: dict[int, tuple[values.Link, ...]]
    now: datetime
    drafted: frozenset[str] = frozenset()

    @classmethod
    def of(cls, project: Project) -> "Desk":
        return cls._over(book_units.load(project))

    @classmethod
    def of_some(cls, project: Project, sections: Iterable[str]) -> "Desk":
        """The same of some sections of a large book."""
        return cls._over(book_units.load_some(project, sections))

    @classmethod
    def _over(cls, book: BookUnits) -> "Desk":
        project = book.project
        now = timezone.now()
        stale = [u.current_id for u in book.units if u.is_stale and u.current_id]
        of_book = chances.of_book(project, now)
        return cls(
            book=book,
            chances=of_book,
            troubles=Troubles.of(project, book.units, of_book),
            must_fix=frame.n_must_fix(project, [u.pk for u in book.units]),
            reasons=cell_words.reasons(project, stale, book.nodes, book.state) if stale else {},
            now=now,
            drafted=writing.drafted_sections(project),
        )

    def of_section(self, section_id: str) -> list[UnitFacts]:
        return self.book.of_section(section_id)

    def unit_url(self, unit: UnitFacts) -> str:
        """Where a step is read and judged."""
        slug = self.book.project.slug
        if unit.movement_key:
            return reverse("section", args=[slug, unit.section_id])
        if unit.section_id:
            return reverse("unit", args=[slug, unit.key])
        return reverse("plan_of_book", args=[slug])

    def reasons_of(self, units: Iterable[UnitFacts]) -> tuple[values.Link, ...]:
        """Why the basis of some steps changed, at most three things."""
        found = [r for u in units if u.current_id for r in self.reasons.get(u.current_id, ())]
        return tuple(dict.fromkeys(found))[: cell_words.MOST_REASONS]

    # --- what waits, and for whom

    def wait(self, unit: UnitFacts) -> values.Wait | None:
        """What a unit waits for, and who must act."""
        if unit.work == Work.REVIEW:
            return values.Wait("It waits for your judgement.", YOU, self.unit_url(unit))
        if unit.work == Work.HELD:
            return values.Wait("It needs you.", YOU, self.unit_url(unit))
        if unit.work != Work.PENDING:
            return None
        reason = self._why_not(unit)
        lacks = self.chances.lacks(self.chances.choices.of(unit.pass_slug))
        # Nobody's leave would help before a limit is raised.
        needs_more = reason in ("stopped", "asked") and lacks in ("limit", "day")
        return self._wait_for(lacks if needs_more else reason, unit)

    def _why_not(self, unit: UnitFacts) -> str:
        reason = stillness.why_not(self.chances, unit)
        waits_for_leave = reason in ("stopped", "asked")
        # Nobody's leave would help before there is a model.
        return "no model" if waits_for_leave and not self.has_model() else reason

    def has_model(self) -> bool:
        """Whether anything can be proposed: without a model there is no Resume."""
        return self.chances.has_model

    def _wait_for(self, reason: str, unit: UnitFacts) -> values.Wait:
        slug = self.book.project.slug
        if reason == "unmet":
            return self._wait_for_earlier(unit)
        if reason == "edited":
            return stillness.wait_for_edit(self.book, unit, self.chances.edits, self.now)
        if reason == "no model":
            url = f"{reverse('model')}?next={self.unit_url(unit)}"
            return values.Wait("It waits for a model.", YOU, url)
        if reason in ("stopped", "resting") and self.book.project.resumes_at:
            return values.Wait("It goes on by itself in a while.", DESK)
        if reason in ("stopped", "asked"):
            return values.Wait("It waits for you to press Resume.", YOU)
        if reason == "window":
            if link := next(iter(self.waiting()), None):
                return values.Wait(eligibility.REASONS[reason], YOU, link.url)
            return values.Wait("It waits for what comes before it, which you read first.", DESK)
        if reason in ("limit", "day"):
            return values.Wait(eligibility.REASONS[reason], YOU, reverse("limit", args=[slug]))
        if reason == "resting":
            return values.Wait(eligibility.REASONS[reason], YOU, reverse("settings"))
        return values.Wait(eligibility.REASONS.get(reason, "It starts in a moment."), DESK)

    def _wait_for_earlier(self, unit: UnitFacts) -> values.Wait:
        plan = [u for u in self.book.units if not u.section_id and u.place < unit.place]
        open_steps = [u for u in plan if u.standing != Standing.ACCEPTED or u.is_stale]
        if open_steps:
            is_yours = all(u.work in (Work.REVIEW, Work.HELD, Work.IDLE) for u in open_steps)
            url = reverse("plan_of_book", args=[self.book.project.slug]) if is_yours else ""
            return values.Wait("It waits for the plan.", YOU if is_yours else DESK, url)
        words = "It waits for the passage before it." if unit.movement_key else "It waits."
        return values.Wait(words, DESK)

    def waiting(self) -> tuple[values.Link, ...]:
        """What waits for the author, in book order, one line for each place."""
        found: dict[str, list[UnitFacts]] = {}
        for unit in self.book.units:
            if unit.work in (Work.REVIEW, Work.HELD):
                found.setdefault(unit.section_id, []).append(unit)
        return tuple(self._waiting_line(s, units) for s, units in found.items())

    def _waiting_line(self, section_id: str, units: list[UnitFacts]) -> values.Link:
        url = self.unit_url(units[0])
        is_held = any(u.work == Work.HELD for u in units)
        if not section_id:
            words = "The plan needs you" if is_held else "Read the plan"
            return values.Link(words, url, len(units))
        node = self.book.nodes[section_id]
        verb = "See why it stopped:" if is_held else "Read"
        return values.Link(f"{verb} {node.number} {node.body['title']}", url, len(units))

    # --- the head

    def is_going(self) -> bool:
        """Whether something is written, or will start by itself in a moment."""
        if any(u.work == Work.ACTIVE for u in self.book.units):
            return True
        return self.book.project.is_running and bool(self._startable(*eligibility.SOON))

    def next_words(self) -> str:
        active = [u for u in self.book.units if u.work == Work.ACTIVE]
        found = active or self._startable(*NEXT)
        return self.book.name(found[0]) if found else ""

    def resume(self) -> values.GoOn | None:
        """Resume, where it would do something: start what is next, or try again what stopped."""
        name = self.next_words()
        is_held = any(u.work == Work.HELD for u in self.book.units)
        if not self.has_model() or not (name or is_held):
            return None
        url = reverse("resume", args=[self.book.project.slug])
        return values.GoOn(f"Resume with {name}" if name else "Resume", url, is_form=True)

    def go_on(self, *, is_all_done: bool | None = None) -> values.GoOn | None:
        """The one thing to press to go on with this book."""
        slug, name = self.book.project.slug, self.next_words()
        if name and self.is_going():
            return values.GoOn(f"Go on with {name}", reverse("board", args=[slug]))
        if name and (resume := self.resume()):
            return resume
        if first := next(iter(self.waiting()), None):
            return values.GoOn(first.words, first.url)
        if name:
            return self._by_hand()
        is_done = self.is_all_done() if is_all_done is None else is_all_done
        return values.GoOn("Export the book", reverse("exports", args=[slug])) if is_done else None

    def _by_hand(self) -> values.GoOn:
        """What an author without a model writes next: the outline, or the first section; where
        all have their text, what is left is for a model."""
        slug, texts = self.book.project.slug, dict[str, int]()
        for unit in self.book.units:
            if unit.section_id:
                texts[unit.section_id] = texts.get(unit.section_id, 0) + unit.words
        if not texts:
            return values.GoOn("Write the outline", reverse("outline", args=[slug]))
        first = next((s for s, n_words in texts.items() if not n_words), None)
        if first is None:
            back = reverse("board", args=[slug])
            return values.GoOn("Set up a model", f"{reverse('model')}?next={back}")
        node = self.book.nodes[first]
        words = f"Write {node.number} {node.body['title']}"
        return values.GoOn(words, reverse("write", args=[slug, first]))

    def blocked_words(self, *, is_all_done: bool | None = None) -> str:
        """Why Resume would do nothing now; '' when it would do something."""
        if self.next_words() or any(u.work == Work.HELD for u in self.book.units):
            return ""
        if self.waiting():
            return "It goes on when you have read what waits for you."
        if self._startable("edited"):
            return "It goes on by itself when you are done with what you have open."
        if self.is_all_done() if is_all_done is None else is_all_done:
            return "Everything is accepted. The book can be exported."
        return ""

    def is_all_done(self) -> bool:
        return bool(self.book.units) and all(
            u.standing == Standing.ACCEPTED and u.work == Work.IDLE for u in self.book.units
        )

    def _startable(self, *reasons: str) -> list[UnitFacts]:
        pending = [u for u in self.book.units if u.work == Work.PENDING]
        return [u for u in pending if self._why_not(u) in reasons and not u.n_unmet]
