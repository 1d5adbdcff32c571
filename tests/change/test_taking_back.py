"""An earlier version is taken back as what it is, not as if it had been written today."""

import pytest
from django.utils import timezone

from studio.actions import planned, wording
from studio.core.intent import BadIntent
from studio.models import Artifact
from studio.queries import board, planning
from tests.stories import desk as desks
from tests.stories.desk import Desk

pytestmark = pytest.mark.django_db
CELLAR = "draft/s3/the-walk"


def edited(desk: Desk) -> str:
    """Writes over a text by hand; returns what it was."""
    before = desk.book.body_of(CELLAR)
    wording.edit_text(
        desk.book.unit(CELLAR).pk, "Mine.", actor_id=desk.book.owner_id, cause="Edited",
        now=timezone.now(),
    )  # fmt: skip
    return before


def test_what_it_was_written_from_and_whose_words_it_has_come_back_with_it(desk: Desk) -> None:
    before, n_calls = edited(desk), desk.n_calls

    desk.does(f"take {CELLAR} 1")

    unit = desk.book.unit(CELLAR)
    assert unit.current is not None
    assert (unit.current.number, unit.current.origin) == (1, "model")
    assert (unit.accepted_by, desk.book.body_of(CELLAR)) == ("person", before)
    assert (desk.book.stale(), desk.n_calls) == (set(), n_calls)
    assert desk.is_whole()


def test_a_version_of_before_a_change_is_stale_and_fresh_when_the_change_goes(desk: Desk) -> None:
    desk.does("set object/premise-2.text=Other. --rewrite")
    number = desk.project.commit_number
    desk.goes_on()
    assert desk.book.stale() == set()

    plan = desk.does(f"take {CELLAR} 1")
    assert [row.key for row in plan.stale] == [CELLAR]
    assert desk.book.stale() == {CELLAR}

    n_calls = desk.n_calls
    desk.does("set 'object/premise-2.text=Cellars know the old shore.'")
    assert CELLAR not in desk.book.stale()
    assert (desk.n_calls, number < desk.project.commit_number) == (n_calls, True)
    assert desk.is_whole()


@pytest.mark.parametrize("change", [f"keep {CELLAR}", f"pin {CELLAR}", f"take {CELLAR} 1"])
def test_each_is_undone_with_its_marks_and_without_a_call(desk: Desk, change: str) -> None:
    edited(desk)
    desk.does("set object/premise-2.text=Other.")
    before, n_calls = (desk.standing(), desk.texts(), desk.book.stale()), desk.n_calls
    locked = desk.book.unit(CELLAR).is_pinned

    desk.does(change)
    desk.does(f"undo {desk.project.commit_number}")

    assert (desk.standing(), desk.texts(), desk.book.stale()) == before
    assert (desk.book.unit(CELLAR).is_pinned, desk.n_calls) == (locked, n_calls)
    assert desk.is_whole()


def test_a_distrusted_paragraph_that_comes_back_is_distrusted_still(desk: Desk) -> None:
    first, second = desks.paragraph_ids(desk.book, CELLAR)
    texts = desk.book.body_of(CELLAR).strip().split("\n\n")
    desk.does(f"distrust {CELLAR} --paragraphs {second}")
    wording.edit_paragraph(
        desk.book.unit(CELLAR).pk, first, "Mine.", actor_id=desk.book.owner_id, now=timezone.now()
    )

    desk.does(f"take {CELLAR} 1")

    assert desk.book.body_of(CELLAR).strip().split("\n\n") == texts
    assert desk.standing()[CELLAR] == "reopened"
    assert desk.is_whole()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (f"take {CELLAR}", "Say which version"),
        (f"take {CELLAR} many", "Say which version"),
        (f"take {CELLAR} 99", "no text of version 99"),
        (f"take {CELLAR} 1", "says already"),
        ("take map/s3 1", "no text of version 1"),
    ],
)
def test_what_cannot_be_taken_back_is_said(desk: Desk, change: str, said: str) -> None:
    n_versions = Artifact.objects.count()

    with pytest.raises(BadIntent) as refused:
        desk.does(change)

    assert said in str(refused.value)
    assert Artifact.objects.count() == n_versions


def test_an_undo_is_shown_first_for_a_text_that_its_list_does_not_reach(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.does("set brief.audience=Bakers.")
    number = desk.project.commit_number
    desk.does("keep draft")
    desk.does("set brief.intention=To bake.")
    desk.does(f"keep {CELLAR}")
    monkeypatch.setattr(planning, "MOST_ROWS", 1)

    with pytest.raises(planned.PlanChanged) as shown:
        planned.undo(
            desk.project.pk, number, actor_id=desk.book.owner_id, now=timezone.now()
        )  # fmt: skip

    assert [row.is_stale_now for row in shown.value.plan.stale] == [True]
    assert CELLAR not in desk.book.stale()
    assert desk.is_whole()


def test_words_that_are_distrusted_do_not_count_as_accepted(desk: Desk) -> None:
    before = board.board(desk.project).progress.accepted_words

    desk.does("distrust draft --scope s3")
    less = board.board(desk.project).progress.accepted_words
    desk.does("trust draft --scope s3")

    assert 0 < less < before == board.board(desk.project).progress.accepted_words
