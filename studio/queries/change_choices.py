"""What an author may choose on the page of a plan: each way to make the change, and its price."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Literal

from studio.core.intent import EDITS, Intent
from studio.models import Project
from studio.queries import cost_words
from studio.queries.values.change_plan import ChangeChoice, ChangePlan

Value = Literal["only", "one", "all", "keep", "rest", "whole"]
VALUES: tuple[Value, ...] = ("only", "one", "all", "keep", "rest", "whole")
WRITING = ("one", "all", "rest", "whole")
UPDATES = (
    "It says what the plan of this section would have to say. You take of it what you like, in "
    "your own words if you wish; your text is not touched."
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


def choices(
    project: Project, intent: Intent, plans: Mapping[Value, ChangePlan]
) -> tuple[ChangeChoice, ...]:
    """The choices that come to something, the main one first."""
    one, every = plans.get("one"), plans.get("all")
    n_all = every.counts.rewritten if every else 0
    n_one = one.counts.rewritten if one else 0
    is_local = cost_words.is_local(project)
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
    found.sort(key=lambda choice: choice.value != main)
    return tuple(replace(c, is_main=c.value == main) for c in found)


def _main(intent: Intent, found: list[ChangeChoice]) -> str:
    """What most authors want: to have it mended, beginning with one; of an edit, just the edit."""
    is_edit = intent.kind in (*EDITS, "undo", "restore", "adopt")
    order = ("only",) if is_edit else ("one", "all", "rest", "whole", "only")
    offered = [c.value for c in found if not c.is_over_limit]
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
    about = cost_words.about_cost(plan.cost, is_local)
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
        facts=cost_words.facts(plan.cost, is_local),
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
