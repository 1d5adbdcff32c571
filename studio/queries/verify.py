"""The invariants of a book, checked on its rows as they are: each violation is named."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.db import connection
from django.db.models import Count, F, Q

from studio.core import keys
from studio.core.cells import compute
from studio.core.digest import digest, digest_of
from studio.core.protocol import protocol_of
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
from studio.models.artifact import Origin
from studio.models.commit import By
from studio.models.review import Verdict
from studio.models.run import RunState
from studio.queries import standing as sums
from studio.queries.snapshot import one_moment
from studio.queries.state import DbState

# What each repair would do. The harmless ones follow from other rows: nothing is lost by them.
HARMLESS = {
    "recompute": "Its digest is computed again.",
    "mark": "Its mark is set by what it was made from.",
    "count": "It is counted again.",
    "release": "It goes back to those that wait.",
    "end": "The attempt is ended as interrupted.",
    "stand": "It gets the standing that the book's entries give it.",
}
PROPOSALS = HARMLESS | {
    "judge": "Distrust it to have it written and checked again, or accept it yourself.",
    "restore": "Bring the last backup back into an empty folder with `manage.py restore`.",
    "undo": "Look at that change on the page of what happened, and undo it if it is not yours.",
    "limit": "Raise the limit; until then nothing more is written.",
    "report": "Nothing is lost by it; tell whoever maintains the program.",
}
# Rows are taken from the database in parts: a large book need not fit into memory twice. One change
# may hold the whole of a book.
AT_ONCE, FEW = 500, 20
# A machine's change that ended the current text of a person.
OVERWRITTEN = """
    SELECT after.key, after.since
    FROM studio_entry AS after
    JOIN studio_entry AS before ON before.project_id = after.project_id
        AND before.key = after.key AND before.until = after.since
    JOIN studio_commit AS commit
        ON commit.project_id = after.project_id AND commit.number = after.since
    JOIN studio_artifact AS version ON version.id = (before.body ->> 'artifact')::bigint
    WHERE after.project_id = %s AND after.kind = 'text' AND commit.by = %s
        AND version.origin = %s AND after.body ->> 'artifact' <> before.body ->> 'artifact'
"""


@dataclass(frozen=True, slots=True)
class Violation:
    """One invariant that does not hold, at one place; `repair` says what would mend it."""

    invariant: int
    place: str
    words: str
    repair: str

    @property
    def proposal(self) -> str:
        """What would mend it, in words."""
        return PROPOSALS[self.repair]


def verify(project: Project) -> list[Violation]:
    """Every violation of the invariants of design.md section 3 that rows can show."""
    with one_moment():
        now = Project.objects.get(pk=project.pk)
        state = DbState(now.pk)
        state.fetch_all()
        return [
            *_standing(now, state),
            *_texts(now),
            *_freshness(now, state),
            *_requirements(now),
            *_sums(now),
            *_trust(now, state),
            *_commits(now),
            *_leases(now),
            *_replies(now),
            *_persons(now),
            *_money(now),
        ]


def _standing(project: Project, state: DbState) -> Iterator[Violation]:
    """1: accepted means current, intact, reviewed or waived, unblocked, and committed."""
    protocol = protocol_of(state)
    units = Unit.objects.filter(project=project).values_list(
        "pk", "key", "pass_slug", "standing", "current_id", "current__digest"
    )
    blocked = set(
        Finding.objects.blocking().filter(project=project).values_list("unit_id", "artifact_id")
    )
    reviewed = set(
        Review.objects.filter(
            project=project, verdict__in=[Verdict.PASSED, Verdict.WAIVED]
        ).values_list("unit_id", "gate", "digest")
    )
    for pk, key, step, standing, current_id, found in units.iterator(AT_ONCE):
        text = state.entry(keys.text(key))
        if current_id != (text["artifact"] if text else None):
            words = "The current version is not the one that was committed."
            yield Violation(1, key, words, "stand")
        if standing != Standing.ACCEPTED or current_id is None:
            continue
        if text and text["blob"] != found:
            words = "The committed digest is not that of its version."
            yield Violation(1, key, words, "restore")
        if (pk, current_id) in blocked:
            words = "It is accepted although something must be fixed."
            yield Violation(1, key, words, "stand")
        for gate in protocol.passes[step].gates:
            if (pk, gate, found) not in reviewed:
                words = f"The check “{gate}” is not on record for its text."
                yield Violation(1, key, words, "judge")


def _texts(project: Project) -> Iterator[Violation]:
    """1, 5 and 7: what is kept under a digest has that digest, versions and replies alike."""
    versions = Artifact.objects.filter(project=project).values_list("digest", flat=True)
    replies = Reply.objects.filter(unit__project=project).values_list("digest", flat=True)
    wanted = sorted({*versions, *replies})
    for start in range(0, len(wanted), AT_ONCE):
        some = wanted[start : start + AT_ONCE]
        bodies = dict(Blob.objects.filter(pk__in=some).values_list("pk", "body"))
        for key in some:
            if key not in bodies or digest(bodies[key]) != key:
                words = "A kept text is missing or is not what its digest says."
                yield Violation(1, key, words, "restore")


def _freshness(project: Project, state: DbState) -> Iterator[Violation]:
    """2 and 3: kept cells are what they would be computed as, and staleness follows from them."""
    now = {}
    cells = Cell.objects.filter(project=project).values_list("key", "digest")
    for key, kept in cells.iterator(AT_ONCE):
        try:
            now[key] = compute(key, state).digest
        except Blob.DoesNotExist:
            # The text that it is made of is missing, which is named by itself.
            continue
        if now[key] != kept:
            yield Violation(3, key, "A kept digest is not that of the value now.", "recompute")
    units = Unit.objects.in_project(project.pk).exclude(current=None)
    reads = Read.objects.filter(artifact__in=units.values("current_id"))
    rows = reads.values_list("artifact_id", "key", "digest").iterator(AT_ONCE)
    otherwise = {artifact_id for artifact_id, key, was in rows if now.get(key, was) != was}
    marks = units.values_list("key", "current_id", "is_stale")
    for key, current_id, is_stale in marks.iterator(AT_ONCE):
        is_so = current_id in otherwise
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


def _sums(project: Project) -> Iterator[Violation]:
    """The sums of what stands are those of the steps that stand."""
    found = sums.as_json(sums.counted(project.pk))
    if project.stands not in (None, found):
        yield Violation(1, "book", "What stands in it is summed up wrongly.", "count")


def _trust(project: Project, state: DbState) -> Iterator[Violation]:
    """4: what is distrusted as a whole is not accepted."""
    for key, body in state.kind("trust").items():
        unit = Unit.objects.filter(project=project, key=keys.rest(key)).first()
        if unit and body.get("whole") and unit.standing == Standing.ACCEPTED:
            yield Violation(4, unit.key, "It is accepted although it is distrusted.", "stand")


def _commits(project: Project) -> Iterator[Violation]:
    """5: commits are numbered without gaps, chained, and say what the entries show."""
    before, expected = "", 1
    for commit in Commit.objects.filter(project=project).order_by("number").iterator(FEW):
        place = f"change {commit.number}"
        facts = [project.pk, commit.number, commit.kind, commit.by, commit.reason]
        if commit.number != expected:
            yield Violation(5, place, f"Change {expected} is missing.", "restore")
        if commit.predecessor != before:
            words = "It does not carry the digest of the change before it."
            yield Violation(5, place, words, "restore")
        if commit.digest != digest_of([*facts, commit.changes, commit.predecessor]):
            yield Violation(5, place, "It is not what its digest says.", "restore")
        before, expected = commit.digest, commit.number + 1
    if (project.commit_number, project.commit_digest) != (expected - 1, before):
        words = "The book's number is not that of its last change."
        yield Violation(5, "book", words, "restore")
    entries = Entry.objects.filter(project=project).values_list("key", "body", "digest")
    for key, body, found in entries.iterator(AT_ONCE):
        if digest_of(body) != found:
            yield Violation(5, key, "An entry is not what its digest says.", "restore")


def _leases(project: Project) -> Iterator[Violation]:
    """6: what is active has exactly one run, and what runs is active."""
    active = Unit.objects.filter(project=project, work=Work.ACTIVE)
    live = set(Run.objects.active().filter(project=project).values_list("unit_id", flat=True))
    for key in active.exclude(pk__in=live).values_list("key", flat=True):
        yield Violation(6, key, "It is marked as being written, but nobody writes it.", "release")
    idle = Unit.objects.filter(project=project, pk__in=live).exclude(work=Work.ACTIVE)
    for key in idle.values_list("key", flat=True):
        yield Violation(6, key, "Somebody writes it, but it is not marked so.", "end")
    handed_in = Artifact.objects.filter(run__project=project).exclude(run__state=RunState.DONE)
    for run_id in handed_in.values_list("run_id", flat=True):
        yield Violation(6, f"attempt {run_id}", "It handed in without its lease.", "report")


def _replies(project: Project) -> Iterator[Violation]:
    """7: a reply was used once at the most."""
    twice = (
        Reply.objects.filter(unit__project=project)
        .exclude(adopted_by=None)
        .filter(run__artifact__isnull=False)
    )
    for run_id in twice.values_list("run_id", flat=True):
        yield Violation(7, f"attempt {run_id}", "Its reply was used twice.", "report")


def _persons(project: Project) -> Iterator[Violation]:
    """8: no rule has put another text in the place of a person's."""
    with connection.cursor() as cursor:
        cursor.execute(OVERWRITTEN, [project.pk, By.POLICY, Origin.PERSON])
        for key, number in cursor.fetchall():
            words = f"Change {number} put a machine's text in the place of a person's."
            yield Violation(8, keys.rest(key), words, "undo")


def _money(project: Project) -> Iterator[Violation]:
    """9: what is reserved is what live runs have reserved, and the limit holds."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT COALESCE(sum(tokens_reserved) FILTER (WHERE money_reserved = 0), 0),"
            " COALESCE(sum(money_reserved), 0)"
            " FROM studio_run WHERE project_id = %s AND state = 'active'",
            [project.pk],
        )
        reserved = cursor.fetchone()
    if reserved != (project.tokens_reserved, project.money_reserved):
        yield Violation(9, "book", "What is set aside is not what live attempts hold.", "count")
    if (
        project.tokens_spent > project.token_limit + project.tokens_reserved
        or project.money_spent > project.money_limit + project.money_reserved
    ):
        yield Violation(9, "book", "More was spent than the limit allows.", "limit")
