"""The smallest book that there is, written by the real small model of this machine."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.utils import timezone

from studio import services
from studio.actions import books, signin
from studio.core import keys
from studio.management.commands.write import NEEDS_A_PERSON
from studio.models import Partial, Project, Run, Unit
from studio.queries.verify import verify
from tests import building, truths
from tests.patience import within
from tests.processes import clear_away
from tests.stories.commands import INTENTION, Terminal, terminal

pytestmark = [
    pytest.mark.local_model, pytest.mark.django_db(transaction=True), pytest.mark.timeout(1500),
]  # fmt: skip


@pytest.fixture
def at(tmp_path: Path, transactional_db: None) -> Iterator[Terminal]:
    yield terminal(tmp_path, STUDIO_LOCAL_MODEL="auto", STUDIO_LEASE_SECONDS="30")
    clear_away()


def begin_narrowly(*, is_challenged: bool) -> None:
    """The book of the brief, by a method that wants one claim with one reason, so that little is
    to be written: the model needs a second for fifty words, and more on busy cores. What it says
    against its own prose is as long as the prose, and sometimes without an end."""
    owner_id = signin.owner().pk
    statement = books.Statement("The Pencil", INTENTION, audience="Anyone.", words=100)
    begun = books.begin(statement, owner_id=owner_id, slug="pencil", now=timezone.now())
    book = building.Book(begun.pk, owner_id)
    method = book.state().entry(keys.PROTOCOL) or {}
    wanted = {"claim": 1, "premise": 1, "objection": 0, "term": 1}
    for one in next(p for p in method["passes"] if p["slug"] == "argument")["objects"]:
        one["max"] = wanted.get(one["kind"], 1)
        one["min"] = min(one["min"], one["max"])
    if not is_challenged:
        next(p for p in method["passes"] if p["slug"] == "draft")["gates"] = []
    book.commit({keys.PROTOCOL: method})


@pytest.mark.parametrize(
    "is_challenged",
    [False, pytest.param(True, marks=pytest.mark.long)],
    ids=["plain", "challenged"],
)
def test_the_small_model_writes_a_book_to_the_end(at: Terminal, is_challenged: bool) -> None:
    begin_narrowly(is_challenged=is_challenged)

    # So small a model sometimes fails a passage four times in a row; then its author says it again.
    for _ in range(2):
        done = at.run(
            "write", str(at.brief(words="100")), "--accept", "policy", "--out", "out", timeout=280
        )
        if done.code != NEEDS_A_PERSON:
            break

    project = Project.objects.get(slug="pencil")
    assert "tiny demonstration model" in done.said
    assert verify(project) == []
    assert {path.suffix for path in (at.folder / "out").iterdir()} == {".md", ".html"}
    steps = Unit.objects.in_project(project.pk)
    assert steps.filter(movement_key="", section_id="", standing="accepted").count() == 2
    if done.code == NEEDS_A_PERSON:
        # What it could not write is held, each with its reason, and no book is called complete.
        held = steps.filter(work="held")
        assert held.exists()
        assert all(f"{u.key}: {u.held_words}" in done.said for u in held)
        assert "not complete" in done.said
        return
    assert done.code == 0, (done.said, done.complained[-3000:])
    truths.assert_whole(project.pk)
    assert steps.exclude(movement_key="").exists()


@pytest.mark.long
def test_the_small_model_killed_in_the_middle_of_a_call_comes_back_and_is_asked_again(
    at: Terminal,
) -> None:
    begin_narrowly(is_challenged=True)
    writing = at.begin("write", str(at.brief(words="100")), "--accept", "policy", "--out", "out")
    try:
        assert within(40, Partial.objects.exists)
        cut = Run.objects.active().get()
        killed = services.model(at.folder / "data")
        assert killed is not None

        os.kill(killed.pid, signal.SIGKILL)

        assert within(40, Partial.objects.filter(run__pk__gt=cut.pk).exists)
        again = services.model(at.folder / "data")
        assert again is not None
        assert again.pid != killed.pid
        cut.refresh_from_db()
        assert (cut.state, cut.outcome) == ("failed", "unreachable")
        assert Run.objects.filter(unit=cut.unit_id, pk__gt=cut.pk).exists()
        assert Project.objects.get(slug="pencil").is_running
    finally:
        writing.terminate()
        writing.communicate(timeout=60)
