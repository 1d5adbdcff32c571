"""The plan of an intent in words: what stands, what it concerns and why, what it costs.

Of each set of steps only the first are brought in by themselves and listed; the rest is counted.
"""

from collections.abc import Iterable, Mapping, Sequence

from studio.core.intent import Intent
from studio.models import Project
from studio.queries import (
    book_units,
    costs,
    parting,
    plan_notes,
    plan_rows,
    plan_units,
    standing,
)
from studio.queries.book_units import BookUnits
from studio.queries.consequences import Path
from studio.queries.dry_run import (
    BELOW,
    HOLDS,
    LOCKED,
    MOVES,
    READ,
    SAID,
    SPARED,
    YOURS,
    Dry,
    dry_run,
)
from studio.queries.plan_rows import MOST_ROWS
from studio.queries.plan_steps import NONE, Steps
from studio.queries.plan_units import PlanUnit
from studio.queries.standing import Kind, Sum
from studio.queries.values.change_plan import ChangePlan, Counts

WHY = {
    LOCKED: "It is locked.",
    YOURS: "You wrote it yourself, or edited it.",
    SPARED: "You wrote it, or it is of another origin.",
    HOLDS: "You say that it still holds.",
    SAID: "It is the plan itself, as you change it here.",
    BELOW: "It stands; the new text is written from it.",
    READ: "The plan was read off it.",
    MOVES: "It moves along with its remarks and versions, the same to the letter.",
}


def plan(project: Project, intent: Intent) -> ChangePlan:
    """The plan of an intent in the author's words; BadIntent where it cannot be planned."""
    book = book_units.load_some(project, ())
    return in_words(dry_run(project, intent, book), intent, book)


def in_words(dry: Dry, intent: Intent, book: BookUnits) -> ChangePlan:
    """A dry run as its page and the command line show it."""
    kept = _kept(dry)
    listed = _listed(dry, kept)
    certain, following = _certain(dry, listed), dry.following.reasons(_ids(listed["possible"]))
    stale = {pk: path for pk, path in certain.items() if pk in dry.stale.ids}
    n_all = len(dry.distrusted.ids | dry.stale.ids | dry.possible.ids)
    return ChangePlan(
        kind=intent.kind,
        title=plan_notes.title(intent, dry.resolved, book),
        digest=dry.digest,
        stands=_stands(dry, book),
        distrusted=plan_rows.rows(listed["distrusted"], {}, book),
        stale=plan_rows.rows(listed["stale"], stale, book),
        fresh_again=plan_rows.rows(listed["fresh_again"], certain, book),
        rewritten=plan_rows.rows(listed["rewritten"], stale, book),
        possible=plan_rows.rows(listed["possible"], following, book),
        kept=plan_rows.kept(listed["kept"], _why(kept, listed["kept"]), book),
        cost=costs.estimate(book, dry.rewritten, dry.possible, dry.parts.shares),
        n_more=max(0, n_all - MOST_ROWS),
        warning=_warning(intent, dry),
        has_changed_basis=bool(dry.parts.held_back),
        is_nothing=not (dry.resolved.is_writing or dry.rewritten or dry.fresh_again),
        ending=plan_rows.rows(dry.ending[:MOST_ROWS], {}, book),
        counts=Counts(
            len(dry.distrusted),
            len(dry.stale),
            len(dry.fresh_again),
            len(dry.rewritten),
            len(dry.possible),
            _n_concerned(dry),
            all(alike.is_prose for alike in dry.rewritten.groups),
        ),
        notes=plan_notes.notes(book, dry.resolved),
    )


def _kept(dry: Dry) -> dict[str, Steps]:
    """The steps that stay as they are, by the reason in words."""
    found = {WHY[why]: steps.without(dry.parts.kept.ids) for why, steps in dry.kept.items()}
    return {**found, parting.REST: dry.parts.kept}


def _listed(dry: Dry, kept: Mapping[str, Steps]) -> dict[str, list[PlanUnit]]:
    """The first steps of each set, brought in at once."""
    every = NONE
    for steps in kept.values():
        every = every.plus(steps)
    sets = {
        "distrusted": dry.distrusted, "stale": dry.stale, "fresh_again": dry.fresh_again,
        "rewritten": dry.rewritten, "possible": dry.possible, "kept": every,
    }  # fmt: skip
    first = {name: steps.first(MOST_ROWS) for name, steps in sets.items()}
    units = {u.pk: u for u in plan_units.with_ids({pk for ids in first.values() for pk in ids})}
    return {name: [units[pk] for pk in ids] for name, ids in first.items()}


def _certain(dry: Dry, listed: Mapping[str, list[PlanUnit]]) -> dict[int, Path]:
    """Through which cells a change reaches the steps that are listed. What is fresh again because
    it is kept is so by no cell."""
    names = ("stale", "fresh_again", "rewritten")
    shown = {pk for name in names for pk in _ids(listed[name])}
    return dry.certain.of(shown - dry.parts.fresh_again.ids)


def _ids(units: Iterable[PlanUnit]) -> list[int]:
    return [unit.pk for unit in units]


def _why(kept: Mapping[str, Steps], shown: Sequence[PlanUnit]) -> dict[int, str]:
    return {u.pk: why for why, steps in kept.items() for u in shown if u.pk in steps.ids}


def _n_concerned(dry: Dry) -> int:
    sets = (dry.distrusted, dry.rewritten, dry.stale, dry.fresh_again, dry.possible)
    return len({u.pk for u in dry.ending}.union(*(steps.ids for steps in sets)))


def _stands(dry: Dry, book: BookUnits) -> str:
    """What the change leaves standing, first: "The argument, the outline and 7 section plans
    stand. 4,300 words of yours stay. 61,200 words are set aside, still readable."""
    left = standing.without(standing.of(book.project), dry.distrusted, dry.stale)
    parts = _layers(left, book)
    own = sum(found.words for kind, found in left.items() if kind.origin == "person")
    aside = _set_aside(dry)
    n_prose = sum(found.words for kind, found in left.items() if kind.is_prose) - own
    is_many = len(parts) > 1 or (parts and parts[0].endswith("plans"))
    sentences = [f"{_enumerated(parts)} {'stand' if is_many else 'stands'}." if parts else ""]
    sentences.append(f"{n_prose:,} words by the model stay as they are." if n_prose > 0 else "")
    sentences.append(f"{own:,} words of yours stay." if own else "")
    sentences.append(f"{aside:,} words are set aside, still readable." if aside else "")
    return " ".join(s for s in sentences if s)


def _set_aside(dry: Dry) -> int:
    """The words that are distrusted: of whole texts all, of others those of marked paragraphs."""
    parts = dry.resolved.parts
    in_part = dry.distrusted.having(parts.keys())
    some = parting.words_of(in_part.listed())
    marked = sum(words[i] for key, words in some.items() for i in parts[key])
    return dry.distrusted.words - in_part.words + marked


def _layers(left: Mapping[Kind, Sum], book: BookUnits) -> list[str]:
    parts = []
    for step in book.protocol.composing:
        n = sum(found.n for kind, found in left.items() if kind.slug == step.slug)
        if step.scope == "book" and n:
            parts.append(f"the {step.title.lower()}")
        elif step.scope == "section" and n:
            parts.append(f"{n} section {'plan' if n == 1 else 'plans'}")
    return parts


def _enumerated(parts: list[str]) -> str:
    text = parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
    return text[:1].upper() + text[1:]


def _warning(intent: Intent, dry: Dry) -> str:
    if dry.parts.held_back:
        return parting.HELD_BACK
    n_locked = sum(len(dry.kept.get(why, NONE).among(dry.stale.ids)) for why in (LOCKED, YOURS))
    if n_locked and not intent.keeps:
        return (
            f"{n_locked} of what is kept was written from what changes. "
            "Read it again: it may contradict the change."
        )
    return ""
