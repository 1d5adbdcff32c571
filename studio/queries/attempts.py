"""Attempts: what is being written, what follows, what came of those before."""

from collections.abc import Iterable
from dataclasses import replace

from django.db.models import Count
from django.urls import reverse
from django.utils import timezone

from studio.core import operation
from studio.core.states import Standing, Work
from studio.models import Artifact, Finding, Project, Reply, Review, Run, Unit
from studio.models.run import RunQuerySet, RunState
from studio.queries import (
    book_units,
    cell_words,
    chances,
    costs,
    frame,
    prompt_sent,
    spending,
    values,
    wide,
)
from studio.queries.book_units import BookUnits, UnitFacts
from studio.queries.desk import Desk
from studio.queries.plan_steps import NONE, BookSteps
from studio.queries.troubles import Troubles
from studio.queries.values.attempts import (
    AttemptPage,
    AttemptRow,
    AttemptsPage,
    Course,
    Moment,
    NextStep,
)
from studio.queries.values.remarks import Choice

MOST, MOST_QUEUED, MOST_OTHERS = 50, 12, 20
STATE_WORDS = {
    RunState.ACTIVE: "being written",
    RunState.DONE: "done",
    RunState.FAILED: "came to nothing",
    RunState.LOST: "interrupted",
    RunState.STOPPED: "stopped by you",
}
SHOWN: dict[str, tuple[str, tuple[str, ...]]] = {
    "": ("All", (RunState.DONE, RunState.FAILED, RunState.LOST, RunState.STOPPED)),
    "done": ("Done", (RunState.DONE,)),
    "failed": ("Came to nothing", (RunState.FAILED,)),
    "ended": ("Interrupted or stopped", (RunState.LOST, RunState.STOPPED)),
}
_WHAT = {
    operation.COMPOSE: "Written",
    operation.REVISE: "Revised after a check",
    operation.REWRITE: "Single paragraphs written anew",
    operation.UPDATE: "The plan read off the text",
}


def attempts_page(
    project: Project, *, show: str = "", section: str = "", before: int = 0
) -> AttemptsPage:
    """The attempts of a book, or of one of its sections, the latest first."""
    pending = Unit.objects.in_project(project.pk).filter(work=Work.PENDING)
    pending = pending.filter(section_id=section) if section else pending
    ready = pending.filter(n_unmet=0).order_by("place", "pk")
    first = dict(ready.values_list("pk", "section_id")[:MOST_QUEUED])
    desk = wide.ahead(project, {section, *first.values()})
    book = desk.book
    show = show if show in SHOWN else ""
    runs = _runs(project, section)
    found = runs.filter(state__in=SHOWN[show][1]).order_by("-pk")
    rows = list((found.filter(pk__lt=before) if before else found)[: MOST + 1])
    active = runs.active().order_by("pk").select_related("partial")
    book_units.bring(book, {run.unit.section_id for run in rows})
    n_queued = ready.count()
    node = book.nodes.get(section)
    return AttemptsPage(
        book=frame.book_head(project),
        active=tuple(_with_partial(attempt_row(run, book), run) for run in active),
        queued=tuple(_next(desk, u) for u in book.units if u.pk in first),
        waiting=() if section else desk.waiting(),
        past=tuple(attempt_row(run, book) for run in rows[:MOST]),
        choices=_choices(runs, show, section),
        section=section,
        section_words=f"{node.number} {node.body['title']}" if node else "",
        older=rows[MOST - 1].pk if len(rows) > MOST else 0,
        n_queued=n_queued,
        n_blocked=pending.count() - n_queued,
        course=None if section else _course(desk),
    )


def _course(desk: Desk) -> Course:
    """How far the book has come, and how it goes on."""
    book = desk.book
    units = Unit.objects.in_project(book.project.pk)
    n_all = units.count()
    n_done = units.filter(standing=Standing.ACCEPTED, work=Work.IDLE).count()
    left = BookSteps(book.project.pk).left()
    seconds = costs.estimate(book, left, NONE).seconds[0] if left else 0
    is_going, is_all_done = desk.is_going(), 0 < n_done == n_all
    return Course(
        n_done=n_done,
        n_all=n_all,
        minutes_left=-(-seconds // 60),
        is_going=is_going,
        next_words=desk.next_words(),
        blocked_words="" if is_going else desk.blocked_words(is_all_done=is_all_done),
        go_on=None if is_going else desk.resume() or desk.go_on(is_all_done=is_all_done),
        autonomy=book.project.autonomy,
    )


def attempt_page(project: Project, run_id: int) -> AttemptPage:
    """One attempt, whole; LookupError where the book has none of that number."""
    related = ("unit", "base", "partial", "reply", "adopted")
    run = Run.objects.select_related(*related).filter(project=project, pk=run_id).first()
    if run is None:
        raise LookupError(run_id)
    book = book_units.load_some(project, [run.unit.section_id])
    others = _runs(project).filter(unit=run.unit).exclude(pk=run.pk).order_by("-pk")
    reply = _reply(run)
    row = attempt_row(run, book)
    return AttemptPage(
        book=frame.book_head(project),
        row=row,
        place=values.Link(_place_words(run.unit, book), _place_url(project, run.unit)),
        outcome=_outcome(run),
        moments=_moments(project, run, reply),
        prompt=prompt_sent.prompt_sent(run),
        written_from=_written_from(project, run, book),
        answer=reply.text if reply else "",
        has_answer=reply is not None,
        partial=run.partial.text if hasattr(run, "partial") else "",
        others=tuple(attempt_row(other, book) for other in others[:MOST_OTHERS]),
        raw=_raw(run, reply),
        can_stop=run.state == RunState.ACTIVE and not run.is_stop_asked,
        can_retry=run.unit.work == Work.HELD and not run.unit.is_retired,
        trouble=_trouble(project, run, book),
    )


def made_by(unit: Unit) -> int | None:
    """The attempt that the text of a step goes back to; None where no model wrote it."""
    artifact = unit.candidate or unit.current
    for _ in range(200):
        if artifact is None or artifact.run_id is not None:
            break
        artifact = artifact.base
    return artifact.run_id if artifact else None


def attempt_row(run: Run, book: BookUnits) -> AttemptRow:
    """One attempt in a list."""
    gate = book.protocol.gates.get(run.gate)
    checked = f"Checked: {gate.title if gate else run.gate}"
    return AttemptRow(
        id=run.pk,
        name=_name(run.unit, book),
        what=checked if run.kind == operation.GATE else _WHAT.get(run.kind, run.kind),
        state=run.state,
        state_words=STATE_WORDS[RunState(run.state)],
        number=run.token,
        model=run.model,
        tokens_in=run.tokens_in,
        tokens_out=run.tokens_out,
        is_estimated=run.is_estimated,
        seconds=run.model_seconds,
        started_at=run.started_at,
        ended_at=run.ended_at,
        words="" if run.state == RunState.ACTIVE else run.words,
        is_stopping=run.state == RunState.ACTIVE and run.is_stop_asked,
        cost=spending.paid(run),
        instead_of=run.model_asked,
    )


def _runs(project: Project, section: str = "") -> RunQuerySet:
    rows = Run.objects.filter(project=project).select_related("unit")
    return rows.filter(unit__section_id=section) if section else rows


def _with_partial(row: AttemptRow, run: Run) -> AttemptRow:
    if not hasattr(run, "partial") or run.kind == operation.GATE:
        return row
    return replace(row, last_sentence=book_units.last_sentence(run.partial.text))


def _next(desk: Desk, unit: UnitFacts) -> NextStep:
    return NextStep(desk.book.name(unit), _url(desk.book.project, unit), desk.wait(unit))


def _choices(runs: RunQuerySet, show: str, section: str) -> tuple[Choice, ...]:
    counts = dict(runs.order_by().values_list("state").annotate(n=Count("pk")))
    where = f"&section={section}" if section else ""
    return tuple(
        Choice(
            key, words, sum(counts.get(s, 0) for s in states), f"?show={key}{where}", key == show
        )
        for key, (words, states) in SHOWN.items()
    )


def _name(unit: Unit, book: BookUnits) -> str:
    facts = next((u for u in book.units if u.pk == unit.pk), None)
    if facts is not None:
        return book.name(facts)
    step = book.protocol.passes.get(unit.pass_slug)
    return f"{step.title if step else unit.pass_slug}, at a place that is gone"


def _place_words(unit: Unit, book: BookUnits) -> str:
    node = book.nodes.get(unit.section_id)
    return f"{node.number} {node.body['title']}" if node else "The plan of the book"


def _place_url(project: Project, unit: Unit) -> str:
    if unit.is_retired:
        return ""
    if not unit.section_id:
        return reverse("plan_of_book", args=[project.slug])
    if unit.movement_key:
        return reverse("section", args=[project.slug, unit.section_id])
    return reverse("unit", args=[project.slug, unit.key])


def _url(project: Project, unit: UnitFacts) -> str:
    if not unit.section_id:
        return reverse("plan_of_book", args=[project.slug])
    return frame.section_url(project.slug, unit.section_id)


def _reply(run: Run) -> Reply | None:
    """The reply that came to this attempt, or the earlier one that it took up."""
    own = getattr(run, "reply", None)
    return own or getattr(run, "adopted", None)


def _outcome(run: Run) -> str:
    if run.state == RunState.ACTIVE:
        return "Stopping." if run.is_stop_asked else "The model is writing."
    if run.state != RunState.DONE:
        return run.words
    became = _gate_outcome(run) if run.kind == operation.GATE else _text_outcome(run)
    return f"{became} {run.words}".strip()


def _trouble(project: Project, run: Run, book: BookUnits) -> values.Trouble | None:
    """The ways on from an attempt whose words are kept, where no other came after it."""
    troubles = Troubles.of(project, book.units, chances.of_book(project, timezone.now()))
    kept = troubles.kept.get(run.unit_id)
    unit = next((u for u in book.units if u.pk == run.unit_id), None)
    return troubles.at(unit) if unit and kept and kept.run_id == run.pk else None


def _text_outcome(run: Run) -> str:
    made = Artifact.objects.filter(run=run).values_list("number", "n_words").first()
    if made is None:
        return "It was handed in."
    number, n_words = made
    said = f" with {n_words:,} words" if n_words else ""
    return f"It became version {number}{said}."


def _gate_outcome(run: Run) -> str:
    n = Finding.objects.filter(run=run).count()
    if not n:
        return "It found nothing to hold against the text."
    return f"It made {n} remark{'' if n == 1 else 's'}."


def _moments(project: Project, run: Run, reply: Reply | None) -> tuple[Moment, ...]:
    found = [Moment(run.started_at, "Begun")]
    if reply is not None:
        taken = "An earlier answer to the same question was taken up"
        is_own = reply.run_id == run.pk
        found.append(Moment(reply.arrived_at, "The answer arrived" if is_own else taken))
    elif run.state == RunState.ACTIVE and hasattr(run, "partial"):
        found.append(Moment(run.partial.written_at, "The latest words arrived"))
    if run.ended_at:
        found.append(Moment(run.ended_at, STATE_WORDS[RunState(run.state)].capitalize()))
    made = Artifact.objects.filter(run=run).select_related("unit").first()
    return (*found, *(_judged(project, run, made) if made else ()))


def _judged(project: Project, run: Run, made: Artifact) -> Iterable[Moment]:
    """What became of the version that an attempt made."""
    verdicts = {"passed": "passed", "failed": "had remarks", "waived": "was set aside by you"}
    for review in Review.objects.filter(artifact=made).order_by("made_at", "pk"):
        said = verdicts.get(review.verdict, "could not be carried out")
        yield Moment(review.made_at, f"Its check {said}")
    if made.unit.current_id == made.pk:
        url = _place_url(project, made.unit)
        yield Moment(run.ended_at or made.made_at, "It is the text of your book now", url)


def _written_from(project: Project, run: Run, book: BookUnits) -> tuple[values.Link, ...]:
    read = sorted(prompt_sent.reads_of(run))
    book.state.fetch(key for key in read if key.startswith("object/"))
    links = (
        values.Link(
            cell_words.read_words(key, book.nodes, book.state), cell_words.url(project, key)
        )
        for key in read
    )
    return tuple(dict.fromkeys(links))


def _raw(run: Run, reply: Reply | None) -> tuple[tuple[str, str], ...]:
    """For whoever keeps the desk running."""
    facts = {
        "Number": str(run.pk),
        "Outcome": run.outcome,
        "Message": run.words,
        "Written by": run.worker,
        "Fingerprint of what was sent": run.prompt_digest,
        "Ended because": reply.finish if reply else "",
        "Set aside, in tokens": str(run.tokens_reserved or ""),
    }
    return tuple((name, value) for name, value in facts.items() if value)
