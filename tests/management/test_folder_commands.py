"""The folder of a book from the command line: written, brought in, refused in words."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from studio.models import Project
from tests import building

pytestmark = pytest.mark.django_db


def said(*words: str) -> str:
    out = StringIO()
    call_command(*words, stdout=out)
    return out.getvalue()


def tree(folder: Path) -> dict[str, bytes]:
    paths = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in paths}


def test_a_folder_that_is_brought_in_is_written_as_it_was(tmp_path: Path) -> None:
    building.book(is_written=True, is_running=False)

    first = said("export", "rivers", "--format", "folder", "--out", str(tmp_path / "a"))
    again = said("export", "rivers", "--format", "folder,md", "--out", str(tmp_path / "a"))
    brought = said("import_folder", str(tmp_path / "a" / "rivers"), "--slug", "streams")
    said("export", "streams", "--format", "folder", "--out", str(tmp_path / "b"))

    assert "files changed" in first
    assert "nothing changed" in again
    assert "“Rivers” is on the shelf as streams." in brought
    assert tree(tmp_path / "a" / "rivers") == tree(tmp_path / "b" / "streams")


def test_what_cannot_be_brought_in_is_refused_in_words(tmp_path: Path) -> None:
    building.begin()
    for told, words in (
        ([str(tmp_path)], "not the folder of a book"),
        ([str(tmp_path / "gone")], "cannot be read"),
        ([str(tmp_path), "--slug", "No Good"], "cannot be the short name"),
    ):
        with pytest.raises(CommandError, match=words):
            said("import_folder", *told)
    assert Project.objects.count() == 1


def test_what_was_edited_in_a_folder_comes_back_as_it_was_shown(tmp_path: Path) -> None:
    book = building.book(is_written=True, is_running=False)
    said("export", "rivers", "--format", "folder", "--out", str(tmp_path))
    folder = tmp_path / "rivers"
    (text,) = (folder / "text").glob("*water*")
    text.write_text(text.read_text().replace("reaches", "meets") + "\n\n\n")

    shown = said("import_folder", str(folder), "--slug", "rivers")
    told = json.loads(said("import_folder", str(folder), "--slug", "rivers", "--json"))
    assert "Text of 1 Water: 9 → 9 words" in shown
    assert f"--confirm {told['digest']}" in shown
    with pytest.raises(CommandError, match="something else now"):
        said("import_folder", str(folder), "--slug", "rivers", "--confirm", "nonsense")
    said("import_folder", str(folder), "--slug", "rivers", "--confirm", told["digest"])

    assert book.body_of("draft/s1/mouth") == "Water meets the sea.\n"
    assert "says nothing" in said("import_folder", str(folder), "--slug", "rivers")
    again = said("export", "rivers", "--format", "folder", "--out", str(tmp_path))
    assert "nothing changed" in again
