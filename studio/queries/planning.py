"""The dry run of an intent: what stands, what goes stale, what may follow, what is kept, the cost.

Nothing is written. The digest of a plan covers the intent, what its roots are now, and the units it
affects or keeps with their current versions: a plan that no longer holds has another digest.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from studio.core import keys
from studio.core.digest import digest_of
from studio.core.intent import EDITS, Intent
from studio.core.proposals import expected
from studio.models import Project
from studio.queries import (
    book_units,
    consequences,
    costs,
    intents,
    parting,
    plan_notes,
    plan_rows,
    standing,
)
from studio.queries.book_units import BookUnits
from studio.queries.parting import Parts
from studio.queries.plan_units import PlanUnit, PlanUnits
from studio.queries.selecting import Resolved
from studio.queries.standing import Kind, Sum
from studio.queries.state import DbState
from studio.queries.values.change_plan import ChangePlan, Counts

Path = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Dry:
    """A plan by unit keys, before it is put into words."""

    resolved: Resolved
    distrusted: tuple[PlanUnit, ...]
    stale: Mapping[str, Path]
    fresh_again: Mapping[str, Path]
    rewritten: tuple[PlanUnit, ...]
    possible: Mapping[str, Path]
    kept: Mapping[str, str]
    later: tuple[PlanUnit, ...]
    digest: str
    ending: tuple[PlanUnit, ...] = ()
    parts: Parts = field(default_factory=Parts)
    units: PlanUnits = field(default_factory=lambda: PlanUnits(0))

    @property
    def reaches_text(self) -> bool:
        """Whether there is something to be decided: a text is concerned, or comes to an end."""
        return bool(self.stale or self.ending or self.distrusted or self.rewritten)


def plan(project: Project, intent: Intent) -> ChangePlan:
    """The plan of an intent in the author's words; BadIntent where it cannot be planned."""
    book = book_units.load_some(project, ())
    return in_words(dry_run(project, intent, book), intent, book)


def dry_run(project: Project, intent: Intent, book: BookUnits) -> Dry:
    """What an intent would bring about, by unit keys."""
    resolved = intents.resolve(project, intent, book.state)
    units = PlanUnits(project.pk)
    named = list(resolved.units)
    units.know((*named, *resolved.spared))
    found = consequences.of_resolved(project, resolved, units, book.state)
    distrusted = tuple(named) if intent.kind == "distrust" else ()
    gone = {u.key for u in distrusted}
    stale = {key: cells for key, cells in found.stale.items() if key not in gone}
    said = _said_anew(intent, resolved, stale)
    stale = {key: cells for key, cells in stale.items() if key not in said}
    shaken = units.with_keys(stale)
    kept = _kept(intent, resolved, shaken, named) | said
    parts = parting.parts(intent, resolved, found, named)
    wanted = _wanted(intent, named, shaken)
    rewritten = [u for u in wanted if u.key not in kept]
    first = _first_only(rewritten) if intent.one_first else rewritten
    # What is read off a text changes nothing until its author takes it, which is a plan of its own.
    is_writing = bool(first) and intent.kind != "update"
    possible = consequences.possible(project, first, units, book.protocol) if is_writing else {}
    # What a distrusted basis makes stale may be fresh again with the next one, or follow it.
    certain = gone if intent.kind == "distrust" else gone | set(stale)
    possible = {k: p for k, p in possible.items() if k not in certain}
    guarded = {u.key: _protection(u, intent) for u in units.with_keys(possible)}
    kept |= {key: why for key, why in guarded.items() if why}
    possible = {k: p for k, p in possible.items() if not guarded[k]}
    begun = {u.key for u in first}
    dry = Dry(
        resolved=resolved,
        distrusted=distrusted,
        stale={} if intent.keeps and not parts.asked else stale,
        fresh_again=_healed(intent, found.fresh_again, named) | parts.fresh_again,
        rewritten=tuple(first),
        possible=possible,
        kept={**kept, **(dict.fromkeys(stale, HOLDS) if intent.keeps and not parts.asked else {})},
        later=tuple(u for u in rewritten if u.key not in begun),
        digest="",
        ending=found.ending,
        parts=parts,
        units=units,
    )
    return replace(dry, digest=_digest(intent, dry, book.state))


def in_words(dry: Dry, intent: Intent, book: BookUnits) -> ChangePlan:
    """A dry run as its page and the command line show it."""
    units = dry.units
    shaken, possible = units.with_keys(dry.stale), units.with_keys(dry.possible)
    why = {key: WHY[kept] for key, kept in dry.kept.items()}
    why |= dict.fromkeys(dry.parts.kept, parting.REST)
    n_all = len({*(u.key for u in dry.distrusted), *dry.stale, *dry.possible})
    return ChangePlan(
        kind=intent.kind,
        title=plan_notes.title(intent, dry.resolved, book),
        digest=dry.digest,
        stands=_stands(dry, shaken, book),
        distrusted=plan_rows.rows(dry.distrusted, {}, book),
        stale=plan_rows.rows(shaken, dry.stale, book),
        fresh_again=plan_rows.rows(units.with_keys(dry.fresh_again), dry.fresh_again, book),
        rewritten=plan_rows.rows(dry.rewritten, dry.stale, book),
        possible=plan_rows.rows(possible, dry.possible, book),
        kept=plan_rows.kept(units.with_keys(why), why, book),
        cost=costs.estimate(book, dry.rewritten, possible, dry.parts.shares),
        n_more=max(0, n_all - plan_rows.MOST_ROWS),
        warning=_warning(intent, dry),
        has_changed_basis=bool(dry.parts.held_back),
        is_nothing=not (dry.resolved.writes or dry.rewritten or dry.fresh_again),
        ending=plan_rows.rows(dry.ending, {}, book),
        counts=Counts(
            len(dry.distrusted),
            len(dry.stale),
            len(dry.fresh_again),
            len(dry.rewritten),
            len(dry.possible),
            _n_concerned(dry),
            all(u.movement_key for u in dry.rewritten),
        ),
        notes=plan_notes.notes(book, dry.resolved),
    )


LOCKED, YOURS, SPARED, HOLDS, SAID = "locked", "yours", "spared", "holds", "said"
BELOW, MOVES, READ = "below", "moves", "read"
WHY = {
    LOCKED: "It is locked.",
    YOURS: "You wrote it yourself.",
    SPARED: "You wrote it, or it is of another origin.",
    HOLDS: "You say that it still holds.",
    SAID: "It is the plan itself, as you change it here.",
    BELOW: "It stands; the new text is written from it.",
    READ: "The plan was read off it.",
    MOVES: "It moves along with its remarks and versions, the same to the letter.",
}
READ_AGAIN = (HOLDS, SAID, BELOW, READ)


def _wanted(intent: Intent, named: list[PlanUnit], stale: list[PlanUnit]) -> list[PlanUnit]:
    """The units that the intent asks to compose again, in book order."""
    if intent.kind in ("recompose", "update"):
        return named
    if not intent.rewrites:
        return []
    return named if intent.kind == "distrust" else stale


def _kept(
    intent: Intent, resolved: Resolved, stale: list[PlanUnit], named: list[PlanUnit]
) -> dict[str, str]:
    kept = {u.key: SPARED for u in resolved.spared}
    kept |= {p.source: MOVES for p in resolved.placed if p.source != p.place}
    concerned = list(stale)
    if intent.kind == "recompose" or intent.rewrites:
        concerned += named
    for unit in concerned:
        why = _protection(unit, intent)
        if why:
            kept[unit.key] = why
    return kept


def _said_anew(intent: Intent, resolved: Resolved, stale: Mapping[str, Path]) -> dict[str, str]:
    """What is kept as it is in the same commit. Book-wide steps that an edit of the plan would
    mark, since the edit says what they are; and the plans below a text that is distrusted with a
    rule for the next one, since they stand, and the next one is written from them."""
    kinds = {keys.kind(key) for key in resolved.writes}
    if intent.kind in EDITS and not kinds & {"brief", "pass"}:
        stated = {keys.unit(keys.MAP, section_id) for section_id in resolved.stated}
        return {key: SAID for key in stale if "/" not in key or key in stated}
    if intent.kind == "adopt":
        is_text = keys.DRAFT + "/"
        own = [key for key in stale if key in resolved.kept]
        return {key: READ if key.startswith(is_text) else SAID for key in own}
    if resolved.kept:
        return {key: SAID for key in stale if key in resolved.kept}
    if intent.kind == "distrust":
        by_rule = [key for key, path in stale.items() if {keys.kind(c) for c in path} == {"style"}]
        return {key: BELOW for key in by_rule if key.count("/") < 2}
    return {}


def _protection(unit: PlanUnit, intent: Intent) -> str:
    """Why a unit is not composed again by itself."""
    if unit.is_pinned:
        return LOCKED
    is_own = unit.current_origin == "person" and unit.movement_key
    # Single paragraphs are chosen by who wrote them; the others stay as they are.
    is_in_part = bool(intent.paragraphs) and not intent.whole
    if is_own and not intent.includes_own and not is_in_part:
        return YOURS
    return ""


def _healed(intent: Intent, found: Mapping[str, Path], named: list[PlanUnit]) -> dict[str, Path]:
    own: dict[str, Path] = {u.key: () for u in named} if intent.kind == "keep" else {}
    return {**found, **own}


def _first_only(units: list[PlanUnit]) -> list[PlanUnit]:
    """The units of the first section among these: one is tried before the rest."""
    if not units:
        return []
    return [u for u in units if u.section_id == units[0].section_id]


def _digest(intent: Intent, dry: Dry, state: DbState) -> str:
    state.fetch(dry.resolved.writes)
    roots = "\n".join(f"{k} {expected(state.entry(k))}" for k in sorted(dry.resolved.writes))
    known = dry.units
    # By what becomes of them: a unit that is kept now, and was to be rewritten, is another plan.
    groups = [
        dry.distrusted, dry.rewritten, dry.later, known.with_keys(dry.stale),
        known.with_keys(dry.fresh_again), known.with_keys(dry.possible),
        known.with_keys(dry.kept), dry.ending,
    ]  # fmt: skip
    units = [" ".join(sorted(f"{u.pk}:{u.current_id or 0}" for u in g)) for g in groups]
    proposal = dry.resolved.proposal.candidate_id if dry.resolved.proposal else None
    return digest_of([_covered(intent).as_json(), roots, units, proposal])


def _n_concerned(dry: Dry) -> int:
    named = {u.key for group in (dry.distrusted, dry.rewritten, dry.ending) for u in group}
    return len(named.union(dry.stale, dry.fresh_again, dry.possible))


def _covered(intent: Intent) -> Intent:
    """The intent without what changes nothing that a plan shows: its reason, and a mere note."""
    if intent.instead_as == "note" or not intent.instead.strip():
        intent = replace(intent, instead="", instead_as="note")
    return replace(intent, reason="")


# --- words


def _stands(dry: Dry, stale: Sequence[PlanUnit], book: BookUnits) -> str:
    """What the change leaves standing, first: "The argument, the outline and 7 section plans
    stand. 4,300 words of yours stay. 61,200 words are set aside, still readable."""
    distrusted = {u.key for u in dry.distrusted}
    gone = [*dry.distrusted, *(u for u in stale if u.key not in distrusted)]
    left = standing.without(standing.of(book.project), gone)
    parts = _layers(left, book)
    own = sum(found.words for kind, found in left.items() if kind.origin == "person")
    aside = _set_aside(dry)
    n_prose = sum(found.words for kind, found in left.items() if kind.is_prose) - own
    is_many = len(parts) > 1 or (parts and parts[0].endswith("plans"))
    sentences = [f"{_listed(parts)} {'stand' if is_many else 'stands'}." if parts else ""]
    sentences.append(f"{n_prose:,} words by the model stay as they are." if n_prose > 0 else "")
    sentences.append(f"{own:,} words of yours stay." if own else "")
    sentences.append(f"{aside:,} words are set aside, still readable." if aside else "")
    return " ".join(s for s in sentences if s)


def _set_aside(dry: Dry) -> int:
    """The words that are distrusted: of whole texts all, of others those of marked paragraphs."""
    parts = dry.resolved.parts
    whole = sum(u.current_words for u in dry.distrusted if u.key not in parts)
    some = parting.words_of(u for u in dry.distrusted if u.key in parts)
    return whole + sum(words[i] for key, words in some.items() for i in parts[key])


def _layers(left: Mapping[Kind, Sum], book: BookUnits) -> list[str]:
    parts = []
    for step in book.protocol.composing:
        n = sum(found.n for kind, found in left.items() if kind.slug == step.slug)
        if step.scope == "book" and n:
            parts.append(f"the {step.title.lower()}")
        elif step.scope == "section" and n:
            parts.append(f"{n} section {'plan' if n == 1 else 'plans'}")
    return parts


def _listed(parts: list[str]) -> str:
    text = parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
    return text[:1].upper() + text[1:]


def _warning(intent: Intent, dry: Dry) -> str:
    if dry.parts.held_back:
        return parting.HELD_BACK
    n_locked = sum(why in (LOCKED, YOURS) and key in dry.stale for key, why in dry.kept.items())
    if n_locked and not intent.keeps:
        return (
            f"{n_locked} of what is kept was written from what changes. "
            "Read it again: it may contradict the change."
        )
    return ""
