"""A backup brings every book back, in an installation that knew none."""

from pathlib import Path

from tests.local import commands


def test_a_restored_installation_holds_the_books_and_verifies_clean(tmp_path: Path) -> None:
    file = tmp_path / "books.dump"
    commands.run(tmp_path / "one", "demo")
    commands.run(tmp_path / "one", "backup", str(file))

    restored = commands.run(tmp_path / "two", "restore", str(file))

    assert "somewhere-to-sit: Somewhere to Sit: every invariant holds" in restored.stdout


def test_a_file_that_is_no_backup_is_refused_in_words(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("not a dump")

    refused = commands.run(tmp_path / "one", "restore", str(file))

    assert refused.returncode == 1
    assert "is no backup" in refused.stderr
