"""What `manage.py write` refuses, before it begins anything."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from studio.models import Project

pytestmark = pytest.mark.django_db
GOOD = b"---\ntitle: The Pencil\nwords: 300\n---\nIt may be changed.\n"
CASES: dict[str, tuple[bytes, tuple[str, ...], str]] = {
    "an empty brief": (b"", (), "is empty"),
    "a brief of 2 MB": (GOOD + b"x" * 2_000_000, (), "bytes; at most"),
    "a brief that is long but could be read": (GOOD + b"x" * 200_000, (), "characters; at most"),
    "a NUL byte": (GOOD + b"\0", (), "NUL"),
    "no text": (b"---\ntitle: The Pencil\n---\n", (), "no text below"),
    "no title": (b"It may be changed.\n", (), "has no title"),
    "words that are none": (GOOD.replace(b"300", b"many"), (), "write a number"),
    "too few words": (GOOD.replace(b"300", b"3"), (), "between 100 and 500,000"),
    "a language that is none": (
        GOOD.replace(b"words", b"language: plain English\nwords"), (), "language as a code",
    ),
    "a slug with a slash": (GOOD, ("--slug", "../etc"), "short name"),
    "a slug in capitals": (GOOD, ("--slug", "Pencil"), "short name"),
    "a slug that is too long": (GOOD, ("--slug", "x" * 61), "short name"),
    "a method that does not exist": (GOOD, ("--protocol", "sonnet"), "no method “sonnet”"),
    "an amount with a sign": (GOOD, ("--money", "$5"), "such as 0.15"),
    "no model": (GOOD, (), "No model is set up"),
}  # fmt: skip


def write(path: Path, *words: str) -> CommandError:
    with pytest.raises(CommandError) as error:
        call_command("write", str(path), "--accept", "policy", *words, stdout=StringIO())
    return error.value


@pytest.mark.parametrize("name", CASES)
def test_it_refuses(name: str, tmp_path: Path) -> None:
    content, words, said = CASES[name]
    brief = tmp_path / "pencil.md"
    brief.write_bytes(content)

    error = write(brief, *words)

    assert error.returncode == 2
    assert said in str(error)
    assert len(str(error)) < 400
    assert name == "no model" or not Project.objects.exists()


def test_it_refuses_a_brief_that_is_not_there(tmp_path: Path) -> None:
    assert "cannot be read" in str(write(tmp_path / "nothing.md"))


def test_it_refuses_a_file_whose_name_makes_no_slug(tmp_path: Path) -> None:
    brief = tmp_path / "Überfluss!.md"
    brief.write_bytes(GOOD)

    assert "short name" in str(write(brief))
