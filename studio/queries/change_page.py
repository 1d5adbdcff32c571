"""The plan page: a change before it is made, with every choice planned and priced."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Literal
from urllib.parse import urlsplit

from studio.core.intent import EDITS, Intent
from studio.formats.markdown import to_html
from studio.models import Project
from studio.queries import (
    book_units,
    briefs,
    change_parts,
    endpoints,
    frame,
    planning,
    selecting,
    spending,
    values,
)
from studio.queries.book_units import BookUnits
from studio.queries.planning import Dry
from studio.queries.values.change_plan import (
    ChangeChoice,
    ChangePlan,
    ChangePlanPage,
    Cost,
    Marked,
    PlanRow,
    RowGroup,
)

Value = Literal["only", "one", "all", "keep", "rest", "whole"]
VALUES: tuple[Value, ...] = ("only", "one", "all", "keep", "rest", "whole")
CHANGED_BASIS = (
    "What this was written from has changed since. A part that is written anew does not change "
    "that: say that the rest of it still holds, or have the whole passage written anew."
)
WRITING = ("one", "all", "rest", "whole")
UPDATES = (
    "It says what the plan of this section would have to say. You take of it what you like, in "
    "your own words if you wish; your text is not touched."
)
MOST_PARTS, MOST_OPEN = 12, 12
LOOPBACK = ("localhost", "127.0.0.1", "::1")
REASONS = (
    "a claim without support",
    "it is wrong",
    "not my voice",
    "it contradicts the argument",
    "it repeats what was said",
)
DOES = {
    **dict.fromkeys(EDITS, "Apply"),
    "distrust": "Distrust",
    "trust": "Trust again",
    "recompose": "Rewrite",
    "keep": "Keep as it is",
    "take": "Take back",
    "pin": "Lock",
    "unpin": "Unlock",
    "undo": "Undo",
    "restore": "Restore",
    "update": "Read my text",
    "adopt": "Apply",
}


def variant(intent: Intent, value: Value) -> Intent:
    """The intent as one choice of its page has it."""
    return replace(
        intent,
        rewrites=value in WRITING and intent.kind not in ("recompose", "update"),
        one_first=value == "one",
        keeps=value in ("keep", "rest"),
        whole=value == "whole",
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
        choices=_choices(project, intent, plans),
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
    dry = {v: planning.dry_run(project, variant(intent, v), book) for v in _offered(intent)}
    if "all" not in dry or not dry["all"].parts.held_back:
        return dry
    left: dict[Value, Dry] = {v: found for v, found in dry.items() if v == "only"}
    for value in ("rest", "whole"):
        left[value] = planning.dry_run(project, variant(intent, value), book)
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


# --- choices


def _choices(
    project: Project, intent: Intent, plans: Mapping[Value, ChangePlan]
) -> tuple[ChangeChoice, ...]:
    one, every = plans.get("one"), plans.get("all")
    n_all = every.counts.rewritten if every else 0
    n_one = one.counts.rewritten if one else 0
    is_local = _is_local(project)
    found = []
    if one and every and n_one < n_all:
        found.append(_writing("one", intent, one, is_local, n_later=n_all - n_one))
    if "only" in plans and not plans["only"].is_nothing:
        found.append(_free("only", intent, plans["only"]))
    if every and n_all:
        found.append(_writing("all", intent, every, is_local))
    found += [
        _writing(v, intent, plans[v], is_local)
        for v in ("rest", "whole")
        if v in plans and plans[v].rewritten
    ]
    if "keep" in plans and plans["only"].stale:
        found.append(_free("keep", intent, plans["keep"]))
    main = _main(intent, found)
    return tuple(replace(c, is_main=c.value == main) for c in found)


def _main(intent: Intent, choices: list[ChangeChoice]) -> str:
    """What most authors want: to have it mended, beginning with one; of an edit, just the edit."""
    is_edit = intent.kind in (*EDITS, "undo", "restore", "adopt")
    order = ("only",) if is_edit else ("one", "all", "rest", "whole", "only")
    offered = [c.value for c in choices if not c.is_over_limit]
    return next((v for v in order if v in offered), offered[0] if offered else "")


def _free(value: Value, intent: Intent, plan: ChangePlan) -> ChangeChoice:
    does = DOES[intent.kind]
    n = plan.counts.distrusted
    words = f"{does} (free)"
    help_ = "Nothing is written now."
    if value == "keep":
        words, help_ = (
            "Apply: the text that is there still holds (free)",
            ("You have read it and say so; it is on record, and nothing shows as changed."),
        )
    elif intent.kind == "distrust":
        words = f"{does} only (free)"
        help_ = "It stays readable, and nothing new is written from it. Trust it again at any time."
        help_ = help_ if n else ""
    elif plan.stale:
        help_ = (
            f"{_texts(plan.counts.stale)} will say that the basis changed. Nothing is rewritten."
        )
    elif plan.ending:
        help_ = "What ends is kept in the history; an undo brings it back."
    return ChangeChoice(value, words, plan.digest, plan.n_concerned, help_)


def _writing(
    value: Value, intent: Intent, plan: ChangePlan, is_local: bool, *, n_later: int = 0
) -> ChangeChoice:
    about = about_cost(plan.cost, is_local)
    n = plan.counts.rewritten
    return ChangeChoice(
        value=value,
        words=f"{_writing_words(value, intent, n)} (≈ {about})",
        digest=plan.digest,
        n_concerned=plan.n_concerned,
        help=UPDATES
        if intent.kind == "update"
        else _writing_help(value, n_later, plan.counts.possible),
        about=_label(value, n, "passage" if plan.counts.is_all_prose else "step"),
        facts=_facts(plan.cost, is_local),
        how=plan.cost.how,
        is_over_limit=plan.cost.is_over_limit,
    )


def _writing_words(value: Value, intent: Intent, n: int) -> str:
    does = DOES[intent.kind]
    if intent.kind == "update":
        return does
    if value in ("rest", "whole"):
        what = "it; the rest still holds" if value == "rest" else "the whole passage"
        return f"{does}, and rewrite {what}" if intent.kind == "distrust" else f"{does} {what}"
    what = "one section" if value == "one" else f"all {n}" if n > 1 else "it"
    if intent.kind == "recompose":
        return f"{does} {what} first" if value == "one" else f"{does} {what}"
    if intent.kind == "distrust":
        what = "them" if len(intent.paragraphs) > 1 else what
        pause = "" if what.startswith("all") else ","
        return f"{does}{pause} and rewrite {what}"
    return f"{does} and rewrite {_texts(n)}"


def _writing_help(value: Value, n_later: int, n_possible: int) -> str:
    if value == "one":
        return f"You read it first. The other {n_later} are written only after you accept it."
    if value == "rest":
        return "You have read the rest and say so: it is kept as it is, letter by letter."
    said = "Proposals come beside the text; your book changes when you accept them."
    follow = "1 more may follow." if n_possible == 1 else f"{n_possible} more may follow."
    return f"{said} {follow}" if n_possible else said


def _label(value: Value, n: int, what: str) -> str:
    steps = f"1 {what}" if n == 1 else f"{n} {what}s"
    labels = {"one": "One section first", "rest": "Only what you chose", "whole": "All of it"}
    return f"{labels.get(value, 'All of it')}: {steps}"


def _texts(n: int) -> str:
    return "1 text" if n == 1 else f"{n} texts"


# --- cost


def about_cost(cost: Cost, is_local: bool) -> str:
    """What it takes, in one breath: money where it costs some, time where a model on this machine
    writes or it costs none, else tokens."""
    if cost.money is not None and cost.money[1] > 0:
        return spending.between(*cost.money)
    if is_local or cost.money is not None:
        return span(*cost.seconds)
    low, high = cost.tokens
    return f"{_rounded(low):,}–{_rounded(high):,} tokens" if high > low else f"{low:,} tokens"


def _facts(cost: Cost, is_local: bool) -> tuple[tuple[str, str], ...]:
    low, high = cost.tokens
    return (
        ("Calls", _range(*cost.calls)),
        ("Tokens", _range(_rounded(low), _rounded(high))),
        ("Time", span(*cost.seconds)),
        ("Price", _price(cost, is_local)),
        ("Left of your limit", _left(cost)),
    )


def over_limit(cost: Cost) -> tuple[str, str]:
    """What is needed and what is left of the limit that it goes over."""
    if cost.needed.money > cost.left.money:
        return spending.said(cost.needed.money), spending.said(cost.left.money)
    return f"{cost.needed.tokens:,} tokens", f"{cost.left.tokens:,} tokens"


def _price(cost: Cost, is_local: bool) -> str:
    if cost.money is None:
        return "unknown; it runs on this machine" if is_local else "unknown"
    return "none" if cost.money == (0, 0) else spending.between(*cost.money)


def _left(cost: Cost) -> str:
    """What is left before and, at least, after it: of money where it costs some, else of tokens."""
    if cost.money is not None and cost.money[1] > 0:
        left, most = cost.left.money, cost.money[1]
        return f"{spending.said(left)}, then at least {spending.said(max(0, left - most))}"
    left, most = cost.left.tokens, cost.tokens[1]
    return f"{left:,} tokens, then at least {max(0, left - most):,}"


def _range(low: int, high: int) -> str:
    return f"{low:,} to {high:,}" if high > low else f"{low:,}"


def span(low: int, high: int) -> str:
    """A range of seconds as people say it."""
    low, high = max(1, low), max(1, high)
    if high < 90:
        return f"{low}–{high} s" if high > low else f"{low} s"
    few, most = max(1, round(low / 60)), round(high / 60)
    return f"{few}–{most} min" if most > few else f"{most} min"


def _rounded(n: int) -> int:
    return round(n, -2) if n >= 1000 else n


def _is_local(project: Project) -> bool:
    server = endpoints.endpoint_for(project)
    if server is None:
        return False
    return server.is_demo or urlsplit(server.base_url).hostname in LOOPBACK


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
    unit = dry.resolved.units[0]
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
    if intent.includes_own:
        said.append("What you wrote yourself is included.")
    if intent.kind in ("undo", "restore"):
        said.append("It is a change of its own: nothing is lost, and it can be undone too.")
    return " ".join(said)


def _keeps_own(intent: Intent, found: Iterable[Dry]) -> bool:
    is_asked = intent.kind in ("distrust", "recompose")
    own = (planning.YOURS, planning.SPARED)
    return is_asked and any(why in own for dry in found for why in dry.kept.values())
