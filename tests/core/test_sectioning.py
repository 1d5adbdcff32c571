"""A section's text is one, and goes back to its passages."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.core import prose, sectioning
from studio.core.sectioning import Passage, divide, whole

A1 = "Rain fell on the town all week and filled the old bed of the river."
A2 = "Nobody in the street had expected the water to remember its way."
B1 = "Marta counted the jars in the cellar twice and found only eleven."
B2 = "She took the lamp and went down the last four steps alone."
C1 = "In the morning the mayor spoke of walls, and of what they cost."
NEW = "This is something that nobody has said before in this section."
OTHER = "Quite another thought stands here, about bread and its price."

BLOCKS = st.sampled_from(
    [A1, A2, B1, B2, C1, NEW, "* * *", "- one\n- two", "```\ncode\n\nmore\n```", "> said", "一 二"]
)
SECTIONS = st.lists(st.lists(BLOCKS, max_size=4), min_size=1, max_size=4)


def section(*parts: list[str]) -> list[Passage]:
    return [sectioning.passage(f"m{n}", texts) for n, texts in enumerate(parts)]


def divided(old: list[Passage], *new: str) -> list[list[str]]:
    return [list(one.paragraphs) for one in divide(old, prose.join(new))]


USUAL = section([A1, A2], [B1, B2], [C1])


@pytest.mark.parametrize(
    ("new", "found"),
    [
        ((A1, A2, B1, B2, C1), [[A1, A2], [B1, B2], [C1]]),
        ((A1, A2, NEW, B1, B2, C1), [[A1, A2, NEW], [B1, B2], [C1]]),
        ((NEW, A1, A2, B1, B2, C1), [[NEW, A1, A2], [B1, B2], [C1]]),
        ((A1, A2, B1, B2, C1, NEW), [[A1, A2], [B1, B2], [C1, NEW]]),
        ((A1, A2, B1 + " So.", B2, C1), [[A1, A2], [B1 + " So.", B2], [C1]]),
        ((A1, A2, C1), [[A1, A2], [], [C1]]),
        ((A1, A2, NEW, OTHER, C1), [[A1, A2], [NEW, OTHER], [C1]]),
        ((NEW, B1, B2, C1), [[NEW], [B1, B2], [C1]]),
        ((A2, A1, B1, B2, C1), [[A2, A1], [B1, B2], [C1]]),
        ((B2, A1, A2, B1, C1), [[B2, A1, A2], [B1], [C1]]),
        ((C1, A1, A2, B1, B2), [[C1, A1, A2], [B1, B2], []]),
        ((NEW,), [[NEW], [], []]),
    ],
    ids=[
        "unchanged", "new after", "new first", "new last", "edited", "emptied", "written anew",
        "first anew", "turned round", "moved up", "last moved first", "all anew",
    ],
)  # fmt: skip
def test_paragraphs_go_back_to_their_passages(new: tuple[str, ...], found: list[list[str]]) -> None:
    assert divided(USUAL, *new) == found


def test_a_text_for_passages_that_have_none_is_that_of_the_first() -> None:
    assert divided(section([], []), A1, B1) == [[A1, B1], []]


def test_a_fence_that_was_left_open_ends_with_its_passage() -> None:
    old = section(["~~~\ncode"], [B1])

    assert divided(old, *prose.paragraphs(whole(old))) == [["~~~\ncode\n~~~"], [B1]]


@given(SECTIONS)
def test_what_was_joined_is_divided_as_it_was(parts: list[list[str]]) -> None:
    old = section(*parts)

    assert list(divide(old, whole(old))) == old


@given(SECTIONS, st.lists(BLOCKS, max_size=10))
def test_whatever_is_written_is_kept_in_its_order(parts: list[list[str]], new: list[str]) -> None:
    text = prose.normalise(prose.join(new))

    assert whole(divide(section(*parts), text)) == text


PLAIN = st.lists(
    st.lists(st.sampled_from([A1, A2, B1, "一 二"]), max_size=4), min_size=1, max_size=4
)


@given(PLAIN, st.data())
def test_passages_that_were_not_touched_stay(parts: list[list[str]], data: st.DataObject) -> None:
    # Paragraphs that are all different: of two equal ones nobody can tell which was moved.
    old = section(*([f"{n}.{k} {t}" for k, t in enumerate(p)] for n, p in enumerate(parts)))
    place = data.draw(st.integers(0, len(old) - 1))
    new = [
        text + " And a word more." if n == place else text
        for n, one in enumerate(old)
        for text in one.paragraphs
    ]

    found = divide(old, prose.join(new))

    assert [one for n, one in enumerate(found) if n != place] == [
        one for n, one in enumerate(old) if n != place
    ]
