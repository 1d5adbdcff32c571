"""A manuscript from the command line: looked at first, then a book."""

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
    call_command("import_manuscript", *words, stdout=out)
    return out.getvalue()


def test_a_folder_is_shown_before_it_is_a_book(tmp_path: Path) -> None:
    building.begin()
    (tmp_path / "ch10.md").write_text("# Ten\n\nLast words.\n")
    (tmp_path / "ch2.md").write_text("# Two\n\nFirst words here.\n")
    (tmp_path / "LICENSE.md").write_text("x")

    shown = said(str(tmp_path), "--dry-run")
    told = json.loads(said(str(tmp_path), "--slug", "numbers", "--json"))

    assert "Two (3)\nTen (2)\nTo know: 1 file beside the text" in shown
    assert "Nothing was made" in shown
    assert (told["book"], told["n_sections"], told["words"]) == ("numbers", 2, 7)
    assert list(Project.objects.order_by("pk").values_list("slug", flat=True)) == [
        "rivers", "numbers",
    ]  # fmt: skip


def test_what_cannot_be_read_is_refused_in_words(tmp_path: Path) -> None:
    building.begin()
    (tmp_path / "a.docx").write_text("no")
    for path, more, words in (
        ("gone.md", [], "cannot be read"),
        ("a.docx", [], "is damaged: it is no DOCX file"),
        ("a.docx", ["--slug", "rivers"], "a book “rivers” already"),
    ):
        with pytest.raises(CommandError, match=words):
            said(str(tmp_path / path), *more)
