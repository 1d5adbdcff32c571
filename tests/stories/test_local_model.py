"""The smallest book that there is, written by the real small model of this machine."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from studio.models import Project, Unit
from studio.queries.verify import verify
from tests import truths
from tests.processes import clear_away
from tests.stories.commands import Terminal, terminal

pytestmark = [
    pytest.mark.local_model, pytest.mark.django_db(transaction=True), pytest.mark.timeout(300),
]  # fmt: skip


@pytest.fixture
def at(tmp_path: Path, transactional_db: None) -> Iterator[Terminal]:
    yield terminal(tmp_path, STUDIO_LOCAL_MODEL="auto", STUDIO_LEASE_SECONDS="30")
    clear_away()


def test_the_small_model_writes_a_book_to_the_end(at: Terminal) -> None:
    done = at.run(
        "write", str(at.brief(words="100")), "--accept", "policy", "--out", "out", timeout=280
    )

    project = Project.objects.get(slug="pencil")
    assert done.code == 0, (done.said, done.complained[-3000:])
    assert "tiny demonstration model" in done.said
    assert verify(project) == []
    truths.assert_whole(project.pk)
    prose = Unit.objects.in_project(project.pk).exclude(movement_key="")
    assert prose.exists()
    assert {path.suffix for path in (at.folder / "out").iterdir()} == {".md", ".html"}
