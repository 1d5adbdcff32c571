"""What becomes of a text and a proposal beside it, change by change."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.core import choices
from studio.core.choices import Choice

OLD = ["Water comes up.", "It is cold in the morning and clear.", "Then it runs."]
NEW = ["Water comes up.", "It is cold in the evening and clear.", "A heron.", "Then it runs."]


def test_changes_are_what_differs_in_order() -> None:
    found = choices.changes(OLD, NEW)

    assert [c.kind for c in found] == ["equal", "replace", "insert", "equal"]
    assert found[1].old == (OLD[1],)
    assert found[2].new == ("A heron.",)


def test_what_was_written_anew_in_one_place_is_one_change() -> None:
    found = choices.changes(["One.", "Old words here.", "Two."], ["One.", "A", "B", "Two."])

    assert [c.kind for c in found] == ["equal", "replace", "equal"]
    assert (found[1].old, found[1].new) == (("Old words here.",), ("A", "B"))


@pytest.mark.parametrize(
    ("way", "text", "second"),
    [
        ("take", "", [NEW[1]]),
        ("keep", "", [OLD[1]]),
        ("both", "", [OLD[1], NEW[1]]),
        ("own", "It is cold.\n\nAlways.", ["It is cold.", "Always."]),
        ("own", "  ", []),
    ],
)
def test_a_decision_says_what_becomes_of_a_change(
    way: choices.Way, text: str, second: list[str]
) -> None:
    found = choices.changes(OLD, NEW)
    told = {found[1].id: Choice(way, text), found[2].id: Choice("keep")}

    assert choices.chosen(found, told) == [OLD[0], *second, OLD[2]]


def test_equal_changes_have_names_of_their_own() -> None:
    found = choices.changes(["a", "x"], ["a", "* * *", "x", "* * *"])

    assert len({c.id for c in found}) == len(found)


def test_a_text_that_was_written_anew_is_less_than_half_alike() -> None:
    assert choices.alike(choices.changes(OLD, NEW)) > 0.5
    assert choices.alike(choices.changes(OLD, ["Quite another text."])) < 0.5
    assert choices.alike(choices.changes([], [])) == 1.0


@given(
    st.lists(st.sampled_from(["One.", "Two three four.", "Two three five.", "Six."]), max_size=6),
    st.lists(st.sampled_from(["One.", "Two three four.", "Two three six.", "Ten."]), max_size=6),
)
def test_taking_all_is_the_proposal_and_keeping_all_the_text(
    old: list[str], new: list[str]
) -> None:
    found = choices.changes(old, new)

    for way, whole in (("take", new), ("keep", old)):
        told = {c.id: Choice(choices.WAYS[way]) for c in found}
        assert choices.chosen(found, told) == whole
