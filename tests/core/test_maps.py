from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.core.maps import SameTwice, map_body, map_schema, movements_of, rematched
from tests.building import movement

SECTION = {"words": 400}
OLD = {"movements": [movement("spring"), movement("mouth", purpose="It ends.")]}


def item(title: str, key: str = "", purpose: str = "It moves on.", words: int = 200) -> Any:
    said = {"title": title, "purpose": purpose, "words": words, "done_when": "it is said"}
    return said | ({"key": key} if key else {})


def keys_of(*items: Any, old: Any = OLD) -> list[str]:
    return [m["key"] for m in map_body({"movements": list(items)}, SECTION, old)["movements"]]


@pytest.mark.parametrize(
    ("words", "n"), [(0, 1), (60, 1), (400, 2), (1000, 4), (5000, 8), (10**9, 8)]
)
def test_a_section_has_movements_by_its_length(words: int, n: int) -> None:
    assert movements_of(words) == n


@pytest.mark.parametrize(
    ("title", "key"),
    [
        ("The Old Bed", "the-old-bed"),
        ("One two three four five six", "one-two-three-four"),
        ("Über Flüsse!", "uber-flusse"),
        ("雨停了", "passage"),
        ("—", "passage"),
        ("Supercalifragilisticexpialidocious-and-more", "supercalifragilisticexpialidocio"),
    ],
)
def test_a_key_is_made_of_the_title(title: str, key: str) -> None:
    assert keys_of(item(title), old=None) == [key]


def test_keys_are_told_apart() -> None:
    assert keys_of(item("Rain"), item("Rain"), item("Rain"), old=None) == [
        "rain", "rain-2", "rain-3",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("items", "found"),
    [
        ([item("Spring")], ["spring"]),
        ([item("Spring", "new")], ["spring"]),
        ([item("  Spring ", "mouth")], ["spring"]),
        ([item("Delta", "mouth", "It parts.")], ["mouth"]),
        ([item("Delta", "new")], ["delta"]),
        ([item("Mouth", "new", "It begins.")], ["mouth-2"]),
        ([item("A", "mouth"), item("B", "mouth")], ["mouth", "b"]),
        ([item("Spring"), item("Spring")], ["spring", "spring-2"]),
        ([item("Delta", "spring"), item("Spring", "new")], ["delta", "spring"]),
        ([item("Mouth", "new", "It ends."), item("Spring", "new")], ["mouth", "spring"]),
    ],
)
def test_a_movement_keeps_its_key_while_it_says_the_same(
    items: list[Any], found: list[str]
) -> None:
    assert keys_of(*items) == found


titles = st.sampled_from(["Spring", "Mouth", "Delta", "雨"])
items_ = st.lists(
    st.builds(item, titles, st.sampled_from(["", "new", "spring", "mouth"])), max_size=6
)


@given(items_, st.sampled_from([None, OLD]))
def test_no_key_is_given_twice(items: list[Any], old: Any) -> None:
    found = keys_of(*items, old=old)

    assert len(set(found)) == len(items)
    assert all(found)


@pytest.mark.parametrize(
    ("asked", "given_"),
    [
        ([200, 200], [200, 200]),
        ([40, 1000], [80, 320]),
        ([1, 1, 1, 1], [100, 100, 100, 100]),
        ([0], [400]),
        ([], []),
    ],
)
def test_the_words_of_the_section_are_shared_out(asked: list[int], given_: list[int]) -> None:
    said = {"movements": [item(f"M{n}", words=w) for n, w in enumerate(asked)]}

    assert [m["words"] for m in map_body(said, SECTION, None)["movements"]] == given_


def test_a_section_without_words_still_gets_movements_that_can_be_written() -> None:
    found = map_body({"movements": [item("A")]}, {}, None)

    assert [m["words"] for m in found["movements"]] == [40]


@pytest.mark.parametrize(
    ("words", "low", "high"), [(100, 1, 1), (500, 2, 2), (800, 3, 4), (9000, 8, 9)]
)
def test_the_schema_is_bounded_by_the_length(words: int, low: int, high: int) -> None:
    found = map_schema({"words": words}, None)["properties"]["movements"]

    assert (found["minItems"], found["maxItems"]) == (low, high)
    assert "key" not in found["items"]["properties"]


def test_the_schema_offers_the_keys_that_exist() -> None:
    found = map_schema(SECTION, OLD)["properties"]["movements"]["items"]

    assert found["properties"]["key"] == {"enum": ["spring", "mouth", "new"]}
    assert "key" in found["required"]


def test_no_passage_gets_the_key_that_stands_for_what_is_new() -> None:
    assert keys_of(item("New")) == ["new-2"]


def test_passages_are_matched_by_hand() -> None:
    proposed = [movement("a"), movement("b", title="The sea")]

    found = rematched(proposed, {"a": "mouth", "b": "new"}, {"spring", "mouth", "the-sea"})

    assert [m["key"] for m in found] == ["mouth", "the-sea-2"]
    assert [m["title"] for m in found] == ["A", "The sea"]


def test_two_passages_cannot_go_on_from_the_same() -> None:
    with pytest.raises(SameTwice):
        rematched([movement("a"), movement("b")], {"a": "mouth", "b": "mouth"}, set())
