import pytest

from studio.core.digest import canonical, digest, digest_of, digest_of_numbers


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({"b": 1, "a": [True, None]}, '{"a":[true,null],"b":1}'),
        ({"é": "雨\n"}, '{"é":"雨\\n"}'),
        ((1, 2), "[1,2]"),
        ("", '""'),
    ],
)
def test_a_value_has_one_canonical_text(value: object, text: str) -> None:
    assert canonical(value) == text


def test_digests_are_those_of_blake2b_with_128_bits() -> None:
    assert digest("") == "cae66941d9efbd404e4d88758ea67670"
    assert digest("abc") == "cf4ab791c62b8d2b2109c90275287816"


@pytest.mark.parametrize("text", ["雨", "a\ud800b", "a" * 100_000])
def test_any_text_has_a_digest_of_32_digits(text: str) -> None:
    assert len(digest(text)) == 32


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}, True),
        ([1, 2], (1, 2), True),
        ([1, 2], [2, 1], False),
        ("1", 1, False),
        (1, 1.0, False),
        (None, "", False),
    ],
)
def test_digests_are_the_same_exactly_when_values_are(
    one: object, other: object, is_same: bool
) -> None:
    assert (digest_of(one) == digest_of(other)) == is_same


def test_what_is_not_json_has_no_digest() -> None:
    with pytest.raises(TypeError):
        digest_of({"set"})


def test_numbers_are_told_apart_by_what_list_they_stand_in() -> None:
    lists = [([1], [2, 3]), ([1, 2], [3]), ([1, 2, 3], []), ([3], [2, 1]), ([1, 2, 3],)]

    assert len({digest_of_numbers(*found) for found in lists}) == len(lists)
    assert digest_of_numbers(iter([1, 2**40])) == digest_of_numbers((1, 2**40))
