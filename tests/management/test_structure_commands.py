"""The structure of a book from the command line: planned, carried out, undone."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tests.stories.desk import Desk

pytestmark = pytest.mark.django_db
BOOK = {"wide": ("s1",)}
CELLAR = "draft/s3/the-walk"


def said(*words: str) -> str:
    out = StringIO()
    call_command(*words, stdout=out)
    return out.getvalue()


def ids(desk: Desk) -> list[str]:
    return [key for key in desk.book.units() if key.startswith("map/")]


def test_what_ends_is_told_before_and_comes_back_with_an_undo(desk: Desk) -> None:
    before, n_calls = desk.texts(), desk.n_calls

    plan = json.loads(said("plan", "rivers", "remove", "section/s3", "--json"))
    lines = said("plan", "rivers", "remove", "section/s3")
    said("apply", "rivers", "remove", "section/s3", "--confirm", plan["digest"])

    assert [row["key"] for row in plan["ending"]] == ["map/s3", CELLAR]
    assert f"ends, kept in the history: Draft of 3, passage 1 ({CELLAR})" in lines
    assert CELLAR not in desk.texts()
    said("apply", "rivers", "undo", str(desk.project.commit_number), "--yes")
    assert (desk.texts(), desk.n_calls, desk.work("pending")) == (before, n_calls, set())
    assert desk.is_whole()


def test_a_plan_of_structure_that_no_longer_holds_is_told_anew(desk: Desk) -> None:
    change = ("move", "section/s3", "up")
    old = json.loads(said("plan", "rivers", *change, "--json"))["digest"]
    desk.does("add section Quay --before s3")

    with pytest.raises(CommandError) as error:
        said("apply", "rivers", *change, "--confirm", old)

    assert error.value.returncode == 4


def test_a_book_is_built_line_by_line(desk: Desk) -> None:
    for change in (
        ("add", "section", "Quay", "words=300", "--after", "s1"),
        ("add", "object", "premise", "text=Quays are walls.", "--to", "claim-2"),
        ("add", "relation", "section/s4", "uses", "premise-3"),
        ("move", "section/s4", "--before", "section/s1"),
        ("split", "section/s1", "--at", "the-walk-2", "--title", "Back", "--keep"),
    ):
        said("apply", "rivers", *change, "--yes")

    assert ids(desk) == ["map/s4", "map/s1", "map/s5", "map/s2", "map/s3"]
    quay = json.loads(said("show", "rivers", "section/s4"))["entry"]
    assert (quay["title"], quay["words"], quay["uses"]) == ("Quay", 300, ["premise-3"])
    assert desk.is_whole()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("add",), "Say what to add: section TITLE"),
        (("add", "object", "dragon"), "it does of: thesis, claim"),
        (("remove", "s3"), "Say what to remove"),
        (("split", "section/s1"), "--at PASSAGE"),
        (("merge", "section/s3"), "No section follows"),
        (("move", "section/s1", "up"), "cannot be moved further"),
    ],
)
def test_what_cannot_be_done_says_what_to_write(
    desk: Desk, words: tuple[str, ...], told: str
) -> None:
    with pytest.raises(CommandError, match=told) as error:
        said("plan", "rivers", *words)

    assert error.value.returncode == 2
