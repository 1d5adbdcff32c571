"""From a brief file to a finished book, by `manage.py write` alone."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from studio.models import Commit, Project, Reply, Unit
from studio.queries.verify import verify
from tests import truths
from tests.processes import clear_away, within
from tests.scripted import Server, scripted_server
from tests.stories.commands import Terminal, terminal

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(120)]


@pytest.fixture
def server() -> Iterator[Server]:
    with scripted_server() as found:
        yield found


@pytest.fixture
def at(tmp_path: Path, server: Server, transactional_db: None) -> Iterator[Terminal]:
    yield terminal(tmp_path, server)
    clear_away()


def test_a_short_book_from_brief_to_export_and_the_same_again_does_nothing(
    at: Terminal, server: Server
) -> None:
    brief = str(at.brief())

    done = at.run("write", brief, "--accept", "policy", "--out", "out")

    assert (done.code, done.complained) == (0, "")
    project = Project.objects.get(slug="pencil")
    assert verify(project) == []
    truths.assert_whole(project.pk)
    truths.assert_nothing_was_bought_twice(project.pk)
    assert len(server.requests) == Reply.objects.count()
    _assert_files(at.folder / "out", project)

    n_calls, n_commits = len(server.requests), Commit.objects.count()
    again = at.run("write", brief, "--accept", "policy")

    assert again.code == 0
    assert (len(server.requests), Commit.objects.count()) == (n_calls, n_commits)


def _assert_files(folder: Path, project: Project) -> None:
    """One file of each format, with every text of the book in it."""
    files = {path.suffix: path.read_text() for path in folder.iterdir()}
    assert set(files) == {".md", ".html"}
    state = {k: b for k, b in project.entries.current().values_list("key", "body")}
    for unit in Unit.objects.in_project(project.pk).exclude(movement_key=""):
        section = state[f"section/{unit.section_id}"]
        assert section["title"] in files[".md"]
        assert section["title"] in files[".html"]
    assert "The Pencil" in files[".md"]
    assert files[".html"].lower().startswith("<!doctype html>")


def test_a_brief_that_changed_between_two_calls_is_a_commit_and_is_carried_out(
    at: Terminal, server: Server
) -> None:
    at.run("write", str(at.brief()), "--accept", "policy")
    project = Project.objects.get(slug="pencil")
    read_by = set(
        Unit.objects.filter(current__reads__key="brief/audience").values_list("key", flat=True)
    )

    done = at.run("write", str(_for_others(at)), "--accept", "policy")

    assert done.code == 0
    assert f"The brief changed: audience. {len(read_by)} steps" in done.said
    assert all(f"  {key}: brief/audience" in done.said for key in read_by)
    changed = Commit.objects.get(project=project, kind="brief")
    assert [key for key, *_ in changed.changes] == ["brief/audience"]
    assert not Unit.objects.in_project(project.pk).stale().exists()
    assert verify(project) == []


def _for_others(at: Terminal) -> Path:
    brief = at.brief()
    brief.write_text(brief.read_text().replace("audience: Anyone.", "audience: Carpenters."))
    return brief


def test_a_book_stopped_in_the_middle_goes_on_where_it_was(at: Terminal, server: Server) -> None:
    server.traits.token_delay = 0.02
    brief = str(at.brief())
    first = at.begin("write", brief, "--accept", "policy")
    assert within(40, lambda: Unit.objects.filter(movement_key__gt="", work="active").exists())
    first.send_signal(2)
    first.communicate(timeout=30)
    project = Project.objects.get(slug="pencil")
    accepted = truths.accepted(project.pk)
    assert not project.is_running
    assert accepted

    server.traits.token_delay = 0
    done = at.run("write", brief, "--accept", "policy")

    assert done.code == 0
    assert accepted <= truths.accepted(project.pk)
    truths.assert_whole(project.pk)
    truths.assert_nothing_was_bought_twice(project.pk)
    assert verify(project) == []


def test_a_book_with_steps_that_need_a_person_ends_with_their_reasons(
    at: Terminal, server: Server
) -> None:
    server.rule(lambda request: "response_format" not in request.body, "I cannot help with that.")

    done = at.run("write", str(at.brief()), "--accept", "policy", "--out", "out")

    assert done.code == 3
    assert "The book is not complete. These need a person:" in done.said
    held = Unit.objects.filter(work="held")
    assert held.exists()
    assert all(f"  {unit.key}: {unit.held_words}" in done.said for unit in held)
    assert "not complete" in done.said.split("These need a person")[0]
    assert verify(Project.objects.get()) == []
