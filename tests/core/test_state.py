import pytest

from studio.core.state import (
    Body,
    DictState,
    Traced,
    first_word,
    group_of,
    targets,
    touched,
    words_in,
)

TERM = {"kind": "term", "fields": {"name": "Oral Memory"}, "relations": []}
CLAIM = {
    "kind": "claim",
    "fields": {"text": "x"},
    "relations": [{"name": "supports", "to": "thesis-1"}],
}
SECTION = {"parent": "c1", "title": "Water"}


@pytest.mark.parametrize(
    ("key", "old", "new", "sources"),
    [
        ("brief/title", None, {"value": 1}, {"brief/title"}),
        ("text/draft/s1/m", None, {"blob": "x"}, {"text/draft/s1/m"}),
        ("section/s1", None, SECTION, {"section/s1", "section:c1"}),
        ("section/s1", SECTION, None, {"section/s1", "section:c1"}),
        (
            "section/s1",
            SECTION,
            {"parent": None},
            {"section/s1", "section:c1", "section:"},
        ),
        ("object/term-1", None, TERM, {"object/term-1", "object:term", "word:oral"}),
        (
            "object/term-1",
            TERM,
            TERM | {"fields": {"name": "River"}},
            {"object/term-1", "object:term", "word:oral", "word:river"},
        ),
        (
            "object/claim-1",
            CLAIM,
            CLAIM | {"relations": [{"name": "supports", "to": "claim-2"}]},
            {"object/claim-1", "object:claim", "word:", "to:thesis-1", "to:claim-2"},
        ),
        (
            "object/x-1",
            TERM,
            TERM | {"kind": "claim"},
            {"object/x-1", "object:term", "object:claim", "word:oral"},
        ),
    ],
)
def test_a_write_touches_what_the_entry_is_found_by_before_and_after(
    key: str, old: Body | None, new: Body | None, sources: set[str]
) -> None:
    assert touched(key, old, new) == sources


def test_a_traced_state_notes_what_it_was_asked_for() -> None:
    traced = Traced(DictState({"object/term-1": TERM}, {"d": "text"}))

    traced.entry("brief/title")
    traced.group("object", "claim")
    traced.linking("thesis-1")
    traced.blob("d")
    traced.named("term", {"oral", "river"})

    assert traced.sources == {
        "brief/title", "object:claim", "to:thesis-1", "word:oral", "word:river",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("words", "is_found"),
    [({"oral"}, True), ({"memory"}, False), (set(), False), ({"Oral"}, False)],
)
def test_objects_are_named_by_the_first_word_of_their_name(words: set[str], is_found: bool) -> None:
    traced = Traced(DictState({"object/term-1": TERM}, {}))

    assert list(traced.named("term", words)) == (["object/term-1"] if is_found else [])


def test_an_object_without_a_name_is_never_named() -> None:
    nameless = {"kind": "term", "fields": {}, "relations": []}

    assert Traced(DictState({"object/term-1": nameless}, {})).named("term", {"x", "term"}) == {}


def test_a_state_in_memory_groups_and_links() -> None:
    state = DictState({"object/claim-1": CLAIM, "section/s1": SECTION, "section/c1": {}}, {})

    assert list(state.group("section", "c1")) == ["section/s1"]
    assert list(state.group("section", "")) == ["section/c1"]
    assert list(state.group("object", "claim")) == ["object/claim-1"]
    assert list(state.linking("thesis-1")) == ["object/claim-1"]
    assert state.entry("object/claim-9") is None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Rivers, rivers; RIVERS!", {"rivers"}),
        ("straße STRASSE", {"strasse"}),
        ("雨停了 don't", {"雨停了", "don", "t"}),
        ("…", set()),
    ],
)
def test_words_are_compared_without_case(text: str, words: set[str]) -> None:
    assert words_in(text) == words


@pytest.mark.parametrize(
    ("name", "word"), [(" ‘Oral’ memory", "oral"), ("", ""), ("—", ""), ("雨", "雨")]
)
def test_a_name_is_found_by_its_first_word(name: str, word: str) -> None:
    assert first_word(name) == word


def test_groups_and_targets_bear_bodies_with_little_in_them() -> None:
    assert group_of("object/x", {}) == ""
    assert group_of("section/x", {"parent": None}) == ""
    assert group_of("map/x", {"parent": "s1"}) == ""
    assert targets({}) == set()
