"""Plans for single paragraphs: whose they are, and how old."""

from datetime import timedelta

import pytest
from django.utils import timezone

from studio.actions import wording
from studio.core import keys
from tests.change.plans import LATER, edit, seen
from tests.stories import desk as desks
from tests.stories.desk import Desk

pytestmark = pytest.mark.django_db
BOOK = {"wide": ("s1",)}
WALK, WALK_2 = "draft/s1/the-walk", "draft/s1/the-walk-2"
QUARRY, CELLAR = "draft/s2/the-walk", "draft/s3/the-walk"
DRAFTS = {WALK, WALK_2, QUARRY, CELLAR}


def test_paragraphs_are_distrusted_one_by_one(desk: Desk) -> None:
    _, second = desks.paragraph_ids(desk.book, WALK)

    plan = desk.does(f"distrust {WALK} --paragraphs {second}")

    assert seen(plan)["distrusted"] == {WALK}
    assert seen(plan)["stale"] == {WALK_2}
    entry = desk.book.state().entry(keys.trust(WALK))
    assert entry is not None
    assert (entry["whole"], entry["paragraphs"]) == (False, [second])
    assert "a paragraph" in plan.title


def test_all_paragraphs_one_by_one_are_the_whole(desk: Desk) -> None:
    ids = ",".join(desks.paragraph_ids(desk.book, WALK))

    desk.does(f"distrust {WALK} --paragraphs {ids}")

    entry = desk.book.state().entry(keys.trust(WALK))
    assert entry is not None
    assert (entry["whole"], entry["paragraphs"]) == (True, [])


def test_what_a_person_wrote_stays_trusted_unless_it_is_ticked(desk: Desk) -> None:
    edit(desk, QUARRY, "Mine, all of it.")

    plan = desk.plan("distrust draft")
    ticked = desk.plan("distrust draft --mine-too")

    assert seen(plan)["distrusted"] == DRAFTS - {QUARRY}
    assert seen(plan)["kept"] == {QUARRY}
    assert seen(ticked)["distrusted"] == DRAFTS


def test_of_an_edited_text_only_what_the_model_wrote_is_distrusted(desk: Desk) -> None:
    theirs = desk.book.body_of(QUARRY).strip().split("\n\n")
    edit(desk, QUARRY, theirs[0], "Mine, this one.")
    mine = desks.paragraph_ids(desk.book, QUARRY)[1]

    desk.does(f"distrust {QUARRY}")

    entry = desk.book.state().entry(keys.trust(QUARRY))
    assert entry is not None
    assert entry["whole"] is False
    assert mine not in entry["paragraphs"]


@pytest.mark.parametrize("origin", ["scripted", f"before:{LATER}"])
def test_an_edit_by_hand_does_not_hide_the_models_paragraphs(desk: Desk, origin: str) -> None:
    """The origin of a paragraph is the version in which a model wrote it."""
    theirs = desk.book.body_of(QUARRY).strip().split("\n\n")
    edit(desk, QUARRY, theirs[0], "Mine, this one.")

    plan = desk.plan(f"distrust draft --scope s2 --origin {origin}")

    assert seen(plan)["distrusted"] == {QUARRY}


def test_an_old_paragraph_is_old_although_its_text_was_edited_today(desk: Desk) -> None:
    theirs = desk.book.body_of(QUARRY).strip().split("\n\n")
    wording.edit_text(
        desk.book.unit(QUARRY).pk, f"{theirs[0]}\n\nMine.", actor_id=desk.book.owner_id,
        cause="Edited", now=timezone.now() + timedelta(days=9),
    )  # fmt: skip

    plan = desk.plan(f"distrust draft --scope s2 --origin before:{LATER}")

    assert seen(plan)["distrusted"] == {QUARRY}
