"""Files from the command line."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests import building

pytestmark = pytest.mark.django_db


def test_every_format_is_written_and_told_of(tmp_path: Path, capsys: Any) -> None:
    slug = building.book(is_written=True).project.slug

    call_command("export", slug, "--format", "md,html,pdf,epub,docx", "--out", tmp_path, "--json")

    told = json.loads(capsys.readouterr().out)
    assert [Path(fact["path"]).suffix for fact in told] == [
        ".md", ".html", ".pdf", ".epub", ".docx"
    ]  # fmt: skip
    assert all(Path(fact["path"]).stat().st_size == fact["bytes"] for fact in told)
    assert all(len(fact["sha256"]) == 64 for fact in told)


@pytest.mark.parametrize(
    ("told", "words"),
    [
        (["--format", "odt"], "There is no format “odt”. Choose of: pdf, epub, docx, html, md"),
        (["--format", ""], "Choose of: pdf"),
        (["--format", "md", "--part", "s99"], "There is no section “s99” in this book."),
    ],
)
def test_what_cannot_be_made_is_refused_in_words(
    tmp_path: Path, told: list[str], words: str
) -> None:
    slug = building.book(is_written=True).project.slug

    with pytest.raises(CommandError, match=words):
        call_command("export", slug, *told, "--out", tmp_path)

    assert list(tmp_path.iterdir()) == []


def test_what_is_not_printed_as_written_is_said(tmp_path: Path, capsys: Any) -> None:
    begun = building.book(autonomy="ahead")
    begun.write({"draft/s1/spring": "See ![a lamp](lamp.png)."})

    call_command(
        "export", begun.project.slug, "--format", "epub", "--part", "s1", "--out", tmp_path
    )

    assert "The picture “lamp.png” is printed as its words" in capsys.readouterr().out
