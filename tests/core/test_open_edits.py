from datetime import timedelta

import pytest

from studio.core import open_edits
from tests import building
from tests.building import NOW

OUTLINE = """
    s1 Water establishes claim-1
    s2 Stone uses claim-1 depends_on s1
    s3 Sand
        s4 Dune depends_on s2
"""
OBJECTS = """
    thesis-1: Rivers remember.
    claim-1 to thesis-1: Water keeps its course.
    premise-1 to claim-1: Old beds fill first.
    term-1 memory: what stays
"""


def readers(name: str) -> set[str]:
    entries = building.entries(OUTLINE, OBJECTS)
    sections, objects = (
        {key.partition("/")[2]: body for key, body in entries.items() if key.startswith(kind)}
        for kind in ("section/", "object/")
    )
    return open_edits.readers_of(name, sections, objects, building.argument())


@pytest.mark.parametrize(
    ("name", "holds"),
    [
        ("brief", {"*"}),
        ("section/s1", {"s1"}),
        ("outline/s1", {"s1", "s2", "s3"}),
        ("outline/s3", {"s1", "s2", "s3", "s4"}),
        ("plan/s4", {"s4"}),
        ("plan/claim-1", {"", "s1", "s2", "s4"}),
        ("plan/premise-1", {""}),
        ("plan/thesis-1", {"", "s1", "s2", "s3", "s4"}),
        ("plan/term-1", {"", "s1", "s2", "s3", "s4"}),
        ("plan/gone", {"*"}),
    ],
)
def test_what_reads_an_edit_waits_for_it(name: str, holds: set[str]) -> None:
    assert readers(name) == holds


def test_an_edit_holds_until_there_is_no_sign_of_life() -> None:
    edits = open_edits.with_edit({}, "section/s1", ["s1"], NOW)

    assert open_edits.holding(edits, "s1", NOW + timedelta(minutes=4)) == "section/s1"
    assert open_edits.holding(edits, "s2", NOW) == ""
    assert open_edits.holding(edits, "s1", NOW + timedelta(minutes=6)) == ""
    assert open_edits.held(edits, NOW) == (False, [], ["s1"])
    # A clock that was put back must not make an edit last for ever.
    assert open_edits.holding(edits, "s1", NOW - timedelta(minutes=6)) == ""


def test_an_edit_of_everything_holds_everything() -> None:
    edits = open_edits.with_edit({}, "brief", ["*"], NOW)

    assert open_edits.holding(edits, "", NOW) == "brief"
    assert open_edits.holding(edits, "s9", NOW) == "brief"
    assert open_edits.held(edits, NOW) == (True, [], [])


def test_what_was_confirmed_waits_for_no_typing_beside_it() -> None:
    typing = open_edits.with_edit({}, "section/s1", ["s1"], NOW)
    both = open_edits.with_edit(typing, "plan/s1", ["s1"], NOW)

    assert open_edits.holding(typing, "s1", NOW, is_granted=True) == ""
    assert open_edits.holding(both, "s1", NOW, is_granted=True) == "plan/s1"
    assert open_edits.held(both, NOW) == (False, ["s1"], [])


def test_signs_of_life_are_written_down_once_in_a_while_and_old_edits_forgotten() -> None:
    edits = open_edits.with_edit({}, "brief", ["*"], NOW)

    assert open_edits.is_known(edits, "brief", NOW + timedelta(seconds=30))
    assert not open_edits.is_known(edits, "brief", NOW + timedelta(seconds=90))
    later = open_edits.with_edit(edits, "section/s1", ["s1"], NOW + timedelta(minutes=9))
    assert list(later) == ["section/s1"]


def test_what_was_written_is_edited_no_more() -> None:
    edits = {
        name: {"at": NOW.isoformat(), "holds": []}
        for name in ("brief", "plan/claim-1", "outline/s1", "plan/s1", "section/s1")
    }

    assert set(open_edits.without_written(edits, ["brief/audience"])) == set(edits) - {"brief"}
    assert set(open_edits.without_written(edits, ["object/claim-1"])) == set(edits) - {
        "plan/claim-1"
    }
    assert set(open_edits.without_written(edits, ["section/s1", "text/draft/s1/a"])) == {
        "brief", "plan/claim-1", "section/s1",
    }  # fmt: skip
