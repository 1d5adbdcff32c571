"""A backup brings every book back, in an installation that knew none."""

import time
from pathlib import Path

import pytest

from tests.local import commands
from tests.scripted import scripted_server

BRIEF = """---
title: The Pencil
language: en
words: 600
audience: Anyone.
---
A pencil is the better tool for plans, because what it wrote may still be changed.
"""


def test_a_restored_installation_holds_the_books_and_verifies_clean(
    data: Path, tmp_path: Path
) -> None:
    file = tmp_path / "books.dump"
    commands.run(data, "demo")
    commands.run(data, "backup", str(file))

    restored = commands.run(tmp_path / "two", "restore", str(file))

    assert "somewhere-to-sit: Somewhere to Sit: every invariant holds" in restored.stdout


def test_a_file_that_is_no_backup_is_refused_in_words(data: Path, tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("not a dump")

    refused = commands.run(data, "restore", str(file))

    assert refused.returncode == 1
    assert "is no backup" in refused.stderr


@pytest.mark.long
@pytest.mark.timeout(300)
def test_a_book_that_was_backed_up_in_the_middle_is_finished_where_it_is_restored(
    tmp_path: Path,
) -> None:
    file, brief = tmp_path / "books.dump", tmp_path / "pencil.md"
    brief.write_text(BRIEF)
    write = ("write", str(brief), "--accept", "policy")
    with scripted_server() as server:
        told = {"OPENAI_BASE_URL": server.base_url, "STUDIO_MODEL": "scripted"}
        server.traits.wait = 1.0
        running = commands.begin(tmp_path / "one", "manage.py", *write, **told)
        deadline = time.monotonic() + 60
        while len(server.requests) < 6 and time.monotonic() < deadline:
            time.sleep(0.1)

        backed_up = commands.run(tmp_path / "one", "backup", str(file))
        assert backed_up.returncode == 0, backed_up.stderr
        running.kill()
        running.communicate()
        restored = commands.run(tmp_path / "two", "restore", str(file))
        assert "pencil: The Pencil: every invariant holds" in restored.stdout
        server.traits.wait = 0.0
        finished = commands.run(tmp_path / "two", *write, **told)

    assert finished.returncode == 0, finished.stdout + finished.stderr
    assert "Going on with “The Pencil”" in finished.stdout
    verified = commands.run(tmp_path / "two", "verify", "pencil")
    assert verified.returncode == 0, verified.stdout
