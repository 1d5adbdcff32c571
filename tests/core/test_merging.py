"""Two texts that grew from one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.core.merging import chosen, merge

TEXTS = st.lists(st.sampled_from("abcdefg"), max_size=8)


@pytest.mark.parametrize(
    ("mine", "theirs", "kinds", "merged"),
    [
        ("abc", "abc", ["same"], "abc"),
        ("aXc", "abc", ["same", "mine", "same"], "aXc"),
        ("abc", "aYc", ["same", "theirs", "same"], "aYc"),
        ("Xbc", "abY", ["mine", "same", "theirs"], "XbY"),
        ("aXc", "aYc", ["same", "both", "same"], "aXYc"),
        ("aXc", "aXc", ["same", "same", "same"], "aXc"),
        ("ac", "aYc", ["same", "both", "same"], "aYc"),
        ("abcX", "abcY", ["same", "both"], "abcXY"),
    ],
)
def test_what_one_side_changed_is_taken_and_what_both_did_is_kept_twice(
    mine: str, theirs: str, kinds: list[str], merged: str
) -> None:
    pieces = merge("abc", mine, theirs)

    assert [piece.kind for piece in pieces] == kinds
    assert "".join(chosen(pieces, {})) == merged


def test_a_choice_counts_where_both_changed() -> None:
    pieces = merge("abc", "aXc", "aYc")

    assert "".join(chosen(pieces, {1: "mine"})) == "aXc"
    assert "".join(chosen(pieces, {1: "theirs"})) == "aYc"
    assert "".join(chosen(pieces, {}, "theirs")) == "aYc"


@given(TEXTS, TEXTS, TEXTS)
def test_nothing_that_either_wrote_is_lost_when_both_are_kept(
    base: list[str], mine: list[str], theirs: list[str]
) -> None:
    found = set(chosen(merge(base, mine, theirs), {}))

    assert (set(mine) | set(theirs)) - set(base) <= found


@given(TEXTS, TEXTS)
def test_where_only_one_side_changed_its_text_is_the_merged_one(
    base: list[str], mine: list[str]
) -> None:
    assert chosen(merge(base, mine, base), {}) == mine
    assert chosen(merge(base, base, mine), {}) == mine
