"""From a brief file to a finished book, by `manage.py write` alone."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from studio.models import Commit, Project, Reply, Unit
from studio.queries.verify import verify
from tests import truths
from tests.patience import slowness, within
from tests.processes import clear_away
from tests.scripted import Answer, Request, Server, failing, scripted_server
from tests.stories.commands import Terminal, terminal
from tests.stories.desk import schema_name

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]


@pytest.fixture
def server() -> Iterator[Server]:
    with scripted_server() as found:
        found.rule(lambda request: schema_name(request) == "outline", two_sections)
        yield found


@pytest.fixture
def at(tmp_path: Path, server: Server, transactional_db: None) -> Iterator[Terminal]:
    yield terminal(tmp_path, server)
    clear_away()


def two_sections(request: Request) -> dict[str, object]:
    """The smallest outline: a book that takes little time."""
    item = request.schema["properties"]["chapters"]["items"] if request.schema else {}
    ids = item["properties"]["sections"]["items"]["properties"]["establishes"]["items"]["enum"]
    said = {"synopsis": "It is sharpened and used.", "done_when": "It is short."}
    sections = [
        {"title": title, "words": 100, "establishes": ids[n : n + 2], "uses": [], **said}
        for n, title in ((0, "The Point"), (2, "The Rubber"))
    ]
    chapter = {"title": "On Wood", "synopsis": said["synopsis"], "sections": sections}
    return {"chapters": [chapter]}


def the_book() -> Project:
    return Project.objects.get(slug="pencil")


def asks_for_prose(request: Request) -> bool:
    return "response_format" not in request.body


def test_a_short_book_from_brief_to_export_and_then_its_brief_is_changed(
    at: Terminal, server: Server
) -> None:
    brief = str(at.brief())

    done = at.run("write", brief, "--accept", "policy", "--out", "out")

    assert done.code == 0, done.said + done.complained
    assert verify(the_book()) == []
    truths.assert_whole(the_book().pk)
    truths.assert_nothing_was_bought_twice(the_book().pk)
    assert len(server.requests) == Reply.objects.count()
    _assert_files(at.folder / "out", the_book())
    _the_same_again_does_nothing(at, server, brief)
    _another_audience_is_a_commit_and_is_written_for(at)


def _assert_files(folder: Path, project: Project) -> None:
    """One file of each format, with every section of the book in it."""
    files = {path.suffix: path.read_text() for path in folder.iterdir()}
    assert set(files) == {".md", ".html"}
    sections = project.entries.current().filter(kind="section").values_list("body", flat=True)
    for title in ("The Pencil", *(body["title"] for body in sections)):
        assert title in files[".md"]
        assert title in files[".html"]
    assert files[".html"].lower().startswith("<!doctype html>")


def _the_same_again_does_nothing(at: Terminal, server: Server, brief: str) -> None:
    n_calls, n_commits = len(server.requests), Commit.objects.count()

    again = at.run("write", brief, "--accept", "policy")

    assert again.code == 0
    assert (len(server.requests), Commit.objects.count()) == (n_calls, n_commits)


def _another_audience_is_a_commit_and_is_written_for(at: Terminal) -> None:
    readers = Unit.objects.filter(current__reads__key="brief/audience")
    read_by = set(readers.values_list("key", flat=True))
    brief = at.brief()
    brief.write_text(brief.read_text().replace("audience: Anyone.", "audience: Carpenters."))

    done = at.run("write", str(brief), "--accept", "policy")

    assert done.code == 0, done.said + done.complained
    assert f"The brief changed: audience. {len(read_by)} steps" in done.said
    assert all(f"  {key}: brief/audience" in done.said for key in read_by)
    changed = Commit.objects.get(kind="brief")
    assert [key for key, *_ in changed.changes] == ["brief/audience"]
    assert not Unit.objects.in_project(the_book().pk).stale().exists()
    assert verify(the_book()) == []


def test_a_book_stopped_in_the_middle_goes_on_where_it_was(at: Terminal, server: Server) -> None:
    server.rule(asks_for_prose, Answer(token_delay=0.1), times=1)
    brief = str(at.brief())
    first = at.begin("write", brief, "--accept", "policy")
    writing = Unit.objects.filter(movement_key__gt="", work="active")
    assert within(40, writing.exists)
    first.send_signal(2)
    first.communicate(timeout=30 * slowness())
    accepted = truths.accepted(the_book().pk)
    assert not the_book().is_running
    assert accepted

    done = at.run("write", brief, "--accept", "policy")

    assert done.code == 0, done.said + done.complained
    assert accepted <= truths.accepted(the_book().pk)
    truths.assert_whole(the_book().pk)
    truths.assert_nothing_was_bought_twice(the_book().pk)
    assert verify(the_book()) == []


def test_steps_that_need_a_person_are_listed_with_their_reasons(
    at: Terminal, server: Server
) -> None:
    too_long = failing(
        400, "The maximum context length is 8 tokens.", code="context_length_exceeded"
    )
    server.rule(asks_for_prose, too_long)

    done = at.run("write", str(at.brief()), "--accept", "policy", "--out", "out")

    assert done.code == 3, done
    listed = done.said.partition("The book is not complete. These need a person:")[2]
    held = Unit.objects.filter(work="held")
    assert held.exists()
    assert all(f"  {unit.key}: {unit.held_words}" in listed for unit in held)
    assert "— not complete" in done.said
    assert verify(the_book()) == []


def test_a_server_that_wants_another_key_stops_the_book_and_says_so(
    at: Terminal, server: Server
) -> None:
    server.traits.api_key = "secret"

    done = at.run("write", str(at.brief()), "--accept", "policy")

    assert done.code == 3, done
    assert "the book: " in done.said
    assert "key" in done.said.partition("the book: ")[2]
    assert len(server.requests) == 1
    assert verify(the_book()) == []
