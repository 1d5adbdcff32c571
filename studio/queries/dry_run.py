"""The dry run of an intent: which steps it concerns, and what becomes of each.

Nothing is written. The digest of a plan covers the intent, what its roots are now, and the steps
it affects or keeps with their current versions: a plan that no longer holds has another digest.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from studio.core import keys
from studio.core.digest import digest_of
from studio.core.intent import EDITS, Intent
from studio.core.proposals import expected
from studio.models import Project
from studio.queries import consequences, following, intents, parting
from studio.queries.book_units import BookUnits
from studio.queries.consequences import Consequences, Reasons
from studio.queries.following import Following
from studio.queries.parting import Parts
from studio.queries.plan_steps import NONE, Alike, BookSteps, Steps, section_of
from studio.queries.plan_units import PlanUnit
from studio.queries.selecting import Marks, Resolved
from studio.queries.state import DbState

LOCKED, YOURS, SPARED, HOLDS, SAID = "locked", "yours", "spared", "holds", "said"
BELOW, MOVES, READ = "below", "moves", "read"
READ_AGAIN = (HOLDS, SAID, BELOW, READ)
# Steps that stay as they are, by the reason.
Kept = Mapping[str, Steps]


@dataclass(frozen=True, slots=True)
class Dry:
    """A plan by sets of steps, before it is put into words."""

    resolved: Resolved
    distrusted: Steps
    stale: Steps
    fresh_again: Steps
    rewritten: Steps
    possible: Steps
    kept: Kept
    later: Steps
    ending: tuple[PlanUnit, ...] = ()
    parts: Parts = field(default_factory=Parts)
    # Why they are stale or fresh again, and what may follow from what.
    certain: Reasons = field(default_factory=Reasons)
    following: Following = field(default_factory=Following)
    digest: str = ""

    @property
    def reaches_text(self) -> bool:
        """Whether there is something to be decided: a text is concerned, or comes to an end."""
        return bool(self.stale or self.ending or self.distrusted or self.rewritten)

    @property
    def asks_first(self) -> bool:
        """Whether it should be looked at before it is done: it shakes a text that was not yet."""
        is_shaken = bool(self.stale.where(lambda alike: not alike.is_stale))
        return bool(is_shaken or self.rewritten or self.ending)

    @property
    def read_again(self) -> list[str]:
        """The keys of the steps that are kept in the same commit."""
        found = [key for why in READ_AGAIN for key in self.kept.get(why, NONE).keys]
        return [*found, *self.parts.kept.keys]


def dry_run(project: Project, intent: Intent, book: BookUnits) -> Dry:
    """What an intent would bring about."""
    resolved = intents.resolve(project, intent, book.state)
    steps, named = book.state.steps, resolved.units
    found = consequences.of_resolved(project, resolved, steps, book.state)
    distrusted = named if intent.kind == "distrust" else NONE
    stale = found.stale.without(distrusted.ids)
    said = _said_anew(intent, resolved, stale, found.reasons)
    stale = stale.without(_ids(said))
    kept = _over(_kept(steps, intent, resolved, stale), said)
    parts = parting.parts(intent, resolved, found)
    holds = stale if intent.keeps and not parts.asked else NONE
    rewritten = _wanted(intent, named, stale).without(_ids(kept))
    first = _first_only(rewritten) if intent.one_first else rewritten
    after = _following(project, intent, first, steps, book)
    # What a distrusted basis makes stale may be fresh again with the next one, or follow it.
    possible = after.steps.without(distrusted.ids)
    possible = possible if intent.kind == "distrust" else possible.without(stale.ids)
    guarded = _protected(possible, intent)
    dry = Dry(
        resolved=resolved,
        distrusted=distrusted,
        stale=stale.without(holds.ids),
        fresh_again=_healed(found, parts, intent, named),
        rewritten=first,
        possible=possible.without(_ids(guarded)),
        kept=_over(_over(kept, guarded), {HOLDS: holds}),
        later=rewritten.without(first.ids),
        ending=found.ending,
        parts=parts,
        certain=found.reasons,
        following=after,
    )
    return replace(dry, digest=_digest(intent, dry, book.state))


def _wanted(intent: Intent, named: Steps, stale: Steps) -> Steps:
    """The steps that the intent asks to compose again."""
    if intent.kind in ("recompose", "update"):
        return named
    if not intent.rewrites:
        return NONE
    return named if intent.kind == "distrust" else stale


def _following(
    project: Project, intent: Intent, begun: Steps, steps: BookSteps, book: BookUnits
) -> Following:
    """What is read off a text changes nothing until its author takes it, which is a plan of its
    own."""
    if intent.kind == "update":
        return Following()
    return following.follow(project.pk, begun, steps, book.protocol)


def _kept(steps: BookSteps, intent: Intent, resolved: Resolved, stale: Steps) -> Kept:
    moving = [p.source for p in resolved.placed if p.source != p.place]
    kept = {SPARED: resolved.spared, MOVES: steps.with_keys(moving)}
    is_named = intent.kind == "recompose" or intent.rewrites
    concerned = resolved.units.plus(stale.without(resolved.units.ids)) if is_named else stale
    return _over(kept, _protected(concerned, intent))


def _over(kept: Kept, more: Kept) -> Kept:
    """Reasons to keep steps, with others that count for more."""
    gone = _ids(more)
    found = {why: steps.without(gone) for why, steps in kept.items()}
    for why, steps in more.items():
        found[why] = found.get(why, NONE).plus(steps)
    return {why: steps for why, steps in found.items() if steps}


def _ids(kept: Kept) -> set[int]:
    return {pk for steps in kept.values() for pk in steps.ids}


def _said_anew(intent: Intent, resolved: Resolved, stale: Steps, reasons: Reasons) -> Kept:
    """What is kept as it is in the same commit. Book-wide steps that an edit of the plan would
    mark, since the edit says what they are; and the plans below a text that is distrusted with a
    rule for the next one, since they stand, and the next one is written from them."""
    kinds = {keys.kind(key) for key in resolved.writes} if intent.kind in EDITS else set()
    if intent.kind in EDITS and not kinds & {"brief", "pass"}:
        stated = {keys.unit(keys.MAP, section_id) for section_id in resolved.stated}
        return {SAID: stale.named(lambda key: "/" not in key or key in stated)}
    if resolved.kept:
        own = stale.having(set(resolved.kept))
        if intent.kind != "adopt":
            return {SAID: own}
        read = own.where(lambda alike: alike.pass_slug == keys.DRAFT)
        return {READ: read, SAID: own.without(read.ids)}
    if intent.kind == "distrust":
        plans = stale.where(lambda alike: not alike.is_prose)
        paths = reasons.of(plans.ids) if plans else {}
        by_rule = {pk for pk, path in paths.items() if {keys.kind(c) for c in path} == {"style"}}
        return {BELOW: plans.among(by_rule)}
    return {}


def _protected(steps: Steps, intent: Intent) -> Kept:
    """Those of these steps that are not composed again by themselves."""
    locked = steps.where(lambda alike: alike.is_pinned)
    # Single paragraphs are chosen by who wrote them; the others stay as they are.
    is_in_part = bool(intent.paragraphs) and not intent.whole
    if intent.includes_own or is_in_part:
        return {LOCKED: locked}
    return {LOCKED: locked, YOURS: steps.where(lambda a: _is_own(a) and not a.is_pinned)}


def _is_own(alike: Alike) -> bool:
    return alike.is_prose and alike.origin == "person"


def _healed(found: Consequences, parts: Parts, intent: Intent, named: Steps) -> Steps:
    healed = found.fresh_again
    for more in (named if intent.kind == "keep" else NONE, parts.fresh_again):
        healed = healed.plus(more.without(healed.ids))
    return healed


def _first_only(steps: Steps) -> Steps:
    """The steps of the first section among these: one is tried before the rest."""
    if not steps:
        return steps
    first = section_of(min(steps.rows())[2])
    return steps.named(lambda key: section_of(key) == first)


def _digest(intent: Intent, dry: Dry, state: DbState) -> str:
    now = state.bodies(dry.resolved.writes)
    roots = [*sorted(dry.resolved.writes), *(f"{key} {expected(now[key])}" for key in sorted(now))]
    # By what becomes of them: a unit that is kept now, and was to be rewritten, is another plan.
    groups = [
        dry.distrusted, dry.rewritten, dry.later, dry.stale, dry.fresh_again, dry.possible,
        *(dry.kept[why] for why in sorted(dry.kept)),
    ]  # fmt: skip
    ending = sorted((u.pk, u.current_id or 0) for u in dry.ending)
    proposal = dry.resolved.proposal.candidate_id if dry.resolved.proposal else None
    covered = [_covered(intent).as_json(), "\n".join(roots), sorted(dry.kept), ending, proposal]
    covered += _marked(dry.resolved.marks, state)
    return digest_of([*covered, *(steps.digest for steps in groups)])


def _marked(marks: Marks, state: DbState) -> list[str]:
    """Which steps are marked, and what is said of them now; not in which words they will be."""
    now = state.marks(marks.kind, marks.steps.keys) if marks.steps else {}
    before = [f"{key} {expected(now[key])}" for key in sorted(marks.steps.having(now.keys()).keys)]
    return [marks.kind, marks.steps.digest, *before]


def _covered(intent: Intent) -> Intent:
    """The intent without what changes nothing that a plan shows: its reason, and a mere note."""
    if intent.instead_as == "note" or not intent.instead.strip():
        intent = replace(intent, instead="", instead_as="note")
    return replace(intent, reason="")
