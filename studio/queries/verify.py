"""The invariants of a book, checked on its rows as they are: each violation is named."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.db import connection
from django.db.models import Count, F, Q

from studio.core import keys
from studio.core.cells import compute
from studio.core.digest import digest, digest_of
from studio.core.protocol import parse
from studio.core.states import Standing, Work
from studio.models import (
    Artifact,
    Blob,
    Cell,
    Commit,
    Entry,
    Finding,
    Project,
    Read,
    Reply,
    Requirement,
    Review,
    Run,
    Unit,
)
from studio.models.review import Verdict
from studio.queries.state import DbState


@dataclass(frozen=True, slots=True)
class Violation:
    """One invariant that does not hold, at one place; `repair` says what would mend it."""

    invariant: int
    place: str
    words: str
    repair: str = ""


def verify(project: Project) -> list[Violation]:
    """Every violation of the invariants of design.md section 3 that rows can show."""
    state = DbState(project.pk)
    return [
        *_standing(project, state),
        *_freshness(project, state),
        *_requirements(project),
        *_trust(project, state),
        *_commits(project),
        *_leases(project),
        *_replies(project),
        *_money(project),
    ]


def _standing(project: Project, state: DbState) -> Iterator[Violation]:
    """1: accepted means current, intact, reviewed or waived, unblocked, and committed."""
    protocol = parse(state.entry(keys.PROTOCOL) or {})
    units = Unit.objects.filter(project=project).select_related("current")
    blocked = set(
        Finding.objects.blocking().filter(project=project).values_list("unit_id", "artifact_id")
    )
    reviewed = set(
        Review.objects.filter(
            project=project, verdict__in=[Verdict.PASSED, Verdict.WAIVED]
        ).values_list("unit_id", "gate", "digest")
    )
    for unit in units:
        text = state.entry(keys.text(unit.key))
        current_id = text["artifact"] if text else None
        if unit.current_id != current_id:
            yield Violation(1, unit.key, "The current version is not the one that was committed.")
        if unit.standing != Standing.ACCEPTED or unit.current is None:
            continue
        if text and text["blob"] != unit.current.digest:
            yield Violation(1, unit.key, "The committed digest is not that of its version.")
        if (unit.pk, unit.current_id) in blocked:
            yield Violation(1, unit.key, "It is accepted although something must be fixed.")
        for gate in protocol.passes[unit.pass_slug].gates:
            if (unit.pk, gate, unit.current.digest) not in reviewed:
                yield Violation(1, unit.key, f"The check “{gate}” is not on record for its text.")
    yield from _texts(project)


def _texts(project: Project) -> Iterator[Violation]:
    """1 and 5: what is kept under a digest has that digest."""
    wanted = Artifact.objects.filter(project=project).values_list("digest", flat=True).distinct()
    bodies = dict(Blob.objects.filter(pk__in=wanted).values_list("pk", "body"))
    for key in wanted:
        if key not in bodies or digest(bodies[key]) != key:
            yield Violation(1, key, "A kept text is missing or is not what its digest says.")


def _freshness(project: Project, state: DbState) -> Iterator[Violation]:
    """2 and 3: kept cells are what they would be computed as, and staleness follows from them."""
    now = {}
    for row in Cell.objects.filter(project=project):
        computed = compute(row.key, state)
        now[row.key] = computed.digest
        if computed.digest != row.digest:
            yield Violation(3, row.key, "A kept digest is not that of the value now.", "recompute")
    reads: dict[int, list[tuple[str, str]]] = {}
    units = Unit.objects.in_project(project.pk).exclude(current=None)
    rows = Read.objects.filter(artifact__in=units.values("current_id"))
    for artifact_id, key, found in rows.values_list("artifact_id", "key", "digest"):
        reads.setdefault(artifact_id, []).append((key, found))
    for key, current_id, is_stale in units.values_list("key", "current_id", "is_stale"):
        own = reads.get(current_id, [])
        is_so = any(now.get(cell, was) != was for cell, was in own)
        if is_so != is_stale:
            yield Violation(2, key, "Its mark does not follow from what it was made from.", "mark")


def _requirements(project: Project) -> Iterator[Violation]:
    """Counters of unmet requirements equal the requirements that are not met."""
    counted = Unit.objects.in_project(project.pk).annotate(
        n=Count("requirements", filter=Q(requirements__is_met=False))
    )
    for key in counted.exclude(n=F("n_unmet")).values_list("key", flat=True):
        yield Violation(2, key, "Its counter of unmet requirements is wrong.", "count")
    met = Q(needs__standing=Standing.ACCEPTED, needs__is_stale=False) | Q(needs__is_retired=True)
    wrong = Requirement.objects.filter(unit__project=project, unit__is_retired=False).filter(
        Q(is_met=False) & met | Q(is_met=True, is_after=False) & ~met
    )
    for key, needs in wrong.values_list("unit__key", "needs__key"):
        yield Violation(2, key, f"Its requirement of {needs} is judged wrongly.", "count")


def _trust(project: Project, state: DbState) -> Iterator[Violation]:
    """4: what is distrusted as a whole is not accepted."""
    for key, body in state.kind("trust").items():
        unit = Unit.objects.filter(project=project, key=keys.rest(key)).first()
        if unit and body.get("whole") and unit.standing == Standing.ACCEPTED:
            yield Violation(4, unit.key, "It is accepted although it is distrusted.")


def _commits(project: Project) -> Iterator[Violation]:
    """5: commits are numbered without gaps, chained, and say what the entries show."""
    before, expected = "", 1
    for commit in Commit.objects.filter(project=project).order_by("number"):
        place = f"change {commit.number}"
        facts = [project.pk, commit.number, commit.kind, commit.by, commit.reason]
        if commit.number != expected:
            yield Violation(5, place, f"Change {expected} is missing.")
        if commit.predecessor != before:
            yield Violation(5, place, "It does not carry the digest of the change before it.")
        if commit.digest != digest_of([*facts, commit.changes, commit.predecessor]):
            yield Violation(5, place, "It is not what its digest says.")
        before, expected = commit.digest, commit.number + 1
    if (project.commit_number, project.commit_digest) != (expected - 1, before):
        yield Violation(5, "book", "The book's number is not that of its last change.")
    for key, body, found in Entry.objects.filter(project=project).values_list(
        "key", "body", "digest"
    ):
        if digest_of(body) != found:
            yield Violation(5, key, "An entry is not what its digest says.")


def _leases(project: Project) -> Iterator[Violation]:
    """6: what is active has exactly one run, and what runs is active."""
    active = Unit.objects.filter(project=project, work=Work.ACTIVE)
    live = set(Run.objects.active().filter(project=project).values_list("unit_id", flat=True))
    for key in active.exclude(pk__in=live).values_list("key", flat=True):
        yield Violation(6, key, "It is marked as being written, but nobody writes it.", "release")
    idle = Unit.objects.filter(project=project, pk__in=live).exclude(work=Work.ACTIVE)
    for key in idle.values_list("key", flat=True):
        yield Violation(6, key, "Somebody writes it, but it is not marked so.", "end")


def _replies(project: Project) -> Iterator[Violation]:
    """7: a reply was used once at the most."""
    twice = (
        Reply.objects.filter(unit__project=project)
        .exclude(adopted_by=None)
        .filter(run__artifact__isnull=False)
    )
    for run_id in twice.values_list("run_id", flat=True):
        yield Violation(7, f"attempt {run_id}", "Its reply was used twice.")


def _money(project: Project) -> Iterator[Violation]:
    """9: what is reserved is what live runs have reserved, and the limit holds."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT COALESCE(sum(tokens_reserved), 0) FROM studio_run"
            " WHERE project_id = %s AND state = 'active'",
            [project.pk],
        )
        (reserved,) = cursor.fetchone()
    if reserved != project.tokens_reserved:
        yield Violation(9, "book", "What is set aside is not what live attempts hold.", "count")
    if project.tokens_spent > project.token_limit + project.tokens_reserved:
        yield Violation(9, "book", "More was spent than the limit allows.")
