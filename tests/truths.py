"""What is true of every book at rest, whatever happened to those who wrote it."""

from django.db.models import Count, Exists, F, OuterRef, QuerySet

from studio.core.digest import digest
from studio.core.state import targets
from studio.models import Artifact, Blob, Commit, Project, Reply, Run, Unit
from studio.models.run import RunState
from studio.queries import remembered
from studio.queries.state import DbState


def assert_whole(project_id: int) -> None:
    """The book is finished, its history has no gap, and nothing is left in the air."""
    assert_numbered(project_id)
    assert_accepted_units_stand(project_id)
    project = Project.objects.get(pk=project_id)
    assert project.tokens_reserved == 0
    assert not Run.objects.active().filter(project=project).exists()
    assert not Artifact.objects.filter(run__project=project).exclude(run__state="done").exists()


def assert_numbered(project_id: int) -> None:
    """Commits are numbered 1, 2, 3 … and each names its predecessor."""
    commits = list(Commit.objects.filter(project=project_id).order_by("number"))
    assert [commit.number for commit in commits] == list(range(1, len(commits) + 1))
    digests = ["", *(commit.digest for commit in commits)]
    assert [commit.predecessor for commit in commits] == digests[:-1]
    project = Project.objects.get(pk=project_id)
    assert (project.commit_number, project.commit_digest) == (len(commits), digests[-1])


def assert_accepted_units_stand(project_id: int) -> None:
    """Every accepted unit has its text, whole."""
    accepted = Unit.objects.in_project(project_id).filter(standing="accepted")
    for unit in accepted.select_related("current"):
        assert unit.current is not None
        body = Blob.objects.values_list("body", flat=True).get(pk=unit.current.digest)
        assert digest(body) == unit.current.digest


def assert_nothing_was_bought_twice(project_id: int) -> None:
    """Every reply that arrived was used: by its own run, or by the one that adopted it."""
    left = unused(project_id)
    assert not left.exists(), [str(reply) for reply in left]


def unused(project_id: int) -> QuerySet[Reply]:
    """The replies that arrived and were not used yet: by the next attempt they will be.

    Not those that came to somebody whose lease had ended: the next attempt was at work by then.
    """
    after = Run.objects.filter(unit=OuterRef("unit"), pk__gt=OuterRef("run"))
    too_late = Exists(after.filter(started_at__lt=OuterRef("arrived_at")))
    arrived = Reply.objects.filter(~too_late, run__project=project_id)
    used = arrived.filter(run__state__in=[RunState.DONE, RunState.FAILED])
    adopted = arrived.filter(adopted_by__state__in=[RunState.DONE, RunState.FAILED])
    return arrived.exclude(pk__in=used.values("pk")).exclude(pk__in=adopted.values("pk"))


def accepted(project_id: int) -> set[tuple[int, int]]:
    """The units that are accepted, each with its text."""
    units = Unit.objects.in_project(project_id).filter(standing="accepted")
    return set(units.values_list("pk", "current_id"))


def n_replies(project_id: int) -> int:
    """How many replies arrived whole."""
    return Reply.objects.filter(run__project=project_id).count()


def n_runs_at_once_of_a_unit(project_id: int) -> int:
    """How many runs of the same unit were under way at the same time, at most, by the record."""
    ended = Run.objects.filter(project=project_id).exclude(ended_at=None)
    overlaps = ended.filter(
        unit__runs__started_at__lt=F("ended_at"),
        unit__runs__ended_at__gt=F("started_at"),
    )
    counted = overlaps.annotate(n=Count("unit__runs")).values_list("n", flat=True)
    return max(counted, default=0)


def assert_remembered(project_id: int) -> None:
    """What this process remembers of a book is what its rows say; a brief is made of it next."""
    project = Project.objects.get(pk=project_id)
    known, kept = remembered.at(project), DbState(project_id)
    assert known.entries == {key: kept.entry(key) for key in known.entries}
    assert known.groups == {pair: kept.group(*pair) for pair in known.groups}
    assert known.linking == {one: kept.linking(one) for one in known.linking}
    state = DbState(project_id, known=known)
    state.fetch([*kept.kind("section"), *kept.kind("object")])
    for body in (*kept.kind("section").values(), *kept.kind("object").values()):
        state.group("section", str(body.get("parent") or ""))
        state.group("object", str(body.get("kind", "")))
        state.fetch_linking(targets(body))
