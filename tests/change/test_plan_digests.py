"""When a plan is another plan: a step that it concerns has another version, or another fate."""

import pytest

from tests.change.plans import edit
from tests.stories.desk import Desk

pytestmark = pytest.mark.django_db
BOOK = {"wide": ("s1",)}
WALK, WALK_2, QUARRY = "draft/s1/the-walk", "draft/s1/the-walk-2", "draft/s2/the-walk"
SYNOPSIS = "set section/s1.synopsis=Other."


@pytest.mark.parametrize(
    ("change", "before", "meanwhile", "is_another"),
    [
        (f"recompose {WALK}", "", WALK, True),
        (f"recompose {WALK} --mine-too", "", WALK, True),
        (f"recompose {WALK} --mine-too", "", WALK_2, True),
        (f"recompose {WALK}", "", QUARRY, False),
        (f"recompose {WALK}", "", f"pin {WALK}", True),
        (f"recompose {WALK}", "", f"pin {WALK_2}", True),
        (f"recompose {WALK}", "", f"pin {QUARRY}", False),
        (f"recompose {WALK}", f"pin {WALK}", WALK, True),
        (f"recompose {WALK}", f"pin {WALK_2}", f"unpin {WALK_2}", True),
        (f"distrust {WALK}", "", WALK_2, True),
        (f"distrust {WALK}", "", f"pin {WALK_2}", True),
        (f"distrust {WALK}", "", QUARRY, False),
        ("distrust draft --scope s1", "", QUARRY, False),
        ("distrust draft --scope s1", "", f"distrust {WALK}", True),
        (SYNOPSIS, "", WALK, True),
        (SYNOPSIS, "", QUARRY, False),
        (SYNOPSIS, "", "set section/s1.synopsis=Third.", True),
        (f"{SYNOPSIS} --keep", "", WALK_2, True),
        (f"{SYNOPSIS} --rewrite", "", f"pin {WALK}", True),
    ],
)
def test_a_plan_that_no_longer_holds_has_another_digest(
    desk: Desk, change: str, before: str, meanwhile: str, is_another: bool
) -> None:
    if before:
        desk.does(before)
    made = desk.plan(change).digest
    assert desk.plan(change).digest == made

    if meanwhile.startswith("draft/"):
        edit(desk, meanwhile, "Mine, all of it.")
    else:
        desk.does(meanwhile)

    assert (desk.plan(change).digest != made) is is_another
