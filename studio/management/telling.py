"""Plans as lines of a terminal."""

from collections.abc import Iterable

from studio.core.money import UNKNOWN
from studio.queries import spending
from studio.queries.values.change_plan import ChangePlan, PlanRow

EPILOG = (
    "CHANGE is one of: set object/ID.FIELD=VALUE, set section/ID.FIELD=VALUE, "
    "set brief.FIELD=VALUE, "
    "add section TITLE [FIELD=VALUE …] [--under ID] [--after ID | --before ID], "
    "add object KIND FIELD=VALUE … [--to ID [--relation NAME]], add relation KEY NAME ID, "
    "remove section/ID, remove object/ID, remove relation KEY NAME ID, "
    "move section/ID up|down|in|out, "
    "move section/ID [--under ID|top] [--after ID | --before ID], "
    "split section/ID --at PASSAGE[/PARAGRAPH] [--title T], merge section/ID, "
    "distrust LAYER [--scope SECTION] [--origin O] [--reason R] [--instead NOTE] [--rewrite], "
    "trust LAYER|UNIT, recompose [LAYER|UNIT] [--scope SECTION], keep UNIT, pin UNIT, unpin UNIT, "
    "update section/ID (its plan is read off its text), adopt section/ID [CHANGE …] (and taken), "
    "take UNIT VERSION, undo NUMBER, restore NUMBER; `invalidate` is another name for `distrust`. "
    "--paragraphs ID,ID names single paragraphs of one UNIT; written anew, --keep says that the "
    "rest of it still holds, --whole has all of it written anew. "
    "After an edit (set, add, remove, move, split, merge): --rewrite composes again what becomes "
    "stale, --keep says that it still holds. --one-first has one section written anew first; the "
    "rest waits until you have accepted it."
)


def confirmation(tokens: list[str]) -> tuple[list[str], str | None, bool]:
    """The change in the words of a command line, without what confirms it.

    The second value is the digest of --confirm, None for --yes, '' for neither; the third says
    whether JSON is wanted.
    """
    rest = [t for t in tokens if t not in ("--json", "--yes")]
    digest: str | None = None if "--yes" in tokens else ""
    if "--confirm" in rest:
        place = rest.index("--confirm")
        digest = rest[place + 1] if place + 1 < len(rest) else ""
        del rest[place : place + 2]
    return rest, digest, "--json" in tokens


def plan_lines(plan: ChangePlan) -> str:
    """A plan as its page says it, in plain lines."""
    lines = [plan.title, f"  {plan.stands}"]
    lines += _rows("set aside", plan.distrusted)
    lines += _rows("ends, kept in the history", plan.ending)
    lines += _rows("basis changes", plan.stale)
    lines += _rows("fresh again", plan.fresh_again)
    lines += _rows("rewritten", plan.rewritten)
    lines += _rows("possibly", plan.possible)
    lines += [f"  kept: {k.name} ({k.key}): {k.why}" for k in plan.kept]
    lines.append(f"  and {plan.n_more} more" if plan.n_more else "")
    lines.append(f"  warning: {plan.warning}" if plan.warning else "")
    lines += [f"  note: {note}" for note in plan.notes]
    lines.append(_cost(plan))
    lines.append("  Nothing would change." if plan.is_nothing else "")
    lines.append(f"  digest: {plan.digest}")
    return "\n".join(line for line in lines if line)


def _rows(label: str, rows: Iterable[PlanRow]) -> list[str]:
    return [
        f"  {label}: {row.name} ({row.key})"
        + (f": {' ← '.join(link.words for link in row.path)}" if row.path else "")
        for row in rows
    ]


def _price(plan: ChangePlan) -> str:
    return spending.between(*plan.cost.money) if plan.cost.money else UNKNOWN


def _cost(plan: ChangePlan) -> str:
    if plan.cost.calls == (0, 0):
        return "  cost: nothing is written, so it is free"
    (few, most), (low, high), (quick, slow) = (
        plan.cost.calls,
        plan.cost.tokens,
        plan.cost.seconds,
    )
    return (
        f"  cost: {few} to {most} calls, {low:,} to {high:,} tokens, {quick} to {slow} s, "
        f"price {_price(plan)}. {plan.cost.how}"
    )
