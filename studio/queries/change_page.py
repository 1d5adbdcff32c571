"""The plan page: a change before it is made, with every choice planned and priced."""

from collections.abc import Iterable
from dataclasses import replace

from studio.core.intent import EDITS, Intent
from studio.formats.markdown import to_html
from studio.models import Project
from studio.queries import (
    book_units,
    briefs,
    change_choices,
    change_parts,
    frame,
    planning,
    selecting,
    values,
)
from studio.queries.book_units import BookUnits
from studio.queries.change_choices import Value, variant
from studio.queries.dry_run import SPARED, YOURS, Dry, dry_run
from studio.queries.values.change_plan import (
    ChangePlanPage,
    Marked,
    PlanRow,
    RowGroup,
)

CHANGED_BASIS = (
    "What this was written from has changed since. A part that is written anew does not change "
    "that: say that the rest of it still holds, or have the whole passage written anew."
)
MOST_PARTS, MOST_OPEN = 12, 12
REASONS = (
    "a claim without support",
    "it is wrong",
    "not my voice",
    "it contradicts the argument",
    "it repeats what was said",
)


def change_page(project: Project, intent: Intent) -> ChangePlanPage:
    """The page of an intent; BadIntent where it cannot be planned."""
    book = book_units.load_some(project, ())
    dry = _dry_runs(project, intent, book)
    plans = {v: planning.in_words(d, variant(intent, v), book) for v, d in dry.items()}
    written = plans.get("all") or plans.get("rest")
    shown = plans.get("only") or written or next(iter(plans.values()))
    one = next(iter(dry.values()))
    parts = change_parts.parts(project, intent, one, book)
    # What is read off a text is no text.
    rewritten = written.rewritten if written and intent.kind != "update" else ()
    follow = written.possible if written and rewritten else ()
    listed = {row.key for row in (*shown.distrusted, *shown.stale)}
    return ChangePlanPage(
        book=frame.book_head(project),
        plan=replace(shown, kept=(written or shown).kept, warning=(written or shown).warning),
        choices=change_choices.choices(project, intent, plans),
        lead=" ".join(filter(None, [_lead(intent), CHANGED_BASIS if "rest" in dry else ""])),
        marked=_marked(intent, one, book),
        shape=change_parts.shape(project, intent, one, book),
        parts=parts[:MOST_PARTS],
        n_more_parts=max(0, len(parts) - MOST_PARTS),
        distrusted=_groups(() if intent.paragraphs else shown.distrusted, book),
        stale=_groups(shown.stale, book),
        fresh_again=_groups(shown.fresh_again, book),
        rewritten=_groups((r for r in rewritten if r.key not in listed), book),
        n_rewritten=written.counts.rewritten if written else 0,
        possible=_groups((r for r in follow if r.key not in listed), book),
        ending=_groups(shown.ending, book),
        has_own_kept=not intent.includes_own and _keeps_own(intent, dry.values()),
        asks_reason=intent.kind == "distrust",
        asks_instead=intent.kind in ("distrust", "recompose") and bool(rewritten),
        is_over_limit=any(p.cost.is_over_limit for p in plans.values()),
    )


def _dry_runs(project: Project, intent: Intent, book: BookUnits) -> dict[Value, Dry]:
    """Each choice planned. A part of a text whose basis changed is not offered to be written anew
    without a word about the rest: it would never be fresh."""
    dry = {v: dry_run(project, variant(intent, v), book) for v in _offered(intent)}
    if "all" not in dry or not dry["all"].parts.held_back:
        return dry
    left: dict[Value, Dry] = {v: found for v, found in dry.items() if v == "only"}
    for value in ("rest", "whole"):
        left[value] = dry_run(project, variant(intent, value), book)
    return left


def _offered(intent: Intent) -> tuple[Value, ...]:
    if intent.kind == "recompose":
        return ("one", "all")
    if intent.kind == "distrust":
        return ("only", "one", "all")
    if intent.kind == "update":
        return ("all",)
    if intent.kind in (*EDITS, "adopt"):
        return ("only", "all", "keep")
    return ("only", "all") if intent.kind in ("undo", "restore") else ("only",)


# --- what it concerns


def _groups(rows: Iterable[PlanRow], book: BookUnits) -> tuple[RowGroup, ...]:
    """Rows by chapter, in book order; long lists are closed until somebody opens them."""
    found: dict[str, list[PlanRow]] = {}
    listed = list(rows)
    for row in listed:
        found.setdefault(_chapter((*row.key.split("/"), "")[1], book), []).append(row)
    is_open = len(listed) <= MOST_OPEN
    return tuple(RowGroup(title, tuple(own), is_open) for title, own in found.items())


def _chapter(section_id: str, book: BookUnits) -> str:
    node = book.nodes.get(section_id)
    if node is None:
        return "The plan of the book"
    while parent := book.nodes.get(str(node.body.get("parent") or "")):
        node = parent
    return f"{node.number} {node.body['title']}"


def _marked(intent: Intent, dry: Dry, book: BookUnits) -> tuple[Marked, ...]:
    """The paragraphs that were chosen, to be read once more."""
    if not intent.paragraphs or not dry.resolved.units:
        return ()
    unit = dry.resolved.units.listed()[0]
    text = selecting.text_of(unit)
    url = frame.section_url(book.project.slug, unit.section_id)
    return tuple(
        Marked(
            to_html(p.text, id_prefix=f"m-{p.id}"),
            values.Link(book.name(unit), f"{url}#p-{unit.pk}-{p.id}"),
        )
        for p in briefs.paragraphs(text)
        if p.id in intent.paragraphs
    )


def _lead(intent: Intent) -> str:
    said = []
    if intent.origin.startswith("before:"):
        said.append(f"Only what was written before {intent.origin.removeprefix('before:')}.")
    elif intent.origin not in ("", "any", "model"):
        said.append(f"Only what {intent.origin} wrote.")
    # Who names paragraphs one by one knows whose they are.
    if intent.includes_own and not intent.paragraphs:
        said.append("What you wrote yourself is included.")
    if intent.kind in ("undo", "restore"):
        said.append("It is a change of its own: nothing is lost, and it can be undone too.")
    return " ".join(said)


def _keeps_own(intent: Intent, found: Iterable[Dry]) -> bool:
    is_asked = intent.kind in ("distrust", "recompose")
    return is_asked and any(why in dry.kept for dry in found for why in (YOURS, SPARED))
