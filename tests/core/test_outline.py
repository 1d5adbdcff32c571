import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.core import keys, outline
from tests import building


def sections(drawing: str) -> dict[str, outline.Body]:
    return {
        keys.rest(k): b for k, b in building.drawn(drawing).items() if keys.kind(k) == "section"
    }


BOOK = """
    c1 One
        s1 Water
        s2 Stone
            s3 Deep stone
    c2 Two
"""


def test_sections_stand_in_book_order_with_their_numbers() -> None:
    found = [(n.id, n.number, n.level, n.is_leaf) for n in outline.ordered(sections(BOOK))]

    assert found == [
        ("c1", "1", 1, False),
        ("s1", "1.1", 2, True),
        ("s2", "1.2", 2, False),
        ("s3", "1.2.1", 3, True),
        ("c2", "2", 1, True),
    ]


def test_prose_is_in_the_leaves() -> None:
    assert [n.id for n in outline.leaves(sections(BOOK))] == ["s1", "s3", "c2"]


def test_rank_decides_before_the_id() -> None:
    found = {"b": {"rank": 1}, "a": {"rank": 1}, "c": {"rank": 0}, "d": {}}

    assert [n.id for n in outline.ordered(found)] == ["c", "d", "a", "b"]


def test_a_section_without_its_parent_stands_at_the_top() -> None:
    found = outline.ordered({"s1": {"parent": "gone", "rank": 1}, "s2": {"parent": None}})

    assert [(n.id, n.level) for n in found] == [("s2", 1), ("s1", 1)]


@pytest.mark.parametrize(
    ("links", "around"),
    [
        ({"a": ["b"], "b": []}, []),
        ({"a": ["a"]}, ["a"]),
        ({"a": ["b"], "b": ["a"]}, ["a", "b"]),
        ({"a": ["b", "c"], "b": ["c"], "c": []}, []),
        ({"a": ["b"], "b": ["c"], "c": ["b"]}, ["b", "c"]),
        ({"a": ["gone"]}, []),
        ({}, []),
    ],
)
def test_a_circle_of_dependence_is_found(links: dict[str, list[str]], around: list[str]) -> None:
    assert outline.cycle({i: {"depends_on": to} for i, to in links.items()}) == around


@given(st.dictionaries(st.sampled_from("abcde"), st.lists(st.sampled_from("abcde"), max_size=3)))
def test_what_is_called_a_circle_is_one(links: dict[str, list[str]]) -> None:
    around = outline.cycle({i: {"depends_on": to} for i, to in links.items()})

    for here, there in zip(around, [*around[1:], *around[:1]], strict=True):
        assert there in links[here]


@given(st.dictionaries(st.sampled_from("abcdef"), st.sampled_from(["", *"abcdef"]), max_size=6))
def test_order_names_each_section_once_unless_it_lies_in_a_circle(parents: dict[str, str]) -> None:
    found = [n.id for n in outline.ordered({i: {"parent": p} for i, p in parents.items()})]

    assert len(found) == len(set(found))
    assert set(found) == {i for i in parents if _reaches_the_top(i, parents)}


def _reaches_the_top(here: str, parents: dict[str, str]) -> bool:
    for _ in parents:
        if parents[here] not in parents:
            return True
        here = parents[here]
    return False
