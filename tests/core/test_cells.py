from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.core import keys
from studio.core.cells import Cell, compute, first_words, last_words
from studio.core.digest import digest_of
from studio.core.state import DictState, touched
from tests import building

BOOK = """
    c1 One
        s1 Water establishes claim-1
            - spring: Water comes up. It is cold.
            - mouth: Water reaches the sea.
        s2 Stone uses claim-1 depends_on s1
            - bed
    c2 Two
"""
OBJECTS = """
    thesis-1: Rivers remember.
    claim-1 to thesis-1: Water keeps its course.
    premise-1 to claim-1: Old beds fill first.
    term-1 memory: what stays
    term-2 old bed: where water was
    constraint-1: No adverbs.
"""


def value(key: str, **more: building.Body) -> Any:
    return compute(key, state(**more)).value


def state(**more: building.Body) -> DictState:
    """The book above, with entries laid over it: `section__s1` stands for section/s1."""
    laid = {key.replace("__", "/").replace("_", "-"): body for key, body in more.items()}
    return building.state(BOOK, OBJECTS, **laid)


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("brief/language", "en"),
        ("brief/unheard-of", ""),
        ("object/claim-9", None),
        ("section/s9", None),
        ("conclusions/s9", None),
        ("objects-of/s9", []),
        ("objects-of/s1", ["claim-1", "premise-1"]),
        ("objects-of/s2", ["claim-1"]),
        ("objects-of/book", ["claim-1", "premise-1", "term-1", "term-2", "thesis-1"]),
        ("map/c2", None),
        ("movement/s1/nothing", None),
        ("movement/s9/spring", None),
        ("before/s1/spring", ""),
        ("before/s1/mouth", "Water comes up. It is cold.\n"),
        ("before/s1/nothing", ""),
        ("before/s9/nothing", ""),
        ("after/s1/spring", "Water reaches the sea.\n"),
        ("after/s1/mouth", ""),
        ("after/s2/bed", ""),
        ("text/s1/spring", "Water comes up. It is cold.\n"),
        ("text/s1", "Water comes up. It is cold.\n\n\nWater reaches the sea.\n"),
        ("text/s2", ""),
        ("text/s9", ""),
        ("pass/none", None),
    ],
)
def test_a_cell_has_its_value_whether_or_not_the_thing_exists(key: str, expected: object) -> None:
    assert value(key) == expected


@pytest.mark.parametrize("key", ["nothing/s1", "", "brief", "texts/s1"])
def test_a_key_that_names_no_cell_is_refused(key: str) -> None:
    if key == "brief":
        assert value(key) == ""
        return
    with pytest.raises(ValueError, match="no cell is named"):
        compute(key, state())


def test_the_digest_is_that_of_the_value() -> None:
    cell = compute("section/s1", state())

    assert cell.digest == digest_of(cell.value)


def test_a_section_does_not_say_where_it_stands() -> None:
    assert "rank" not in value("section/s1")
    assert "parent" not in value("section/s1")


def test_the_thesis_is_whatever_a_book_has_one_of() -> None:
    assert [t["fields"]["text"] for t in value("thesis/book")] == ["Rivers remember."]


def test_conclusions_are_what_is_established_and_not_the_prose() -> None:
    said = value("conclusions/s1")

    assert said["title"] == "Water"
    assert [o["fields"]["text"] for o in said["establishes"]] == ["Water keeps its course."]
    assert not any(s.startswith("text/") for s in compute("conclusions/s1", state()).sources)


def test_the_outline_around_a_section_shows_its_peers_only() -> None:
    around = value("outline/s1")

    assert around["within"] == "One"
    assert [p["title"] for p in around["peers"]] == ["Water", "Stone"]


def test_the_outline_of_the_book_goes_all_the_way_down() -> None:
    top = value("outline/book")

    assert [(t["id"], [b["id"] for b in t["below"]]) for t in top] == [
        ("c1", ["s1", "s2"]),
        ("c2", []),
    ]


@pytest.mark.parametrize(
    ("synopsis", "found"),
    [
        ("", []),
        ("Of memory.", ["term-1"]),
        ("OF MEMORY", ["term-1"]),
        ("first line\nmemory", ["term-1"]),
        ("the “memory”", ["term-1"]),
        ("the old one made a bed", []),
        ("the old bed", ["term-2"]),
        ("old beds and memory", ["term-1", "term-2"]),
        ("immemorial", []),
    ],
)
def test_terms_are_those_that_the_specification_mentions(synopsis: str, found: list[str]) -> None:
    section = {**building.drawn("s5 Salt")["section/s5"], "synopsis": synopsis}

    assert [t["id"] for t in value("terms-for/s5", section__s5=section)] == found


@pytest.mark.parametrize("name", ["section", "title", "claim", "supports", "text", "s1", "kind"])
def test_a_term_is_not_mentioned_by_names_that_only_the_program_uses(name: str) -> None:
    term = {"kind": "term", "fields": {"name": name, "definition": "x"}, "relations": []}

    assert value("terms-for/s1", object__term_7=term) == value("terms-for/s1")


def test_a_term_that_a_section_uses_is_there_unmentioned() -> None:
    section = {**building.drawn("s5 Salt uses term-2")["section/s5"]}

    assert [t["id"] for t in value("terms-of/s5", section__s5=section)] == ["term-2"]


def test_the_map_mentions_terms_for_the_prose_but_not_for_itself() -> None:
    composed = {"movements": [building.movement("bed", purpose="It brings memory in.")]}

    assert [t["id"] for t in value("terms-for/s2", map__s2=composed)] == ["term-1"]
    assert value("terms-of/s2", map__s2=composed) == []


@pytest.mark.parametrize(
    ("scope", "place", "holds"),
    [
        (None, "s1", True),
        ("book", "s1", True),
        ("", "book", True),
        ("s1", "s1", True),
        ("c1", "s1", True),
        ("s2", "s1", False),
        ("s1", "book", False),
        ("s1", "c1", False),
    ],
)
def test_a_rule_holds_in_its_scope_and_below(scope: str | None, place: str, holds: bool) -> None:
    fields = {"text": "Be brief."} | ({} if scope is None else {"scope": scope})
    rule = {"kind": "constraint", "fields": fields, "relations": []}

    rules = value(f"style/{place}", object__constraint_2=rule)["constraints"]

    assert ("Be brief." in [r["text"] for r in rules]) == holds


@pytest.mark.parametrize(
    ("trust", "before", "text"),
    [
        ({"whole": True, "paragraphs": []}, "untrusted", "untrusted"),
        ({"whole": False, "paragraphs": ["p2"]}, "One.", "One."),
        ({"whole": False, "paragraphs": ["p1", "p2"]}, "", ""),
        ({"whole": False, "paragraphs": ["gone"]}, "One.\n\nTwo.", "One.\n\nTwo."),
    ],
)
def test_untrusted_text_is_in_no_cell(trust: building.Body, before: str, text: str) -> None:
    entries = building.entries(BOOK, OBJECTS) | {
        "text/draft/s1/spring": {"artifact": 1, "blob": "d", "paragraphs": ["p1", "p2"]},
        "trust/draft/s1/spring": trust,
    }
    now = DictState(entries, {"d": "One.\n\nTwo.\n"})

    assert compute("before/s1/mouth", now).value == before
    assert compute("text/s1/spring", now).value == text


def test_trusting_again_restores_the_digest() -> None:
    trusted = compute("text/s1/spring", state())
    untrusted = compute(
        "text/s1/spring", state(trust__draft__s1__spring={"whole": True, "paragraphs": []})
    )

    assert untrusted.digest != trusted.digest
    assert compute("text/s1/spring", state()).digest == trusted.digest


@pytest.mark.parametrize(
    ("text", "n", "last", "first"),
    [
        ("", 2, "", ""),
        ("one", 2, "one", "one"),
        ("one two three", 2, "two three", "one two"),
        ("one\n\ntwo  three\n", 2, "two  three\n", "one\n\ntwo"),
        ("雨" * 50, 2, "雨" * 24, "雨" * 24),
    ],
)
def test_the_words_around_a_place_are_bounded(text: str, n: int, last: str, first: str) -> None:
    assert (last_words(text, n), first_words(text, n)) == (last, first)


@given(st.text("ab \n", max_size=60), st.text("ab \n", max_size=30))
def test_an_edit_in_the_middle_leaves_the_last_words_alone(end: str, middle: str) -> None:
    words = end.split()

    if len(words) > 3:
        assert last_words(f"{middle} {end}", 3) == last_words(end, 3)


# Every write that changes a cell touches one of its sources: nothing is missed.

CELLS = (
    "brief/voice", "style/s1", "style/book", "object/claim-1", "thesis/book", "objects-of/s1",
    "objects-of/book", "terms-for/s1", "terms-of/s2", "section/s1", "conclusions/s1", "outline/s1",
    "outline/book", "map/s1", "movement/s1/mouth", "before/s1/mouth", "after/s1/spring",
    "text/s1/spring", "text/s1", "pass/draft",
)  # fmt: skip
TERM = {"kind": "term", "fields": {"name": "water", "definition": "x"}, "relations": []}
WRITES: dict[str, building.Body | None] = {
    "brief/voice": {"value": "Plainly."},
    "object/constraint-2": {"kind": "constraint", "fields": {"text": "Brief."}, "relations": []},
    "object/claim-1": None,
    "object/thesis-2": {"kind": "thesis", "fields": {"text": "Two."}, "relations": []},
    "object/premise-2": {
        "kind": "premise", "fields": {"text": "New."},
        "relations": [{"name": "supports", "to": "claim-1"}],
    },
    "object/premise-1": {"kind": "premise", "fields": {"text": "Old."}, "relations": []},
    "object/term-9": TERM,
    "section/s1": {"parent": "c2", "rank": 0, "title": "Sea"},
    "section/s8": {"parent": "c1", "rank": 0, "title": "Salt"},
    "section/c1": {"parent": None, "rank": 0, "title": "First"},
    "map/s1": {"movements": [building.movement("mouth")]},
    "text/draft/s1/spring": None,
    "trust/draft/s1/spring": {"whole": True, "paragraphs": []},
    "trust/draft/s1/mouth": {"whole": False, "paragraphs": ["p1"]},
    "pass/draft": {"prompt": "# user\nx", "schema_version": 1},
    "protocol": {"kinds": [{"slug": "claim", "one": True}]},
}  # fmt: skip


@pytest.mark.parametrize("written", WRITES)
@pytest.mark.parametrize("key", CELLS)
def test_a_cell_that_a_write_changes_has_a_source_that_it_touches(key: str, written: str) -> None:
    entries, body = dict(state()._entries), WRITES[written]
    before = compute(key, DictState(entries, state()._blobs))
    old = entries.pop(written, None)
    if body is not None:
        entries[written] = body

    after = compute(key, DictState(entries, state()._blobs))

    if _is_changed(before, after):
        assert before.sources & touched(written, old, body)


def _is_changed(before: Cell, after: Cell) -> bool:
    return before.digest != after.digest


@pytest.mark.parametrize(
    "key",
    ["outline/s1", "style/s1", "section/s1", "conclusions/s1", "terms-for/s1", "objects-of/s1"],
)
def test_drafting_reads_no_prose_of_its_section(key: str) -> None:
    sources = compute(key, state()).sources

    assert not any(keys.kind(source) in ("text", "trust") for source in sources)
