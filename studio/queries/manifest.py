"""Where a book is: what is done, what runs, what is next, and why the rest waits."""

from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.db.models import Count

from studio.core import eligibility, keys
from studio.core.states import Standing, Work
from studio.models import Entry, Finding, Project, Requirement, Run, Unit, statements
from studio.queries import chances, spending

MOST_NEXT, MOST_WAITING = 20, 200
_SETTLED = """
    SELECT section_id, pass_slug, bool_and(standing = 'accepted' AND NOT is_stale)
    FROM studio_unit WHERE project_id = %s AND NOT is_retired GROUP BY 1, 2
"""


@dataclass(frozen=True, slots=True)
class StateCount:
    """How many units of a pass are in one state."""

    step: str
    standing: str
    work: str
    n: int
    n_stale: int


@dataclass(frozen=True, slots=True)
class Active:
    """A run that holds a lease."""

    unit: str
    kind: str
    worker: str
    lease_until: datetime
    started_at: datetime


@dataclass(frozen=True, slots=True)
class Waiting:
    """A unit that does not start: why, in words, and on what it waits."""

    unit: str
    reason: str
    words: str
    needs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Manifest:
    """The state of the work on a book at one change number."""

    slug: str
    title: str
    is_running: bool
    pause_reason: str
    resumes_at: datetime | None
    autonomy: str
    commit_number: int
    change_number: int
    counts: tuple[StateCount, ...]
    active: tuple[Active, ...]
    next: tuple[str, ...]
    waiting: tuple[Waiting, ...]
    in_review: tuple[str, ...]
    held: tuple[Waiting, ...]
    n_open_findings: int
    n_must_fix: int
    trustworthy: dict[str, str]
    tokens_spent: int
    tokens_reserved: int
    token_limit: int
    money_spent: int
    money_reserved: int
    money_limit: int
    currency: str
    spent: str
    is_complete: bool

    @property
    def may_go_on(self) -> bool:
        """Whether something is written, or may start by itself in a moment."""
        waits = {w.unit: w.reason for w in self.waiting}
        may_start = [key for key in self.next if waits.get(key, "") in eligibility.SOON]
        return bool(self.active or may_start)


def manifest(project: Project, *, now: datetime) -> Manifest:
    """The manifest of a book, with a bounded number of queries."""
    units = Unit.objects.in_project(project.pk).order_by("place")
    wanted = list(units.filter(work=Work.PENDING)[:MOST_WAITING])
    book = chances.of_book(project, now)
    reasons = [(unit, chances.of_unit(book, unit, now)) for unit in wanted]
    needs = _needs([unit.pk for unit, reason in reasons if reason == "unmet"])
    findings = Finding.objects.open().filter(project=project)
    return Manifest(
        slug=project.slug,
        title=project.title,
        is_running=project.is_running,
        pause_reason=project.pause_reason,
        resumes_at=project.resumes_at,
        autonomy=project.autonomy,
        commit_number=project.commit_number,
        change_number=project.change_number,
        counts=counts(project),
        active=_active(project),
        next=tuple(u.key for u, why in reasons if why in (*eligibility.SOON, "stopped"))[
            :MOST_NEXT
        ],
        waiting=tuple(
            Waiting(u.key, why, eligibility.REASONS[why], tuple(needs.get(u.pk, ())))
            for u, why in reasons
            if why
        ),
        in_review=tuple(units.filter(work=Work.REVIEW).values_list("key", flat=True)),
        held=tuple(
            Waiting(u.key, u.held_reason, u.held_words) for u in units.filter(work=Work.HELD)
        ),
        n_open_findings=findings.count(),
        n_must_fix=findings.blocking().count(),
        trustworthy=trustworthy_layers(project),
        tokens_spent=project.tokens_spent,
        tokens_reserved=project.tokens_reserved,
        token_limit=project.token_limit,
        money_spent=project.money_spent,
        money_reserved=project.money_reserved,
        money_limit=project.money_limit,
        currency=settings.STUDIO.currency,
        spent=spending.spent(project, now).words,
        is_complete=is_complete(project),
    )


def is_complete(project: Project) -> bool:
    """Whether every unit of the book is accepted, fresh, and there is prose at all."""
    units = Unit.objects.in_project(project.pk)
    has_prose = units.exclude(movement_key="").exists()
    rest = units.exclude(standing=Standing.ACCEPTED, is_stale=False, work=Work.IDLE)
    return has_prose and not rest.exists()


def trustworthy_layers(project: Project) -> dict[str, str]:
    """Per section, and for the book as such, the deepest layer that is accepted, trusted, fresh
    and stands on such layers: the one from which work would resume."""
    protocol = _protocol(project)
    layers = [(p["slug"], p["layer"]) for p in protocol["passes"] if p["kind"] == "composing"]
    found = statements.select(_SETTLED, [project.pk])
    settled = {(section_id, slug): is_good for section_id, slug, is_good in found}
    book = _deepest("", layers, settled)
    sections = sorted({section for section, _ in settled if section}, key=lambda s: (len(s), s))
    below = [pair for pair in layers if ("", pair[0]) not in settled]
    return {"book": book} | {s: _deepest(s, below, settled) or book for s in sections}


def _deepest(
    section_id: str, layers: list[tuple[str, str]], settled: dict[tuple[str, str], bool]
) -> str:
    found = ""
    for slug, layer in layers:
        if (section_id, slug) not in settled:
            continue
        if not settled[section_id, slug]:
            break
        found = layer
    return found


def counts(project: Project) -> tuple[StateCount, ...]:
    """How many steps of each kind are in which state."""
    rows = (
        Unit.objects.in_project(project.pk)
        .values_list("pass_slug", "standing", "work", "is_stale")
        .annotate(n=Count("pk"))
        .order_by("pass_slug", "standing", "work")
    )
    found: dict[tuple[str, str, str], list[int]] = {}
    for step, standing, work, is_stale, n in rows:
        both = found.setdefault((step, standing, work), [0, 0])
        both[0] += n
        both[1] += n if is_stale else 0
    return tuple(StateCount(*key, n, n_stale) for key, (n, n_stale) in found.items())


def _active(project: Project) -> tuple[Active, ...]:
    runs = Run.objects.active().filter(project=project).select_related("unit").order_by("pk")
    return tuple(Active(r.unit.key, r.kind, r.worker, r.lease_until, r.started_at) for r in runs)


def _needs(unit_ids: list[int]) -> dict[int, list[str]]:
    found: dict[int, list[str]] = {}
    rows = Requirement.objects.filter(unit_id__in=unit_ids, is_met=False)
    for unit_id, key in rows.order_by("needs__place").values_list("unit_id", "needs__key"):
        found.setdefault(unit_id, []).append(key)
    return found


def _protocol(project: Project) -> dict[str, list[dict[str, str]]]:
    rows = Entry.objects.filter(project=project, key=keys.PROTOCOL).current()
    body: dict[str, list[dict[str, str]]] = rows.values_list("body", flat=True).get()
    return body
