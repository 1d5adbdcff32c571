import pytest

from studio.core import keys


@pytest.mark.parametrize(
    ("key", "text"),
    [
        (keys.brief("title"), "brief/title"),
        (keys.object_("claim-1"), "object/claim-1"),
        (keys.section("s1"), "section/s1"),
        (keys.map_of("s1"), "map/s1"),
        (keys.step("draft"), "pass/draft"),
        (keys.unit("argument"), "argument"),
        (keys.unit("map", "s1"), "map/s1"),
        (keys.unit("draft", "s1", "spring"), "draft/s1/spring"),
        (keys.text("draft/s1/spring"), "text/draft/s1/spring"),
        (keys.trust("argument"), "trust/argument"),
        (keys.pin("map/s1"), "pin/map/s1"),
    ],
)
def test_each_thing_has_a_key(key: str, text: str) -> None:
    assert key == text


@pytest.mark.parametrize(
    ("key", "kind", "rest"),
    [
        ("text/draft/s1/m1", "text", "draft/s1/m1"),
        ("protocol", "protocol", ""),
        ("", "", ""),
    ],
)
def test_a_key_says_what_it_names(key: str, kind: str, rest: str) -> None:
    assert (keys.kind(key), keys.rest(key)) == (kind, rest)
